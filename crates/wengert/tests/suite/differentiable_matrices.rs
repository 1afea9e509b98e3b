//! Matrices in functions with `#[differentiable]`.

use wengert::linalg::{self, Matrix, Triangle, expm, logdet, quadratic_form, svd, symmetric_eigenvalues};
use wengert::prelude::*;

/// The log-likelihood of a normal sample, but for a constant.
#[differentiable]
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

#[differentiable]
fn filtered(f: &Filter, x: &[f64]) -> f64 {
    let y = f.gain.matmul(&Matrix::column(x));
    (y.norm() + f.bias) * linalg::solve(&f.gain, &Matrix::column(x)).expect("regular").sum()
}

#[differentiable]
fn product(a: &Matrix<f64>, x: &[f64]) -> Vec<f64> {
    a.transposed_matmul(a).matmul_transposed(&Matrix::row(x)).into_vec()
}

#[differentiable]
fn plain(a: &Matrix<f64>) -> f64 {
    a.logdet().expect("regular") * a[(0, 1)]
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

#[differentiable]
fn scaled(a: &Matrix, s: f64) -> Matrix {
    let b: Matrix = s * a;
    -0.5 * b.transposed() + 2.0 * s * &b
}

#[differentiable]
fn between(a: &Matrix<f64>, #[constant] weights: &Matrix<f64>, x: &[f64]) -> f64 {
    let k = Matrix::from_fn(3, 1, |i, _| x[i] * 2.0 * x[0]);
    let v: f64 = x.iter().map(|v| 2.0 * v * v).sum();
    (weights * &k).norm() * v + 2.0 * x[1] * quadratic_form(&product_with_itself(a), &k)
}

#[differentiable]
fn product_with_itself(a: &Matrix<f64>) -> Matrix<f64> {
    a.transposed() * a
}

#[differentiable]
fn by_entries(a: &Matrix<f64>, theta: &[f64]) -> f64 {
    let mut p = a.clone();
    p *= theta[0];
    p += Matrix::identity(3) * theta[1];
    p[(0, 1)] = theta[0] * theta[1];
    for i in 0..p.rows() {
        p[(i, i)] += theta[2];
    }
    let row: f64 = p.row_entries(0).map(|v| v * v).sum();
    let mut sum = row + p.block(0..1, 0..2).sum() + p.column_slice(0)[1];
    for v in &p {
        sum += if *v > 0.5 { v.sin() } else { *v };
    }
    sum + if p.det() > 0.0 { p.det().ln() } else { 0.0 }
}

#[differentiable]
fn smoothed(#[constant] seen: &[f64], f: &Matrix<f64>, noise: f64) -> f64 {
    let n = f.rows();
    let (mut x, mut p) = (Matrix::zeros(n, 1), Matrix::identity(n));
    let h = Matrix::from_fn(1, n, |_, j| if j == 0 { 1.0 } else { 0.0 });
    let mut loss = 0.0;
    for y in seen {
        x = f * &x;
        p = f * &p * f.transposed() + noise * Matrix::identity(n);
        let s = (&h * &p * h.transposed())[(0, 0)] + 0.1;
        let e = y - (&h * &x)[(0, 0)];
        let gain = &p * h.transposed() / s;
        x = &x + e * &gain;
        p = &p - &gain * &h * &p;
        loss += 0.5 * (e * e / s + s.ln());
    }
    loss
}

#[differentiable]
fn process(p: &[f64], #[constant] t: &[f64], #[constant] y: &[f64]) -> Result<f64, linalg::Error> {
    let mut k = Matrix::zeros(t.len(), t.len());
    for i in 0..t.len() {
        for j in 0..t.len() {
            let d = t[i] - t[j];
            k[(i, j)] = p[0] * (-d * d / (p[1] * p[1])).exp();
        }
        k[(i, i)] += p[2];
    }
    let y = Matrix::column(y);
    let l = k.cholesky()?.lower()?;
    let z = linalg::solve_triangular(Triangle::LOWER, &l, &y)?;
    Ok(0.5 * z.dot(&z) + l.diagonal().map(|x| x.ln()).sum::<f64>())
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    weights: Matrix<f64>,
    bias: Matrix<f64>,
}

#[differentiable]
impl Layer {
    fn forward(&self, x: &Matrix<f64>) -> Matrix<f64> {
        (&self.weights * x + &self.bias).map(|v| v.tanh())
    }
}

#[differentiable]
fn network(layers: &[Layer], more: &[Matrix<f64>], x: &Matrix<f64>) -> f64 {
    let mut y = x.clone();
    for layer in layers {
        y = layer.forward(&y);
    }
    for matrix in more {
        y = matrix * &y;
    }
    0.5 * y.dot(&y)
}

#[differentiable]
fn factors(a: &Matrix<f64>) -> (Matrix<f64>, f64) {
    let (u, s, v) = svd(a).expect("finite");
    (&u * v.transposed(), s.sum() * expm(&(0.1 * a)).expect("finite").trace())
}

#[differentiable]
fn entropy(a: &Matrix<f64>) -> f64 {
    symmetric_eigenvalues(a).expect("finite").map(|l| l * l.ln()).sum()
}

fn along(a: &Matrix, h: f64) -> Matrix {
    let d = Matrix::from_fn(a.rows(), a.columns(), |i, j| (1.0 + (3 * i + 5 * j) as f64).sin());
    a + h * d
}

/// Values along a direction, and what the derivative says.
#[track_caller]
fn slope(f: impl Fn(f64) -> f64, derivative: f64) {
    let h = 1e-5;
    let difference = (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h);
    assert!((difference - derivative).abs() <= 1e-7 * (1.0 + derivative.abs()), "{derivative} for {difference}");
    assert!(difference.abs() > 1e-3);
}

#[test]
fn numbers_stand_on_either_side() {
    let (a, da) = (k(), along(&k(), 1.0) - k());
    let (y, dy) = scaled::jvp(&a, 1.5, &da, 1.0);
    assert_eq!(y, scaled(&a, 1.5));
    slope(|h| scaled(&along(&a, h), 1.5 + h).norm(), y.dot(&dy) / y.norm());
    let (_, (by_a, by_s)) = scaled::vjp(&a, 1.5, &y);
    slope(|h| 0.5 * scaled(&along(&a, h), 1.5 + h).norm().powi(2), by_a.dot(&da) + by_s);
}

#[test]
fn matrices_that_are_constant() {
    let (a, da, x) = (k(), along(&k(), 1.0) - k(), [1.0, 0.5, -0.3]);
    let moved = |h: f64| x.map(|x| x + h);
    let (v, (by_a, by_x)) = between::value_and_gradient(&a, &k(), &x);
    assert_eq!(v.to_bits(), between(&a, &k(), &x).to_bits());
    slope(|h| between(&along(&a, h), &k(), &moved(h)), by_a.dot(&da) + by_x.iter().sum::<f64>());
    let (along_a, along_x) = between::hvp(&a, &k(), &x, &da, &[1.0; 3]);
    let slopes = |h: f64| {
        let (by_a, by_x) = between::gradient(&along(&a, h), &k(), &moved(h));
        by_a.dot(&da) + by_x.iter().sum::<f64>()
    };
    slope(slopes, along_a.dot(&da) + along_x.iter().sum::<f64>());
}

#[test]
fn entries_are_numbers() {
    let (a, da, theta) = (k(), along(&k(), 1.0) - k(), [1.1, 0.5, 0.2]);
    let (by_a, by_theta) = by_entries::gradient(&a, &theta);
    let sum = |a: Matrix, theta: Vec<f64>| a.dot(&da) + theta.iter().sum::<f64>();
    slope(|h| by_entries(&along(&a, h), &theta.map(|x| x + h)), sum(by_a, by_theta));
    let (along_a, along_theta) = by_entries::hvp(&a, &theta, &da, &[1.0; 3]);
    let slopes = |h: f64| {
        let (a, theta) = by_entries::gradient(&along(&a, h), &theta.map(|x| x + h));
        sum(a, theta)
    };
    slope(slopes, sum(along_a, along_theta));
}

#[test]
fn loops_over_matrices() {
    let (f, seen) = (0.5 * k(), [1.0, 0.3, -0.4, 0.8]);
    let df = along(&f, 1.0) - &f;
    let (by_f, by_noise) = smoothed::gradient(&seen, &f, 0.3);
    slope(|h| smoothed(&seen, &along(&f, h), 0.3 + h), by_f.dot(&df) + by_noise);
    let (along_f, along_noise) = smoothed::hvp(&seen, &f, 0.3, &df, 1.0);
    let slopes = |h: f64| {
        let (by_f, by_noise) = smoothed::gradient(&seen, &along(&f, h), 0.3 + h);
        by_f.dot(&df) + by_noise
    };
    slope(slopes, along_f.dot(&df) + along_noise);
}

#[test]
fn matrices_of_scalars_may_have_no_factor() {
    let (p, t, y) = ([2.0, 3.0, 0.1], [0.0, 1.0, 2.5], [1.0, 2.0, 0.5]);
    let (_, g) = process::value_and_gradient(&p, &t, &y).expect("positive definite");
    let moved = |h: f64| process(&p.map(|p| p + h), &t, &y).expect("positive definite");
    slope(moved, g.iter().sum());
    assert!(process::value_and_gradient(&[2.0, 3.0, -2.5], &t, &y).is_none());
}

#[test]
fn lists_of_matrices_and_of_structures() {
    let layer = Layer { weights: k(), bias: 0.1 * k() };
    let (layers, more, x) = ([layer.clone(), layer], [k(), 0.3 * k()], along(&k(), 0.3));
    let (by_layers, by_more, by_x) = network::gradient(&layers, &more, &x);
    let parts = |a: &Matrix| along(a, 1.0) - a;
    let sum = by_layers.iter().zip(&layers).map(|(g, l)| g.weights.dot(&parts(&l.weights))).sum::<f64>()
        + by_more.iter().zip(&more).map(|(g, m)| g.dot(&parts(m))).sum::<f64>()
        + by_x.dot(&parts(&x));
    let moved = |h: f64| {
        let layers = layers.clone().map(|l| Layer { weights: along(&l.weights, h), ..l });
        network(&layers, &more.clone().map(|m| along(&m, h)), &along(&x, h))
    };
    slope(moved, sum);
}

#[test]
fn results_may_be_matrices_beside_numbers() {
    let (a, da) = (k(), along(&k(), 1.0) - k());
    let ((rotation, value), (turn, slope_of)) = factors::jvp(&a, &da);
    slope(|h| factors(&along(&a, h)).1, slope_of);
    slope(|h| factors(&along(&a, h)).0.dot(&da), turn.dot(&da));
    assert!((rotation.transposed() * &rotation - Matrix::identity(3)).norm() < 1e-14 && value > 0.0);
}

#[test]
fn equal_eigenvalues_have_a_hessian() {
    let h = entropy::hessian(&Matrix::from_rows([[2.0, 0.0], [0.0, 2.0]]));
    let wanted = [[0.5, 0.0, 0.0, 0.0], [0.0, 0.25, 0.25, 0.0], [0.0, 0.25, 0.25, 0.0], [0.0, 0.0, 0.0, 0.5]];
    for (i, row) in wanted.iter().enumerate() {
        row.iter().enumerate().for_each(|(j, wanted)| assert!((h[(i, j)] - wanted).abs() < 1e-14, "{i} {j}"));
    }
}

/// The prelude, and `linalg` whole behind it: its matrices are meant.
mod imported_whole {
    use wengert::prelude::*;

    use wengert::linalg::*;

    #[differentiable]
    fn moved(a: &Matrix<f64>) -> f64 {
        let mut x = Matrix::filled(a.rows(), 1, 1.0);
        for _ in 0..2 {
            x = a.matmul(&x);
        }
        x.sum()
    }

    #[test]
    fn operations_are_called_as_elsewhere() {
        let a = Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]);
        // 1^T A A 1: the sums of columns, and of rows.
        assert_eq!(moved::gradient(&a), Matrix::from_rows([[7.0, 11.0], [9.0, 13.0]]));
    }
}
