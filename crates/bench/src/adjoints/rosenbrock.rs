//! The Rosenbrock function.

use wengert::differentiable;

pub use crate::hand::rosenbrock as by_hand;

/// The sum of `100 (x[i+1] - x[i]^2)^2 + (x[i] - 1)^2`.
#[differentiable]
pub fn rosenbrock(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        let valley = x[i + 1] - x[i] * x[i];
        let slope = x[i] - 1.0;
        sum += 100.0 * valley * valley + slope * slope;
    }
    sum
}

/// [`rosenbrock()`] over pairs of neighbours.
#[differentiable]
pub fn zipped(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (&a, &b) in x.iter().zip(&x[1..]) {
        let valley = b - a * a;
        let slope = a - 1.0;
        sum += 100.0 * valley * valley + slope * slope;
    }
    sum
}

/// [`rosenbrock()`] with the term of a pair as a function.
#[differentiable]
pub fn split(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += term(x[i], x[i + 1]);
    }
    sum
}

/// `100 (b - a^2)^2 + (a - 1)^2`.
#[differentiable]
pub fn term(a: f64, b: f64) -> f64 {
    let valley = b - a * a;
    let slope = a - 1.0;
    100.0 * valley * valley + slope * slope
}
