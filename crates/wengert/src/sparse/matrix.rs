//! Patterns and values as matrices of [`linalg`](crate::linalg).

use crate::linalg::{SparseMatrix, SparsePattern};
use ::sparse::Pattern;
use std::sync::Arc;

/// A pattern with its values as a matrix that systems are solved with: a Newton step with a sparse Jacobian, one with a
/// Hessian's lower triangle by [`cholesky`](SparseMatrix::cholesky). Entries stand in the same order in both, so the next
/// values go in by [`with_values`](SparseMatrix::with_values), and what was found out about the pattern is kept.
///
/// ```
/// use wengert::linalg::Matrix;
/// use wengert::sparse::{SparseJacobian, to_matrix};
/// // x^2 + y = 5, x y = 2.
/// let f = wengert::function!(|x| -> [T; 2] { [x[0] * x[0] + x[1] - 5.0, x[0] * x[1] - 2.0] });
/// let mut x = [1.8, 1.2];
/// let jacobian = SparseJacobian::prepare(&f, &x)?;
/// let (mut residual, mut values) = ([0.0; 2], vec![0.0; jacobian.entries()]);
/// let mut system = to_matrix(jacobian.pattern(), &values);
/// for _ in 0..6 {
///     jacobian.value_and_eval_into(&x, &mut residual, &mut values)?;
///     system = system.with_values(Matrix::column(&values));
///     let step = system.solve(&Matrix::column(&residual))?;
///     x = [x[0] - step[(0, 0)], x[1] - step[(1, 0)]];
/// }
/// assert!((x[0] - 2.0).abs() < 1e-15 && (x[1] - 1.0).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there are not as many values as entries.
#[track_caller]
pub fn to_matrix(pattern: &Pattern, values: &[f64]) -> SparseMatrix {
    crate::shape::same("the list of values", values.len(), "entries", pattern.entries());
    let columns = pattern.column_pointers().windows(2).enumerate();
    let entries = columns.flat_map(|(j, ends)| pattern.row_indices()[ends[0]..ends[1]].iter().map(move |&i| (i, j)));
    let pattern = SparsePattern::new(pattern.rows(), pattern.columns(), entries);
    SparseMatrix::new(Arc::new(pattern), values.to_vec())
}
