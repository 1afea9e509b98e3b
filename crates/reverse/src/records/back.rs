//! How derivatives go through an operation of a tape, back and forth.

use super::{FEW, Input, Record, Records, Source, each, zero};
use crate::Adjoint;
use crate::sweep::any_nan;
use rules::{List, Listed, Number, Scalar};

impl<T: Number> Records<T> {
    /// Adds to the adjoints of the inputs what follows from those of the outputs; false if it met a NaN, or what might be
    /// one.
    pub(crate) fn pull<A: Adjoint<T>>(&self, record: &Record<T>, adjoint: &mut [A]) -> bool {
        let (below, from) = adjoint.split_at_mut(record.first);
        let outputs = &from[..record.outputs.len()];
        if any_nan(outputs) {
            return false;
        }
        if !outputs.iter().all(Adjoint::is_nothing) {
            self.pull_lanes(record, u64::MAX, outputs, below);
        }
        true
    }

    /// As [`pull`](Records::pull), for the lanes of a mask, whatever they hold.
    pub(crate) fn pull_lanes<A: Adjoint<T>>(&self, record: &Record<T>, lanes: u64, outputs: &[A], below: &mut [A]) {
        let inputs = &self.inputs[record.inputs.clone()];
        if self.pull_in_place(record, outputs, below) {
            return;
        }
        let y = self.list(&record.outputs);
        for lane in (0..A::LANES).filter(|&lane| lanes >> lane & 1 == 1) {
            let of_lane: Vec<T>;
            let weights = match A::single(outputs) {
                Some(weights) => weights,
                None => {
                    of_lane = outputs.iter().map(|w| w.lane(lane)).collect();
                    &of_lane
                }
            };
            let active = |input: &Input| !matches!(input.from, Source::Constants);
            let found = each(inputs, false, active, |wanted| match y {
                List::Each(y) if !self.is_in_planes(record) => {
                    let found = self.lend(&record.inputs, |x| record.rule.pull(x, y, weights, wanted));
                    found.map(|found| found.into_iter().map(|found| found.map(Listed::Each)).collect())
                }
                _ => record.rule.pull_lists(&self.lists(&record.inputs), [y, List::Each(weights)], wanted),
            });
            // Where there is no derivative, it is not a number.
            let found = match found {
                Ok(found) => Some(found),
                Err(refusal) => {
                    self.refused.borrow_mut().get_or_insert(refusal);
                    None
                }
            };
            let lost = if found.is_none() { lost(self.spread(&record.outputs).iter().chain(weights)) } else { zero() };
            for (k, input) in inputs.iter().enumerate() {
                match &found {
                    Some(found) => found[k].iter().for_each(|found| self.scatter_list(input, found, lane, below)),
                    None => self.scatter(input, &vec![lost; input.values.len()], lane, below),
                }
            }
        }
    }

    /// The way back with one lane, added to the adjoints where they stand; those of a few numbers from all over go through one
    /// list. False, and nothing is done, where there are more, or where inputs overlap.
    fn pull_in_place<A: Adjoint<T>>(&self, record: &Record<T>, outputs: &[A], below: &mut [A]) -> bool {
        let (Some(weights), Some(below)) = (A::single(outputs), A::single_mut(below)) else { return false };
        let inputs = &self.inputs[record.inputs.clone()];
        let scattered = inputs.iter().map(Input::scattered).sum();
        if scattered > MANY || self.is_in_planes(record) {
            return false;
        }
        let mut terms = Vec::new();
        if scattered > 0 {
            terms = self.terms.take();
            terms.clear();
            terms.resize(scattered, zero());
        }
        let Some(mut targets) = targets(inputs, below, &mut terms) else { return false };
        let targets = &mut targets[..inputs.len()];
        let y = &self.values[record.outputs.clone()];
        if let Err(refusal) = self.lend(&record.inputs, |x| record.rule.pull_into(x, y, weights, targets)) {
            self.refused.borrow_mut().get_or_insert(refusal);
            let lost = lost(y.iter().chain(weights));
            targets.iter_mut().flatten().for_each(|target| target.iter_mut().for_each(|s| *s = *s + lost));
        }
        if scattered == 0 {
            return true;
        }
        let mut rest = &terms[..];
        for input in inputs.iter().filter(|input| input.scattered() > 0) {
            let (own, others) = rest.split_at(input.values.len());
            self.scatter(input, own, 0, below);
            rest = others;
        }
        self.terms.replace(terms);
        true
    }

