//! Arrays of ndarray.

use super::Matrix;
use ::ndarray::{Array2, ArrayBase, ArrayView2, ArrayViewMut2, Data, Ix2, ShapeBuilder};

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

/// As [`to_ndarray`], to be changed: where `a` lies.
///
/// ```
/// use wengert::linalg::{Matrix, to_ndarray_mut};
/// let mut a: Matrix = Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]);
/// to_ndarray_mut(&mut a).row_mut(1).fill(0.0);
/// assert_eq!(a, Matrix::from_rows([[1.0, 2.0], [0.0, 0.0]]));
/// ```
pub fn to_ndarray_mut<T>(a: &mut Matrix<T>) -> ArrayViewMut2<'_, T> {
    let shape = (a.rows(), a.columns());
    match ArrayViewMut2::from_shape(shape.f(), a.as_mut_slice()) {
        Ok(view) => view,
        Err(error) => unreachable!("a matrix has as many entries as its shape says: {error}"),
    }
}

/// A matrix as an array of ndarray's own, in the same memory: its columns lie in a row.
///
/// ```
/// use wengert::linalg::{Matrix, into_ndarray, take_ndarray};
/// let a: Matrix = Matrix::from_rows([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// let entries = a.as_slice().as_ptr();
/// let b = into_ndarray(a);
/// assert_eq!((b.dim(), b[[1, 0]], b.as_ptr()), ((2, 3), 4.0, entries));
/// // And back.
/// let a = take_ndarray(b);
/// assert_eq!((a.rows(), a[(0, 2)], a.as_slice().as_ptr()), (2, 3.0, entries));
/// ```
pub fn into_ndarray<T>(a: Matrix<T>) -> Array2<T> {
    match Array2::from_shape_vec((a.rows(), a.columns()).f(), a.into_vec()) {
        Ok(array) => array,
        Err(error) => unreachable!("a matrix has as many entries as its shape says: {error}"),
    }
}

/// An array of ndarray's, in the memory that it has where its columns lie in a row there, as they do in a transposed array;
/// else copied.
///
/// ```
/// use wengert::linalg::{Matrix, take_ndarray};
/// let rows = ndarray::array![[1.0, 2.0], [3.0, 4.0]];
/// assert_eq!(take_ndarray(rows.clone()), Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]));
/// assert_eq!(take_ndarray(rows.clone().reversed_axes()), Matrix::from_rows([[1.0, 3.0], [2.0, 4.0]]));
/// // A part of an array is not all of its memory.
/// let part = rows.reversed_axes().slice_move(ndarray::s![.., 1..]);
/// assert_eq!(take_ndarray(part), Matrix::from_rows([[3.0], [4.0]]));
/// ```
pub fn take_ndarray<T: Copy>(a: Array2<T>) -> Matrix<T> {
    let (rows, columns) = a.dim();
    if !a.t().is_standard_layout() {
        return from_ndarray(&a);
    }
    let (mut entries, first) = a.into_raw_vec_and_offset();
    entries.drain(..first.unwrap_or(0));
    entries.truncate(rows * columns);
    Matrix::from_vec(rows, columns, entries)
}
