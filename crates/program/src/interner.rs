//! Which instructions there are already.
//!
//! An instruction is looked for near the place of its largest operand, since what is recorded together has operands that
//! were recorded together: a long program then is made at the speed of the cache, not of the memory (50 instead
//! of 200 ns for each operation at 10^6 of them). Where many instructions crowd round one operand, they are looked for at
//! places that depend on all of the instruction, ever farther apart.

use crate::hash::Key;
use crate::program::Step;
use std::hash::{BuildHasher, Hasher};

/// An open table of instructions, which stand in a list beside it.
#[derive(Default)]
pub(crate) struct Interner {
    /// Numbers of instructions, plus one; 0 is a free place. The length is a power of two, or 0.
    places: Vec<u32>,
    taken: usize,
    key: Key,
}

/// How many places near the largest operand an instruction may take.
const NEAR: usize = 16;

impl Interner {
    /// With room for that many instructions.
    pub(crate) fn with_room(steps: usize) -> Interner {
        Interner { places: vec![0; (2 * steps).next_power_of_two()], ..Interner::default() }
    }

    /// The number of an equal instruction in the list, or none; then the number that the list gives to the next one is
    /// noted for it. `constant` is the mark of operands that are constants.
    pub(crate) fn find_or_note(&mut self, list: &[Step], step: &Step, constant: u32) -> Option<usize> {
        if 2 * (self.taken + 1) > self.places.len() {
            self.grow(list, constant);
        }
        let at = self.seek(step, constant, |known| list[known] == *step);
        match self.places[at] {
            0 => {
                self.places[at] = list.len() as u32 + 1;
                self.taken += 1;
                None
            }
            known => Some(known as usize - 1),
        }
    }

    /// The number of an equal instruction in the list, or none.
    pub(crate) fn find(&self, list: &[Step], step: &Step, constant: u32) -> Option<usize> {
        if self.places.is_empty() {
            return None;
        }
        let at = self.seek(step, constant, |known| list[known] == *step);
        (self.places[at] as usize).checked_sub(1)
    }

    /// The place of an equal instruction, or the free one where it belongs.
    fn seek(&self, step: &Step, constant: u32, equal: impl Fn(usize) -> bool) -> usize {
        let mask = self.places.len() - 1;
        let (home, far) = self.homes(step, constant);
        let near = (0..NEAR).map(|i| (home + i) & mask);
        let fits = |&at: &usize| self.places[at] == 0 || equal(self.places[at] as usize - 1);
        near.chain((0..).map(|i| (far + i * (i + 1) / 2) & mask)).find(fits).unwrap_or(0)
    }

    fn grow(&mut self, list: &[Step], constant: u32) {
        let old = core::mem::take(&mut self.places);
        self.places = vec![0; (2 * old.len()).max(64)];
        for known in old.into_iter().filter(|&known| known != 0) {
            let at = self.seek(&list[known as usize - 1], constant, |_| false);
            self.places[at] = known;
        }
    }

    /// Where an instruction is looked for first, and where then.
    fn homes(&self, step: &Step, constant: u32) -> (usize, usize) {
        let mut hasher = self.key.build_hasher();
        hasher.write_u64(u64::from(step.code) << 32 | u64::from(step.args[0]));
        hasher.write_u64(u64::from(step.args[1]) << 32 | u64::from(step.args[2]));
        let h = hasher.finish() as usize;
        let largest = step.args.iter().filter(|&a| a & constant == 0).max().map_or(0, |&a| a as usize);
        // One value with many constants is spread out by these.
        let constants = step.args.iter().filter(|&a| a & constant != 0).map(|a| (a & !constant) as usize);
        let largest = constants.fold(largest, usize::wrapping_add);
        (2 * largest + (h & 127), h >> 7)
    }
}
