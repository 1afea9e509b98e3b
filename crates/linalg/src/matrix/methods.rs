//! Operations as methods.

use crate::{Cholesky, Error, Lu, Matrix};
use rules::Number;

impl<T: Number> Matrix<T> {
    /// The product with another matrix; see [`matmul`](crate::matmul).
    ///
    /// # Panics
    /// If the columns of this are not as many as the rows of the other.
    #[track_caller]
    #[must_use]
    pub fn matmul(&self, other: &Matrix<T>) -> Self {
        crate::matmul(self, other)
    }

    /// The product A^T B; see [`transposed_matmul`](crate::transposed_matmul).
    ///
    /// # Panics
    /// If there are not as many rows in both.
    ///
    /// ```
    /// use linalg::Matrix;
    /// let a = Matrix::column(&[1.0, 2.0]);
    /// assert_eq!(a.transposed_matmul(&a).as_slice(), [5.0]);
    /// ```
    #[track_caller]
    #[must_use]
    pub fn transposed_matmul(&self, other: &Matrix<T>) -> Self {
        crate::transposed_matmul(self, other)
    }

    /// The product A B^T; see [`matmul_transposed`](crate::matmul_transposed).
    ///
    /// # Panics
    /// If there are not as many columns in both.
    ///
    /// ```
    /// use linalg::Matrix;
    /// let a = Matrix::column(&[1.0, 2.0]);
    /// assert_eq!(a.matmul_transposed(&a).as_slice(), [1.0, 2.0, 2.0, 4.0]);
    /// ```
    #[track_caller]
    #[must_use]
    pub fn matmul_transposed(&self, other: &Matrix<T>) -> Self {
        crate::matmul_transposed(self, other)
    }

    /// The solution X of A X = B; see [`solve`](crate::solve).
    ///
    /// # Errors
    /// If this matrix is singular.
    ///
    /// # Panics
    /// If this matrix is not square, or B has other rows.
    #[track_caller]
    pub fn solve(&self, b: &Matrix<T>) -> Result<Self, Error> {
        crate::solve(self, b)
    }

    /// The factorisation of a positive definite matrix; see [`cholesky`](crate::cholesky).
    ///
    /// # Errors
    /// If this matrix is not positive definite.
    ///
    /// # Panics
    /// If this matrix is not square.
    #[track_caller]
    pub fn cholesky(&self) -> Result<Cholesky<T>, Error> {
        crate::cholesky(self)
    }

    /// The factorisation by elimination; see [`lu`](crate::lu).
    ///
    /// # Errors
    /// If an entry is NaN or infinite.
    ///
    /// # Panics
    /// If this matrix is not square.
    #[track_caller]
    pub fn lu(&self) -> Result<Lu<T>, Error> {
        crate::lu(self)
    }

    /// The thin QR factorisation; see [`qr`](crate::qr).
    ///
    /// # Errors
    /// If a column depends on those before it.
    ///
    /// # Panics
    /// If there are more columns than rows.
    #[track_caller]
    pub fn qr(&self) -> Result<(Self, Self), Error> {
        crate::qr(self)
    }

    /// The inverse; see [`inverse`](crate::inverse).
    ///
    /// # Errors
    /// If this matrix is singular.
    ///
    /// # Panics
    /// If this matrix is not square.
    #[track_caller]
    pub fn inverse(&self) -> Result<Self, Error> {
        crate::inverse(self)
    }

    /// The determinant; see [`det`](crate::det).
    ///
    /// # Panics
    /// If this matrix is not square.
    #[track_caller]
    pub fn det(&self) -> T {
        crate::det(self)
    }

    /// The logarithm of the absolute value of the determinant; see [`logdet`](crate::logdet).
    ///
    /// # Errors
    /// If this matrix is singular.
    ///
    /// # Panics
    /// If this matrix is not square.
    #[track_caller]
    pub fn logdet(&self) -> Result<T, Error> {
        crate::logdet(self)
    }

    /// The sum of the diagonal.
    ///
    /// # Panics
    /// If this matrix is not square.
    #[track_caller]
    pub fn trace(&self) -> T {
        crate::trace(self)
    }

    /// The sum of the products of entries; see [`dot`](crate::dot).
    ///
    /// # Panics
    /// If the other matrix has another shape.
    #[track_caller]
    pub fn dot(&self, other: &Matrix<T>) -> T {
        crate::dot(self, other)
    }

    /// The Frobenius norm; see [`norm`](crate::norm).
    pub fn norm(&self) -> T {
        crate::norm(self)
    }
}
