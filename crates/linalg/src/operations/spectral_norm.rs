//! The spectral norm: the largest singular value, with the derivative u^T dA v.

use crate::matrix::number;
use crate::{Error, Matrix, singular_values};
use rules::Number;

/// The spectral norm, the largest singular value: by how much the matrix stretches a vector at most. Of a matrix without entries
/// it is 0. Where the two largest singular values are equal it has a kink; see [`singular_values`].
///
/// ```
/// use linalg::{Matrix, spectral_norm};
/// let y = spectral_norm(&Matrix::from_rows([[0.0, -2.0, 0.0], [3.0, 0.0, 0.0]])).unwrap();
/// assert!((y - 3.0f64).abs() < 1e-15);
/// ```
///
/// # Errors
/// As [`singular_values`].
pub fn spectral_norm<T: Number>(a: &Matrix<T>) -> Result<T, Error> {
    Ok(singular_values(a)?.as_slice().first().copied().unwrap_or_else(|| number(0.0)))
}
