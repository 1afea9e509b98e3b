//! Patterns and values as matrices of sprs.

use super::Error;
use ::sparse::Pattern;
use ::sprs::CsMatView;

/// A pattern with its values as a matrix of sprs in compressed columns, which borrows both: nothing is copied.
///
/// ```
/// use wengert::sparse::{Pattern, from_sprs, to_sprs};
/// let pattern = Pattern::from_coordinates(2, 3, [(0, 0), (1, 2)])?;
/// let matrix = to_sprs(&pattern, &[5.0, 7.0]);
/// assert_eq!((matrix.shape(), matrix.get(1, 2)), ((2, 3), Some(&7.0)));
/// assert_eq!(from_sprs(&matrix)?, pattern);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
///
/// # Panics
/// If there are not as many values as entries.
#[track_caller]
pub fn to_sprs<'m>(pattern: &'m Pattern, values: &'m [f64]) -> CsMatView<'m, f64> {
    crate::shape::same("the list of values", values.len(), "entries", pattern.entries());
    let shape = (pattern.rows(), pattern.columns());
    CsMatView::new_csc(shape, pattern.column_pointers(), pattern.row_indices(), values)
}

/// The pattern of a matrix of sprs, in compressed rows or columns.
///
/// # Errors
/// If there are more rows or columns than can be numbered.
///
/// Cost: a sort by counting.
///
/// ```
/// use wengert::sparse::{Pattern, from_sprs};
/// let diagonal: sprs::CsMat<f64> = sprs::CsMat::eye(2);
/// assert_eq!(from_sprs(&diagonal.view())?, Pattern::from_coordinates(2, 2, [(0, 0), (1, 1)])?);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub fn from_sprs<N>(matrix: &CsMatView<'_, N>) -> Result<Pattern, Error> {
    let entries = matrix.iter().map(|(_, (i, j))| (i, j));
    Ok(Pattern::from_coordinates(matrix.rows(), matrix.cols(), entries)?)
}
