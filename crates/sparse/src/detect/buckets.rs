//! The pattern of pairs of many inputs: in buckets of columns that follow each other, each of which is put in order in a cache.
//!
//! Of 100 000 inputs, the places of all columns do not stay in one, and each pair that goes where its column has come to is a wait for
//! memory, in each pass.

use crate::Pattern;

/// The entries of a bucket, about, and the most buckets that are filled at the same time.
const OF_BUCKET: usize = 4096;
const MOST_BUCKETS: usize = 1024;

/// Lists that are kept for the next pattern.
#[derive(Default)]
pub(super) struct Buckets {
    /// In a word the column, as one of its bucket, and the row: on both sides of the diagonal.
    words: Vec<u32>,
    ends: Vec<usize>,
    /// Of one bucket the rows, column by column, and where those of each column end.
    rows: Vec<u32>,
    own: Vec<u32>,
}

impl Buckets {
    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        self.words.capacity() + 2 * self.ends.capacity()
    }

    /// The symmetric pattern of pairs of `n` inputs, of which some may stand more than once, and of those that meet themselves.
    pub(super) fn pattern(&mut self, n: usize, pairs: &[(u32, u32)], diagonal: &[bool]) -> Pattern {
        let Buckets { words, ends, rows, own } = self;
        let itself = || (0u32..).zip(diagonal).filter(|(_, is_there)| **is_there).map(|(i, _)| (i, i));
        let wanted = ((2 * pairs.len() + diagonal.len()) / OF_BUCKET).clamp(1, MOST_BUCKETS);
        // Columns that differ in their last bits alone are in one bucket; both, and a row, have room in a word.
        let row_bits = n.next_power_of_two().trailing_zeros();
        let bits = n.div_ceil(wanted).next_power_of_two().trailing_zeros().min(u32::BITS.saturating_sub(row_bits));
        let bucket = |column: u32| (column >> bits) as usize;
        ends.clear();
        ends.resize(n.div_ceil(1 << bits) + 1, 0);
        for (i, j) in pairs.iter().copied().chain(itself()) {
            ends[bucket(i) + 1] += 1;
            ends[bucket(j) + 1] += usize::from(i != j);
        }
        crate::pattern::accumulate(ends);
        words.clear();
        words.resize(ends[ends.len() - 1], 0);
        let mut put = |column: u32, row: u32| {
            let end = &mut ends[bucket(column)];
            words[*end] = (column & ((1 << bits) - 1)) << row_bits | row;
            *end += 1;
        };
        for (i, j) in pairs.iter().copied().chain(itself()) {
            put(i, j);
            if i != j {
                put(j, i);
            }
        }
        let (mut pointers, mut all, mut begin) = (Vec::with_capacity(n + 1), Vec::with_capacity(words.len()), 0);
        pointers.push(0);
        for &end in &ends[..ends.len() - 1] {
            let of_bucket = &words[begin..end];
            own.clear();
            own.resize((1 << bits) + 1, 0);
            of_bucket.iter().for_each(|word| own[(word >> row_bits) as usize + 1] += 1);
            (1..own.len()).for_each(|column| own[column] += own[column - 1]);
            rows.resize(rows.len().max(of_bucket.len()), 0);
            for word in of_bucket {
                let next = &mut own[(word >> row_bits) as usize];
                rows[*next as usize] = word & ((1 << row_bits) - 1);
                *next += 1;
            }
            let mut first = 0;
            for &last in own[..1 << bits].iter().take(n + 1 - pointers.len()) {
                let column = &mut rows[first..last as usize];
                column.sort_unstable();
                let mut before = u32::MAX;
                for &row in &*column {
                    if row != before {
                        all.push(row as usize);
                        before = row;
                    }
                }
                pointers.push(all.len());
                first = last as usize;
            }
            begin = end;
        }
        if all.len() < all.capacity() / 2 {
            all.shrink_to_fit();
        }
        Pattern::of_columns(n, pointers, all)
    }
}
