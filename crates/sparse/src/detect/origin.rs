//! What a number depends on: a few inputs, which travel with it, or a step of the recording.
//!
//! As long as the inputs are few, so are the pairs of them in which a number is not linear, and all of that fits into two
//! words: nothing is recorded, and what never comes to an output is forgotten by itself. Two words are handed from one
//! operation to the next in registers. With four inputs, in three words, that go through memory, an operation took 19 ns
//! instead of 13, as processors wait where what was stored in pieces is loaded as a whole.

use super::shape::Shape;
use super::steps::NONE;

/// Numbers of more inputs are steps of the recording.
pub(crate) const FEW: usize = 3;

/// Instead of a count of inputs.
const STEP: u64 = FEW as u64 + 1;
const CONSTANT: u64 = FEW as u64 + 2;
const TOO_MANY: u64 = FEW as u64 + 3;

/// Where pairs lie in the second word, and the count.
const PAIRS: u32 = 32;
const KIND: u32 = 48;

/// What a number depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Two inputs, in any order; or the number of a step, in the first place. The other places are `NONE`.
    low: u64,
    /// One input; the pairs of inputs in which the number is not linear: by their places a and b, bit `3 a + b`, and
    /// `3 b + a`; the number of inputs, or what it is instead (none where it changes, but has no derivative).
    high: u64,
}

/// How a result depends on its two operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Linear,
    /// Linear in each.
    Product,
    /// Linear in the first.
    Quotient,
}

const fn no_inputs(kind: u64) -> Origin {
    Origin { low: u64::MAX, high: NONE as u64 | kind << KIND }
}

impl Origin {
    pub(crate) const CONSTANT: Origin = no_inputs(CONSTANT);
    /// A number that changes with the inputs, but has no derivative.
    pub(crate) const FLAT: Origin = no_inputs(0);

    /// One value of the recording: an input, or the result of a step.
    #[inline]
    pub(crate) fn of_value(value: u32, inputs: u32) -> Origin {
        let kind = if value < inputs { 1 } else { STEP };
        Origin { low: u64::from(NONE) << 32 | u64::from(value), ..no_inputs(kind) }
    }

    #[inline]
    fn kind(self) -> u64 {
        self.high >> KIND
    }

    #[inline]
    pub(crate) fn is_constant(self) -> bool {
        self.kind() == CONSTANT
    }

    #[inline]
    pub(crate) fn is_flat(self) -> bool {
        self.kind() == 0
    }

    /// Whether it has a derivative.
    #[inline]
    pub(crate) fn is_active(self) -> bool {
        (1..=STEP).contains(&self.kind())
    }

    /// Its values, and `NONE` behind them.
    #[inline]
    pub(crate) fn all(self) -> [u32; FEW] {
        [self.low as u32, (self.low >> 32) as u32, self.high as u32]
    }

    /// The number of inputs, if these are few; otherwise none.
    #[inline]
    fn count(self) -> usize {
        if self.kind() > FEW as u64 { 0 } else { self.kind() as usize }
    }

    /// The step that it is, if it is one.
    #[inline]
    pub(crate) fn step(self) -> Option<u32> {
        (self.kind() == STEP).then_some(self.low as u32)
    }

    /// How many values of the recording it depends on.
    #[inline]
    pub(crate) fn size(self) -> usize {
        if self.kind() == STEP { 1 } else { self.count() }
    }

    /// The values of the recording that it depends on.
    #[inline]
    pub(crate) fn values(self) -> impl Iterator<Item = u32> + use<> {
        self.all().into_iter().take(self.size())
    }

    /// The inputs that it depends on, if they are few.
    pub(crate) fn inputs(self) -> impl Iterator<Item = u32> + use<> {
        self.all().into_iter().take(self.count())
    }

    /// The pairs of its inputs in which it is not linear, as bits of a square.
    #[inline]
    pub(crate) fn pair_bits(self) -> u16 {
        (self.high >> PAIRS) as u16
    }

    #[inline]
    fn mark(&mut self, pairs: u16) {
        self.high |= u64::from(pairs) << PAIRS;
    }

    /// Whether there is a pair in which it is not linear.
    pub(crate) fn is_curved(self) -> bool {
        self.pair_bits() != 0
    }

    /// The pairs of its values in which it is not linear, by their places; each twice.
    #[inline]
    pub(crate) fn pairs(self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let mut left = self.pair_bits();
        core::iter::from_fn(move || {
            let bit = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (bit < FEW * FEW).then_some((bit / FEW, bit % FEW))
        })
    }

