//! Determinants of singular matrices: value, gradient and second derivatives against the Leibniz formula, which is linear in
//! each column.

use super::any;
use wengert::linalg::{self, Matrix, matmul, transposed_matmul};
use wengert::prelude::*;

#[differentiable]
pub(crate) fn determinant(a: &Matrix<f64>) -> f64 {
    a.det()
}

#[differentiable(tape)]
pub(crate) fn recorded(a: &Matrix<f64>) -> f64 {
    a.det()
}

#[differentiable]
fn fallible(a: &Matrix<f64>) -> Result<f64, String> {
    if a.sum().is_nan() { Err("not a number".to_owned()) } else { Ok(a.det()) }
}

#[differentiable(tape)]
fn recorded_fallible(a: &Matrix<f64>) -> Option<f64> {
    if a.sum().is_nan() { None } else { Some(a.det()) }
}

#[differentiable(reverse_only)]
fn in_a_list(a: &Matrix<f64>) -> Vec<f64> {
    vec![1.0, a.det()]
}

#[differentiable]
pub(crate) fn volume(x: &Matrix<f64>, scale: f64) -> f64 {
    transposed_matmul(x, x).det() + scale * matmul(x, &x.transposed()).det()
}

/// The sum over permutations.
fn leibniz(a: &Matrix) -> f64 {
    fn rest(a: &Matrix, column: usize, free: &[usize]) -> f64 {
        let signed = |(k, &i): (usize, &usize)| {
            let others: Vec<usize> = free.iter().copied().filter(|&o| o != i).collect();
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            sign * a[(i, column)] * rest(a, column + 1, &others)
        };
        if column == a.columns() { 1.0 } else { free.iter().enumerate().map(signed).sum() }
    }
    rest(a, 0, &(0..a.rows()).collect::<Vec<_>>())
}

fn with_columns(a: &Matrix, of: &[(usize, &Matrix)]) -> Matrix {
    let mut a = a.clone();
    for (j, d) in of {
        a.set_block(0, *j, &d.block(0..d.rows(), *j..j + 1));
    }
    a
}

fn first(a: &Matrix, d: &Matrix) -> f64 {
    (0..a.columns()).map(|j| leibniz(&with_columns(a, &[(j, d)]))).sum()
}

fn second(a: &Matrix, d: &Matrix, e: &Matrix) -> f64 {
    let n = a.columns();
    let pairs = (0..n).flat_map(|j| (0..n).map(move |k| (j, k))).filter(|(j, k)| j != k);
    pairs.map(|(j, k)| leibniz(&with_columns(a, &[(j, d), (k, e)]))).sum()
}

