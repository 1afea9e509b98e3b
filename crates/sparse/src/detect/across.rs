//! The pattern of pairs in any order, without a sort: what goes by rows and then by columns ascends.

use crate::{Pattern, pattern};

/// Lists that are kept for the next pattern, as memory that comes and goes is touched for the first time each time.
#[derive(Default)]
pub(super) struct Across {
    itself: Vec<bool>,
    /// Where the entries of each row below the diagonal begin, and of each column.
    of_row: Vec<u32>,
    of_column: Vec<u32>,
    by_rows: Vec<u32>,
    by_columns: Vec<u32>,
    /// Where the next entry of each row goes.
    next: Vec<u32>,
    /// Where the next entry of each column goes, and the row of the last one.
    ends: Vec<[u32; 2]>,
}

impl Across {
    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        self.by_rows.capacity() + 4 * self.of_row.capacity()
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
        let count = accumulate(of_row) as usize;
        accumulate(of_column);
        next.clone_from(of_row);
        ends.clear();
        ends.extend(of_column[..n].iter().map(|&begin| [begin, u32::MAX]));
        by_rows.resize(count, 0);
        by_columns.resize(count, 0);
        // As slices, whose places and lengths stay in registers.
        let (itself, of_row, of_column) = (&itself[..], &of_row[..], &of_column[..]);
        let (by_rows, by_columns) = (&mut by_rows[..], &mut by_columns[..]);
        let (next, ends) = (&mut next[..n], &mut ends[..n]);
        for &(i, j) in pairs.iter().filter(|(i, j)| i != j) {
            let next = &mut next[i as usize];
            by_rows[*next as usize] = j;
            *next += 1;
        }
        // How many entries each column has; at first those above the diagonal.
        let mut pointers = vec![0; n + 1];
        for i in 0..n {
            let mut above = 0;
            for &j in &by_rows[of_row[i] as usize..of_row[i + 1] as usize] {
                let [end, last] = &mut ends[j as usize];
                // The same pair again is written where the next one goes; there is no branch that is hard to foresee.
                by_columns[*end as usize] = i as u32;
                let is_new = u32::from(*last != i as u32);
                (*end, *last) = (*end + is_new, i as u32);
                above += is_new as usize;
            }
            pointers[i + 1] = above;
        }
        let below = |column: usize| &by_columns[of_column[column] as usize..ends[column][0] as usize];
        for (column, count) in pointers[1..].iter_mut().enumerate() {
            *count += usize::from(itself[column]) + below(column).len();
        }
        pattern::accumulate(&mut pointers);
        let mut all = vec![0; pointers[n]];
        let rows = &mut all[..];
        // These are less than 2^32, as so many pairs are not listed.
        next.iter_mut().zip(&pointers).for_each(|(next, &begin)| *next = begin as u32);
        for column in 0..n {
            // Those above the diagonal are there: they came with the columns before.
            let mut place = next[column] as usize;
            if itself[column] {
                rows[place] = column;
                place += 1;
            }
            let below = below(column);
            for (row, &i) in rows[place..].iter_mut().zip(below) {
                *row = i as usize;
            }
            for &i in below {
                let next = &mut next[i as usize];
                rows[*next as usize] = column;
                *next += 1;
            }
        }
        Pattern::of_columns(n, pointers, all)
    }
}

/// The sums of counts, the first of which is zero: the last one.
fn accumulate(counts: &mut [u32]) -> u32 {
    counts.iter_mut().fold(0, |sum, count| {
        *count += sum;
        *count
    })
}

fn zeros(list: &mut Vec<u32>, length: usize) {
    list.clear();
    list.resize(length, 0);
}
