//! The pattern of pairs of many inputs: in buckets of columns that follow each other, each of which is put in order in a cache.
//!
//! Of 100 000 inputs, the places of all columns do not stay in one, and each pair that goes where its column has come to is a wait for
//! memory, in each pass.

use crate::Pattern;

/// The pairs of a bucket, about, and the most buckets that are filled at the same time.
const OF_BUCKET: usize = 2048;
const MOST_BUCKETS: usize = 1024;

/// Lists that are kept for the next pattern.
#[derive(Default)]
pub(super) struct Buckets {
    /// A column and a row in a word, on both sides of the diagonal.
    words: Vec<u64>,
    ends: Vec<usize>,
}

impl Buckets {
    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        2 * self.words.capacity()
    }

    /// The symmetric pattern of pairs of `n` inputs, of which some may stand more than once, and of those that meet themselves.
    pub(super) fn pattern(&mut self, n: usize, pairs: &[(u32, u32)], diagonal: &[bool]) -> Pattern {
        let Buckets { words, ends } = self;
        let itself = || (0u32..).zip(diagonal).filter(|(_, is_there)| **is_there).map(|(i, _)| (i, i));
        let count = 2 * pairs.len() + diagonal.len();
        let wanted = (count / OF_BUCKET).clamp(1, MOST_BUCKETS);
        // Columns that differ in their last bits alone are in one bucket.
        let bits = n.div_ceil(wanted).next_power_of_two().trailing_zeros();
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
            words[*end] = u64::from(column) << 32 | u64::from(row);
            *end += 1;
        };
        for (i, j) in pairs.iter().copied().chain(itself()) {
            put(i, j);
            if i != j {
                put(j, i);
            }
        }
        let (mut pointers, mut rows, mut begin) = (Vec::with_capacity(n + 1), Vec::with_capacity(words.len()), 0);
        pointers.push(0);
        for &end in &ends[..ends.len() - 1] {
            let own = &mut words[begin..end];
            own.sort_unstable();
            let mut last = u64::MAX;
            for &word in &*own {
                if word != last {
                    let column = (word >> 32) as usize;
                    if pointers.len() <= column {
                        pointers.resize(column + 1, rows.len());
                    }
                    rows.push(word as u32 as usize);
                    last = word;
                }
            }
            begin = end;
        }
        pointers.resize(n + 1, rows.len());
        if rows.len() < rows.capacity() / 2 {
            rows.shrink_to_fit();
        }
        Pattern::of_columns(n, pointers, rows)
    }
}
