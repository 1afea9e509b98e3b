//! Patterns and values as matrices of faer.

use super::Error;
use ::faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use ::sparse::Pattern;

/// A pattern with its values as a sparse matrix of faer, which borrows both: nothing is copied.
///
/// Of a Hessian it is the lower triangle, as faer's factorisations of symmetric matrices ask for.
///
/// ```
/// use wengert::sparse::{Pattern, from_faer, to_faer};
/// let pattern = Pattern::from_coordinates(2, 3, [(0, 0), (1, 2)])?;
/// let matrix = to_faer(&pattern, &[5.0, 7.0]);
/// assert_eq!((matrix.nrows(), matrix.ncols(), matrix.get(1, 2)), (2, 3, Some(&7.0)));
/// assert_eq!(from_faer(matrix.symbolic())?, pattern);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
///
/// # Panics
/// If there are not as many values as entries.
#[track_caller]
pub fn to_faer<'m>(pattern: &'m Pattern, values: &'m [f64]) -> SparseColMatRef<'m, usize, f64> {
    crate::shape::same("the list of values", values.len(), "entries", pattern.entries());
    let (m, n) = (pattern.rows(), pattern.columns());
    let symbolic = SymbolicSparseColMatRef::new_checked(m, n, pattern.column_pointers(), None, pattern.row_indices());
    SparseColMatRef::new(symbolic, values)
}

/// The pattern of a sparse matrix of faer.
///
/// # Errors
/// If there are more rows or columns than can be numbered.
///
/// Cost: a sort by counting, as the rows of a column may stand there in any order.
///
/// ```
/// use faer::sparse::SymbolicSparseColMatRef;
/// use wengert::sparse::{Pattern, from_faer};
/// // The diagonal of a 2 x 2 matrix, in compressed columns.
/// let diagonal = SymbolicSparseColMatRef::new_checked(2, 2, &[0, 1, 2], None, &[0, 1]);
/// assert_eq!(from_faer(diagonal)?, Pattern::from_coordinates(2, 2, [(0, 0), (1, 1)])?);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub fn from_faer(matrix: SymbolicSparseColMatRef<'_, usize>) -> Result<Pattern, Error> {
    let entries = (0..matrix.ncols()).flat_map(|j| matrix.row_idx_of_col_raw(j).iter().map(move |&i| (i, j)));
    Ok(Pattern::from_coordinates(matrix.nrows(), matrix.ncols(), entries)?)
}
