//! Rows, columns and blocks.

use crate::Matrix;
use core::ops::Range;

impl<T: Copy> Matrix<T> {
    /// The entries of column `j`.
    ///
    /// # Panics
    /// If there is no column `j`.
    #[track_caller]
    pub fn column_slice(&self, j: usize) -> &[T] {
        assert!(j < self.columns(), "column {j} of a matrix of {}", self.shape());
        self.view().column(j)
    }

    /// The columns, each as a slice.
    pub fn column_slices(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.columns()).map(|j| self.view().column(j))
    }

    /// The entries of row `i`.
    ///
    /// # Panics
    /// If there is no row `i`.
    #[track_caller]
    pub fn row_entries(&self, i: usize) -> impl ExactSizeIterator<Item = T> + '_ {
        assert!(i < self.rows(), "row {i} of a matrix of {}", self.shape());
        (0..self.columns()).map(move |j| self[(i, j)])
    }

    /// A part of the matrix, copied: of variables, the same variables.
    ///
    /// ```
    /// let a = linalg::Matrix::from_rows([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    /// assert_eq!(a.block(0..2, 1..3), linalg::Matrix::from_rows([[2.0, 3.0], [5.0, 6.0]]));
    /// ```
    ///
    /// # Panics
    /// If it reaches over the edge.
    #[track_caller]
    #[must_use]
    pub fn block(&self, rows: Range<usize>, columns: Range<usize>) -> Self {
        let fits = rows.start <= rows.end
            && rows.end <= self.rows()
            && columns.start <= columns.end
            && columns.end <= self.columns();
        assert!(fits, "block {rows:?} by {columns:?} of a matrix of {}", self.shape());
        self.view().block(rows, columns)
    }

    /// Puts a block into the matrix, its first entry at row `i` and column `j`.
    ///
    /// # Panics
    /// If it reaches over the edge.
    #[track_caller]
    pub fn set_block(&mut self, i: usize, j: usize, block: &Matrix<T>) {
        let fits = i + block.rows() <= self.rows() && j + block.columns() <= self.columns();
        assert!(fits, "a block of {} at ({i}, {j}) of a matrix of {}", block.shape(), self.shape());
        let rows = self.rows();
        for (l, column) in block.column_slices().enumerate() {
            let start = i + (j + l) * rows;
            self.as_mut_slice()[start..start + column.len()].copy_from_slice(column);
        }
    }

    /// This matrix with another to its right.
    ///
    /// # Panics
    /// If they differ in rows.
    #[track_caller]
    #[must_use]
    pub fn beside(&self, right: &Matrix<T>) -> Self {
        assert!(self.rows() == right.rows(), "{} beside {}: other rows", self.shape(), right.shape());
        let entries = [self.as_slice(), right.as_slice()].concat();
        Matrix::from_vec(self.rows(), self.columns() + right.columns(), entries)
    }

    /// This matrix with another below it.
    ///
    /// # Panics
    /// If they differ in columns.
    #[track_caller]
    #[must_use]
    pub fn above(&self, below: &Matrix<T>) -> Self {
        assert!(self.columns() == below.columns(), "{} above {}: other columns", self.shape(), below.shape());
        let rows = self.rows();
        Matrix::from_fn(
            rows + below.rows(),
            self.columns(),
            |i, j| {
                if i < rows { self[(i, j)] } else { below[(i - rows, j)] }
            },
        )
    }

    /// The same entries, column by column, in another shape.
    ///
    /// # Panics
    /// If that has another number of entries.
    #[track_caller]
    #[must_use]
    pub fn reshaped(self, rows: usize, columns: usize) -> Self {
        let shape = self.shape();
        assert!(
            rows.checked_mul(columns) == Some(shape.len()),
            "a matrix of {shape} cannot become one of {rows} x {columns}"
        );
        Matrix::from_vec(rows, columns, self.into_vec())
    }
}
