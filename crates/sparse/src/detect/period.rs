//! Where a list of operations repeats, and what one of the rounds reads.

use super::body::LONGEST;
use super::listing::{Arg, Listed, Listing};

/// So many operations at the least have to be the same as those a round before, and two rounds of them.
pub(super) const SURE: usize = 16;

/// After how many operations those before a place repeat.
pub(super) fn period(list: Listing<'_>, from: usize, to: usize) -> Option<usize> {
    (1..=LONGEST.min((to - from) / 3)).find(|&p| repeats(list, from, to, p))
}

/// Whether those before a place are the same as so many operations before.
pub(super) fn repeats(list: Listing<'_>, from: usize, to: usize, p: usize) -> bool {
    let begin = to.checked_sub(SURE.max(2 * p)).filter(|&begin| begin >= from + p);
    begin.is_some_and(|begin| (begin..to).rev().all(|k| are_alike(list, k, p)))
}

/// Whether an operation does the same as one so many before; inputs may be others, and so may be what was made long before.
#[inline]
pub(super) fn are_alike(list: Listing<'_>, at: usize, p: usize) -> bool {
    let ((class, [a, b]), (class_before, [a_before, b_before])) = (list.coded(at), list.coded(at - p));
    let far = 2 * (list.number(at) - list.number(at).min(2 * p as u32));
    let are = |now: u32, before: u32| match now & before & 1 {
        0 => (now | before) & 1 == 0,
        _ => now.wrapping_sub(before) == 2 * p as u32 || now < far && before + 2 * (p as u32) < far,
    };
    class == class_before && are(a, a_before) && are(b, b_before)
}

/// Whether what an operation of a round takes was made before the loop: farther away than two rounds.
pub(super) fn is_outside(ago: u32, p: usize) -> bool {
    ago as usize > 2 * p
}

/// What a body takes of inputs.
pub(super) struct Reads {
    pub(super) steps: Vec<Listed>,
    pub(super) reads: Vec<(usize, u32)>,
    pub(super) again: Vec<((usize, u32), usize)>,
    /// Which of these are results of operations before the loop, as bits.
    pub(super) outside: u64,
}

impl Reads {
    /// Of the last of two rounds, which ends at a place.
    pub(super) fn of(list: Listing<'_>, to: usize, p: usize) -> Reads {
        // What is read, in both rounds: inputs, or results of operations.
        let mut read: Vec<(bool, [u32; 2])> = Vec::new();
        let mut found = Reads { steps: Vec::with_capacity(p), reads: Vec::new(), again: Vec::new(), outside: 0 };
        for k in 0..p {
            let (before, made) = (list.get(to - 2 * p + k), list.get(to - p + k));
            let mut step = made;
            for arg in 0..made.args().len() {
                let both = match (before.args[arg], made.args[arg]) {
                    (Arg::Input(before), Arg::Input(input)) => (false, [before, input]),
                    (Arg::Before(before), Arg::Before(ago)) if is_outside(ago, p) => {
                        (true, [list.number(to - 2 * p + k) - before, list.number(to - p + k) - ago])
                    }
                    _ => continue,
                };
                let place = read.iter().position(|&known| known == both);
                match place {
                    Some(place) => found.again.push(((k, arg as u32), place)),
                    None => {
                        found.reads.push((k, arg as u32));
                        read.push(both);
                    }
                }
                let place = place.unwrap_or(read.len() - 1);
                step.args[arg] = if both.0 { Arg::Outside(place as u32) } else { Arg::Input(place as u32) };
                // Of more than a word no body is made.
                found.outside |= u64::from(both.0) << (place % 64);
            }
            found.steps.push(step);
        }
        found
    }
}
