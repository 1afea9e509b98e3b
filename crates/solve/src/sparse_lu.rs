//! Sparse matrices, factored: left-looking elimination, column by column (Gilbert and Peierls 1988).

use crate::Error;
use crate::dense::{over, times};
use rules::Number;
use sparse::Pattern;
use std::collections::VecDeque;

/// A pivot on the diagonal is taken if it is at least this part of the largest in its column: it keeps the order.
const THRESHOLD: f64 = 0.1;
const NONE: usize = usize::MAX;

/// A factored sparse n x n matrix, whose entries are plain numbers; right-hand sides are of any number.
///
/// Columns and rows are put in the order of Cuthill and McKee, reversed, before the elimination.
///
/// ```
/// use solve::SparseLu;
/// use sparse::Pattern;
/// // The rows (2, 1, 0), (0, 4, 0), (0, 3, 5).
/// let pattern = Pattern::from_coordinates(3, 3, [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)]).expect("a pattern");
/// let lu = SparseLu::new(&pattern, &[2.0, 1.0, 4.0, 3.0, 5.0])?;
/// // Each matrix that is triangular in some order has factors without a further entry.
/// assert_eq!((lu.size(), lu.entries()), (3, 5));
/// let (mut b, mut c) = ([4.0f64, 8.0, 16.0], [2.0f64, 8.0, 5.0]);
/// lu.solve(&mut b);
/// lu.solve_transposed(&mut c);
/// assert!(b.iter().zip([1.0, 2.0, 2.0]).all(|(x, exact)| (x - exact).abs() < 1e-15));
/// assert!(c.iter().zip([1.0, 1.0, 1.0]).all(|(x, exact)| (x - exact).abs() < 1e-15));
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SparseLu {
    size: usize,
    /// Pivots stay on the diagonal as long as they are not zero, as they may in a symmetric positive definite matrix.
    diagonal_alone: bool,
    /// Step `k` eliminates this column, with this row as its pivot.
    columns: Vec<usize>,
    rows: Vec<usize>,
    lower: Columns,
    upper: Columns,
    diagonal: Vec<f64>,
    scales: Vec<f64>,
    work: Work,
}

/// Columns of a triangle: steps with factors.
#[derive(Clone, Debug, Default)]
struct Columns {
    ends: Vec<usize>,
    entries: Vec<(usize, f64)>,
}

impl Columns {
    fn column(&self, k: usize) -> &[(usize, f64)] {
        let start = if k == 0 { 0 } else { self.ends[k - 1] };
        &self.entries[start..self.ends[k]]
    }

    fn clear(&mut self) {
        self.ends.clear();
        self.entries.clear();
    }
}

impl SparseLu {
    /// Factors the matrix with this pattern and these values, in the pattern's order.
    ///
    /// # Errors
    /// If it is singular, not square, or an entry is not finite.
    ///
    /// # Panics
    /// If there are not as many values as entries.
    #[track_caller]
    pub fn new(pattern: &Pattern, values: &[f64]) -> Result<SparseLu, Error> {
        let mut lu = SparseLu::default();
        lu.refactor(pattern, values, &SparseLu::order(pattern))?;
        Ok(lu)
    }

    /// As [`new`](SparseLu::new), for a matrix that is to be symmetric and positive definite: its pivots stay on the diagonal.
    #[track_caller]
    pub(crate) fn of_symmetric(pattern: &Pattern, values: &[f64]) -> Result<SparseLu, Error> {
        let mut lu = SparseLu { diagonal_alone: true, ..SparseLu::default() };
        lu.refactor(pattern, values, &SparseLu::order(pattern))?;
        Ok(lu)
    }

    /// Whether a symmetric matrix was positive definite: all pivots are on the diagonal and positive.
    pub(crate) fn is_positive(&self) -> bool {
        self.rows == self.columns && self.diagonal.iter().all(|&pivot| pivot > 0.0)
    }

    /// The order in which the columns are eliminated: that of Cuthill and McKee, reversed.
    pub(crate) fn order(pattern: &Pattern) -> Vec<usize> {
        order(pattern)
    }

