//! Matrices of faer.

use super::Matrix;
use ::faer::{MatMut, MatRef};

/// A matrix as one of faer, which borrows it: nothing is copied.
///
/// ```
/// use wengert::linalg::{Matrix, from_faer, to_faer};
/// let a: Matrix = Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]);
/// let b = to_faer(&a);
/// assert_eq!((b.nrows(), b[(1, 0)]), (2, 3.0));
/// assert_eq!(from_faer(b.transpose()), a.transposed());
/// ```
pub fn to_faer<T>(a: &Matrix<T>) -> MatRef<'_, T> {
    MatRef::from_column_major_slice(a.as_slice(), a.rows(), a.columns())
}

/// A copy of any matrix of faer, or view of one.
///
/// ```
/// use wengert::linalg::{Matrix, from_faer};
/// let upper = faer::Mat::from_fn(2, 2, |i, j| if i <= j { 1.0 + (i + j) as f64 } else { 0.0 });
/// assert_eq!(from_faer(upper.as_ref()), Matrix::from_rows([[1.0, 2.0], [0.0, 3.0]]));
/// ```
pub fn from_faer<T: Copy>(a: MatRef<'_, T>) -> Matrix<T> {
    Matrix::from_fn(a.nrows(), a.ncols(), |i, j| a[(i, j)])
}

/// As [`to_faer`], to be changed: where `a` lies. What faer owns has room between its columns, so there is no way without a copy
/// into or out of that.
///
/// ```
/// use wengert::linalg::{Matrix, to_faer_mut};
/// let mut a: Matrix = Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]);
/// to_faer_mut(&mut a).col_mut(1).fill(0.0);
/// assert_eq!(a, Matrix::from_rows([[1.0, 0.0], [3.0, 0.0]]));
/// ```
pub fn to_faer_mut<T>(a: &mut Matrix<T>) -> MatMut<'_, T> {
    let (rows, columns) = (a.rows(), a.columns());
    MatMut::from_column_major_slice_mut(a.as_mut_slice(), rows, columns)
}
