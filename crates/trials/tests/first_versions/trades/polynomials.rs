//! Series of polynomials by their recurrences, and roots.

use wengert::prelude::*;

pub fn horner(coeffs: &[f64], x: f64) -> f64 {
    coeffs.iter().rev().fold(0.0, |acc, &c| acc * x + c)
}

pub fn derivative(coeffs: &[f64]) -> Vec<f64> {
    coeffs.iter().enumerate().skip(1).map(|(i, c)| i as f64 * c).collect()
}

pub fn chebyshev(n: usize, x: f64) -> f64 {
    match n {
        0 => 1.0,
        1 => x,
        _ => 2.0 * x * chebyshev(n - 1, x) - chebyshev(n - 2, x),
    }
}

fn legendre(n: usize, x: f64) -> f64 {
    let (mut p0, mut p1) = (1.0, x);
    if n == 0 {
        return p0;
    }
    for k in 1..n {
        let k = k as f64;
        (p0, p1) = (p1, ((2.0 * k + 1.0) * x * p1 - k * p0) / (k + 1.0));
    }
    p1
}

#[differentiable]
pub fn polished_root(coeffs: &[f64], guess: f64) -> f64 {
    let d = derivative(coeffs);
    let mut x = guess;
    for _ in 0..30 {
        let step = horner(coeffs, x) / horner(&d, x);
        x -= step;
        if step.abs() < 1e-14 {
            break;
        }
    }
    x
}

#[differentiable]
pub fn series(c: &[f64], x: f64) -> f64 {
    c.iter().enumerate().map(|(n, a)| a * (chebyshev(n, x) + legendre(n, x))).sum()
}

#[differentiable]
pub fn lagrange(xs: &[f64], ys: &[f64], x: f64) -> f64 {
    let mut total = 0.0;
    for (i, yi) in ys.iter().enumerate() {
        let basis: f64 =
            xs.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, xj)| (x - xj) / (xs[i] - xj)).product();
        total += yi * basis;
    }
    total
}

#[test]
fn holds() {
    super::check(
        &[-2.0, 0.3, 1.0, 0.1],
        |x| polished_root(x, 1.4),
        |x| {
            let (v, (g, _)) = polished_root::value_and_gradient(x, 1.4);
            (v, g)
        },
    );
    super::check(&[-2.0, 0.3, 1.0, 0.1, 0.4], |x| series(&x[..4], x[4]), |x| series::value_and_gradient(&x[..4], x[4]));
    super::check(
        &[-2.0, 0.3, 1.0, 0.1, 0.4, 0.5, 0.2],
        |x| lagrange(&x[..3], &x[3..6], x[6]),
        |x| lagrange::value_and_gradient(&x[..3], &x[3..6], x[6]),
    );
}
