//! Second derivatives of functions that give a `Result` or an `Option`: there where the value is.

use super::{near, slope, spd};
use wengert::linalg::{
    Error, Matrix, logdet, matmul_transposed, power_spd, symmetric_eigen, transposed_matmul, try_value_and_hessian,
    try_value_and_hvp,
};
use wengert::prelude::*;
use wengert::program::Program;

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub(crate) struct Model {
    pub(crate) q: Matrix<f64>,
    pub(crate) noise: f64,
}

#[differentiable(all)]
impl Model {
    fn evidence(&self, y: &[f64]) -> Result<f64, Error> {
        let k = matmul_transposed(&self.q, &self.q) + Matrix::identity(2) * self.noise;
        let k = k.cholesky()?;
        let y = Matrix::column(y);
        Ok(y.dot(&k.solve(&y)?) + k.logdet())
    }
}

/// Recorded: it has a power of a symmetric matrix.
#[differentiable]
pub(crate) fn rooted(a: &Matrix<f64>, x: f64) -> Result<f64, Error> {
    Ok(power_spd(&(a * x), 0.5)?.sum())
}

#[differentiable]
pub(crate) fn least(x: &[f64]) -> Option<f64> {
    let mut least: Option<f64> = None;
    for (k, v) in x.iter().enumerate() {
        let v = v * v + k as f64 * v;
        least = Some(least.map_or(v, |least| least.min(v)));
    }
    Some(least?.sqrt())
}

/// What is written has no part in it.
#[differentiable]
pub(crate) fn pushed(state: &mut [f64], rows: &[Vec<f64>], #[constant] k: usize) -> Result<f64, String> {
    let row = rows.get(k).ok_or_else(|| format!("no row {k}"))?;
    state[0] += row[0] * row[1];
    Ok(state[0] * state[0] * row[1])
}

/// Of the projector on the space of the two eigenvalues 1, or of the first of them.
#[differentiable]
pub(crate) fn third_axis(a: &Matrix<f64>, #[constant] of: usize) -> Result<f64, Error> {
    let (_, v) = symmetric_eigen(a)?;
    let v = v.block(0..3, 0..of);
    Ok(v.matmul(&v.transposed())[(2, 2)])
}

