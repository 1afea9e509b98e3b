//! Arrays of ndarray.

use super::Matrix;
use ::ndarray::{ArrayBase, ArrayView2, Data, Ix2, ShapeBuilder};

/// A matrix as an array of ndarray, which borrows it: nothing is copied. Its columns lie in a row in memory.
///
/// ```
/// use wengert::linalg::{Matrix, from_ndarray, to_ndarray};
/// let a: Matrix = Matrix::from_rows([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// let sums = to_ndarray(&a).sum_axis(ndarray::Axis(0));
/// assert_eq!(sums, ndarray::array![5.0, 7.0, 9.0]);
/// assert_eq!(from_ndarray(&to_ndarray(&a).t()), a.transposed());
/// ```
pub fn to_ndarray<T>(a: &Matrix<T>) -> ArrayView2<'_, T> {
    match ArrayView2::from_shape((a.rows(), a.columns()).f(), a.as_slice()) {
        Ok(view) => view,
        Err(error) => unreachable!("a matrix has as many entries as its shape says: {error}"),
    }
}

/// A copy of any array of ndarray with two axes, or view of one.
///
/// ```
/// use wengert::linalg::{Matrix, from_ndarray};
/// let rows = ndarray::array![[1.0, 2.0], [3.0, 4.0]];
/// assert_eq!(from_ndarray(&rows), Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]));
/// ```
pub fn from_ndarray<T: Copy>(a: &ArrayBase<impl Data<Elem = T>, Ix2>) -> Matrix<T> {
    Matrix::from_fn(a.nrows(), a.ncols(), |i, j| a[(i, j)])
}
