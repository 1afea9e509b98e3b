//! Matrices of nalgebra.

use super::Matrix;
use ::nalgebra::{DMatrixView, Dim, Dyn, RawStorage, Scalar};

/// A matrix as one of nalgebra, which borrows it: nothing is copied. For one of its own take `to_nalgebra(&a).into_owned()`.
///
/// ```
/// use wengert::linalg::{Matrix, from_nalgebra, to_nalgebra};
/// let a: Matrix = Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]);
/// assert_eq!(to_nalgebra(&a).determinant(), -2.0);
/// assert_eq!(from_nalgebra(&nalgebra::Matrix2::new(1.0, 2.0, 3.0, 4.0)), a);
/// ```
pub fn to_nalgebra<T: Scalar>(a: &Matrix<T>) -> DMatrixView<'_, T> {
    DMatrixView::from_slice_generic(a.as_slice(), Dyn(a.rows()), Dyn(a.columns()))
}

/// A copy of any matrix, vector or view of nalgebra.
///
/// ```
/// use wengert::linalg::{Matrix, from_nalgebra};
/// let column = nalgebra::Vector3::new(1.0, 2.0, 3.0);
/// assert_eq!(from_nalgebra(&column), Matrix::column(&[1.0, 2.0, 3.0]));
/// ```
pub fn from_nalgebra<T: Scalar + Copy, R: Dim, C: Dim, S: RawStorage<T, R, C>>(
    a: &::nalgebra::Matrix<T, R, C, S>,
) -> Matrix<T> {
    Matrix::from_fn(a.nrows(), a.ncols(), |i, j| a[(i, j)])
}
