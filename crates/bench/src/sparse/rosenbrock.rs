//! Rosenbrock's function as a sum over neighbours.

use wengert::{Function, Real};

/// The sum of 100 (b - a^2)^2 + (1 - a)^2 over neighbours a, b.
#[derive(Clone, Copy)]
pub struct Rosenbrock;

impl Function for Rosenbrock {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        let mut sum = T::from(0.0);
        for w in x.windows(2) {
            let (a, b) = (w[1] - w[0] * w[0], 1.0 - w[0]);
            sum += 100.0 * a * a + b * b;
        }
        sum
    }
}

/// A point at which no term vanishes.
pub fn start(n: usize) -> Vec<f64> {
    (0..n).map(|i| 0.5 + (i as f64 * 0.7).sin()).collect()
}

/// The lower triangle of the Hessian by hand: diagonal and the entry below, column by column.
pub fn hessian(x: &[f64], values: &mut [f64]) {
    let n = x.len();
    for i in 0..n {
        let from_left = if i > 0 { 200.0 } else { 0.0 };
        let from_right = if i + 1 < n { 1200.0 * x[i] * x[i] - 400.0 * x[i + 1] + 2.0 } else { 0.0 };
        values[2 * i] = from_left + from_right;
        if i + 1 < n {
            values[2 * i + 1] = -400.0 * x[i];
        }
    }
}
