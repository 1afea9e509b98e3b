//! The operations of a recording: which values each joins, and in which pairs of them it is not linear.

use super::origin::{Class, FEW, Origin};
use super::shape::Shape;
use crate::{Error, memory};

/// The operations of a recording that join values, or are not linear.
///
/// A value has a number: first the inputs, then the results of the steps.
#[derive(Default)]
pub(crate) struct Steps {
    pub(crate) inputs: u32,
    is_second: bool,
    list: Vec<Step>,
    /// The operands of steps with more than two, each after its pairs in two halves.
    wide: Vec<u32>,
    /// Why operations were left out.
    lack: Option<Error>,
}

/// An operation: its operands, each once, and the pairs of them in which it is not linear, a bit for each.
#[derive(Clone, Copy)]
struct Step {
    operands: [u32; 2],
    /// How many operands there are; then for more than two, the first is a place in the list of wide ones.
    count: u32,
    pairs: u32,
}

/// More operands have all their pairs taken for not linear, if one is.
const WIDE: usize = 10;
const ALL: u64 = u64::MAX;

/// No value.
pub(crate) const NONE: u32 = u32::MAX;
/// The greatest number of values, and of operands.
pub(crate) const MOST: usize = u32::MAX as usize - 2;

/// The most steps whose memory is kept: 4 MiB, and as much for their operands.
const KEPT: usize = 1 << 18;

impl Steps {
    /// The number of values.
    pub(crate) fn values(&self) -> usize {
        self.inputs as usize + self.list.len()
    }

    /// The operands of a value; none for an input.
    #[inline]
    pub(crate) fn operands(&self, value: usize) -> &[u32] {
        match value.checked_sub(self.inputs as usize) {
            None => &[],
            Some(step) => {
                let Step { operands, count, .. } = &self.list[step];
                match *count {
                    0..=2 => &operands[..*count as usize],
                    _ => &self.wide[operands[0] as usize..(operands[0] + count) as usize],
                }
            }
        }
    }

    /// Whether the step that gives a value is not linear in some pair of operands.
    #[inline]
    pub(crate) fn is_curved(&self, value: usize) -> bool {
        value.checked_sub(self.inputs as usize).is_some_and(|step| self.list[step].pairs != 0)
    }

    /// The pairs of operands, by their places, in which the step that gives a value is not linear.
    #[inline]
    pub(crate) fn pairs(&self, value: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let Step { operands, count, pairs } = self.list[value - self.inputs as usize];
        let bits = match count {
            0..=2 => u64::from(pairs),
            _ => {
                let before = operands[0] as usize - 2;
                u64::from(self.wide[before]) | u64::from(self.wide[before + 1]) << 32
            }
        };
        let (mut marked, wide) = if bits == ALL { (0, count as usize) } else { (bits, 0) };
        let marked = core::iter::from_fn(move || {
            let place = PLACES.get(marked.trailing_zeros() as usize)?;
            marked &= marked - 1;
            Some((usize::from(place.0), usize::from(place.1)))
        });
        marked.chain((0..wide).flat_map(|a| (0..=a).map(move |b| (a, b))))
    }

    /// Calls for each input that a step has for an operand, and forgets the steps.
    pub(crate) fn take_inputs(&mut self, mut call: impl FnMut(u32)) {
        for value in self.inputs as usize..self.values() {
            self.operands(value).iter().filter(|&&a| a < self.inputs).for_each(|&a| call(a));
        }
        self.list.clear();
        self.wide.clear();
    }

    /// Whether all operations are there.
    ///
    /// # Errors
    /// If there were more than can be numbered, or than there is memory for.
    pub(crate) fn expect_all(&mut self) -> Result<(), Error> {
        self.lack.take().map_or(Ok(()), Err)
    }

    /// Whether there is no room for another step; the operands of wide ones may be there already, or are so many more.
    #[inline]
    fn is_full(&mut self, operands: usize) -> bool {
        let is_close =
            self.list.len() == self.list.capacity() || self.values() >= MOST || self.wide.len() > MOST - operands;
        is_close && self.is_full_indeed(operands)
    }

    #[cold]
    fn is_full_indeed(&mut self, operands: usize) -> bool {
        if self.lack.is_some() {
            return true;
        }
        let (count, wide) = (self.values(), self.wide.len());
        let room = match count >= MOST || wide > MOST - operands {
            true => Err(Error::TooLarge { what: "operations", count, most: MOST }),
            // Lists grow to twice their size, and are copied.
            false => memory::expect(memory::bytes([(self.list.len(), 2 * size_of::<Step>()), (wide, 8)]), || {
                format!("a recording of {} operations", 2 * self.list.len())
            }),
        };
        self.lack = room.err();
        self.lack.is_some()
    }

    /// This as one value: a step, if it is more.
    pub(super) fn value(&mut self, origin: Origin) -> Origin {
        if origin.size() < 2 && !(self.is_second && origin.is_curved()) {
            return origin;
        }
        let mut draft = self.begin();
        draft.origin(origin);
        draft.end()
    }

