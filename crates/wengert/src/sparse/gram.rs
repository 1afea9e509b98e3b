//! J^T J, assembled.

use super::Error;
use super::jacobian::SparseJacobian;
use super::places::NOWHERE;
use crate::shape::same;
use ::sparse::{Pattern, memory};

/// J^T W J for a sparse J and a diagonal W: the matrix of the normal equations, the lower triangle.
///
/// The pattern, and which products make up each entry, are found once.
///
/// ```
/// use wengert::prelude::*;
/// use wengert::sparse::{Gram, SparseJacobian};
///
/// let jacobian = SparseJacobian::of_blocks(3, 2)
///     .each([1.0, 2.0], |k, _| ([k, k + 1], [k]), |&a, x| [a * x[1] - x[0]])
///     .build()?;
/// let j = jacobian.eval(&[0.0; 3])?; // [-1 1 0; 0 -1 2]
/// let gram = Gram::of(&jacobian)?;
/// let mut values = vec![0.0; gram.entries()];
/// gram.eval_into(&j, &mut values);
/// assert_eq!(values, [1.0, -1.0, 2.0, -2.0, 4.0]);
/// gram.weighted_into(&j, &[1.0, 10.0], &mut values);
/// assert_eq!(values, [1.0, -1.0, 11.0, -20.0, 40.0]);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub struct Gram {
    pattern: Pattern,
    /// Of J, by rows: where each row begins, the columns, and the places of the entries among the values.
    begins: Vec<usize>,
    columns: Vec<u32>,
    places: Vec<u32>,
}

impl Gram {
    /// For this Jacobian.
    ///
    /// # Errors
    /// If there are more entries than can be numbered, or than there is memory for.
    ///
    /// Cost: the sum of the squares of the row lengths, in time and, if many coincide, in memory while it is made.
    pub fn of<S>(jacobian: &SparseJacobian<S>) -> Result<Gram, Error> {
        let of_rows = jacobian.pattern.transpose();
        let n = jacobian.columns();
        if jacobian.entries() >= NOWHERE as usize {
            return Err(Error::too_large("entries", jacobian.entries()));
        }
        let mut next = jacobian.pattern.column_pointers().to_vec();
        let mut places = Vec::with_capacity(jacobian.entries());
        for (j, _) in of_rows.iter() {
            places.push(next[j] as u32);
            next[j] += 1;
        }
        // Column by column, each row once: the memory is that of the result, which has all pairs of the longest row at least.
        let longest = of_rows.column_pointers().windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0);
        let least = longest.saturating_mul(longest + 1) / 2;
        let expect_room = |entries: usize| {
            memory::expect(memory::bytes([(entries, 8)]), || {
                format!("a {n} x {n} matrix with {entries} entries or more")
            })
        };
        expect_room(least)?;
        let (mut pointers, mut rows) = (vec![0], Vec::with_capacity(least));
        let mut seen = vec![usize::MAX; n];
        for j in 0..n {
            let first = rows.len();
            if rows.capacity() - first < n - j {
                // A list that grows is copied.
                expect_room(2 * first.max(n - j))?;
                rows.reserve(n - j);
            }
            for &i in jacobian.pattern.column(j) {
                for &k in of_rows.column(i).iter().filter(|&&k| k >= j) {
                    if seen[k] != j {
                        seen[k] = j;
                        rows.push(k);
                    }
                }
            }
            rows[first..].sort_unstable();
            pointers.push(rows.len());
        }
        let columns = of_rows.row_indices().iter().map(|&j| j as u32).collect();
        let begins = of_rows.column_pointers().to_vec();
        Ok(Gram { pattern: Pattern::new(n, n, pointers, rows)?, begins, columns, places })
    }

    /// The number of entries on and below the diagonal, and of values.
    pub fn entries(&self) -> usize {
        self.pattern.entries()
    }

    /// Where the entries on and below the diagonal are, in the order of the values.
    ///
    /// ```
    /// use wengert::sparse::{Gram, SparseJacobian};
    /// let differences = wengert::function!(|x| -> Vec<T> { x.windows(2).map(|w| w[1] - w[0]).collect() });
    /// let gram = Gram::of(&SparseJacobian::prepare(&differences, &[0.0; 4])?)?;
    /// // Rows with two neighbours make three diagonals, of which two are in the lower triangle.
    /// assert_eq!(gram.pattern().iter().collect::<Vec<_>>(), [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3)]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// J^T J from the values of J. Cost: the sum of the squares of the row lengths, with a search in a column for each term.
    ///
    /// # Panics
    /// If `jacobian` or `values` has another length than there are entries.
    #[track_caller]
    pub fn eval_into(&self, jacobian: &[f64], values: &mut [f64]) {
        same("the list of the Jacobian's values", jacobian.len(), "entries", self.places.len());
        same("room for values", values.len(), "entries", self.entries());
        self.sum(jacobian, |_| 1.0, values);
    }

    /// J^T W J from the values of J and the diagonal of W, m values.
    ///
    /// # Panics
    /// If `jacobian`, `weights` or `values` has another length than there are entries, rows or entries.
    #[track_caller]
    pub fn weighted_into(&self, jacobian: &[f64], weights: &[f64], values: &mut [f64]) {
        same("the list of the Jacobian's values", jacobian.len(), "entries", self.places.len());
        same("the list of weights", weights.len(), "rows", self.begins.len() - 1);
        same("room for values", values.len(), "entries", self.entries());
        self.sum(jacobian, |i| weights[i], values);
    }

    fn sum(&self, jacobian: &[f64], weight: impl Fn(usize) -> f64, values: &mut [f64]) {
        values.fill(0.0);
        for (i, ends) in self.begins.windows(2).enumerate() {
            let (columns, places) = (&self.columns[ends[0]..ends[1]], &self.places[ends[0]..ends[1]]);
            for (k, (&j, &place)) in columns.iter().zip(places).enumerate() {
                let factor = weight(i) * jacobian[place as usize];
                let first = self.pattern.column_pointers()[j as usize];
                // Both lists ascend, and that of the column has all that are in this row.
                let mut at = 0;
                let column = self.pattern.column(j as usize);
                for (&l, &other) in columns[k..].iter().zip(&places[k..]) {
                    at += column[at..].partition_point(|&row| row < l as usize);
                    values[first + at] += factor * jacobian[other as usize];
                }
            }
        }
    }
}
