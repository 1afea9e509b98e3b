//! What runs over `f64`: the algorithms of this crate, and for larger matrices those of faer, with the feature `faer`.

#[cfg(feature = "faer")]
mod large;

use crate::kernels::lu::Factors;
use crate::kernels::triangular::Triangle;
use crate::kernels::{cholesky, inverse, jacobi, lu, product, rotations, triangular};
use crate::{Error, Matrix, View};

/// Left vectors, singular values, right vectors.
pub(crate) type Singular = (Matrix<f64>, Vec<f64>, Matrix<f64>);

/// Eigenvalues and eigenvectors.
pub(crate) type Eigen = (Vec<f64>, Matrix<f64>);

/// Without faer, nothing is large.
#[cfg(not(feature = "faer"))]
mod large {
    use super::{Eigen, Error, Factors, Matrix, Singular, Triangle, View};

    pub(super) fn product(_: View<'_, f64>, _: bool, _: View<'_, f64>, _: bool) -> Option<Matrix<f64>> {
        None
    }
    pub(super) fn cholesky(_: &Matrix<f64>) -> Option<Matrix<f64>> {
        None
    }
    pub(super) fn lu(_: &Matrix<f64>) -> Option<Factors<f64>> {
        None
    }
    pub(super) fn triangular(_: View<'_, f64>, _: Triangle, _: &mut Matrix<f64>) -> bool {
        false
    }
    pub(super) fn inverse_of_factored(_: &Matrix<f64>) -> Option<Matrix<f64>> {
        None
    }
    pub(super) fn symmetric_eigen(_: &'static str, _: &Matrix<f64>) -> Option<Result<Eigen, Error>> {
        None
    }
    pub(super) fn svd(_: View<'_, f64>) -> Option<Result<Singular, Error>> {
        None
    }
}

/// The product of two matrices, each transposed or not.
pub(crate) fn product(a: View<'_, f64>, a_transposed: bool, b: View<'_, f64>, b_transposed: bool) -> Matrix<f64> {
    large::product(a, a_transposed, b, b_transposed)
        .unwrap_or_else(|| product::product(a, a_transposed, b, b_transposed))
}

/// The lower Cholesky factor.
pub(crate) fn cholesky(a: Matrix<f64>) -> Result<Matrix<f64>, Error> {
    match large::cholesky(&a) {
        Some(l) => Ok(l),
        None => cholesky::cholesky(a),
    }
}

/// The factors of elimination.
pub(crate) fn lu(a: Matrix<f64>) -> Result<Factors<f64>, Error> {
    match large::lu(&a) {
        Some(factors) => Ok(factors),
        None => lu::factor(a),
    }
}

/// Solves a triangular system in place.
pub(crate) fn triangular(l: View<'_, f64>, triangle: Triangle, b: &mut Matrix<f64>) {
    if !large::triangular(l, triangle, b) {
        triangular::solve(l, triangle, b);
    }
}

/// Solves a system by its factors.
pub(crate) fn solve_factored(factors: &Factors<f64>, transposed: bool, b: &Matrix<f64>) -> Matrix<f64> {
    factors.solve_with(transposed, b, triangular)
}

/// The inverse of L L^T.
pub(crate) fn inverse_of_factored(l: &Matrix<f64>) -> Matrix<f64> {
    large::inverse_of_factored(l).unwrap_or_else(|| inverse::of_factored(l))
}

/// The eigenvalues of a symmetric matrix, and its eigenvectors, in some order, for this operation.
pub(crate) fn symmetric_eigen(operation: &'static str, a: Matrix<f64>) -> Result<Eigen, Error> {
    if !a.iter().all(|x| x.is_finite()) {
        return Err(Error::NotFinite { operation });
    }
    large::symmetric_eigen(operation, &a).unwrap_or_else(|| rotations::symmetric(operation, a))
}

/// Left vectors, singular values and right vectors of a matrix with at least as many rows as columns, in some order.
pub(crate) fn svd(a: View<'_, f64>) -> Result<Singular, Error> {
    large::svd(a).unwrap_or_else(|| jacobi::singular(a))
}
