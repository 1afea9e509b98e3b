//! Least squares.

use crate::kernels::triangular::Triangle;
use crate::operations::{fits, qr, solve_triangular, transposed_matmul};
use crate::{Error, Matrix};
use rules::Number;

/// The X with the least |A X - B|, for a matrix A with at least as many rows as columns, all independent: by the QR
/// factorisation.
///
/// ```
/// use linalg::{Matrix, least_squares};
/// let a: Matrix = Matrix::from_rows([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]);
/// let line = least_squares(&a, &Matrix::column(&[1.0, 3.0, 5.0])).unwrap();
/// assert!((line[(0, 0)] - 1.0).abs() < 1e-14 && (line[(1, 0)] - 2.0).abs() < 1e-14);
/// ```
///
/// # Errors
/// If a column depends on those before it, or an entry of A is NaN or infinite.
///
/// # Panics
/// If A has more columns than rows, or B has other rows.
#[track_caller]
pub fn least_squares<T: Number>(a: &Matrix<T>, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
    fits(a.shape(), b.shape());
    assert!(
        a.rows() >= a.columns(),
        "least squares with a matrix of {}: many solutions are as good; take `pinv` for the smallest of them",
        a.shape()
    );
    let (q, r) = qr(a)?;
    solve_triangular(Triangle::UPPER, &r, &transposed_matmul(&q, b))
}
