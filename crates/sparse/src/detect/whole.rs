//! A symmetric matrix of bits, for pairs that are many beside the places of all of it: no list of them is sorted.

use super::trace::ones;
use crate::Pattern;

/// With so many words for each pair, and so many at the most, which fit into a cache, it is less work than to sort them.
const WORDS_A_PAIR: usize = 1;
const MOST_WORDS: usize = 1 << 19;

/// A bit for each two of some inputs.
#[derive(Default)]
pub(super) struct Whole {
    /// The words of a column.
    words: usize,
    bits: Vec<u64>,
    /// One column, for those that meet the same.
    column: Vec<u64>,
    /// Whether each meets itself, as in most rounds some do: no word is read to note that.
    diagonal: Vec<bool>,
}

impl Whole {
    /// That of so many inputs, in the room of another, if it is worth its size for so many pairs.
    pub(super) fn of(inputs: usize, pairs: usize, room: &mut Whole) -> Option<Whole> {
        let words = inputs.div_ceil(64);
        let size = inputs.checked_mul(words)?;
        if size > pairs.saturating_mul(WORDS_A_PAIR).min(MOST_WORDS) {
            return None;
        }
        let mut whole = core::mem::take(room);
        whole.words = words;
        for (list, length) in [(&mut whole.bits, size), (&mut whole.column, words)] {
            list.clear();
            list.resize(length, 0);
        }
        whole.diagonal.clear();
        whole.diagonal.resize(inputs, false);
        Some(whole)
    }

    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        self.bits.capacity() + self.diagonal.capacity() / 8
    }

    #[inline]
    pub(super) fn meet(&mut self, i: usize, j: usize) {
        if i == j {
            self.diagonal[i] = true;
        } else {
            self.meet_other(i, j);
        }
    }

    #[inline]
    fn meet_other(&mut self, i: usize, j: usize) {
        self.bits[i * self.words + j / 64] |= 1 << (j % 64);
        self.bits[j * self.words + i / 64] |= 1 << (i % 64);
    }

    /// What meets in each of some rounds, of so many inputs each: pairs of places, which are these groups as well.
    pub(super) fn meet_in_rounds(
        &mut self,
        (inputs, width): (&[u32], usize),
        pairs: impl Iterator<Item = [usize; 2]> + Clone,
        groups: &[(u64, u64)],
    ) {
        let of_groups = groups.iter().map(|(some, others)| others.count_ones() + some.count_ones() * self.words as u32);
        // A pair is two bits.
        if 2 * pairs.clone().count() <= of_groups.sum::<u32>() as usize {
            for [a, b] in pairs {
                let rounds = inputs.chunks_exact(width).map(|round| [round[a] as usize, round[b] as usize]);
                match a == b {
                    true => rounds.for_each(|[i, _]| self.diagonal[i] = true),
                    false => rounds.for_each(|[i, j]| self.meet_other(i, j)),
                }
            }
            return;
        }
        for round in inputs.chunks_exact(width) {
            for &(some, others) in groups {
                self.column.fill(0);
                ones(others).for_each(|place| self.put(round[place]));
                ones(some).for_each(|place| self.add_to(round[place]));
            }
        }
    }

    /// Into the column.
    #[inline]
    fn put(&mut self, i: u32) {
        self.column[i as usize / 64] |= 1 << (i % 64);
    }

    /// The column to that of an input.
    #[inline]
    fn add_to(&mut self, i: u32) {
        let own = &mut self.bits[i as usize * self.words..][..self.words];
        own.iter_mut().zip(&self.column).for_each(|(own, word)| *own |= word);
    }

    /// All in one list meet all in the other.
    pub(super) fn meet_all(&mut self, first: &[u32], second: &[u32]) {
        for (some, others) in [(first, second), (second, first)] {
            self.column.fill(0);
            others.iter().for_each(|&j| self.put(j));
            some.iter().for_each(|&i| self.add_to(i));
        }
    }

    /// The pattern of what meets.
    pub(super) fn pattern(&mut self, inputs: usize) -> Pattern {
        for (i, _) in self.diagonal.iter().enumerate().filter(|(_, is_there)| **is_there) {
            self.bits[i * self.words + i / 64] |= 1 << (i % 64);
        }
        let entries = self.bits.iter().map(|word| word.count_ones() as usize).sum();
        let (mut pointers, mut rows) = (Vec::with_capacity(inputs + 1), vec![0; entries]);
        pointers.push(0);
        let mut at = 0;
        for column in self.bits.chunks_exact(self.words.max(1)) {
            for (&word, first) in column.iter().zip((0..).step_by(64)) {
                at = list_bits(&mut rows, at, word, first);
            }
            pointers.push(at);
        }
        Pattern::of_columns(inputs, pointers, rows)
    }
}

/// Writes the places of the bits of a word, of which the first is this one, from a place on: the place behind.
#[inline]
pub(super) fn list_bits(rows: &mut [usize], at: usize, word: u64, first: usize) -> usize {
    let (mut at, mut left) = (at, word);
    while left != 0 {
        rows[at] = first + left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        at += 1;
    }
    at
}
