//! Heat conduction, implicit, by the Thomas algorithm.

use wengert::prelude::*;

/// Thomas algorithm.
fn solve_tridiagonal(lower: &[f64], diag: &[f64], upper: &[f64], rhs: &[f64]) -> Vec<f64> {
    let n = diag.len();
    let mut c = vec![0.0; n];
    let mut d = vec![0.0; n];
    c[0] = upper[0] / diag[0];
    d[0] = rhs[0] / diag[0];
    for i in 1..n {
        let m = 1.0 / (diag[i] - lower[i - 1] * c[i - 1]);
        if i < n - 1 {
            c[i] = upper[i] * m;
        }
        d[i] = (rhs[i] - lower[i - 1] * d[i - 1]) * m;
    }
    let mut x = d.clone();
    for i in (0..n - 1).rev() {
        x[i] = d[i] - c[i] * x[i + 1];
    }
    x
}

#[differentiable]
pub(super) fn heat_misfit(
    conductivity: &[f64],
    initial: &[f64],
    #[constant] target: &[f64],
    dt: f64,
    steps: usize,
) -> f64 {
    let n = initial.len();
    assert_eq!(conductivity.len(), n + 1, "one conductivity per face");
    let dx = 1.0 / (n as f64 + 1.0);
    let r = dt / (dx * dx);
    let mut u = initial.to_vec();
    let (mut lower, mut diag, mut upper) = (vec![0.0; n - 1], vec![0.0; n], vec![0.0; n - 1]);
    for i in 0..n {
        diag[i] = 1.0 + r * (conductivity[i] + conductivity[i + 1]);
        if i > 0 {
            lower[i - 1] = -r * conductivity[i];
        }
        if i + 1 < n {
            upper[i] = -r * conductivity[i + 1];
        }
    }
    for _ in 0..steps {
        u = solve_tridiagonal(&lower, &diag, &upper, &u);
    }
    u.iter().zip(target.iter()).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}
