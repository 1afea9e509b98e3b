//! What published code is made of: traits of its own on numbers, items in generic functions, num-traits.

// None is recorded. A trait has names that std may have some day.
#![deny(deprecated)]
#![allow(unstable_name_collisions)]

use crate::held as check;
use num_traits::{One, Zero};
use std::borrow::Borrow;
use wengert::prelude::*;

/// Methods of a crate's own under names of the table of functions, which mean something else.
trait Special: Sized {
    fn sigmoid(self) -> f64;
    fn erf(self) -> f64;
    fn ln_gamma(self) -> (f64, i32);
}

impl Special for f64 {
    fn sigmoid(self) -> f64 {
        self / (1.0 + self * self).sqrt()
    }
    fn erf(self) -> f64 {
        (self * 1.2).tanh()
    }
    fn ln_gamma(self) -> (f64, i32) {
        (self * self - self, if self < 0.0 { -1 } else { 1 })
    }
}

#[differentiable]
fn own_methods(x: &[f64]) -> f64 {
    let (value, sign) = x[0].ln_gamma();
    x[1].sigmoid() * x[0].erf() + f64::from(sign) * value + Special::sigmoid(x[0]) + wengert::functions::erf(x[1])
}

/// Written out where it is called, with what its body declares.
fn series<T: Into<f64>>(x: T, terms: usize, odd: bool) -> f64 {
    use std::f64::consts::PI;
    const PERIOD: f64 = 2.0 * PI;
    const SCALE: f64 = 0.5;
    fn factorial(n: u64) -> u64 {
        (1..=n).product()
    }
    fn folded(x: f64) -> f64 {
        if x > PI { x - PERIOD } else { x }
    }
    let x = folded(x.into());
    let first = u64::from(odd);
    (0..terms as u64)
        .map(|k| {
            let n = 2 * k + first;
            (-1f64).powi(k as i32) * x.powi(n as i32) / factorial(n) as f64
        })
        .sum::<f64>()
        * SCALE
}

mod apart {
    pub fn damped(x: f64, rate: f64) -> f64 {
        use std::f64::consts::E;
        const SCALE: f64 = E / 3.0;
        fn factorial(n: usize) -> usize {
            (1..=n).product()
        }
        fn shaped(x: f64, k: usize) -> f64 {
            x.powi(k as i32) * SCALE / factorial(k) as f64
        }
        (0..4).map(|k| shaped(-x * rate, k)).sum()
    }
}

#[differentiable]
fn of_series(x: &[f64]) -> f64 {
    const SCALE: f64 = 3.0;
    fn factorial(x: f64) -> f64 {
        x * (x + 1.0)
    }
    SCALE * series(x[0], 6, true) + series(x[1], 7, false) * factorial(x[0]) + apart::damped(x[1], x[0])
}

/// The norm of lists of numbers, lent or not.
fn norm<I>(items: I) -> f64
where
    I: IntoIterator,
    I::Item: Borrow<f64>,
{
    items.into_iter().fold(0.0, |s, x| x.borrow().mul_add(*x.borrow(), s)).sqrt()
}

#[differentiable]
fn with_num_traits(x: &[f64]) -> f64 {
    let (mut older, mut newer) = (vec![0.0; 2], x.to_vec());
    let mut s = f64::zero();
    for k in 0..3usize {
        older.clone_from(&newer);
        for v in &mut newer {
            *v = v.sin() + s;
        }
        if !older[0].is_zero() && !newer[1].is_one() && k > 0 {
            s += older[0] * newer[1] * f64::one();
        }
    }
    s + norm(&older) * norm(newer.iter().map(|v| v * 2.0))
}

#[test]
fn published_code() {
    check(own_methods, own_methods::value_and_gradient, &[0.7, -0.4]);
    check(own_methods, own_methods::value_and_gradient, &[-0.7, 1.4]);
    check(of_series, of_series::value_and_gradient, &[0.7, 0.4]);
    check(of_series, of_series::value_and_gradient, &[4.1, 1.3]);
    check(with_num_traits, with_num_traits::value_and_gradient, &[0.7, 1.9]);
}