/// Every way to the derivatives of a determinant.
fn examined(what: &str, a: &Matrix) {
    let n = a.rows();
    let (d, e) = (any(31, n, n), any(32, n, n));
    let near = |way: &str, found: f64, expected: f64| {
        let size = a.norm().max(1.0).powi(n as i32);
        assert!((found - expected).abs() <= 1e-13 * size, "{what}, {way}: {found} and {expected}");
    };
    let (slope, curve) = (first(a, &d), second(a, &d, &e));
    near("value", determinant(a), leibniz(a));
    near("generated", determinant::gradient(a).dot(&d), slope);
    near("recorded", recorded::gradient(a).dot(&d), slope);
    let value_and_gradient = [fallible::value_and_gradient(a), recorded_fallible::value_and_gradient(a)];
    for (value, gradient) in value_and_gradient.map(|there| there.expect("a value")) {
        near("in an option", value, determinant(a));
        near("in an option", gradient.dot(&d), slope);
    }
    near("in an option, weighed", fallible::vjp(a, 2.0).1.dot(&d), 2.0 * slope);
    near("in an option, twice", fallible::hvp(a, &d).expect("a value").dot(&e), curve);
    near("in a list, in reverse alone", in_a_list::vjp(a, &[1.0, 1.0]).1.dot(&d), slope);
    near("closure", wengert::gradient(|a| a.det(), a).dot(&d), slope);
    near("forward", determinant::jvp(a, &d).1, slope);
    near("recorded, forward", recorded::jvp(a, &d).1, slope);
    near("closure, forward", wengert::jvp(|a| Matrix::filled(1, 1, a.det()), a, &d).1[(0, 0)], slope);
    near("generated, twice", determinant::hvp(a, &d).dot(&e), curve);
    near("recorded, twice", recorded::hvp(a, &d).dot(&e), curve);
    near("closure, twice", wengert::hvp(|a| a.det(), a, &d).dot(&e), curve);
    let (d, e) = (d.as_slice(), e.as_slice());
    let product = |h: &dyn Fn(usize, usize) -> f64| -> f64 {
        (0..n * n).flat_map(|i| (0..n * n).map(move |j| (i, j))).map(|(i, j)| d[i] * h(i, j) * e[j]).sum()
    };
    for of_generated in [Some(determinant::hessian(a)), fallible::hessian(a)].map(|there| there.expect("a value")) {
        near("generated, Hessian", product(&|i, j| of_generated[(i, j)]), curve);
    }
    let of_closure = wengert::hessian(|a| a.det(), a);
    near("closure, Hessian", product(&|i, j| of_closure[(i, j)]), curve);
    // Forward over forward.
    let nested = wengert::derivative(
        |s| {
            let moved = Matrix::from_fn(n, n, |i, j| a[(i, j)] + d[i + j * n] * s);
            wengert::derivative(
                |t| Matrix::from_fn(n, n, |i, j| t.level(moved[(i, j)]) + e[i + j * n] * t).det(),
                0.0.into(),
            )
        },
        0.0,
    );
    near("forward, twice", nested, curve);
}

#[test]
fn determinants_of_singular_matrices() {
    for n in 1..=5 {
        for rank in 0..=n {
            let a = any(n, n, rank) * any(n + 7, rank, n);
            examined(&format!("{n} rows, rank {rank}"), &a);
        }
        // Exactly singular, and nearly.
        let equal = Matrix::from_fn(n, n, |i, j| (1 + i.min(j).min(n.saturating_sub(2))) as f64);
        examined(&format!("{n} rows, two of them equal"), &equal);
        let mut nearly = equal;
        nearly[(n - 1, n - 1)] += 1e-13;
        examined(&format!("{n} rows, two nearly equal"), &nearly);
        examined(&format!("{n} rows of zeros"), &Matrix::zeros(n, n));
    }
}

#[differentiable]
fn length(a: &Matrix<f64>) -> Result<f64, linalg::Error> {
    linalg::spectral_norm(a)
}

#[differentiable]
fn distance(x: f64, y: f64) -> Option<f64> {
    let far = (x * x + y * y).sqrt();
    (far < 9.0).then(|| 2.0 * x + if far > 0.0 { far } else { 0.0 })
}

/// Where a gradient is not a number, neither is what comes twice; and where only the structure knows that a factor is zero, a run on a
/// tape is what says so, in an option as elsewhere.
#[test]
fn what_is_not_a_number_in_an_option() {
    let a = Matrix::identity(2);
    let (_, gradient, product) = length::value_and_hvp(&a, &a).expect("a value");
    assert!(gradient.iter().chain(product.iter()).all(|x| x.is_nan()));
    assert!(length::hessian(&a).expect("a value").as_slice().iter().all(|x| x.is_nan()));
    assert_eq!(distance::value_and_gradient(0.0, 0.0), Some((0.0, (2.0, 0.0))));
}

#[test]
fn volumes_of_flat_bodies() {
    use super::{Argument, There, near, numbers, slope};
    use crate::determinants;
    // Points in a plane of space: one of the two products is singular, and both are where the points are on a line.
    check!(determinants::volume(any(41, 4, 2), 0.7));
    check!(determinants::volume(any(42, 3, 1) * any(43, 1, 3), 0.7));
    check!(determinants::volume(any(44, 2, 3), 0.7));
}
