//! The logarithm of a sum of exponentials.

use wengert::differentiable;

pub use crate::hand::log_sum_exp as by_hand;

/// `ln(sum(exp(x)))`, shifted by the largest entry.
#[differentiable]
pub fn log_sum_exp(x: &[f64]) -> f64 {
    let mut largest = x[0];
    for i in 1..x.len() {
        if x[i] > largest {
            largest = x[i];
        }
    }
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (x[i] - largest).exp();
    }
    sum.ln() + largest
}

/// [`log_sum_exp()`] with its two loops as functions.
#[differentiable]
pub fn split(x: &[f64]) -> f64 {
    let shift = largest(x);
    sum_of_exponentials(x, shift).ln() + shift
}

/// The largest entry of `x`.
#[differentiable]
pub fn largest(x: &[f64]) -> f64 {
    let mut largest = x[0];
    for i in 1..x.len() {
        if x[i] > largest {
            largest = x[i];
        }
    }
    largest
}

/// The sum of `exp(x[i] - shift)`.
#[differentiable]
pub fn sum_of_exponentials(x: &[f64], shift: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (x[i] - shift).exp();
    }
    sum
}

/// [`log_sum_exp()`] without indices.
#[differentiable]
pub fn iterated(x: &[f64]) -> f64 {
    let mut largest = x[0];
    for &xi in x {
        if xi > largest {
            largest = xi;
        }
    }
    let mut sum = 0.0;
    for xi in x.iter() {
        sum += (xi - largest).exp();
    }
    sum.ln() + largest
}
