//! Fitting a polynomial to the sign function by least squares (GradBench's llsq).

use wengert::differentiable;

/// `1/2 sum_i (sign(t_i) - sum_j x_j t_i^j)^2` over `n` points from -1 to 1.
#[differentiable]
pub fn llsq(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let t = -1.0 + 2.0 * i as f64 / (n as f64 - 1.0);
        let mut residual = if t > 0.0 {
            1.0
        } else if t < 0.0 {
            -1.0
        } else {
            0.0
        };
        let mut power = 1.0;
        for j in 0..x.len() {
            residual -= x[j] * power;
            power *= t;
        }
        sum += 0.5 * residual * residual;
    }
    sum
}

/// [`llsq()`] with the sign and the polynomial as functions.
#[differentiable]
pub fn split(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let t = -1.0 + 2.0 * i as f64 / (n as f64 - 1.0);
        let residual = sign(t) - polynomial(x, t);
        sum += 0.5 * residual * residual;
    }
    sum
}

/// The polynomial with coefficients `x` at `t`.
#[differentiable]
pub fn polynomial(x: &[f64], #[constant] t: f64) -> f64 {
    let mut sum = 0.0;
    let mut power = 1.0;
    for j in 0..x.len() {
        sum += x[j] * power;
        power *= t;
    }
    sum
}

/// -1, 0 or 1.
fn sign(t: f64) -> f64 {
    if t > 0.0 {
        1.0
    } else if t < 0.0 {
        -1.0
    } else {
        0.0
    }
}

/// [`llsq()`] without indices.
#[differentiable]
pub fn iterated(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let t = -1.0 + 2.0 * i as f64 / (n as f64 - 1.0);
        let mut residual = if t > 0.0 {
            1.0
        } else if t < 0.0 {
            -1.0
        } else {
            0.0
        };
        let mut power = 1.0;
        for &xj in x {
            residual -= xj * power;
            power *= t;
        }
        sum += 0.5 * residual * residual;
    }
    sum
}

/// Value and gradient of [`llsq()`]: a point's powers, which wait for one another, are kept in `powers`, so that the
/// loop over the gradient vectorises.
pub fn by_hand(x: &[f64], n: usize, gradient: &mut [f64], powers: &mut Vec<f64>) -> f64 {
    powers.resize(x.len(), 0.0);
    gradient.fill(0.0);
    let mut sum = 0.0;
    for i in 0..n {
        let t = -1.0 + 2.0 * i as f64 / (n as f64 - 1.0);
        let mut residual = sign(t);
        let mut power = 1.0;
        for (kept, xj) in powers.iter_mut().zip(x) {
            residual -= xj * power;
            *kept = power;
            power *= t;
        }
        sum += 0.5 * residual * residual;
        for (g, power) in gradient.iter_mut().zip(&powers[..]) {
            *g -= residual * power;
        }
    }
    sum
}
