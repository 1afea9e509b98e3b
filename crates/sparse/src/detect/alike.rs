//! Numbers that are results of the same operation in rounds of the same loop, as most are that a loop reads in one place.

use super::listing::MOST_NUMBERED;
use super::loops::Loops;

/// Quotients by a number of up to [`LONGEST`](super::body::LONGEST), as a division takes ten times as long as a product.
#[derive(Clone, Copy)]
struct Quotient(u64);

/// The bits behind the point.
const BEHIND: u32 = 36;

impl Quotient {
    /// As `a e < 2^BEHIND / divisor` for all that is divided, where `e < 1` is the error of the factor, all quotients are exact.
    fn by(divisor: u32) -> Quotient {
        Quotient((1u64 << BEHIND).div_ceil(divisor.into()))
    }

    #[inline]
    fn of(self, a: u32) -> u32 {
        ((u64::from(a) * self.0) >> BEHIND) as u32
    }
}

/// Of numbers that are alike: the loop, the place of the operation in its body, and the rounds.
pub(super) struct Alike {
    pub(super) stretch: usize,
    pub(super) at: usize,
    pub(super) rounds: Vec<u32>,
}

impl Loops {
    /// In which rounds these are the results of one operation of a loop, if they are.
    pub(super) fn alike(&self, numbers: &[u32]) -> Option<Alike> {
        let (stretch, first, _) = self.stretch_of(*numbers.first()?)?;
        let (of, body) = self.at(stretch)?;
        let length = body.steps.len() as u32;
        let (at, count, quotient) = ((numbers[0] - first) % length, of.rounds, Quotient::by(length));
        let mut differ = false;
        let rounds = numbers.iter().map(|number| {
            let offset = number.wrapping_sub(first) % MOST_NUMBERED;
            let round = quotient.of(offset);
            differ |= (round * length + at != number.wrapping_sub(first)) | (round >= count);
            round
        });
        let rounds = rounds.collect();
        (!differ).then_some(Alike { stretch, at: at as usize, rounds })
    }
}
