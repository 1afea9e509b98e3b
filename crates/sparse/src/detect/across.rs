//! The pattern of pairs in any order, without a sort: what goes by rows and then by columns ascends.
//!
//! Every pass is one loop over all pairs, without one over those of a row or a column in it, whose end would be hard to foresee. So
//! pairs are moved as a whole, in a word of half the size where inputs are few: 40 000 pairs of 10 000 inputs take 155 us, and took
//! 250 us with loops in loops. That what is counted of a row is added in memory, where each waits for the one before, takes
//! no longer than a sum in a register.

use super::buckets::Buckets;
use crate::Pattern;

/// Lists that are kept for the next pattern, as memory that comes and goes is touched for the first time each time.
#[derive(Default)]
pub(super) struct Across {
    counts: Counts,
    by_rows: Vec<u32>,
    by_columns: Vec<u32>,
    buckets: Buckets,
}

#[derive(Default)]
struct Counts {
    itself: Vec<bool>,
    /// Where the entries of each row below the diagonal begin, and of each column.
    of_row: Vec<u32>,
    of_column: Vec<u32>,
    /// Where the next entry of each row goes.
    next: Vec<u32>,
    /// Where the next entry of each column goes, and the row of the last one.
    ends: Vec<[u32; 2]>,
}

/// With so many inputs a pair is a word.
pub(super) const SHORT: usize = 1 << u16::BITS;

fn row(pair: u32) -> usize {
    pair as u16 as usize
}

fn column(pair: u32) -> usize {
    (pair >> u16::BITS) as usize
}

/// A pair of inputs below that number in a word.
#[inline]
pub(super) fn short(i: u32, j: u32) -> u32 {
    i.min(j) << u16::BITS | i.max(j)
}

/// The pair in a word, the greater first.
pub(super) fn of_short(pair: u32) -> (u32, u32) {
    (row(pair) as u32, column(pair) as u32)
}

impl Across {
    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        self.by_rows.capacity() + 4 * self.counts.of_row.capacity() + self.buckets.capacity()
    }

    /// The symmetric pattern of pairs of `n` inputs, the greater first, of which some may stand more than once, and of those
    /// that meet themselves, as all in [`short`] pairs do.
    pub(super) fn pattern(&mut self, n: usize, shorts: &[u32], pairs: &[(u32, u32)], diagonal: &[bool]) -> Pattern {
        match n <= SHORT {
            true => self.counts.pattern(n, shorts, pairs, diagonal, [&mut self.by_rows, &mut self.by_columns]),
            false => self.buckets.pattern(n, pairs, diagonal),
        }
    }
}

impl Counts {
    fn pattern(
        &mut self,
        n: usize,
        shorts: &[u32],
        pairs: &[(u32, u32)],
        diagonal: &[bool],
        [by_rows, by_columns]: [&mut Vec<u32>; 2],
    ) -> Pattern {
        let Counts { itself, of_row, of_column, next, ends } = self;
        itself.clear();
        itself.extend_from_slice(diagonal);
        itself.resize(n, false);
        zeros(of_row, n + 1);
        zeros(of_column, n + 1);
        // As slices, whose places and lengths stay in registers.
        let (itself, of_row, of_column) = (&mut itself[..n], &mut of_row[..n + 1], &mut of_column[..n + 1]);
        let (rows, columns) = (&mut of_row[1..], &mut of_column[1..]);
        count(itself, rows, columns, shorts.iter().map(|&pair| (row(pair), column(pair))));
        let all = rows.iter().zip(&*columns);
        itself.iter_mut().zip(all).for_each(|(itself, (row, column))| *itself |= row | column != 0);
        count(itself, rows, columns, pairs.iter().map(|&(i, j)| (i as usize, j as usize)));
        let count = accumulate(of_row) as usize;
        accumulate(of_column);
        next.clear();
        next.extend_from_slice(&of_row[..n]);
        by_rows.resize(count, 0);
        by_columns.resize(count, 0);
        let (by_rows, by_columns, next) = (&mut by_rows[..], &mut by_columns[..], &mut next[..n]);
        let mut put = |pair: u32| {
            if row(pair) != column(pair) {
                by_rows[after(&mut next[row(pair)])] = pair;
            }
        };
        shorts.iter().for_each(|&pair| put(pair));
        pairs.iter().for_each(|&(i, j)| put(short(i, j)));
        ends.clear();
        ends.extend(of_column[..n].iter().map(|&begin| [begin, u32::MAX]));
        // How many entries there are above the diagonal in columns up to each; a sum in a register, as in memory each would
        // wait for the one before.
        next.fill(0);
        let ends = &mut ends[..n];
        for &pair in &*by_rows {
            let (i, ends) = (row(pair), &mut ends[column(pair)]);
            // The same pair again is written where the next one goes; there is no branch that is hard to foresee.
            let [end, last] = *ends;
            let is_new = u32::from(last != i as u32);
            *ends = [end + is_new, i as u32];
            next[i] += is_new;
            by_columns[end as usize] = pair;
        }
        let mut pointers = Vec::with_capacity(n + 1);
        pointers.push(0);
        // Where columns have room left, those behind are moved there, as many columns at once as there are without. From its place
        // then, how far an entry is from its place in the pattern: all of these are less than 2^32, as so many pairs are not listed.
        let (mut at, mut begin, mut lost) = (0, 0, 0);
        for column in 0..n {
            let (first, end, room) = (of_column[column], ends[column][0], of_column[column + 1]);
            let below = at + core::mem::replace(&mut next[column], at) + u32::from(itself[column]);
            ends[column][0] = below.wrapping_sub(first - lost);
            at = below + (end - first);
            pointers.push(at as usize);
            if end < room {
                by_columns.copy_within(begin as usize..end as usize, (begin - lost) as usize);
                (begin, lost) = (room, lost + (room - end));
            }
        }
        by_columns.copy_within(begin as usize.., (begin - lost) as usize);
        let mut all = vec![0; at as usize];
        let rows = &mut all[..];
        for (place, &pair) in (0u32..).zip(&by_columns[..count - lost as usize]) {
            let (i, j) = (row(pair), column(pair));
            rows[place.wrapping_add(ends[j][0]) as usize] = i;
            rows[after(&mut next[i])] = j;
        }
        // The entries above the diagonal end there.
        for (column, &place) in next.iter().enumerate().filter(|&(column, _)| itself[column]) {
            rows[place as usize] = column;
        }
        Pattern::of_columns(n, pointers, all)
    }
}

/// Counts pairs in each row and column, and notes those on the diagonal.
fn count(itself: &mut [bool], rows: &mut [u32], columns: &mut [u32], pairs: impl Iterator<Item = (usize, usize)>) {
    pairs.for_each(|(i, j)| match i == j {
        true => itself[i] = true,
        false => {
            rows[i] += 1;
            columns[j] += 1;
        }
    });
}

/// Where the next one goes, and the one behind it then: written before what goes there, so that it is not read again.
#[inline]
fn after(next: &mut u32) -> usize {
    let place = *next;
    *next = place + 1;
    place as usize
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
