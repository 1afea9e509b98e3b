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
