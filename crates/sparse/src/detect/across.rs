//! The pattern of pairs in any order, without a sort: what goes by rows and then by columns ascends.

use crate::{Pattern, pattern};

/// Lists that are kept for the next pattern, as memory that comes and goes is touched for the first time each time.
#[derive(Default)]
pub(super) struct Across {
    itself: Vec<bool>,
    /// Where the entries of each row below the diagonal begin, and of each column.
    of_row: Vec<usize>,
    of_column: Vec<usize>,
    by_rows: Vec<u32>,
    by_columns: Vec<u32>,
    /// Where the next entry of each row goes, and of each column.
    next: Vec<usize>,
    ends: Vec<usize>,
}

impl Across {
    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        self.by_rows.capacity() + 5 * self.of_row.capacity()
    }

    /// The symmetric pattern of pairs of `n` inputs, the greater first, of which some may stand more than once, and of those
    /// that meet themselves.
    pub(super) fn pattern(&mut self, n: usize, pairs: &[(u32, u32)], diagonal: &[bool]) -> Pattern {
        let Across { itself, of_row, of_column, by_rows, by_columns, next, ends } = self;
        itself.clear();
        itself.extend_from_slice(diagonal);
        itself.resize(n, false);
        zeros(of_row, n + 1);
        zeros(of_column, n + 1);
        for &(i, j) in pairs {
            match i == j {
                true => itself[i as usize] = true,
                false => {
                    of_row[i as usize + 1] += 1;
                    of_column[j as usize + 1] += 1;
                }
            }
        }
        pattern::accumulate(of_row);
        pattern::accumulate(of_column);
        next.clone_from(of_row);
        ends.clone_from(of_column);
        by_rows.resize(of_row[n], 0);
        by_columns.resize(of_row[n], 0);
        for &(i, j) in pairs.iter().filter(|(i, j)| i != j) {
            by_rows[next[i as usize]] = j;
            next[i as usize] += 1;
        }
        // How many entries each column has; at first those above the diagonal.
        let mut pointers = vec![0; n + 1];
        for i in 0..n {
            for &j in &by_rows[of_row[i]..of_row[i + 1]] {
                let (begin, end) = (of_column[j as usize], &mut ends[j as usize]);
                // The same pair again stands behind itself.
                if *end == begin || by_columns[*end - 1] != i as u32 {
                    by_columns[*end] = i as u32;
                    *end += 1;
                    pointers[i + 1] += 1;
                }
            }
        }
        let below = |column: usize| &by_columns[of_column[column]..ends[column]];
        for (column, count) in pointers[1..].iter_mut().enumerate() {
            *count += usize::from(itself[column]) + below(column).len();
        }
        pattern::accumulate(&mut pointers);
        next.clone_from(&pointers);
        let mut rows = vec![0; pointers[n]];
        for column in 0..n {
            // Those above the diagonal are there: they came with the columns before.
            if itself[column] {
                rows[next[column]] = column;
                next[column] += 1;
            }
            for (row, &i) in rows[next[column]..].iter_mut().zip(below(column)) {
                *row = i as usize;
            }
            for &i in below(column) {
                rows[next[i as usize]] = column;
                next[i as usize] += 1;
            }
        }
        Pattern::of_columns(n, pointers, rows)
    }
}

fn zeros(list: &mut Vec<usize>, length: usize) {
    list.clear();
    list.resize(length, 0);
}
