//! Functions whose tangent programs are printed, compiled and compared.

use wengert::Differentiable;
use wengert::prelude::*;

#[differentiable]
pub(crate) fn product(x: f64, y: f64) -> f64 {
    let a = x * y;
    let b = x.sin();
    let z = a + b;
    z
}

#[differentiable]
pub(crate) fn misfit(p: &[f64], #[constant] times: &[f64], #[constant] seen: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (t, y) in times.iter().zip(seen) {
        // How far the curve is off.
        let r = p[0] * (-p[1] * t).exp() - y;
        sum += r * r;
    }
    sum
}

#[differentiable]
pub(crate) fn branches(x: f64, n: usize) -> f64 {
    let y = if x > 0.0 { x.ln().powi(3) } else { x.hypot(2.0) / (1.5 + x) };
    let mut s = vec![x; n];
    for i in 1..n {
        s[i] = s[i - 1] * y;
    }
    s[n - 1].atan2(y) + (x * x).powf(y).sqrt()
}

#[differentiable]
pub(crate) fn calls(x: f64, list: &mut [f64]) -> f64 {
    list[0] = product(x, list[1]);
    total(list, 2.0).tanh()
}

#[differentiable]
pub(crate) fn total(list: &[f64], x: f64) -> f64 {
    list[0] * x + list[1].sin()
}

/// Newton's steps until they are short.
#[differentiable]
pub(crate) fn root(x: f64) -> f64 {
    let mut y = 1.0;
    for _ in 0..40 {
        let next = 0.5 * (y + x / y);
        if (next - y).abs() < 1e-14 {
            return next;
        }
        y = next;
    }
    y
}

#[derive(Clone, Debug, Differentiable)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    #[constant]
    pub(crate) weight: f64,
}

#[differentiable]
pub(crate) fn energy(p: &Point, k: f64) -> f64 {
    let r2 = p.x * p.x + p.y * p.y;
    p.weight * k * r2.sqrt() + p.x.min(p.y) - p.weight / r2
}

#[differentiable]
pub(crate) fn smooth(x: &[f64]) -> Vec<f64> {
    let mut out = x.to_vec();
    for i in 1..x.len() - 1 {
        out[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1];
    }
    out
}
