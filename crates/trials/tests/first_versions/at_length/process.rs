//! The marginal likelihood of a Gaussian process.

use wengert::prelude::*;

#[differentiable]
pub(super) trait Kernel {
    fn eval(&self, r: f64) -> f64;
}

#[derive(Clone, Copy, Debug, Differentiable)]
pub(super) struct Rbf {
    pub(super) scale: f64,
    pub(super) length: f64,
}
#[derive(Clone, Copy, Debug, Differentiable)]
pub(super) struct Matern32 {
    pub(super) scale: f64,
    pub(super) length: f64,
}

#[differentiable]
impl Kernel for Rbf {
    fn eval(&self, r: f64) -> f64 {
        self.scale.powi(2) * (-0.5 * (r / self.length).powi(2)).exp()
    }
}
#[differentiable]
impl Kernel for Matern32 {
    fn eval(&self, r: f64) -> f64 {
        let s = 3f64.sqrt() * r / self.length;
        self.scale.powi(2) * (1.0 + s) * (-s).exp()
    }
}

fn cholesky(a: &mut Vec<Vec<f64>>) -> Result<(), &'static str> {
    let n = a.len();
    for j in 0..n {
        for k in 0..j {
            let f = a[j][k];
            a[j][j] -= f * f;
        }
        if a[j][j] <= 0.0 {
            return Err("not positive definite");
        }
        a[j][j] = a[j][j].sqrt();
        for i in j + 1..n {
            for k in 0..j {
                let s = a[i][k] * a[j][k];
                a[i][j] -= s;
            }
            a[i][j] /= a[j][j];
        }
    }
    Ok(())
}

fn solve_lower(l: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let mut y = b.to_vec();
    for i in 0..y.len() {
        for j in 0..i {
            y[i] -= l[i][j] * y[j];
        }
        y[i] /= l[i][i];
    }
    y
}

#[differentiable]
pub(super) fn log_marginal_rbf(kernel: Rbf, noise: f64, #[constant] x: &[f64], #[constant] y: &[f64]) -> f64 {
    let n = x.len();
    let mut k: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| kernel.eval((x[i] - x[j]).abs()) + if i == j { noise } else { 0.0 }).collect())
        .collect();
    if cholesky(&mut k).is_err() {
        return f64::NEG_INFINITY;
    }
    let alpha = solve_lower(&k, y);
    let quad: f64 = alpha.iter().map(|a| a * a).sum();
    let logdet: f64 = 2.0 * (0..n).map(|i| k[i][i].ln()).sum::<f64>();
    -0.5 * (quad + logdet + n as f64 * (2.0 * std::f64::consts::PI).ln())
}