    /// The result of a rule, if all that it depends on are a few inputs.
    #[inline]
    pub(crate) fn of_rule<const N: usize>(args: &[Origin; N], shape: &Shape<N>) -> Option<Origin> {
        let (mut all, mut places) = (Origin::FLAT, [0; N]);
        for i in 0..N {
            if shape.first[i] {
                places[i] = all.add(args[i])?;
            }
        }
        for i in 0..N {
            if shape.second[i] != 0 {
                for j in (0..=i).filter(|&j| shape.meet(i, j)) {
                    all.mark(outer(places[i], places[j]));
                }
            }
        }
        Some(all)
    }

    /// What depends on two others, if that are a few inputs.
    #[inline]
    pub(crate) fn of_two(a: Origin, b: Origin, class: Class) -> Option<Origin> {
        let all = a.with(b, class);
        (all.kind() != TOO_MANY).then_some(all)
    }

    #[inline(never)]
    fn with(self, other: Origin, class: Class) -> Origin {
        let (mut all, mine) = (self, low(self.count()));
        let Some(theirs) = all.add(other) else {
            return no_inputs(TOO_MANY);
        };
        match class {
            Class::Linear => {}
            Class::Product => all.mark(outer(mine, theirs)),
            Class::Quotient => all.mark(outer(mine, theirs) | outer(theirs, theirs)),
        }
        all
    }

    /// What is not linear in any pair of these, if they depend on a few inputs.
    pub(crate) fn of_all<'a>(args: impl Iterator<Item = &'a Origin>) -> Option<Origin> {
        let mut all = Origin::FLAT;
        for &arg in args {
            all.add(arg)?;
        }
        all.bent()
    }

    /// What is not linear in any pair of the inputs, if these are few.
    #[inline]
    pub(crate) fn bent(mut self) -> Option<Origin> {
        let every = low(self.count());
        self.mark(outer(every, every));
        (self.kind() != STEP).then_some(self)
    }

    /// Adds what another one depends on: the places of its inputs here, a bit for each, if there is room.
    #[inline]
    fn add(&mut self, other: Origin) -> Option<u16> {
        if self.kind() == STEP || other.kind() == STEP {
            return None;
        }
        // The same inputs in the same places.
        if self.low == other.low && (self.high ^ other.high) & !(0xffff << PAIRS) == 0 {
            self.high |= other.high;
            return Some(low(self.count()));
        }
        if other.kind() == 1 && self.kind() > 0 {
            let place = self.place(other.low as u32)?;
            self.mark((other.pair_bits() & 1) << ((FEW + 1) * place));
            return Some(1 << place);
        }
        self.add_all(other)
    }

    /// The place of an input, which may be there, if there is room.
    #[inline]
    fn place(&mut self, input: u32) -> Option<usize> {
        let known = self.all().iter().position(|&known| known == input);
        if known.is_some() {
            return known;
        }
        let end = self.count();
        match end {
            0 | 1 => self.low ^= u64::from(!input) << (32 * end),
            2 => self.high ^= u64::from(!input),
            _ => return None,
        }
        self.high += 1 << KIND;
        Some(end)
    }

    fn add_all(&mut self, other: Origin) -> Option<u16> {
        if self.kind() == 0 {
            if other.is_active() {
                *self = other;
            }
            return Some(low(other.count()));
        }
        let (mut places, mut bits) = ([0; FEW], 0);
        for (place, input) in places.iter_mut().zip(other.inputs()) {
            *place = self.place(input)?;
            bits |= 1 << *place;
        }
        let pairs = other.pairs().fold(0, |pairs, (a, b)| pairs | 1 << (FEW * places[a] + places[b]));
        self.mark(pairs);
        Some(bits)
    }
}

/// Each of these places with each of those, either way round.
#[inline]
fn outer(these: u16, those: u16) -> u16 {
    (ROWS[usize::from(these)] * those) | (ROWS[usize::from(those)] * these)
}

/// So many bits.
#[inline]
const fn low(count: usize) -> u16 {
    (1 << count) - 1
}

/// For each set of places the first bits of their rows: times another set, that set in each of these rows.
const ROWS: [u16; 1 << FEW] = {
    let mut rows = [0; 1 << FEW];
    let mut set = 0;
    while set < rows.len() {
        let mut place = 0;
        while place < FEW {
            if set >> place & 1 != 0 {
                rows[set] |= 1 << (FEW * place);
            }
            place += 1;
        }
        set += 1;
    }
    rows
};
