//! Kronecker's product.

use crate::Matrix;
use rules::Number;

/// The Kronecker product: the block matrix of all a_ij B.
///
/// ```
/// use linalg::{Matrix, kron};
/// let a = Matrix::row(&[1.0, 10.0]);
/// assert_eq!(kron(&a, &Matrix::row(&[1.0, 2.0])), Matrix::row(&[1.0, 2.0, 10.0, 20.0]));
/// ```
///
/// Each entry is one product of two numbers, and recorded as such.
#[track_caller]
pub fn kron<T: Number>(a: &Matrix<T>, b: &Matrix<T>) -> Matrix<T> {
    let (rows, columns) = (b.rows(), b.columns());
    let (of, by) = (a.rows().saturating_mul(rows), a.columns().saturating_mul(columns));
    Matrix::from_fn(of, by, |i, j| a[(i / rows, j / columns)] * b[(i % rows, j % columns)])
}