    /// Factors another matrix in the same memory, with columns in an order that is known.
    #[track_caller]
    pub(crate) fn refactor(&mut self, pattern: &Pattern, values: &[f64], order: &[usize]) -> Result<(), Error> {
        let n = pattern.columns();
        assert!(values.len() == pattern.entries(), "{} values for {} entries", values.len(), pattern.entries());
        crate::error::fits("rows of the matrix", pattern.rows(), n)?;
        crate::error::finite("the matrix", values)?;
        let singular = || Error::Singular { rcond: 0.0, size: n };
        self.size = n;
        self.scales.clear();
        self.scales.resize(n, 0.0f64);
        let scales = &mut self.scales;
        pattern.row_indices().iter().zip(values).for_each(|(&i, v)| scales[i] = scales[i].max(v.abs()));
        scales.iter_mut().for_each(|s| *s = 1.0 / *s);
        if scales.iter().any(|s| !s.is_finite()) {
            return Err(singular());
        }
        self.columns.clear();
        self.columns.extend_from_slice(order);
        self.rows.clear();
        self.diagonal.clear();
        self.lower.clear();
        self.upper.clear();
        let mut work = core::mem::take(&mut self.work);
        work.begin(n);
        // Rows of L are rows of the matrix until all pivots are known.
        let done = (0..n).try_for_each(|k| self.eliminate(k, pattern, values, &mut work));
        if done.is_some() {
            self.lower.entries.iter_mut().for_each(|(row, _)| *row = work.step_of[*row]);
        }
        self.work = work;
        done.ok_or_else(singular)
    }

    fn eliminate(&mut self, k: usize, pattern: &Pattern, values: &[f64], work: &mut Work) -> Option<()> {
        let j = self.columns[k];
        let (start, end) = (pattern.column_pointers()[j], pattern.column_pointers()[j + 1]);
        work.find_reach(k, &pattern.row_indices()[start..end], &self.lower);
        for (&row, &value) in pattern.row_indices()[start..end].iter().zip(&values[start..end]) {
            work.x[row] = value * self.scales[row];
        }
        for &row in work.reach.iter().rev() {
            let (step, x) = (work.step_of[row], work.x[row]);
            if step != NONE && x != 0.0 {
                for &(below, factor) in self.lower.column(step) {
                    work.x[below] -= factor * x;
                }
                self.upper.entries.push((step, x));
            }
        }
        let free = |row: usize| work.step_of[row] == NONE;
        let largest = work.reach.iter().filter(|&&row| free(row)).fold(0.0f64, |m, &row| m.max(work.x[row].abs()));
        let least = if self.diagonal_alone { f64::MIN_POSITIVE } else { THRESHOLD * largest };
        let on_diagonal = work.seen[j] == k && free(j) && work.x[j].abs() >= least;
        let first = || work.reach.iter().copied().find(|&row| free(row) && work.x[row].abs() == largest);
        let pivot = if on_diagonal { j } else { first()? };
        let value = work.x[pivot];
        if largest <= f64::MIN_POSITIVE {
            return None;
        }
        for &row in &work.reach {
            if work.step_of[row] == NONE && row != pivot && work.x[row] != 0.0 {
                self.lower.entries.push((row, work.x[row] / value));
            }
            work.x[row] = 0.0;
        }
        work.step_of[pivot] = k;
        self.rows.push(pivot);
        self.diagonal.push(value);
        self.lower.ends.push(self.lower.entries.len());
        self.upper.ends.push(self.upper.entries.len());
        Some(())
    }

    /// The number of rows, n.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The entries of both factors.
    pub fn entries(&self) -> usize {
        self.lower.entries.len() + self.upper.entries.len() + self.size
    }

    /// Replaces `b` by the solution of A x = b, on any number. Cost: two operations for each entry of the factors.
    ///
    /// # Panics
    /// If `b` has not n values.
    #[track_caller]
    pub fn solve<T: Number>(&self, b: &mut [T]) {
        self.solve_in(b, &mut Vec::new());
    }

