//! Functions that branch on derivatives they take, at poles that a seed does not reach.

use wengert::prelude::*;
use wengert::sparse::{Mode, Options, SparseHessian, SparseJacobian};

/// At `x = 0` the derivative by `x` has a pole.
#[differentiable]
fn bowl(x: f64, y: f64) -> f64 {
    x.sqrt() + y * y * y
}

#[differentiable]
fn branch(x: f64, y: f64) -> f64 {
    let (_, slope) = bowl::jvp(x, y, 0.0, 1.0);
    if slope > 0.0 { 2.0 * y * slope } else { 100.0 * y }
}

#[differentiable]
fn branch_of_branch(x: f64, y: f64) -> f64 {
    let (_, slope) = branch::jvp(x, y, 0.0, 1.0);
    if slope > 0.0 { slope * y } else { -7.0 * y }
}

#[differentiable]
fn pairs(x: &[f64]) -> Vec<f64> {
    let mut y = Vec::new();
    for pair in x.chunks_exact(2) {
        y.push(branch_of_branch(pair[0], pair[1]));
    }
    y
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for pair in x.chunks_exact(2) {
        sum += branch_of_branch(pair[0], pair[1]);
    }
    sum
}

#[test]
fn a_branch_on_a_derivative_at_a_pole() {
    for x in [[1.0, 1.5, 2.0, 0.5], [0.0, 1.5, 0.0, 0.5], [0.0, 1.5, 2.0, 0.5]] {
        let expected: Vec<f64> = x.chunks(2).map(|p| 18.0 * p[1] * p[1] * p[1]).collect();
        for mode in [Mode::Auto, Mode::Forward, Mode::Reverse, Mode::Bidirectional] {
            let options = Options::new().mode(mode);
            let jacobian = SparseJacobian::prepare_with(pairs::function(&x), &x, &options).unwrap();
            let (mut y, mut values) = ([0.0; 2], vec![0.0; jacobian.entries()]);
            jacobian.value_and_eval_into(&x, &mut y, &mut values).unwrap();
            let dense = jacobian.to_dense(&values);
            let rows = [0, 1].map(|k| dense.row(k)[2 * k + 1]);
            let wanted = [1, 3].map(|j| 54.0 * x[j] * x[j]);
            assert_eq!((&y[..], rows), (&expected[..], wanted), "{mode:?} {x:?} {jacobian}");
        }
        let hessian = SparseHessian::prepare(total::function(&x), &x).unwrap();
        let dense = hessian.to_dense(&hessian.eval(&x).unwrap());
        assert_eq!([dense.row(1)[1], dense.row(3)[3]], [1, 3].map(|j| 108.0 * x[j]), "{x:?}");
    }
}

/// An input that is no number takes another branch: what a pattern lacks there is an error, also where all else of the row is
/// no number.
#[test]
fn patterns_are_checked_where_numbers_are_none() {
    let bent = wengert::function!(|x| -> [T; 1] { [if x[0] > 0.0 { x[0] * x[1] } else { x[0] * x[1] + x[2] }] });
    for mode in [Mode::Forward, Mode::Reverse] {
        let jacobian = SparseJacobian::prepare_with(&bent, &[1.0, 2.0, 3.0], &Options::new().mode(mode)).unwrap();
        assert_eq!(jacobian.eval(&[-1.0, 2.0, 3.0]).unwrap_err().lacking(), Some((0, 2, 1.0)));
        assert_eq!(jacobian.eval(&[f64::NAN, 2.0, 3.0]).unwrap_err().lacking(), Some((0, 2, 1.0)));
        assert_eq!(jacobian.eval(&[1.0, f64::INFINITY, 3.0]).unwrap(), [f64::INFINITY, 1.0]);
    }
    let bent = wengert::function!(|x| {
        let y = x[0] * x[0] * x[1];
        if x[0] > 0.0 { y } else { y + x[2] * x[1] }
    });
    let hessian = SparseHessian::prepare(&bent, &[1.0, 2.0, 3.0]).unwrap();
    assert_eq!(hessian.eval(&[f64::NAN, f64::NAN, 3.0]).unwrap_err().lacking(), Some((2, 1, 1.0)));
}
