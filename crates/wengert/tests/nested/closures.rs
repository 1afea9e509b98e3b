//! The operators on closures, in bodies.

use super::{close, differences};
use wengert::prelude::*;

/// Newton's method for a root, by the derivative of a closure.
#[differentiable]
fn root(a: f64, b: f64) -> f64 {
    let mut x = 1.0;
    for _ in 0..12 {
        let (value, slope) = value_and_derivative(|x| x * x * x + a * x - b, x);
        x -= value / slope;
    }
    x
}

#[test]
fn newton() {
    let (value, (by_a, by_b)) = root::value_and_gradient(0.7, 2.0);
    assert!((value - root(0.7, 2.0)).abs() < 1e-14);
    let slope = 3.0 * value * value + 0.7;
    assert!((by_a + value / slope).abs() < 1e-12 && (by_b - 1.0 / slope).abs() < 1e-12, "{by_a} {by_b}");
}

fn potential<T: Real>(x: &[T], stiffness: &[f64], rate: f64) -> T {
    let mut sum = T::constant(0.0);
    for i in 0..x.len() {
        sum += stiffness[i] * x[i] * x[i] * x[i] + rate * (x[i] * x[0]).sin();
    }
    sum
}

#[differentiable]
fn relaxed(x0: &[f64], stiffness: &[f64], rate: f64) -> f64 {
    let mut x = x0.to_vec();
    for _ in 0..4 {
        let (value, force) = value_and_gradient(|x| potential(x, stiffness, rate), &x);
        for i in 0..x.len() {
            x[i] -= 0.05 * force[i] * (1.0 + value * value);
        }
    }
    x.iter().map(|x| x * x).sum()
}

#[test]
fn descent() {
    let x = [0.3, -0.2, 0.5, 1.1, 0.7, 0.4, 0.9];
    let f = |x: &[f64]| relaxed(&x[..3], &x[3..6], x[6]);
    let (value, (by_x, by_k, by_rate)) = relaxed::value_and_gradient(&x[..3], &x[3..6], x[6]);
    assert!((value - f(&x)).abs() < 1e-14);
    close(&[&by_x[..], &by_k, &[by_rate]].concat(), &differences(f, &x));
}

fn rosenbrock<T: Real>(p: &[T], a: f64, b: f64) -> T {
    (a - p[0]).powi(2) + b * (p[1] - p[0] * p[0]).powi(2)
}

#[differentiable]
fn newton_step(x: &[f64], a: f64, b: f64) -> f64 {
    let h = hessian(|p| rosenbrock(p, a, b), x);
    let g = gradient(|p| rosenbrock(p, a, b), x);
    let determinant = h[(0, 0)] * h[(1, 1)] - h[(0, 1)] * h[(1, 0)];
    let step =
        [(h[(1, 1)] * g[0] - h[(0, 1)] * g[1]) / determinant, (h[(0, 0)] * g[1] - h[(1, 0)] * g[0]) / determinant];
    let product = hvp(|p| rosenbrock(p, a, b), x, &step);
    let along = directional_derivative(|p| (a - p[0]).powi(2) * p[1], x, &[1.0, a]);
    rosenbrock(&[x[0] - step[0], x[1] - step[1]], a, b) + product[0] * along
}

#[test]
fn second_order() {
    let x = [-0.4, 0.6, 1.0, 3.0];
    let f = |x: &[f64]| newton_step(&x[..2], x[2], x[3]);
    let (value, (by_x, by_a, by_b)) = newton_step::value_and_gradient(&x[..2], x[2], x[3]);
    assert!((value - f(&x)).abs() < 1e-12);
    close(&[&by_x[..], &[by_a, by_b]].concat(), &differences(f, &x));
    let h = newton_step::hessian(&x[..2], x[2], x[3]);
    let flat = |x: &[f64]| {
        let (by_x, by_a, by_b) = newton_step::gradient(&x[..2], x[2], x[3]);
        [by_x, vec![by_a, by_b]].concat()
    };
    for k in 0..4 {
        close(h.row(k), &differences(|x| flat(x)[k], &x));
    }
}

/// A derivative of a derivative, and a Jacobian's trace.
#[differentiable]
fn towers(x: f64, w: f64, at: &[f64]) -> f64 {
    let third = derivative(|y| derivative(|z| derivative(|u| (w * u).sin() * u, z), y), x);
    let j = wengert::jacobian(|p| vec![p[0] * p[1] * w, p[1].exp() * x], at);
    let (value, tangent) = jvp(|p| vec![p[0] * p[0] * w, p[1]], at, &[x, 1.0]);
    third + j[(0, 0)] * j[(1, 1)] + value[0] * tangent[0]
}

#[test]
fn deep() {
    let x = [0.8, 1.3, 0.4, -0.6];
    let f = |x: &[f64]| towers(x[0], x[1], &x[2..]);
    let (value, (by_x, by_w, by_at)) = towers::value_and_gradient(x[0], x[1], &x[2..]);
    assert!((value - f(&x)).abs() < 1e-12);
    close(&[&[by_x, by_w], &by_at[..]].concat(), &differences(f, &x));
}
