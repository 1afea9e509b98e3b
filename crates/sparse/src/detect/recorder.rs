//! What pattern numbers write to: which values each operation joins, and in which pairs of them it is not linear.

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
    looked: Cell<Option<&'static Location<'static>>>,
}

/// The operations of a recording that join values, or are not linear.
///
/// A value has a number: first the inputs, then the results of the steps.
#[derive(Default)]
pub(crate) struct Steps {
    pub(crate) inputs: u32,
    /// Where the operands of each step end.
    ends: Vec<u32>,
    /// Each once for a step.
    operands: Vec<u32>,
    /// The pairs of operands in which a step is not linear, a bit for each; none where there are no steps with any.
    pairs: Vec<u64>,
    is_full: bool,
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
        self.inputs as usize + self.ends.len()
    }

    /// The operands of a value; none for an input.
    pub(crate) fn operands(&self, value: usize) -> &[u32] {
        match value.checked_sub(self.inputs as usize) {
            None => &[],
            Some(step) => {
                let begin = step.checked_sub(1).map_or(0, |before| self.ends[before]);
                &self.operands[begin as usize..self.ends[step] as usize]
            }
        }
    }

    /// Whether the step that gives a value is not linear in some pair of operands.
    pub(crate) fn is_curved(&self, value: usize) -> bool {
        value.checked_sub(self.inputs as usize).is_some_and(|step| self.pairs[step] != 0)
    }

    /// The pairs of operands, by their places, in which the step that gives a value is not linear.
    pub(crate) fn pairs(&self, value: usize) -> impl Iterator<Item = (usize, usize)> {
        let (bits, count) = (self.pairs[value - self.inputs as usize], self.operands(value).len());
        let places = (0..count).flat_map(|a| (0..=a).map(move |b| (a, b)));
        places.filter(move |&(a, b)| bits == ALL || bits >> bit(a, b) & 1 != 0)
    }

    /// Whether there were more operations than can be numbered.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }
}

fn bit(a: usize, b: usize) -> usize {
    a * (a + 1) / 2 + b
}

impl Recorder {
    /// Begins a recording with that many inputs, with or without second derivatives.
    pub(crate) fn begin(&self, inputs: &[f64], second: bool) -> Vec<PatternNumber<'_>> {
        self.epoch.set(self.epoch.get().wrapping_add(1));
        self.second.set(second);
        self.looked.set(None);
        self.steps.replace(Steps { inputs: inputs.len() as u32, ..Steps::default() });
        (0..).zip(inputs).map(|(id, &x)| self.number(x, id)).collect()
    }

    /// Ends it: what was recorded.
    pub(crate) fn end(&self) -> Steps {
        self.steps.take()
    }

    /// Where a value was first asked for.
    pub(crate) fn looked(&self) -> Option<&'static Location<'static>> {
        self.looked.get()
    }

    pub(crate) fn look(&self, at: &'static Location<'static>) {
        self.looked.set(self.looked.get().or(Some(at)));
    }

    pub(crate) fn epoch(&self) -> u32 {
        self.epoch.get()
    }

    fn number(&self, value: f64, id: u32) -> PatternNumber<'_> {
        PatternNumber::new(value, id, self, self.epoch.get())
    }

    /// The result of a rule that has a derivative.
    pub(crate) fn apply<R: Rule<N>, const N: usize>(
        &self,
        value: f64,
        ids: [u32; N],
        args: [Argument; N],
        n: i32,
    ) -> PatternNumber<'_> {
        let shape = Shape::of::<R>(args, n, self.second.get());
        let mut steps = self.steps.borrow_mut();
        let begin = steps.operands.len();
        // Of each argument with a derivative its place among the operands.
        let mut places = [usize::MAX; N];
        for i in (0..N).filter(|&i| shape.first[i]) {
            let known = steps.operands[begin..].iter().position(|&id| id == ids[i]);
            places[i] = known.unwrap_or(steps.operands.len() - begin);
            if known.is_none() {
                steps.operands.push(ids[i]);
            }
        }
        let count = steps.operands.len() - begin;
        let mut pairs = 0u64;
        for i in (0..N).filter(|&i| shape.second[i] != 0) {
            for j in (0..=i).filter(|&j| shape.first[j] && (N > 64 || shape.second[i] >> j & 1 != 0)) {
                let (a, b) = (places[i].max(places[j]), places[i].min(places[j]));
                pairs = if count > WIDE { ALL } else { pairs | 1 << bit(a, b) };
            }
        }
        if pairs == 0 && count <= 1 {
            // Nothing, or a linear function of one value: its pattern is the value's.
            let id = steps.operands.get(begin).copied().unwrap_or(FLAT);
            steps.operands.truncate(begin);
            return self.number(value, id);
        }
        if steps.values() >= MOST || steps.operands.len() > MOST {
            steps.is_full = true;
            steps.operands.truncate(begin);
            return self.number(value, FLAT);
        }
        let end = steps.operands.len() as u32;
        steps.ends.push(end);
        steps.pairs.push(pairs);
        self.number(value, steps.values() as u32 - 1)
    }
}
