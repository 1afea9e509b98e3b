//! Jacobians and Hessians as rows of numbers.

use core::fmt;
use core::ops::{Index, IndexMut};

/// A dense matrix in row-major order: what [`jacobian`](crate::jacobian) and [`hessian`](crate::hessian) return.
///
/// ```
/// use wengert::Matrix;
/// let a = Matrix::from_rows(2, vec![1.0, 2.0, 3.0, 4.0]);
/// assert_eq!((a[(1, 0)], a.row(1)), (3.0, &[3.0, 4.0][..]));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix<T = f64> {
    columns: usize,
    rows: usize,
    entries: Vec<T>,
}

impl<T: Copy> Matrix<T> {
    /// A matrix with this entry everywhere.
    ///
    /// ```
    /// use wengert::Matrix;
    /// let mut a = Matrix::filled(2, 3, 0.0);
    /// a[(1, 2)] = 5.0;
    /// assert_eq!((a.rows(), a.columns()), (2, 3));
    /// assert_eq!(a.as_slice(), [0.0, 0.0, 0.0, 0.0, 0.0, 5.0]);
    /// ```
    pub fn filled(rows: usize, columns: usize, entry: T) -> Self {
        Matrix { rows, columns, entries: vec![entry; rows * columns] }
    }

    /// A matrix with that many rows, from its entries row by row.
    ///
    /// # Panics
    /// If the entries do not fill the rows evenly.
    #[track_caller]
    pub fn from_rows(rows: usize, entries: Vec<T>) -> Self {
        let columns = entries.len().checked_div(rows).unwrap_or(0);
        assert!(rows * columns == entries.len(), "{} entries do not make {rows} equal rows", entries.len());
        Matrix { rows, columns, entries }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Row `i`.
    ///
    /// # Panics
    /// If there is no row `i`.
    #[track_caller]
    pub fn row(&self, i: usize) -> &[T] {
        assert!(i < self.rows, "row {i} of a matrix with {} rows", self.rows);
        &self.entries[i * self.columns..(i + 1) * self.columns]
    }

    /// All entries, row by row.
    pub fn as_slice(&self) -> &[T] {
        &self.entries
    }

    pub(crate) fn entries_mut(&mut self) -> &mut [T] {
        &mut self.entries
    }

    /// All entries, row by row, without a copy.
    ///
    /// ```
    /// let hessian = wengert::hessian(|x| x[0] * x[0] * x[1], &[2.0, 3.0]);
    /// assert_eq!(hessian.into_vec(), [6.0, 4.0, 4.0, 0.0]);
    /// ```
    pub fn into_vec(self) -> Vec<T> {
        self.entries
    }
}

impl<T> Index<(usize, usize)> for Matrix<T> {
    type Output = T;
    #[track_caller]
    fn index(&self, (i, j): (usize, usize)) -> &T {
        assert!(i < self.rows && j < self.columns, "entry ({i}, {j}) of a {} x {} matrix", self.rows, self.columns);
        &self.entries[i * self.columns + j]
    }
}

impl<T> IndexMut<(usize, usize)> for Matrix<T> {
    #[track_caller]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        assert!(i < self.rows && j < self.columns, "entry ({i}, {j}) of a {} x {} matrix", self.rows, self.columns);
        &mut self.entries[i * self.columns + j]
    }
}

impl<T: fmt::Display + Copy> fmt::Display for Matrix<T> {
    /// One row a line, entries separated by blanks, with the formatter's options for each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for i in 0..self.rows {
            for (j, entry) in self.row(i).iter().enumerate() {
                if j > 0 {
                    f.write_str(" ")?;
                }
                entry.fmt(f)?;
            }
            if i + 1 < self.rows {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}
