//! A square.

use wengert::differentiable;

/// The square of `x`.
#[differentiable]
pub fn square(x: f64) -> f64 {
    x * x
}
