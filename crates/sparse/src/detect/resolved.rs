//! Results of numbered operations, by what they depend on.

use super::loops::Found;
use super::origin::{ONGOING, Origin};
use super::trace::Trace;

/// How many of those that were resolved are known.
const RECENT: usize = 2048;

impl Trace {
    /// A number as one that can be traced: the result of a numbered operation by what it depends on.
    #[inline]
    pub(super) fn resolved(&mut self, a: Origin) -> Origin {
        match a.operation() {
            Some(number) => self.of_number(a, number),
            None => a,
        }
    }

    #[inline(never)]
    fn of_number(&mut self, a: Origin, number: u32) -> Origin {
        self.expect(a);
        // Of this recording alone.
        let name = u64::from(self.first) << 32 | u64::from(number);
        // By the golden ratio: of rows of a layer the numbers are in even steps.
        let place = (name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - RECENT.ilog2())) as usize;
        if let Some(&(known, origin)) = self.watch.resolved.get(place)
            && known == name
        {
            return origin;
        }
        let origin = self.of_number_anew(number);
        self.watch.resolved.resize(RECENT, (0, Origin::FLAT));
        self.watch.resolved[place] = (name, origin);
        origin
    }

    fn of_number_anew(&mut self, number: u32) -> Origin {
        match self.windows.loops.used(number) {
            Some(Found::Alone(origin)) => origin,
            Some(Found::Round { at, round, reads, is_bent }) => {
                let count = reads.count_ones() as usize;
                self.make_room(count);
                let mut bits = 0;
                let mut left = reads;
                while left != 0 {
                    let place = left & left.wrapping_neg();
                    left ^= place;
                    let input = self.windows.loops.inputs(at, round, place).next();
                    bits |= input.map_or(0, |input| self.place(input));
                }
                Origin::of_places(bits, self.window, self.node_of(is_bent))
            }
            Some(Found::Carried { is_bent }) => {
                self.make_room(1);
                let number = self.earlier_number(ONGOING, number.into());
                let bits = number.map_or(0, |number| self.place_of_earlier(number));
                Origin::of_places(bits, self.window, self.node_of(is_bent))
            }
            None => Origin::FLAT,
        }
    }

    fn node_of(&mut self, is_bent: bool) -> u32 {
        if self.is_second && is_bent { self.needs.next(0, 0) } else { 0 }
    }
}