    /// As [`solve`](SparseLu::solve), with memory that is there.
    #[track_caller]
    pub(crate) fn solve_in<T: Number>(&self, b: &mut [T], x: &mut Vec<T>) {
        assert!(b.len() == self.size, "a right-hand side of {} values for {} equations", b.len(), self.size);
        x.clear();
        x.extend(self.rows.iter().map(|&row| times(b[row], self.scales[row])));
        for k in 0..self.size {
            let known = x[k];
            self.lower.column(k).iter().for_each(|&(i, factor)| x[i] = x[i] - times(known, factor));
        }
        for k in (0..self.size).rev() {
            x[k] = over(x[k], self.diagonal[k]);
            let known = x[k];
            self.upper.column(k).iter().for_each(|&(i, factor)| x[i] = x[i] - times(known, factor));
        }
        self.columns.iter().zip(&*x).for_each(|(&column, &x)| b[column] = x);
    }

    /// Replaces `b` by the solution of A^T x = b, on any number.
    ///
    /// # Panics
    /// If `b` has not n values.
    #[track_caller]
    pub fn solve_transposed<T: Number>(&self, b: &mut [T]) {
        assert!(b.len() == self.size, "a right-hand side of {} values for {} equations", b.len(), self.size);
        let mut x: Vec<T> = self.columns.iter().map(|&column| b[column]).collect();
        for k in 0..self.size {
            let mut sum = x[k];
            self.upper.column(k).iter().for_each(|&(i, factor)| sum = sum - times(x[i], factor));
            x[k] = over(sum, self.diagonal[k]);
        }
        for k in (0..self.size).rev() {
            let mut sum = x[k];
            self.lower.column(k).iter().for_each(|&(i, factor)| sum = sum - times(x[i], factor));
            x[k] = sum;
        }
        self.rows.iter().zip(x).for_each(|(&row, x)| b[row] = times(x, self.scales[row]));
    }
}

/// What the elimination of a column works on, by rows of the matrix.
#[derive(Clone, Debug, Default)]
struct Work {
    /// The step whose pivot a row was.
    step_of: Vec<usize>,
    x: Vec<f64>,
    /// The last step that has reached a row.
    seen: Vec<usize>,
    /// The rows that this column reaches, in the order in which a depth-first search leaves them.
    reach: Vec<usize>,
    /// Rows whose search is not done, with how far it is.
    open: Vec<(usize, usize)>,
}

impl Work {
    fn begin(&mut self, n: usize) {
        for list in [&mut self.step_of, &mut self.seen] {
            list.clear();
            list.resize(n, NONE);
        }
        self.x.clear();
        self.x.resize(n, 0.0);
    }

    /// The rows that the column's entries lead to through the columns of L: a search whose depth is on a list.
    fn find_reach(&mut self, k: usize, start: &[usize], lower: &Columns) {
        self.reach.clear();
        let open = &mut self.open;
        for &row in start {
            if self.seen[row] == k {
                continue;
            }
            self.seen[row] = k;
            open.push((row, 0));
            while let Some((row, next)) = open.pop() {
                let step = self.step_of[row];
                let below = if step == NONE { &[][..] } else { lower.column(step) };
                match (next..below.len()).find(|&at| self.seen[below[at].0] != k) {
                    Some(at) => {
                        open.push((row, at + 1));
                        self.seen[below[at].0] = k;
                        open.push((below[at].0, 0));
                    }
                    None => self.reach.push(row),
                }
            }
        }
    }
}

/// The order of Cuthill and McKee, reversed, of the matrix and its transpose together: neighbours stay close, so that few
/// entries are filled in.
fn order(pattern: &Pattern) -> Vec<usize> {
    let n = pattern.columns();
    let mut neighbors: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (i, j) in pattern.iter().filter(|(i, j)| i != j) {
        neighbors[i].push(j);
        neighbors[j].push(i);
    }
    for list in &mut neighbors {
        list.sort_unstable();
        list.dedup();
    }
    let degrees: Vec<usize> = neighbors.iter().map(Vec::len).collect();
    let mut by_degree: Vec<usize> = (0..n).collect();
    by_degree.sort_by_key(|&v| degrees[v]);
    let (mut seen, mut order, mut queue) = (vec![false; n], Vec::with_capacity(n), VecDeque::new());
    for root in by_degree {
        if seen[root] {
            continue;
        }
        seen[root] = true;
        queue.push_back(root);
        while let Some(v) = queue.pop_front() {
            order.push(v);
            neighbors[v].sort_by_key(|&w| degrees[w]);
            for &w in &neighbors[v] {
                if !seen[w] {
                    seen[w] = true;
                    queue.push_back(w);
                }
            }
        }
    }
    order.reverse();
    order
}