    /// What depends on a step and a few inputs, in the places behind it; the pairs among these come to a quotient.
    #[inline]
    fn beside(&mut self, step: u32, few: Origin, class: Class, quotient: u32) -> Origin {
        let (count, [a, b, c]) = (few.size(), few.all());
        let pairs = BESIDE[usize::from(few.pair_bits())]
            | match class {
                Class::Linear => 0,
                Class::Product => ACROSS[count],
                Class::Quotient => ACROSS[count] | quotient,
            };
        self.small(&[step, a, b, c][..1 + count], pairs)
    }

    /// A step of a few operands.
    #[inline]
    fn small(&mut self, operands: &[u32], pairs: u32) -> Origin {
        if self.is_full(operands.len() + 2) {
            return Origin::FLAT;
        }
        let count = operands.len() as u32;
        let step = match *operands {
            [a] => Step { operands: [a, NONE], count, pairs },
            [a, b] => Step { operands: [a, b], count, pairs },
            _ => {
                self.wide.extend([pairs, 0]);
                let begin = self.wide.len() as u32;
                self.wide.extend_from_slice(operands);
                Step { operands: [begin, NONE], count, pairs: u32::from(pairs != 0) }
            }
        };
        self.list.push(step);
        Origin::of_value(self.values() as u32 - 1, self.inputs)
    }

    /// Forgets a step that was begun.
    fn cancel(&mut self, first: usize, origin: Origin) -> Origin {
        self.wide.truncate(first - 2);
        origin
    }

    /// The result of a rule that depends on more than a few inputs.
    pub(super) fn rule<const N: usize>(&mut self, origins: &[Origin; N], shape: &Shape<N>) -> Origin {
        let used = || (0..N).filter(|&i| shape.first[i]);
        let mut origins = *origins;
        if used().map(|i| origins[i].size()).sum::<usize>() > WIDE {
            // Pairs of so many are not told one by one.
            used().for_each(|i| origins[i] = self.value(origins[i]));
        }
        let mut draft = self.begin();
        let mut places = [0; N];
        used().for_each(|i| places[i] = draft.origin(origins[i]));
        for i in used().filter(|&i| shape.second[i] != 0) {
            for j in used().filter(|&j| j <= i && shape.meet(i, j)) {
                draft.cross(places[i], places[j]);
            }
        }
        draft.end()
    }

    /// What depends on two others, and on more than a few inputs.
    pub(super) fn two(&mut self, a: Origin, b: Origin, class: Class) -> Origin {
        match (a.step(), b.step()) {
            (Some(step), None) => self.beside(step, b, class, AMONG[b.size()]),
            (None, Some(step)) => self.beside(step, a, class, 1),
            _ => self.merged(a, b, class),
        }
    }

    /// What depends on two steps, or on two times a few inputs.
    fn merged(&mut self, a: Origin, b: Origin, class: Class) -> Origin {
        let (mut operands, mut count, mut places) = ([NONE; 2 * FEW], a.size(), [0; FEW]);
        operands[..FEW].copy_from_slice(&a.all());
        for (place, value) in places.iter_mut().zip(b.values()) {
            let known = operands[..FEW].iter().position(|&known| known == value && known != NONE);
            *place = known.unwrap_or(count);
            if known.is_none() {
                operands[count] = value;
                count += 1;
            }
        }
        let (firsts, others) = (0..a.size(), &places[..b.size()]);
        let mut pairs = 0u32;
        let mut mark = |a: usize, b: usize| pairs |= 1 << bit(a.max(b), a.min(b));
        a.pairs().for_each(|(a, b)| mark(a, b));
        b.pairs().for_each(|(a, b)| mark(places[a], places[b]));
        if class != Class::Linear {
            firsts.for_each(|a| others.iter().for_each(|&b| mark(a, b)));
        }
        if class == Class::Quotient {
            others.iter().for_each(|&a| others.iter().for_each(|&b| mark(a, b)));
        }
        match operands[..count] {
            [a] if pairs == 0 => Origin::of_value(a, self.inputs),
            _ => self.small(&operands[..count], pairs),
        }
    }

    /// What is not linear in any pair of these.
    pub(super) fn join<'a>(&mut self, origins: impl Iterator<Item = &'a Origin>) -> Origin {
        let mut operands: Vec<u32> = origins.flat_map(|&origin| self.value(origin).values()).collect();
        operands.sort_unstable();
        operands.dedup();
        let mut draft = self.begin();
        draft.steps.wide.extend(operands);
        draft.all_pairs();
        draft.end()
    }

    /// Begins with so many inputs, with or without second derivatives.
    pub(super) fn start(&mut self, inputs: u32, is_second: bool) {
        (self.inputs, self.is_second) = (inputs, is_second);
    }

    /// Forgets all, and says whether the memory is worth being kept.
    pub(super) fn clear(&mut self) -> bool {
        self.list.clear();
        self.wide.clear();
        self.lack = None;
        self.list.capacity() <= KEPT && self.wide.capacity() <= 4 * KEPT
    }

    /// Begins a step: its operands and pairs are told one by one.
    fn begin(&mut self) -> Draft<'_> {
        let first = self.wide.len() + 2;
        // Room for the pairs.
        self.wide.extend([0; 2]);
        Draft { steps: self, first, pairs: 0 }
    }
}

