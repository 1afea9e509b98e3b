//! Rounds of a loop as words, against which a list is held many operations at once.

use super::listing::{Arg, FIELD, Listed, Listing};
use core::cell::Cell;

/// Rounds as a list has them.
pub(super) struct Lot {
    /// Each operation with the numbers of its arguments behind that of the first one here; zero for inputs.
    words: Vec<u64>,
    /// The bits of arguments that are operations, and the bits that count.
    moves: Vec<u64>,
    masks: Vec<u64>,
}

/// Two numbers as the arguments of an operation.
pub(super) fn both(args: [i64; 2]) -> u64 {
    // What is less than zero takes from above, as a sum does that makes up for it.
    (args[0] as u64).wrapping_add((args[1] as u64) << FIELD)
}

impl Lot {
    /// Of some rounds; what is left out of the first one may be anything.
    pub(super) fn of(steps: &[Listed], rounds: usize, is_left_out: impl Fn(usize, Arg) -> bool) -> Lot {
        let (length, all) = (rounds * steps.len(), (1 << FIELD) - 1);
        let mut lot = Lot {
            words: Vec::with_capacity(length),
            moves: Vec::with_capacity(length),
            masks: Vec::with_capacity(length),
        };
        for k in 0..length {
            let step = &steps[k % steps.len()];
            let (mut args, mut moves, mut masks) = ([0; 2], [0; 2], [0; 2]);
            for (place, arg) in step.args().iter().enumerate() {
                (args[place], moves[place], masks[place]) = match *arg {
                    arg if k < steps.len() && is_left_out(k, arg) => (0, 0, 0),
                    // An input is told by the last bit, so that its number may grow with the others.
                    Arg::Input(_) => (0, 0, 1),
                    Arg::Outside(_) => (1, 0, 1),
                    Arg::Before(ago) => (2 * (k as i64 - i64::from(ago)) + 1, all, all),
                };
            }
            lot.words.push(both(args).wrapping_add((step.class as u64) << (2 * FIELD)));
            lot.moves.push(both(moves));
            lot.masks.push(both(masks) | 3 << (2 * FIELD));
        }
        lot
    }

    /// How many operations these are.
    pub(super) fn length(&self) -> usize {
        self.words.len()
    }

    /// The bits in which words differ, of which the first is that of an operation with this number.
    #[inline]
    pub(super) fn differ(&self, words: &[Cell<u64>], number: u32) -> u64 {
        let first = 2 * i64::from(number);
        let first = both([first; 2]);
        let own = self.words.iter().zip(&self.moves).zip(&self.masks);
        words
            .iter()
            .zip(own)
            .fold(0, |all, (word, ((own, moves), mask))| all | (own.wrapping_add(first & moves) ^ word.get()) & mask)
    }
}

/// The round of a loop into which nothing is carried: where others go on with a sum, it has the first term twice.
pub(super) struct Opening {
    lot: Lot,
    sums: Vec<usize>,
}

impl Opening {
    /// Of a body, of whose operations it is known whether they go on from round to round. Nothing if none does, or if one goes
    /// on with two.
    pub(super) fn of(steps: &[Listed], is_carried: impl Fn(usize) -> bool) -> Option<Opening> {
        let goes_on = |k: usize, arg: Arg| match arg {
            Arg::Before(ago) if ago as usize > k => is_carried(k + steps.len() - ago as usize),
            _ => false,
        };
        let count = |k: usize| steps[k].args().iter().filter(|&&arg| goes_on(k, arg)).count();
        let sums: Vec<usize> = (0..steps.len()).filter(|&k| count(k) > 0).collect();
        let are_sums = !sums.is_empty() && sums.iter().all(|&k| count(k) == 1 && steps[k].args().len() == 2);
        are_sums.then(|| Opening { lot: Lot::of(steps, 1, goes_on), sums })
    }

    /// Whether it is at a place of a list.
    pub(super) fn is_at(&self, list: Listing<'_>, at: usize) -> bool {
        let has_one = |&k: &usize| {
            let (_, [a, b]) = list.coded(at + k);
            a == b
        };
        self.lot.differ(list.words(at, at + self.lot.length()), list.number(at)) == 0 && self.sums.iter().all(has_one)
    }
}
