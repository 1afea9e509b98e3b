//! What runs over `f64`.

use crate::kernels::lu::Factors;
use crate::kernels::triangular::Triangle;
use crate::kernels::{cholesky, lu, product, triangular};
use crate::{Error, Mask, Matrix, View};

/// The product of two matrices, each transposed or not.
pub(crate) fn product(a: View<'_, f64>, a_transposed: bool, b: View<'_, f64>, b_transposed: bool) -> Matrix<f64> {
    product::product(a, a_transposed, b, b_transposed)
}

/// The lower Cholesky factor.
pub(crate) fn cholesky(a: Matrix<f64>) -> Result<Matrix<f64>, Error> {
    cholesky::cholesky(a)
}

/// The factors of elimination.
pub(crate) fn lu(a: Matrix<f64>) -> Result<Factors<f64>, Error> {
    lu::factor(a)
}

/// Solves a triangular system in place.
pub(crate) fn triangular(l: View<'_, f64>, triangle: Triangle, b: &mut Matrix<f64>) {
    triangular::solve(l, triangle, b);
}

/// Solves a system by its factors.
pub(crate) fn solve_factored(factors: &Factors<f64>, transposed: bool, b: &Matrix<f64>) -> Matrix<f64> {
    factors.solve(transposed, b)
}

/// The inverse of L L^T.
pub(crate) fn inverse_of_factored(l: &Matrix<f64>) -> Matrix<f64> {
    let mut x = Matrix::identity(l.rows());
    triangular(l.view(), Triangle::LOWER, &mut x);
    triangular(l.view(), Triangle::LOWER.transposed(), &mut x);
    Mask::Symmetric.of(&x)
}
