//! `#[cfg]` in bodies, operators by their names, types that no parameter has.

use super::held;
use std::ops::{Add, Mul, Neg};
use wengert::prelude::*;

#[differentiable]
fn conditional(x: f64) -> f64 {
    #[cfg(windows)]
    let y = x * 2.0;
    #[cfg(not(windows))]
    let y = helped(x, 3.0) + x;
    #[cfg(any(windows, unix))]
    {
        y * y
    }
    #[cfg(not(any(windows, unix)))]
    {
        y
    }
}

fn helped(x: f64, by: f64) -> f64 {
    #[cfg(not(test))]
    {
        x
    }
    #[cfg(test)]
    {
        x.mul_add(by, 1.0)
    }
}

#[differentiable]
fn by_name(p: f64, q: f64) -> f64 {
    let r = p.ln().neg().sqrt();
    r.add(q).mul(2.0) + [p, q].into_iter().map(|x| x.neg()).sum::<f64>()
}

trait Units {
    const SCALE: f64;
}

struct Metres;

impl Units for Metres {
    const SCALE: f64 = 0.5;
}

#[differentiable]
fn in_units<U: Units>(x: f64, y: f64) -> f64 {
    x * y.sin() * U::SCALE
}

#[test]
fn what_is_configured_is_differentiated() {
    let value = conditional::value_and_gradient(0.7);
    held(&[0.7], |x| conditional(x[0]), value.0, &[value.1]);
}

#[test]
fn operators_have_names() {
    let (value, (p, q)) = by_name::value_and_gradient(0.3, 0.8);
    held(&[0.3, 0.8], |x| by_name(x[0], x[1]), value, &[p, q]);
}

#[test]
fn types_need_no_parameters() {
    let (value, (x, y)) = in_units::value_and_gradient::<Metres>(0.3, 0.8);
    held(&[0.3, 0.8], |x| in_units::<Metres>(x[0], x[1]), value, &[x, y]);
    let hessian = in_units::hessian::<Metres>(0.3, 0.8);
    assert_eq!(hessian[(0, 1)], 0.5 * 0.8f64.cos());
}
