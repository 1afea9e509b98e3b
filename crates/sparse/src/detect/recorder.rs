//! What pattern numbers write to: which values each operation joins, and in which pairs of them it is not linear.

use super::branches::Branches;
use super::number::PatternNumber;
use super::shape::{Argument, Shape};
use core::cell::{Cell, RefCell};
use core::panic::Location;
use rules::Rule;

/// A recording in progress.
#[derive(Default)]
pub(crate) struct Recorder {
    steps: RefCell<Steps>,
    /// Tells the numbers of a recording from those of an earlier one.
    epoch: Cell<u32>,
    second: Cell<bool>,
    local: Cell<bool>,
    /// Values are not computed.
    is_blind: bool,
    /// Where a value was first asked for, or numbers were compared.
    looked: Cell<Option<&'static Location<'static>>>,
    /// A value was asked for.
    is_open: Cell<bool>,
    branches: RefCell<Branches>,
}

/// The operations of a recording that join values, or are not linear.
///
/// A value has a number: first the inputs, then the results of the steps.
#[derive(Default)]
pub(crate) struct Steps {
    pub(crate) inputs: u32,
    list: Vec<Step>,
    /// The operands of steps with more than two, each after its pairs in two halves.
    wide: Vec<u32>,
    is_full: bool,
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

/// No value: a constant.
pub(crate) const NONE: u32 = u32::MAX;
/// No value: a number that changes with the inputs, but has no derivative.
pub(crate) const FLAT: u32 = u32::MAX - 1;
/// The greatest number of values, and of operands.
pub(crate) const MOST: usize = u32::MAX as usize - 2;

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

    /// Whether there were more operations than can be numbered.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// The result of a step, if it can be numbered.
    #[inline]
    fn push(&mut self, step: Step) -> u32 {
        if self.values() >= MOST {
            self.is_full = true;
            return FLAT;
        }
        self.list.push(step);
        self.values() as u32 - 1
    }

    /// As `push`, for a step with any number of operands.
    #[cold]
    fn push_wide(&mut self, operands: &[u32], pairs: u64) -> u32 {
        if self.wide.len() + operands.len() + 2 > MOST {
            self.is_full = true;
            return FLAT;
        }
        self.wide.extend([pairs as u32, (pairs >> 32) as u32]);
        let begin = self.wide.len() as u32;
        self.wide.extend(operands);
        self.push(Step { operands: [begin, 0], count: operands.len() as u32, pairs: u32::from(pairs != 0) })
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

impl Recorder {
    /// For functions that never look at a value.
    pub(crate) fn without_values() -> Recorder {
        Recorder { is_blind: true, ..Recorder::default() }
    }

    /// Whether values are not computed.
    pub(crate) fn is_blind(&self) -> bool {
        self.is_blind
    }

    /// Begins a recording with these inputs, with or without second derivatives, and of all that can be chosen or of what
    /// is.
    pub(crate) fn begin(&self, inputs: &[f64], second: bool, local: bool) -> Vec<PatternNumber<'_>> {
        self.epoch.set(self.epoch.get().wrapping_add(1));
        self.second.set(second);
        self.local.set(local);
        self.looked.set(None);
        self.is_open.set(false);
        self.steps.replace(Steps { inputs: inputs.len() as u32, ..Steps::default() });
        (0..).zip(inputs).map(|(id, &x)| self.number(x, id)).collect()
    }

    /// Ends it: what was recorded.
    pub(crate) fn end(&self) -> Steps {
        self.steps.take()
    }

    /// What was recorded, in the middle of it.
    pub(crate) fn steps(&self) -> &RefCell<Steps> {
        &self.steps
    }

    /// Where a value was first asked for.
    pub(crate) fn looked(&self) -> Option<&'static Location<'static>> {
        self.looked.get()
    }

    /// A value is asked for.
    pub(crate) fn look(&self, at: &'static Location<'static>) {
        self.looked.set(self.looked.get().or(Some(at)));
        self.is_open.set(true);
    }

    /// A comparison with that many answers, which at the point is this one: the answer to go on with.
    pub(crate) fn decide(&self, here: u8, answers: u8, at: &'static Location<'static>) -> u8 {
        self.looked.set(self.looked.get().or(Some(at)));
        self.branches.borrow_mut().decide(here, answers)
    }

    /// Whether a value was asked for, so that the answers of comparisons do not say all about the way that was taken.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open.get()
    }

    /// How comparisons are answered, and were.
    pub(crate) fn branches(&self) -> &RefCell<Branches> {
        &self.branches
    }

    pub(crate) fn epoch(&self) -> u32 {
        self.epoch.get()
    }

    /// Whether choices are followed.
    pub(crate) fn is_local(&self) -> bool {
        self.local.get()
    }

    pub(crate) fn number(&self, value: f64, id: u32) -> PatternNumber<'_> {
        PatternNumber::new(value, id, self, self.epoch.get())
    }

    /// The result of a rule that has a derivative.
    #[inline]
    pub(crate) fn apply<R: Rule<N>, const N: usize>(
        &self,
        value: f64,
        ids: [u32; N],
        args: [Argument; N],
        n: i32,
    ) -> PatternNumber<'_> {
        let shape = Shape::of::<R>(args, n, self.second.get());
        // The operands, each once, and of each argument its place among them.
        let (mut operands, mut count, mut places) = ([NONE; N], 0, [0; N]);
        for i in 0..N {
            if shape.first[i] {
                let known = operands[..count].iter().position(|&id| id == ids[i]);
                places[i] = known.unwrap_or(count);
                if known.is_none() {
                    operands[count] = ids[i];
                    count += 1;
                }
            }
        }
        let mut pairs = 0u64;
        for i in 0..N {
            for j in 0..=i {
                if shape.second[i] != 0 && shape.first[j] && (N > 64 || shape.second[i] >> j & 1 != 0) {
                    let (a, b) = (places[i].max(places[j]), places[i].min(places[j]));
                    pairs = if count > WIDE { ALL } else { pairs | 1 << bit(a, b) };
                }
            }
        }
        let id = match operands[..count] {
            // Nothing, or a linear function of one value: its pattern is the value's.
            [] => FLAT,
            [a] if pairs == 0 => a,
            [a] => self.steps.borrow_mut().push(Step { operands: [a, NONE], count: 1, pairs: pairs as u32 }),
            [a, b] => self.steps.borrow_mut().push(Step { operands: [a, b], count: 2, pairs: pairs as u32 }),
            _ => self.steps.borrow_mut().push_wide(&operands[..count], pairs),
        };
        self.number(value, id)
    }

    /// One of two values, as a branch decides.
    pub(crate) fn either(&self, value: f64, operands: [u32; 2]) -> PatternNumber<'_> {
        let id = self.steps.borrow_mut().push(Step { operands, count: 2, pairs: 0 });
        self.number(value, id)
    }

    /// The result of a function of which nothing is known: not linear in any pair of these values.
    pub(crate) fn join(&self, value: f64, ids: impl Iterator<Item = u32>) -> PatternNumber<'_> {
        let mut operands: Vec<u32> = ids.collect();
        operands.sort_unstable();
        operands.dedup();
        let mut steps = self.steps.borrow_mut();
        let id = match operands[..] {
            [] => FLAT,
            [a] => steps.push(Step { operands: [a, NONE], count: 1, pairs: 1 }),
            [a, b] => steps.push(Step { operands: [a, b], count: 2, pairs: 0b111 }),
            _ => steps.push_wide(&operands, ALL),
        };
        self.number(value, id)
    }
}
