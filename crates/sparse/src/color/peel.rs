//! Dense rows and columns that get a product of their own.

use super::order::Order;
use crate::{Coloring, Pattern};

/// Colours for the columns of a matrix without its dense rows, or for the rows without the dense columns.
///
/// ```
/// use sparse::{Pattern, color};
/// let pattern = Pattern::dense(50, 50)?.filter(|i, j| i == j || i < 2);
/// let peeled = color::peeled_columns(&pattern, color::Order::Natural);
/// // Two rows, and one product for all columns of the diagonal.
/// assert_eq!((peeled.dense.len(), peeled.count()), (2, 3));
/// # Ok::<(), sparse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peeled {
    /// The rows (or columns) that were left out, ascending: each takes a product in the other direction.
    pub dense: Vec<usize>,
    /// The colours of the columns (or rows), for the entries that remain.
    pub coloring: Coloring,
}

impl Peeled {
    /// The number of products.
    pub fn count(&self) -> usize {
        self.dense.len() + self.coloring.count()
    }
}

/// Colours the columns without the densest rows: as many as make the bound of the products, the rows left out and the
/// longest of the others, least; none where that gains nothing.
///
/// ```
/// use sparse::{Pattern, color};
/// let pattern = Pattern::dense(1000, 1000)?.filter(|i, j| i == j || i == 7);
/// let peeled = color::peeled_columns(&pattern, color::Order::Natural);
/// assert_eq!((peeled.dense.as_slice(), peeled.coloring.count()), (&[7][..], 1));
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn peeled_columns(pattern: &Pattern, order: Order) -> Peeled {
    let mut lengths = vec![0; pattern.rows()];
    pattern.row_indices().iter().for_each(|&i| lengths[i] += 1);
    let mut by_length: Vec<usize> = (0..lengths.len()).collect();
    by_length.sort_by_key(|&i| (core::cmp::Reverse(lengths[i]), i));
    let bound = |k: usize| k + by_length.get(k).map_or(0, |&i| lengths[i]);
    // More rows than the longest has entries are never worth it.
    let most = by_length.first().map_or(0, |&i| lengths[i]).min(by_length.len());
    let count = (0..=most).min_by_key(|&k| bound(k)).unwrap_or(0);
    let mut dense = by_length[..count].to_vec();
    dense.sort_unstable();
    if dense.is_empty() {
        return Peeled { dense, coloring: super::columns(pattern, order) };
    }
    let mut left_out = vec![false; pattern.rows()];
    dense.iter().for_each(|&i| left_out[i] = true);
    Peeled { dense, coloring: super::columns(&pattern.filter(|i, _| !left_out[i]), order) }
}

/// Colours the rows without the densest columns; see [`peeled_columns`].
///
/// ```
/// use sparse::{Pattern, color};
/// let pattern = Pattern::dense(50, 50)?.filter(|i, j| i == j || j == 7);
/// assert_eq!(color::peeled_rows(&pattern, color::Order::Natural).dense, [7]);
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn peeled_rows(pattern: &Pattern, order: Order) -> Peeled {
    peeled_columns(&pattern.transpose(), order)
}

/// A star colouring of a symmetric pattern: the densest columns have colours of their own, the others are coloured as
/// columns without these. As many are taken as make the bound least; nothing where none are.
pub(crate) fn peeled_symmetric(pattern: &Pattern, order: Order) -> Option<Coloring> {
    let n = pattern.columns();
    let mut degrees: Vec<usize> = (0..n).map(|j| pattern.column(j).len()).collect();
    let mut by_degree: Vec<Vec<usize>> = vec![Vec::new(); degrees.iter().max().map_or(1, |&d| d + 1)];
    (0..n).rev().for_each(|j| by_degree[degrees[j]].push(j));
    let mut removed = vec![false; n];
    let mut sequence = Vec::new();
    let mut best = (by_degree.len() - 1, 0);
    let mut degree = by_degree.len() - 1;
    while degree > 0 && sequence.len() < best.0 {
        let Some(j) = by_degree[degree].pop() else {
            // None has this degree any more: the bound of what remains.
            degree -= 1;
            best = best.min((sequence.len() + degree, sequence.len()));
            continue;
        };
        if removed[j] || degrees[j] != degree {
            continue;
        }
        removed[j] = true;
        sequence.push(j);
        for &i in pattern.column(j).iter().filter(|&&i| i != j) {
            if !removed[i] {
                degrees[i] -= 1;
                by_degree[degrees[i]].push(i);
            }
        }
    }
    let dense = &sequence[..best.1];
    if dense.is_empty() {
        return None;
    }
    let mut left_out = vec![false; n];
    dense.iter().for_each(|&j| left_out[j] = true);
    let rest = super::columns(&pattern.filter(|i, j| !left_out[i] && !left_out[j]), order);
    let mut colors = rest.colors().to_vec();
    dense.iter().zip(rest.count() as u32..).for_each(|(&j, color)| colors[j] = color);
    Some(Coloring::new(colors))
}