#[differentiable]
pub(crate) fn inverted(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<f64, Error> {
    Ok(a.solve(b)?.sum() + a.inverse()?[(0, 0)])
}

#[test]
fn what_is_beyond_the_largest_number_is_an_error_wherever_it_runs() {
    let (a, b) = (1e-310 * Matrix::<f64>::identity(9), Matrix::filled(9, 1, 1.0));
    let beyond = |found: Error| assert!(matches!(found, Error::Overflow { .. }), "{found:?}");
    beyond(inverted(&a, &b).unwrap_err());
    assert_eq!(inverted::value_and_gradient(&a, &b), None);
    let program = Program::record(81, |x| {
        let a = Matrix::from_vec(9, 9, x.to_vec());
        vec![a.solve(&Matrix::constant(&b)).expect("recorded")[(0, 0)]]
    });
    let program = program.expect("one result");
    near("program", program.eval((2.0 * Matrix::<f64>::identity(9)).as_slice()).expect("regular")[0], 0.5, 1e-15);
    let said = program.eval(a.as_slice()).unwrap_err().to_string();
    assert!(said.contains("beyond the largest number"), "{said}");
}

#[test]
fn second_derivatives_are_there_where_the_value_is() {
    let model = Model { q: Matrix::from_rows([[1.0, 0.3], [-0.2, 0.8]]), noise: 0.4 };
    let along = Model { q: Matrix::from_rows([[0.5, -1.0], [0.7, 0.2]]), noise: 0.3 };
    let moved = |h: f64| Model { q: &model.q + h * &along.q, noise: model.noise + h * along.noise };
    let (y, dy) = ([1.0, -0.5], [0.2, 0.6]);
    let at = |h: f64| [y[0] + h * dy[0], y[1] + h * dy[1]];
    let dot = |(m, g): &(Model, Vec<f64>)| m.q.dot(&along.q) + m.noise * along.noise + g[0] * dy[0] + g[1] * dy[1];
    let (value, gradient, product) = model.evidence_value_and_hvp(&y, &along, &dy).expect("positive");
    assert_eq!(Ok(value), model.evidence(&y));
    near("gradient", dot(&gradient), slope(|h| moved(h).evidence(&at(h)).expect("positive")), 1e-8);
    let twice = slope(|h| dot(&moved(h).evidence_gradient(&at(h)).expect("positive")));
    near("product", dot(&product), twice, 1e-8);
    let hessian = model.evidence_hessian(&y).expect("positive");
    assert_eq!((hessian.rows(), hessian.columns()), (7, 7));
    let nothing = Model { noise: -9.0, ..model.clone() };
    assert!(nothing.evidence_hvp(&y, &along, &dy).is_none() && nothing.evidence_hessian(&y).is_none());
    assert!(nothing.evidence_value_and_hvp(&y, &along, &dy).is_none());

    // sum sqrt(x A): second derivative by x is -1/4 of it at x = 1.
    let a = spd(3, 3);
    let (value, _, (_, by_x)) = rooted::value_and_hvp(&a, 1.0, &Matrix::zeros(3, 3), 1.0).expect("positive");
    near("recorded", by_x, -0.25 * value, 1e-12);
    let h = rooted::hessian(&a, 1.0).expect("positive");
    near("recorded, all", h[(9, 9)], -0.25 * value, 1e-12);
    assert!(rooted::hvp(&-&a, 1.0, &a, 0.0).is_none() && rooted::hessian(&-&a, 1.0).is_none());

    // sqrt(v^2 + v) has the second derivative -1/4 (v^2 + v)^(-3/2).
    let (v, s) = (0.5, 0.75f64);
    let h = least::hessian(&[9.0, v]).expect("two numbers");
    near("least", h[(1, 1)], -0.25 / (s * s.sqrt()), 1e-14);
    assert_eq!(least::hvp(&[9.0, v], &[1.0, 0.0]), Some(vec![0.0, 0.0]));
    assert_eq!((least::hvp(&[], &[]), least::hessian(&[])), (None, None));

    let rows = [vec![1.0, 2.0], vec![3.0, 5.0]];
    let (mut state, along) = ([1.0], [vec![0.0, 0.0], vec![1.0, 0.0]]);
    // (s + a b)^2 b by a twice: 2 b^3.
    let (_, by_rows) = pushed::hvp(&mut state, &rows, 1, &[0.0], &along).expect("a row");
    near("written", by_rows[1][0], 2.0 * 125.0, 1e-14);
    assert_eq!(pushed::hvp(&mut state, &rows, 2, &[0.0], &along), None);
}

#[test]
fn equal_eigenvalues_are_seen_there_too() {
    let a = Matrix::from_diagonal(&[1.0, 1.0, 3.0]);
    let h = third_axis::hessian(&a, 2).expect("finite");
    // By perturbation theory (a02^2 + a12^2)/4, each entry the mean of two.
    assert!((h[(2, 2)] - 0.125).abs() < 1e-12 && (h[(5, 5)] - 0.125).abs() < 1e-12 && h[(6, 7)].abs() < 1e-12);
    let v = Matrix::from_rows([[0.0, 0.0, 1.0], [0.0; 3], [1.0, 0.0, 0.0]]);
    let hv = third_axis::hvp(&a, 2, &v).expect("finite");
    assert!((hv[(0, 2)] - 0.25).abs() < 1e-12);
    let of_one = third_axis::hvp(&a, 1, &v).expect("finite");
    assert!(of_one.iter().any(|x| x.is_nan()));
    assert_eq!(third_axis::hessian(&(f64::NAN * a), 2), None);
}

#[test]
fn closures_that_fail_say_why() {
    let a = spd(5, 3);
    let v = Matrix::from_fn(3, 3, |i, j| (i as f64 - 0.5 * j as f64).sin());
    let (value, gradient, product) = try_value_and_hvp(|a| logdet(a), &a, &v).expect("regular");
    let inverse = a.inverse().expect("regular");
    near("value", value, a.det().ln(), 1e-12);
    assert!((gradient - inverse.transposed()).norm() < 1e-12);
    assert!((product + transposed_matmul(&inverse, &v.transposed()).matmul(&inverse.transposed())).norm() < 1e-12);
    let (_, _, h) = try_value_and_hessian(|a| logdet(a), &a).expect("regular");
    near("hessian", h[(0, 0)], -inverse[(0, 0)] * inverse[(0, 0)], 1e-12);
    let found = try_value_and_hvp(|a| Ok::<_, Error>(a.cholesky()?.logdet()), &-&a, &v);
    assert!(matches!(found, Err(Error::NotPositiveDefinite { pivot: 0, .. })), "{found:?}");
    // One of equal eigenvalues, one of their vectors.
    let twice = Matrix::<f64>::identity(3);
    let degenerate = Error::Degenerate { pair: (0, 1), values: (1.0, 1.0) };
    let found = try_value_and_hvp(|a| Ok::<_, Error>(symmetric_eigen(a)?.0[(0, 0)]), &twice, &v);
    assert_eq!(found, Err(degenerate.clone()));
    let found = try_value_and_hessian(|a| Ok::<_, Error>(symmetric_eigen(a)?.1[(0, 0)]), &twice);
    assert_eq!(found, Err(degenerate));
}