    /// The way back through what others wait for, in all lanes at once, by the first list; gives each term that is not
    /// exactly zero, with its statement and its lane.
    pub(crate) fn pull_together<A: Adjoint<T>>(
        &self,
        record: &Record<T>,
        outputs: &[A],
        mut add: impl FnMut(usize, usize, T),
    ) {
        let Some(input) = self.inputs[record.inputs.clone()].first() else { return };
        let weights: Vec<T> = outputs.iter().flat_map(|w| (0..A::LANES).map(|lane| w.lane(lane))).collect();
        let found = self.lend(&record.inputs, |x| record.rule.pull_bundles(x, &weights, A::LANES));
        let terms = found.unwrap_or_else(|| vec![lost(&weights); input.values.len() * A::LANES]);
        for (at, terms) in terms.chunks_exact(A::LANES).enumerate() {
            let (target, factor) = match input.from {
                Source::Constants => continue,
                Source::Row(first) => (first + at, None),
                Source::Nodes(start) => match self.nodes[start + at] {
                    0 => continue,
                    i => (i as usize, None),
                },
                Source::Each(start) => match self.sources[start + at] {
                    (0, _) => continue,
                    (i, factor) => (i as usize, Some(factor)),
                },
            };
            for (lane, &term) in terms.iter().enumerate().filter(|(_, term)| !Adjoint::<T>::is_nothing(*term)) {
                add(target, lane, factor.map_or(term, |factor| factor * term));
            }
        }
    }

    /// Adds to the tangents of the outputs what follows from those of the inputs; a list counts where it is `live`.
    pub(crate) fn push(&self, record: &Record<T>, tangent: &mut [T], live: impl Fn(usize) -> bool) {
        let inputs = &self.inputs[record.inputs.clone()];
        let counts = |input: &Input| record.is_collective() || self.statements(input).any(&live);
        let gathered: Vec<Option<Vec<T>>> =
            inputs.iter().map(|input| counts(input).then(|| self.gather(input, tangent))).collect();
        let gathered: Vec<Option<&[T]>> = gathered.iter().map(Option::as_deref).collect();
        let found = match self.list(&record.outputs) {
            List::Each(y) if !self.is_in_planes(record) => {
                self.lend(&record.inputs, |x| record.rule.push(x, y, &gathered))
            }
            y => {
                let gathered: Vec<Option<List<'_, T>>> = gathered.iter().map(|dx| dx.map(List::Each)).collect();
                record.rule.push_lists(&self.lists(&record.inputs), y, &gathered)
            }
        };
        let found = found.unwrap_or_else(|| vec![lost(&*self.spread(&record.outputs)); record.outputs.len()]);
        // An output may have been seeded itself.
        for (t, found) in tangent[record.first..].iter_mut().zip(found) {
            *t = *t + found;
        }
    }
}

/// From so many numbers on, a list of them costs more than the allocations it saves.
const MANY: usize = 1024;

/// Where the adjoints of each input are added: to those of a row where they stand, to those of numbers from all over in a part
/// of `terms`; none if rows overlap, or for many inputs.
fn targets<'a, T>(
    inputs: &[Input],
    mut below: &'a mut [T],
    mut terms: &'a mut [T],
) -> Option<[Option<&'a mut [T]>; FEW]> {
    if inputs.len() > FEW {
        return None;
    }
    let mut rows = [None; FEW];
    for (row, input) in rows.iter_mut().zip(inputs) {
        if let Source::Row(first) = input.from {
            *row = Some(first);
        }
    }
    let (mut targets, mut at) = (core::array::from_fn(|_| None), 0);
    // From the lowest on: to sort so few costs more than to look for it.
    while let Some((first, k)) = rows.iter().zip(0..).filter_map(|(row, k)| Some(((*row)?, k))).min() {
        rows[k] = None;
        let len = inputs[k].values.len();
        let (own, rest) = below.split_at_mut(first.checked_sub(at)?).1.split_at_mut(len);
        (targets[k], below, at) = (Some(own), rest, first + len);
    }
    for (target, input) in targets.iter_mut().zip(inputs) {
        if input.scattered() > 0 {
            let (own, rest) = terms.split_at_mut(input.values.len());
            (*target, terms) = (Some(own), rest);
        }
    }
    Some(targets)
}

/// NaN, and in all derivatives that these numbers carry: a constant would be NaN with a derivative of zero.
fn lost<'t, T: Number + 't>(of: impl IntoIterator<Item = &'t T>) -> T {
    of.into_iter().fold(T::constant(T::Scalar::from_f64(f64::NAN)), |nan, &x| nan * x)
}
