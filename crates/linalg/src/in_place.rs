//! Factorisations in memory of the caller's, for solvers that factor again and again.

use crate::Error;
use crate::kernels::{cholesky, lu};
use rules::Number;

/// Eliminates with row exchanges: P A = L U takes the place of the n x n entries of A, column by column. L stands below the
/// diagonal, whose own is one; row `i` of P A is row `rows[i]` of A.
///
/// # Errors
/// At a pivot that is zero, NaN or infinite, where values are known.
///
/// # Panics
/// If the entries are not n^2.
///
/// Cost: 2/3 n^3 operations; nothing is allocated but for rows that are new.
///
/// ```
/// let (mut a, mut rows) = ([0.0, 2.0, 1.0, 4.0], Vec::new());
/// linalg::in_place::lu(2, &mut a, &mut rows)?;
/// assert_eq!((a, &rows[..]), ([2.0, 0.0, 4.0, 1.0], &[1, 0][..]));
/// # Ok::<(), linalg::Error>(())
/// ```
#[track_caller]
pub fn lu<T: Number>(n: usize, entries: &mut [T], rows: &mut Vec<usize>) -> Result<(), Error> {
    assert!(entries.len() == n * n, "{} entries are no {n} x {n} matrix", entries.len());
    match lu::eliminate(n, entries, rows)?.singular {
        Some(pivot) => Err(Error::Singular { pivot, value: 0.0 }),
        None => Ok(()),
    }
}

/// Cholesky's method: L of A = L L^T takes the place of the n x n entries of a symmetric matrix, column by column, of which
/// those above the diagonal are not looked at; zeros stand there.
///
/// # Errors
/// If the matrix is not positive definite, or a pivot is NaN or infinite.
///
/// # Panics
/// If the entries are not n^2.
///
/// Cost: 1/3 n^3 operations; nothing is allocated.
///
/// ```
/// let mut a = [4.0, 2.0, 2.0, 5.0];
/// linalg::in_place::cholesky(2, &mut a)?;
/// assert_eq!(a, [2.0, 1.0, 0.0, 2.0]);
/// # Ok::<(), linalg::Error>(())
/// ```
#[track_caller]
pub fn cholesky<T: Number>(n: usize, entries: &mut [T]) -> Result<(), Error> {
    assert!(entries.len() == n * n, "{} entries are no {n} x {n} matrix", entries.len());
    cholesky::factor(n, entries)
}