/// A step that is not finished.
struct Draft<'s> {
    steps: &'s mut Steps,
    /// Where its operands begin among the wide ones.
    first: usize,
    pairs: u64,
}

impl Draft<'_> {
    /// The place of an operand, which may be there.
    #[inline]
    fn operand(&mut self, value: u32) -> usize {
        let wide = &mut self.steps.wide;
        let count = wide.len() - self.first;
        let known = wide[self.first..].iter().position(|&known| known == value);
        known.unwrap_or_else(|| {
            wide.push(value);
            count
        })
    }

    /// Marks a pair of places.
    #[inline]
    fn pair(&mut self, a: usize, b: usize) {
        self.pairs = if a.max(b) < WIDE { self.pairs | 1 << bit(a.max(b), a.min(b)) } else { ALL };
    }

    /// Marks each of these places with each of those.
    #[inline]
    fn cross(&mut self, these: u64, those: u64) {
        ones(these).for_each(|a| ones(those).for_each(|b| self.pair(a, b)));
    }

    /// Marks all pairs.
    fn all_pairs(&mut self) {
        let count = self.steps.wide.len() - self.first;
        self.pairs = if count > WIDE { ALL } else { (1 << bit(count, 0)) - 1 };
    }

    /// The values of this one, and its pairs: the places of the values.
    #[inline]
    fn origin(&mut self, origin: Origin) -> u64 {
        if origin.size() == 1 {
            let place = self.operand(origin.values().next().unwrap_or(NONE));
            if origin.is_curved() {
                self.pair(place, place);
            }
            return 1 << place.min(63);
        }
        let (mut places, mut bits) = ([0; FEW], 0);
        for (place, value) in places.iter_mut().zip(origin.values()) {
            *place = self.operand(value);
            // All that have no place of their own lie behind the pairs that are told one by one.
            bits |= 1u64 << (*place).min(63);
        }
        origin.pairs().filter(|(a, b)| b <= a).for_each(|(a, b)| self.pair(places[a], places[b]));
        bits
    }

    /// Its result.
    #[inline]
    fn end(self) -> Origin {
        let Draft { steps, first, pairs } = self;
        // A linear function of one value has the value's pattern.
        match steps.wide[first..] {
            [] => return steps.cancel(first, Origin::FLAT),
            [a] if pairs == 0 => return steps.cancel(first, Origin::of_value(a, steps.inputs)),
            _ => {}
        }
        if steps.is_full(0) {
            return steps.cancel(first, Origin::FLAT);
        }
        let operands = &steps.wide[first..];
        let count = operands.len() as u32;
        let step = match *operands {
            [a] => Step { operands: [a, NONE], count, pairs: pairs as u32 },
            [a, b] => Step { operands: [a, b], count, pairs: pairs as u32 },
            _ => Step { operands: [first as u32, NONE], count, pairs: u32::from(pairs != 0) },
        };
        if count > 2 {
            (steps.wide[first - 2], steps.wide[first - 1]) = (pairs as u32, (pairs >> 32) as u32);
        } else {
            steps.wide.truncate(first - 2);
        }
        steps.list.push(step);
        Origin::of_value(steps.values() as u32 - 1, steps.inputs)
    }
}

/// The pairs of operands by their bits.
const PLACES: [(u8, u8); WIDE * (WIDE + 1) / 2] = {
    let mut places = [(0, 0); WIDE * (WIDE + 1) / 2];
    let mut a = 0;
    while a < WIDE {
        let mut b = 0;
        while b <= a {
            places[bit(a, b)] = (a as u8, b as u8);
            b += 1;
        }
        a += 1;
    }
    places
};

const fn bit(a: usize, b: usize) -> usize {
    a * (a + 1) / 2 + b
}

/// The pairs of a few inputs, from the bits of a square to those of places from the second on.
const BESIDE: [u32; 1 << (FEW * FEW)] = {
    let mut all = [0; 1 << (FEW * FEW)];
    let mut set = 0;
    while set < all.len() {
        let mut a = 0;
        while a < FEW {
            let mut b = 0;
            while b <= a {
                all[set] |= ((set >> (FEW * a + b) & 1) as u32) << bit(a + 1, b + 1);
                b += 1;
            }
            a += 1;
        }
        set += 1;
    }
    all
};

/// The first place with so many places behind it, and these with each other.
const ACROSS: [u32; FEW + 1] = [0, 0b10, 0b1010, 0b100_1010];
const AMONG: [u32; FEW + 1] = [0, 0b100, 0b11_0100, 0b11_1011_0100];

/// The places of the bits that are set.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        (bits != 0).then(|| {
            let place = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            place
        })
    })
}
