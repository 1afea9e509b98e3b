//! Lists of pairs that a function makes as a whole, and gives.

use super::held;
use wengert::prelude::*;

#[differentiable]
fn doubled(x: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let n = x.len();
    let mut out = vec![(0.0, 0.0); n];
    for k in 0..n {
        out[k] = (x[k].0 * 2.0, x[k].1);
    }
    out
}
#[differentiable]
fn beside(x: &[f64]) -> Vec<(f64, f64)> {
    let n = x.len();
    let mut out = vec![(0.0, 1.0); n];
    for k in 0..n {
        out[k].0 = x[k] * 2.0;
        out[k].1 *= x[k];
    }
    out
}
#[differentiable]
fn written_out(x: &[f64]) -> Vec<(f64, f64)> {
    let mut out = vec![(x[0], 0.0), (0.0, x[1])];
    out[0].1 = x[1];
    out[1] = (x[0] * x[1], out[0].0);
    out
}
#[differentiable]
fn of_two(x: &[f64]) -> [(f64, f64); 2] {
    let mut out = [(0.0, 0.0); 2];
    for k in 0..2 {
        out[k] = (x[k], x[k] * x[0]);
    }
    out
}
#[differentiable]
fn pairs_of(x: &[f64]) -> f64 {
    let p = beside(x);
    let (q, r, t) = (doubled(&p), written_out(x), of_two(x));
    let first: f64 = t.iter().map(|(a, b)| a * b).sum();
    q.iter().zip(&r).map(|((a, b), (c, d))| a * b + c * d).sum::<f64>() + first
}
#[differentiable]
fn fft(x: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let n = x.len();
    if n == 1 {
        return x.to_vec();
    }
    let even: Vec<(f64, f64)> = x.iter().step_by(2).copied().collect();
    let odd: Vec<(f64, f64)> = x.iter().skip(1).step_by(2).copied().collect();
    let (e, o) = (fft(&even), fft(&odd));
    let mut out = vec![(0.0, 0.0); n];
    for k in 0..n / 2 {
        let (s, c) = (-2.0 * std::f64::consts::PI * k as f64 / n as f64).sin_cos();
        let t = (c * o[k].0 - s * o[k].1, c * o[k].1 + s * o[k].0);
        out[k] = (e[k].0 + t.0, e[k].1 + t.1);
        out[k + n / 2] = (e[k].0 - t.0, e[k].1 - t.1);
    }
    out
}
#[differentiable]
fn spectrum(x: &[f64]) -> f64 {
    let z: Vec<(f64, f64)> = x.iter().map(|v| (*v, 0.0)).collect();
    fft(&z).iter().map(|(a, b)| (a * a + b * b).sqrt()).sum()
}

#[test]
fn lists_of_pairs_are_made_before_they_are_filled() {
    let x = [0.3, 1.7];
    let (value, g) = pairs_of::value_and_gradient(&x);
    held(&x, pairs_of, value, &g);
    let x = [0.3, 1.7, -0.2, 0.8];
    let (value, g) = spectrum::value_and_gradient(&x);
    held(&x, spectrum, value, &g);
}
