//! What runs over `f64`: the algorithms of this crate, and for larger matrices those of faer, with the feature `faer`.

#[cfg(feature = "faer")]
mod between;
#[cfg(feature = "faer")]
mod large;
mod small;

use crate::kernels::lu::Factors;
use crate::kernels::triangular::Triangle;
use crate::kernels::{cholesky, inverse, jacobi, lu, product, rotations, triangular};
use crate::linear::mirror;
use crate::operations::said_of;
use crate::{Error, Mask, Matrix, View};
use rules::Number;

/// Left vectors, singular values, right vectors.
pub(crate) type Singular = (Matrix<f64>, Vec<f64>, Matrix<f64>);

/// Eigenvalues and eigenvectors.
pub(crate) type Eigen = (Vec<f64>, Matrix<f64>);

/// Without faer, nothing is large.
#[cfg(not(feature = "faer"))]
mod between {
    use super::Matrix;

    pub(super) fn between_triangles(_: &Matrix<f64>, x: Matrix<f64>) -> Result<Matrix<f64>, Matrix<f64>> {
        Err(x)
    }
}
#[cfg(not(feature = "faer"))]
mod large {
    use super::{Eigen, Error, Factors, Matrix, Singular, Triangle, View};

    pub(super) fn product_into(_: View<'_, f64>, _: bool, _: View<'_, f64>, _: bool, _: &mut [f64], _: bool) -> bool {
        false
    }
    pub(super) fn cholesky(a: Matrix<f64>) -> Result<Matrix<f64>, Option<Matrix<f64>>> {
        Err(Some(a))
    }
    pub(super) fn lu(_: &Matrix<f64>) -> Option<Factors<f64>> {
        None
    }
    pub(super) fn triangular(_: View<'_, f64>, _: Triangle, _: &mut Matrix<f64>) -> bool {
        false
    }
    pub(super) fn cholesky_adjoint(_: View<'_, f64>, _: View<'_, f64>) -> Option<Matrix<f64>> {
        None
    }
    pub(super) fn lower_half(_: View<'_, f64>, _: View<'_, f64>, _: bool) -> Option<Matrix<f64>> {
        None
    }
    pub(super) fn lower_product(_: View<'_, f64>, _: bool, _: View<'_, f64>) -> Option<Matrix<f64>> {
        None
    }
    pub(super) fn inverse_lower(_: &Matrix<f64>) -> Option<Matrix<f64>> {
        None
    }
    pub(super) fn square_of_lower(_: &Matrix<f64>) -> Matrix<f64> {
        unreachable!("there is none that is large")
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
    let rows = if a_transposed { a.columns() } else { a.rows() };
    let columns = if b_transposed { b.rows() } else { b.columns() };
    let mut out = Matrix::zeros(rows, columns);
    product_into(a, a_transposed, b, b_transposed, out.as_mut_slice(), false);
    out
}

/// A small product over `f64`, each matrix transposed or not, put into memory that is there or added to it; false for other
/// ones: those of `f32` are summed in `f64`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn small_product<T: Number>(
    a: (View<'_, T>, bool),
    b: (View<'_, T>, bool),
    out: &mut [T],
    added: bool,
) -> bool {
    let is_f64 = T::ORDER == 0 && T::PLANES == 1;
    is_f64 && if added { small::into::<T, true>(a, b, out) } else { small::into::<T, false>(a, b, out) }
}

/// The same in memory that is there, over what stands in it or added to that.
pub(crate) fn product_into(
    a: View<'_, f64>,
    a_transposed: bool,
    b: View<'_, f64>,
    b_transposed: bool,
    out: &mut [f64],
    add: bool,
) {
    if small_product((a, a_transposed), (b, b_transposed), out, add)
        || large::product_into(a, a_transposed, b, b_transposed, out, add)
    {
        return;
    }
    product::product_into(a, a_transposed, b, b_transposed, out, add);
}

/// The lower Cholesky factor of the symmetric part.
pub(crate) fn cholesky(a: View<'_, f64>) -> Result<Matrix<f64>, Error> {
    let factor = match large::cholesky(Mask::Symmetric.of_view(a)) {
        Ok(l) => return Ok(l),
        Err(Some(symmetric)) => cholesky::cholesky(symmetric),
        // It says where it is not positive definite.
        Err(None) => cholesky::cholesky(Mask::Symmetric.of_view(a)),
    };
    factor.map_err(|error| said_of(a, error))
}

/// The factors of elimination.
pub(crate) fn lu(a: View<'_, f64>) -> Result<Factors<f64>, Error> {
    let whole = a.to_matrix();
    match large::lu(&whole) {
        Some(factors) => Ok(factors),
        None => lu::factor(whole).map_err(|error| said_of(a, error)),
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

/// The adjoint of a symmetric matrix by that of its lower Cholesky factor; none for a small one.
pub(crate) fn cholesky_adjoint(l: View<'_, f64>, w: View<'_, f64>) -> Option<Matrix<f64>> {
    large::cholesky_adjoint(l, w)
}

/// K X K^T for a symmetric X, or K^T X K.
pub(crate) fn congruence(k: View<'_, f64>, transposed: bool, x: &Matrix<f64>) -> Matrix<f64> {
    let left = match is_diagonal(x.view()) {
        true if transposed => Matrix::from_fn(k.columns(), k.rows(), |i, j| k[(j, i)] * x[(j, j)]),
        true => Matrix::from_fn(k.rows(), k.columns(), |i, j| k[(i, j)] * x[(j, j)]),
        false => product(k, transposed, x.view(), false),
    };
    let whole = || product(left.view(), false, k, !transposed);
    let mut out = large::lower_half(left.view(), k, !transposed).unwrap_or_else(whole);
    mirror(&mut out);
    out
}

/// Whether nothing stands beside the diagonal, as in the covariance of a noise and in what moves with it: a product less.
pub(crate) fn is_diagonal(x: View<'_, f64>) -> bool {
    let n = x.rows();
    x.as_slice().iter().enumerate().all(|(k, &x)| x == 0.0 || k % (n + 1) == 0)
}

/// The lower triangle of L X, or of L^T X, of which the lower triangles of both are looked at; zeros above.
pub(crate) fn lower_product(l: View<'_, f64>, transposed: bool, x: View<'_, f64>) -> Matrix<f64> {
    large::lower_product(l, transposed, x).unwrap_or_else(|| {
        let [l, x] = [l, x].map(|x| Mask::Lower.of_view(x));
        Mask::Lower.of(&product(l.view(), transposed, x.view(), false))
    })
}

/// The inverse of a lower triangular matrix; none of a small one.
pub(crate) fn inverse_lower(l: &Matrix<f64>) -> Option<Matrix<f64>> {
    large::inverse_lower(l)
}

/// The inverse of L L^T, by that of L where that is there.
pub(crate) fn inverse_of_factored(l: &Matrix<f64>, inverse_lower: Option<&Matrix<f64>>) -> Matrix<f64> {
    inverse_lower.map_or_else(|| inverse::of_factored(l), large::square_of_lower)
}

/// R^T R X R^T R for a lower triangular R and a symmetric X; of a small one nothing is made, and it comes back.
pub(crate) fn between_triangles(r: &Matrix<f64>, x: Matrix<f64>) -> Result<Matrix<f64>, Matrix<f64>> {
    between::between_triangles(r, x)
}

/// A power of two that takes the largest entry near one, where squares of entries would overflow or vanish; else one.
pub(crate) fn balance(a: View<'_, f64>) -> f64 {
    let largest = a.as_slice().iter().fold(0.0f64, |l, x| l.max(x.abs()));
    let plain = (1e-100..1e100).contains(&largest) || largest == 0.0 || !largest.is_finite();
    if plain { 1.0 } else { 2f64.powi(-(largest.log2() as i32).clamp(-1000, 1000)) }
}

/// The eigenvalues of a symmetric matrix, and its eigenvectors, in some order, for this operation.
pub(crate) fn symmetric_eigen(operation: &'static str, a: Matrix<f64>) -> Result<Eigen, Error> {
    if !a.iter().all(|x| x.is_finite()) {
        return Err(Error::NotFinite { operation });
    }
    if is_diagonal(a.view()) {
        return Ok((a.diagonal().collect(), Matrix::identity(a.rows())));
    }
    let k = balance(a.view());
    if k != 1.0 {
        let (values, vectors) = symmetric_eigen(operation, k * a)?;
        return Ok((values.into_iter().map(|l| l / k).collect(), vectors));
    }
    large::symmetric_eigen(operation, &a).unwrap_or_else(|| rotations::symmetric(operation, a))
}

/// Left vectors, singular values and right vectors of a matrix with at least as many rows as columns, in some order.
pub(crate) fn svd(a: View<'_, f64>) -> Result<Singular, Error> {
    if is_diagonal(a) {
        let (rows, columns) = (a.rows(), a.columns());
        let on_diagonal = |i, j| if i == j { 1f64.copysign(a[(i, i)]) } else { 0.0 };
        let values = (0..columns).map(|j| a[(j, j)].abs()).collect();
        return Ok((Matrix::from_fn(rows, columns, on_diagonal), values, Matrix::identity(columns)));
    }
    let k = balance(a);
    if k != 1.0 {
        let (u, values, v) = svd((k * a.to_matrix()).view())?;
        return Ok((u, values.into_iter().map(|s| s / k).collect(), v));
    }
    large::svd(a).unwrap_or_else(|| jacobi::singular(a))
}
