//! Programs on eigenvalues, singular values and what is known by them.

use super::{any, near, numbers, slope, spd};
use wengert::linalg::{
    Error, Matrix, ldlt, ln_spd, matmul_transposed, nuclear_norm, polar, power_spd, singular_values, spectral_norm,
    spectral_projector, svd, symmetric_eigen, symmetric_eigenvalues, transposed_matmul,
};
use wengert::prelude::*;

#[differentiable]
pub(crate) fn principal(x: &Matrix<f64>) -> Result<f64, Error> {
    let (values, vectors) = symmetric_eigen(&transposed_matmul(x, x))?;
    let n = values.rows();
    let scores = x * vectors.block(0..n, n - 2..n);
    Ok(scores.iter().map(|s| s.powi(4)).sum::<f64>() / values.iter().map(|l| l.ln_1p()).sum::<f64>())
}

#[differentiable]
pub(crate) fn entropy(a: &Matrix<f64>, t: f64) -> f64 {
    let values = symmetric_eigenvalues(a).expect("finite");
    let z: f64 = values.iter().map(|l| (-l / t).exp()).sum();
    z.ln() + values[(0, 0)]
}

#[differentiable]
pub(crate) fn procrustes(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<f64, Error> {
    let (turn, stretch) = polar(&transposed_matmul(a, b))?;
    Ok((a * turn - b).norm() + stretch.dot(&stretch) + ln_spd(&stretch)?.trace())
}

#[differentiable]
pub(crate) fn low_rank(a: &Matrix<f64>, weight: f64) -> Result<f64, Error> {
    let (u, s, v) = svd(a)?;
    let near = matmul_transposed(&(u.block(0..u.rows(), 0..1) * s[(0, 0)]), &v.block(0..v.rows(), 0..1));
    let s = singular_values(a)?;
    Ok((a - near).norm() + weight * nuclear_norm(a)? + spectral_norm(a)? / s[(1, 0)])
}

#[differentiable]
pub(crate) fn stretch(a: &Matrix<f64>) -> Result<f64, Error> {
    spectral_norm(a)
}

#[differentiable]
pub(crate) fn indefinite(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<f64, Error> {
    let factors = ldlt(a)?;
    let x = factors.solve(b)?;
    let signs = factors.diagonal().iter().filter(|d| **d > 0.0).count();
    Ok(b.dot(&x) + factors.logdet() + factors.det().sin() + factors.lower().sum() + signs as f64)
}

#[differentiable]
pub(crate) fn walked(a: &Matrix<f64>) -> f64 {
    let target = Matrix::constant(&Matrix::identity(3));
    assert!(a.shape() == target.shape(), "{:?} and {:?}", a.shape(), target.shape());
    assert!(*a != target);
    let corners: f64 = a.indexed().map(|((i, j), x)| (1.0 + i as f64 - j as f64) * x * x).sum();
    corners + a.column_slices().map(|c| c[0] * c[2]).sum::<f64>()
}

#[differentiable]
pub(crate) fn whitened(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<f64, Error> {
    let origin = Matrix::<f64>::zeros(3, 3);
    let moved = a + origin;
    let inside = spectral_projector(&moved, 0.0..1e3)?;
    Ok((power_spd(&moved, -0.5)? * b).sum() + inside.dot(b))
}

#[differentiable]
pub(crate) fn cubes(a: &Matrix<f64>) -> f64 {
    symmetric_eigenvalues(a).expect("finite").iter().map(|l| l.powi(3)).sum()
}

#[differentiable]
pub(crate) fn third(a: &Matrix<f64>) -> f64 {
    let (_, v) = symmetric_eigen(a).expect("finite");
    let v = v.block(0..3, 0..2);
    matmul_transposed(&v, &v)[(2, 2)]
}

#[differentiable(tape)]
pub(crate) fn third_recorded(a: &Matrix<f64>, scale: f64) -> f64 {
    let (_, v) = symmetric_eigen(a).expect("finite");
    let v = v.block(0..3, 0..2);
    scale * matmul_transposed(&v, &v)[(2, 2)]
}

#[differentiable]
pub(crate) fn called(a: &Matrix<f64>, list: &[f64]) -> f64 {
    list[0] * third(a)
}

#[differentiable]
pub(crate) fn of_choice(a: &Matrix<f64>) -> f64 {
    symmetric_eigen(a).expect("finite").1[(0, 0)]
}

#[test]
fn programs_by_values() {
    use super::{Argument, There};
    use crate::spectra;
    let indefinite: Matrix = spd(7, 4) - 3.0 * Matrix::from_diagonal(&[0.0, 0.0, 2.0, 2.0]);
    check!(spectra::principal(any(1, 7, 4))?);
    check!(spectra::entropy(spd(2, 4), 0.7));
    check!(spectra::procrustes(any(3, 6, 3), any(4, 6, 3))?);
    check!(spectra::low_rank(any(5, 5, 3), 0.3)?);
    check!(spectra::low_rank(any(6, 3, 5), 0.3)?);
    check!(spectra::indefinite(indefinite, any(8, 4, 2))?);
    check!(spectra::walked(any(9, 3, 3)));
    check!(spectra::whitened(spd(10, 3), any(11, 3, 3))?);
}

/// The largest singular value has its derivatives where others are equal: that of x y^T moves along d by
/// s1 = x^T d y / (|x| |y|), and twice by (|d y|^2 / |y|^2 + |d^T x|^2 / |x|^2 - 2 s1^2) / (|x| |y|).
#[test]
fn spectral_norms_of_matrices_of_rank_one() {
    let (x, y, d) = (any(1, 4, 1), any(2, 3, 1), any(3, 4, 3));
    let a = matmul_transposed(&x, &y);
    let (sizes, across) = ([x.norm(), y.norm()], [(&d * &y).norm(), d.transposed_matmul(&x).norm()]);
    let first = x.dot(&(&d * &y)) / (sizes[0] * sizes[1]);
    let rest = |k: usize| (across[k] / sizes[1 - k]).powi(2) - first * first;
    let exact = (rest(0) + rest(1)) / (sizes[0] * sizes[1]);
    for (a, d) in [(&a, &d), (&a.transposed(), &d.transposed())] {
        assert!((stretch::gradient(a).expect("there").dot(d) - first).abs() < 1e-13);
        let twice = stretch::hvp(a, d).expect("there").dot(d);
        assert!((twice - exact).abs() < 1e-12, "{twice} and {exact}");
    }
    assert_eq!(stretch::gradient(&Matrix::zeros(3, 1)), Some(Matrix::zeros(3, 1)));
}

/// Traces of powers have their derivatives at equal eigenvalues, and so has a projector; what depends on the choice has none.
#[test]
fn values_that_are_equal() {
    let a = Matrix::from_diagonal(&[1.0, 1.0, 3.0]);
    let three = 3.0 * &a * &a;
    assert!((cubes::gradient(&a) - &three).norm() < 1e-13);
    let d = any(1, 3, 3);
    let d = &d + d.transposed();
    let twice = cubes::hvp(&a, &d);
    assert!((twice - 3.0 * (&a * &d + &d * &a)).norm() < 1e-12);
    assert!(third::gradient(&a).norm() < 1e-14);
    // How much of the third axis moves into the space is (d02^2 + d12^2)/4.
    let expected = (d[(0, 2)].powi(2) + d[(1, 2)].powi(2)) / 2.0;
    let as_expected = |twice: &Matrix<f64>| assert!((twice.dot(&d) - expected).abs() < 1e-12, "{twice:?}");
    as_expected(&third::hvp(&a, &d));
    as_expected(&third_recorded::hvp(&a, 1.0, &d, 0.0).0);
    as_expected(&called::value_and_hvp(&a, &[1.0], &d, &[0.0]).2.0);
    let hessian = third::hessian(&a);
    as_expected(&Matrix::from_fn(3, 3, |i, j| (0..9).map(|k| hessian[(i + 3 * j, k)] * d.as_slice()[k]).sum()));
    assert!(numbers(&of_choice::hvp(&a, &d)).iter().all(|x| x.is_nan()));
    assert!(numbers(&of_choice::gradient(&a)).iter().any(|x| x.is_nan()));
    near("the sum", slope(|h| cubes(&(&a + h * &d))), three.dot(&d), 1e-7);
}
