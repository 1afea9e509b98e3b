//! The sweep by blocks, last to first: adjoints are kept for one block at a time, and for what lies below it and has
//! some already.

use crate::Adjoint;
use crate::descent::term;
use crate::records::{Record, Records};
use crate::spill::far::Far;
use crate::spill::{Spill, SpillError};
use crate::streams::{INDEX, Lists};
use rules::{Number, doubt_nan};

/// A sweep to be made: from seeds on some nodes to the adjoints of others.
pub(crate) struct Sweep<'a, T> {
    /// The inputs that the recording began with.
    pub(crate) leading: usize,
    /// The index of the first statement that was not handed over.
    pub(crate) first: usize,
    pub(crate) seeds: &'a [(u32, T)],
    /// The nodes whose adjoints are wanted, each with its place in the result, in the order of the nodes.
    pub(crate) wanted: &'a [(u32, usize)],
    /// The operations that others wait for.
    pub(crate) records: &'a Records<T>,
}

/// Writes the wanted adjoints to `out`: the same to the bit as those of a sweep in memory, because every sum is made in
/// the same order. Where a NaN is met, a second pass follows the structure; where others wait for what is recorded, the
/// first does, as they make no second one.
pub(crate) fn sweep<T: Number>(
    sweep: &Sweep<'_, T>,
    spill: &mut dyn Spill<T>,
    rest: Lists<'_, T>,
    out: &mut [T],
) -> Result<(), SpillError> {
    spill.check()?;
    let eager = T::RECORDS || sweep.records.collective;
    if eager || !sweep.pass::<false>(spill, rest, out)? {
        sweep.pass::<true>(spill, rest, out)?;
        doubt_nan(out.iter().copied());
    }
    Ok(())
}

/// The adjoints of some nodes in a row, and, where the structure is followed, which of them are reached.
struct Window<T> {
    start: usize,
    adjoints: Vec<T>,
    reached: Vec<bool>,
}

impl<T: Number> Window<T> {
    fn reset<const FOLLOW: bool>(&mut self, start: usize, len: usize) {
        self.start = start;
        self.adjoints.clear();
        self.adjoints.resize(len, zero());
        self.reached.clear();
        self.reached.resize(if FOLLOW { len } else { 0 }, false);
    }

    fn set(&mut self, place: usize, adjoint: T, reached: bool) {
        if let Some(to) = self.adjoints.get_mut(place) {
            *to = adjoint;
        }
        if let Some(to) = self.reached.get_mut(place) {
            *to = reached;
        }
    }

    fn get(&self, place: usize) -> (T, bool) {
        (self.adjoints.get(place).copied().unwrap_or(zero()), self.reached.get(place).copied().unwrap_or(true))
    }
}

/// What lies below the window: the inputs that the recording began with, which everything may use, and the rest.
struct Below<T> {
    inputs: Window<T>,
    far: Far<T>,
}

/// The operations that the sweep has not come to, and of the next one the adjoints of the outputs that it has.
struct Open<'r, T> {
    records: &'r Records<T>,
    rest: core::slice::Iter<'r, Record<T>>,
    outputs: Vec<T>,
}

impl<T: Number> Open<'_, T> {
    /// Takes the adjoint of a statement that is an output of an operation, last to first; at its first output goes back through
    /// it. False if it is none.
    fn take(&mut self, statement: usize, adjoint: T, add: impl FnMut(usize, usize, T)) -> bool {
        let Some(record) = self.rest.as_slice().last().filter(|record| statement < record.end()) else { return false };
        self.outputs.push(adjoint);
        if statement == record.first {
            self.outputs.reverse();
            self.records.pull_together(record, &self.outputs, add);
            self.outputs.clear();
            self.rest.next_back();
        }
        true
    }
}

