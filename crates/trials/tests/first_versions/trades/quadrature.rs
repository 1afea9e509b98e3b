//! Integrals by halves until they are good enough.

use wengert::prelude::*;

fn simpson(f: &impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
}

fn adaptive(f: &impl Fn(f64) -> f64, a: f64, b: f64, eps: f64, whole: f64, depth: u32) -> f64 {
    let m = 0.5 * (a + b);
    let left = simpson(f, a, m);
    let right = simpson(f, m, b);
    let delta = left + right - whole;
    if depth == 0 || delta.abs() <= 15.0 * eps {
        left + right + delta / 15.0
    } else {
        adaptive(f, a, m, eps / 2.0, left, depth - 1) + adaptive(f, m, b, eps / 2.0, right, depth - 1)
    }
}

#[differentiable]
pub fn planck_fraction(temperature: f64, x_max: f64) -> f64 {
    let f = |x: f64| if x < 1e-12 { 0.0 } else { x.powi(3) / ((x / temperature).exp() - 1.0) };
    adaptive(&f, 0.0, x_max, 1e-9, simpson(&f, 0.0, x_max), 20)
}

#[differentiable]
pub fn trapezoid(ys: &[f64], dx: f64) -> f64 {
    match ys {
        [] | [_] => 0.0,
        [first, middle @ .., last] => dx * (0.5 * (first + last) + middle.iter().sum::<f64>()),
    }
}

#[test]
fn holds() {
    super::check(&[1.3, 4.0], |x| planck_fraction(x[0], x[1]), |x| planck_fraction::value_and_gradient(x[0], x[1]));
    super::check(&[1.3, 4.0, 0.3, 0.5], |x| trapezoid(&x[..3], x[3]), |x| trapezoid::value_and_gradient(&x[..3], x[3]));
}
