//! Matrices in functions with `#[differentiable]`.

use wengert::linalg::{self, Matrix, logdet};
use wengert::prelude::*;

/// The log-likelihood of a normal sample, but for a constant.
#[differentiable(tape)]
fn likelihood(k: &Matrix<f64>, y: &Matrix<f64>, noise: f64) -> f64 {
    let k = k + Matrix::identity(3) * noise;
    let factored = k.cholesky().expect("positive definite");
    -0.5 * (y.dot(&factored.solve(y).expect("positive definite")) + factored.logdet())
}

#[derive(Clone, Debug, Differentiable)]
struct Filter {
    gain: Matrix<f64>,
    bias: f64,
}

#[differentiable(tape)]
fn filtered(f: &Filter, x: &[f64]) -> f64 {
    let y = f.gain.matmul(&Matrix::column(x));
    (y.norm() + f.bias) * linalg::solve(&f.gain, &Matrix::column(x)).expect("regular").sum()
}

#[differentiable(tape)]
fn product(a: &Matrix<f64>, x: &[f64]) -> Vec<f64> {
    (a.transposed().matmul(a)).matmul(&Matrix::column(x)).into_vec()
}

#[differentiable(tape)]
fn plain(a: &Matrix<f64>) -> f64 {
    logdet(a).expect("regular") * a[(0, 1)]
}

fn k() -> Matrix {
    Matrix::from_rows([[2.0, 0.5, 0.1], [0.5, 1.0, 0.3], [0.1, 0.3, 1.5]])
}

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-8 * (1.0 + b.abs()), "{a} for {b}");
}

#[test]
fn matrices_are_parameters() {
    let (k, y) = (k(), Matrix::column(&[1.0, -0.5, 2.0]));
    let (value, (by_k, by_y, by_noise)) = likelihood::value_and_gradient(&k, &y, 0.1);
    assert_eq!(value, likelihood(&k, &y, 0.1));
    let h = 1e-6;
    for ((i, j), &g) in by_k.indexed() {
        let moved = |h: f64| {
            let mut k = k.clone();
            k[(i, j)] += h;
            likelihood(&k, &y, 0.1)
        };
        near(g, (moved(h) - moved(-h)) / (2.0 * h));
    }
    for i in 0..3 {
        let moved = |h: f64| {
            let mut y = y.clone();
            y[(i, 0)] += h;
            likelihood(&k, &y, 0.1)
        };
        near(by_y[(i, 0)], (moved(h) - moved(-h)) / (2.0 * h));
    }
    near(by_noise, (likelihood(&k, &y, 0.1 + h) - likelihood(&k, &y, 0.1 - h)) / (2.0 * h));
}

#[test]
fn operations_are_called_by_their_names() {
    let a = k();
    let (_, g) = plain::value_and_gradient(&a);
    let inverse = a.inverse().expect("regular");
    near(g[(2, 1)], inverse[(1, 2)] * a[(0, 1)]);
    near(g[(0, 1)], inverse[(1, 0)] * a[(0, 1)] + logdet(&a).expect("regular"));
}

#[test]
fn matrices_are_fields_of_structures() {
    let f = Filter { gain: k(), bias: 0.3 };
    let x = [1.0, 2.0, -1.0];
    let (_, (by_f, by_x)) = filtered::value_and_gradient(&f, &x);
    let h = 1e-6;
    let moved = |h: f64| {
        let mut f = f.clone();
        f.gain[(1, 2)] += h;
        filtered(&f, &x)
    };
    near(by_f.gain[(1, 2)], (moved(h) - moved(-h)) / (2.0 * h));
    let biased = |h: f64| filtered(&Filter { bias: 0.3 + h, ..f.clone() }, &x);
    near(by_f.bias, (biased(h) - biased(-h)) / (2.0 * h));
    assert_eq!(by_x.len(), 3);
}

#[test]
fn results_have_derivatives_along_matrices() {
    let (a, x) = (k(), [1.0, 2.0, -1.0]);
    let (da, dx) = (Matrix::from_rows([[0.0, 1.0, 0.0], [0.0; 3], [0.0; 3]]), [0.0; 3]);
    let (y, dy) = product::jvp(&a, &x, &da, &dx);
    assert_eq!(y, product(&a, &x));
    let h = 1e-6;
    let moved = product(&(&a + h * &da), &x);
    moved.iter().zip(&y).zip(&dy).for_each(|((m, y), dy)| assert!(((m - y) / h - dy).abs() < 1e-4));
}
