//! Functions and types of one name in several modules: none is taken for another.

#![allow(unreachable_pub)]

mod linear;
mod spline;

use super::held;
use wengert::prelude::*;

mod many {
    use wengert::prelude::*;

    #[differentiable]
    pub fn scale(x: &[f64], k: f64) -> Vec<f64> {
        x.iter().map(|v| v * k).collect()
    }
    pub fn half(n: usize) -> f64 {
        n as f64 * 0.5
    }
}

mod one {
    use wengert::prelude::*;

    #[differentiable]
    pub fn scale(x: f64, k: f64) -> f64 {
        x * k * k
    }
    #[differentiable]
    pub fn half(n: f64) -> f64 {
        n * n
    }
}

#[differentiable]
fn both(x: &[f64], k: f64) -> f64 {
    let v = many::scale(x, k);
    v[0] * v[1] + one::scale(x[0], k) + many::half(x.len()) * k + one::half(k) * x[0]
}

#[test]
fn namesakes_are_told_apart() {
    let x = [0.7, 0.4, 1.9];
    let (value, (by_x, by_k)) = both::value_and_gradient(&x[..2], x[2]);
    held(&x, |x| both(&x[..2], x[2]), value, &[by_x, vec![by_k]].concat());
    let (value, (by_x, by_k)) = linear::run::value_and_gradient(&x[..2], x[2]);
    held(&x, |x| linear::run(&x[..2], x[2]), value, &[by_x, vec![by_k]].concat());
    let (value, (by_x, by_k)) = spline::run::value_and_gradient(&x[..2], x[2]);
    held(&x, |x| spline::run(&x[..2], x[2]), value, &[by_x, vec![by_k]].concat());
}
