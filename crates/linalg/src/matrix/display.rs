//! Matrices as text.

use crate::Matrix;
use core::fmt;

impl<T: fmt::Display> fmt::Display for Matrix<T> {
    /// One row a line, entries separated by blanks and aligned, with the formatter's options for each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |entry: &T| match f.precision() {
            Some(digits) => format!("{entry:.digits$}"),
            None => format!("{entry}"),
        };
        let entries: Vec<String> = self.iter().map(text).collect();
        let width = entries.iter().map(String::len).max().unwrap_or(0).max(f.width().unwrap_or(0));
        for i in 0..self.rows() {
            if i > 0 {
                f.write_str("\n")?;
            }
            for j in 0..self.columns() {
                let blank = if j > 0 { " " } else { "" };
                write!(f, "{blank}{:>width$}", entries[i + j * self.rows()])?;
            }
        }
        Ok(())
    }
}

impl<T: fmt::Debug> fmt::Debug for Matrix<T> {
    /// A list of rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = (0..self.rows()).map(|i| (0..self.columns()).map(move |j| &self[(i, j)]).collect::<Vec<_>>());
        write!(f, "Matrix {} ", self.shape())?;
        f.debug_list().entries(rows).finish()
    }
}
