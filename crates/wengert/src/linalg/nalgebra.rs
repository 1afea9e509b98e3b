//! Matrices of nalgebra.

use super::Matrix;
use ::nalgebra::{DMatrix, DMatrixView, DMatrixViewMut, Dim, Dyn, RawStorage, Scalar, VecStorage};

/// A matrix as one of nalgebra, which borrows it: nothing is copied. [`into_nalgebra`] makes one of its own.
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

/// As [`to_nalgebra`], to be changed: where `a` lies.
///
/// ```
/// use wengert::linalg::{Matrix, to_nalgebra_mut};
/// let mut a: Matrix = Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]);
/// to_nalgebra_mut(&mut a).swap_rows(0, 1);
/// assert_eq!(a, Matrix::from_rows([[3.0, 4.0], [1.0, 2.0]]));
/// ```
pub fn to_nalgebra_mut<T: Scalar>(a: &mut Matrix<T>) -> DMatrixViewMut<'_, T> {
    let (rows, columns) = (a.rows(), a.columns());
    DMatrixViewMut::from_slice_generic(a.as_mut_slice(), Dyn(rows), Dyn(columns))
}

/// A matrix as one of nalgebra's own, in the same memory.
///
/// ```
/// use wengert::linalg::{Matrix, into_nalgebra, take_nalgebra};
/// let a: Matrix = Matrix::from_rows([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// let entries = a.as_slice().as_ptr();
/// let b = into_nalgebra(a);
/// assert_eq!((b.shape(), b[(1, 0)], b.as_ptr()), ((2, 3), 4.0, entries));
/// // And back.
/// let a = take_nalgebra(b);
/// assert_eq!((a.rows(), a[(0, 2)], a.as_slice().as_ptr()), (2, 3.0, entries));
/// ```
pub fn into_nalgebra<T: Scalar>(a: Matrix<T>) -> DMatrix<T> {
    let (rows, columns) = (Dyn(a.rows()), Dyn(a.columns()));
    DMatrix::from_data(VecStorage::new(rows, columns, a.into_vec()))
}

/// A matrix of nalgebra's, in the memory that it has.
///
/// ```
/// use wengert::linalg::{Matrix, take_nalgebra};
/// let a = take_nalgebra(nalgebra::DMatrix::from_row_slice(2, 2, &[1.0, 2.0, 3.0, 4.0]));
/// assert_eq!(a, Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]));
/// ```
pub fn take_nalgebra<T: Scalar>(a: DMatrix<T>) -> Matrix<T> {
    Matrix::from_vec(a.nrows(), a.ncols(), a.data.into())
}