impl<T: Number> Below<T> {
    #[inline]
    fn add(&mut self, index: u32, term: T) {
        match self.inputs.adjoints.get_mut(index as usize) {
            Some(target) => {
                target.add(term);
                if let Some(reached) = self.inputs.reached.get_mut(index as usize) {
                    *reached = true;
                }
            }
            None => self.far.add::<T>(index, term),
        }
    }
}

impl<T: Number> Sweep<'_, T> {
    /// One pass; false if it met a NaN, or what might be one.
    fn pass<const FOLLOW: bool>(
        &self,
        spill: &mut dyn Spill<T>,
        rest: Lists<'_, T>,
        out: &mut [T],
    ) -> Result<bool, SpillError> {
        let block = spill.block();
        let blocks = self.first / block;
        let inputs = Window { start: 0, adjoints: Vec::new(), reached: Vec::new() };
        let mut window = Window { start: 0, adjoints: Vec::new(), reached: Vec::new() };
        let mut below = Below { inputs, far: Far::new(block, blocks + 1) };
        below.inputs.reset::<FOLLOW>(0, self.leading + 1);
        for &(index, w) in self.seeds {
            below.add(index, w);
        }
        let mut open = Open { records: self.records, rest: self.records.list.iter(), outputs: Vec::new() };
        let mut wanted = self.wanted.iter().rev().peekable();
        for number in (0..=blocks).rev() {
            let start = number * block;
            let lists = if number == blocks { rest } else { spill.load(number)? };
            let inputs = (self.leading + 1).saturating_sub(start).min(lists.statements.len());
            if inputs == lists.statements.len() {
                // Nothing but inputs from here down; an open block may have no statement yet.
                continue;
            }
            window.reset::<FOLLOW>(start, lists.statements.len());
            for (place, adjoint) in below.far.take(number) {
                window.set(place, adjoint, true);
            }
            for place in 0..inputs {
                let (adjoint, reached) = below.inputs.get(start + place);
                window.set(place, adjoint, reached);
            }
            descend::<T, FOLLOW>(lists, inputs, &mut window, &mut below, &mut open)
                .ok_or(SpillError::Damaged { block: number, what: "its partials do not fit its statements" })?;
            for place in 0..inputs {
                let (adjoint, reached) = window.get(place);
                below.inputs.set(start + place, adjoint, reached);
            }
            while let Some(&(index, to)) = wanted.next_if(|&&(index, _)| index as usize >= start) {
                out[to] = window.get(index as usize - start).0;
            }
        }
        for &(index, to) in wanted {
            out[to] = below.inputs.get(index as usize).0;
        }
        let mut nan = false;
        for s in &below.inputs.adjoints {
            nan |= s.has_nan();
        }
        Ok(!nan)
    }
}

/// Sweeps over a block down to the inputs that it begins with; none if it is malformed.
fn descend<T: Number, const FOLLOW: bool>(
    lists: Lists<'_, T>,
    inputs: usize,
    window: &mut Window<T>,
    below: &mut Below<T>,
    open: &mut Open<'_, T>,
) -> Option<()> {
    let mut partials = lists.partials.iter().rev();
    for (i, &[a, b]) in lists.statements.iter().enumerate().skip(inputs).rev() {
        let (lower, here) = window.adjoints.split_at_mut_checked(i)?;
        let &s = here.first()?;
        let reached = !FOLLOW || window.reached[i];
        let mut add = |index: u32, term: T| {
            let place = (index as usize).wrapping_sub(window.start);
            match lower.get_mut(place) {
                Some(target) => {
                    target.add(term);
                    if FOLLOW {
                        window.reached[place] = true;
                    }
                }
                None => below.add(index, term),
            }
        };
        if FOLLOW && open.take(window.start + i, s, |target, _, term| add(target as u32, term)) {
            continue;
        }
        for operand in [b, a] {
            let term = term(operand, s, &mut partials)?;
            if reached {
                add(operand & INDEX, term);
            }
        }
    }
    Some(())
}

fn zero<T: Number>() -> T {
    T::constant(T::Scalar::default())
}
