//! Operations on lists of numbers on a tape: one record each, with the inputs' values and the statements they are from.
//!
//! The outputs are statements without operands, in a row. A sweep runs over the statements between two records as it
//! runs over a tape without any, and at a record asks the operation's rule for the way back. What records hold lies in
//! lists of the tape's, one after the other: with lists of their own the gradient of a Kalman filter of 6 states took half
//! as long again.

use crate::{Adjoint, Tape, Var};
use core::ops::Range;
use rules::{ArrayRule, Number, Scalar};

/// The derivatives of an operation, whichever it is; none where it has no derivative at these values.
trait Derivatives<T>: Send + Sync {
    fn push(&self, x: &[&[T]], y: &[T], dx: &[Option<&[T]>]) -> Option<Vec<T>>;
    fn pull(&self, x: &[&[T]], y: &[T], w: &[T], wanted: &[bool]) -> Option<Vec<Option<Vec<T>>>>;
}

impl<R: ArrayRule, T: Number> Derivatives<T> for R {
    fn push(&self, x: &[&[T]], y: &[T], dx: &[Option<&[T]>]) -> Option<Vec<T>> {
        ArrayRule::push(self, x, y, dx).ok()
    }
    fn pull(&self, x: &[&[T]], y: &[T], w: &[T], wanted: &[bool]) -> Option<Vec<Option<Vec<T>>>> {
        ArrayRule::pull(self, x, y, w, wanted).ok()
    }
}

/// What a tape holds of operations, in their order.
pub(crate) struct Records<T> {
    pub(crate) list: Vec<Record<T>>,
    inputs: Vec<Input>,
    values: Vec<T>,
    /// Statements that numbers are from, each with the derivative by it.
    sources: Vec<(u32, T)>,
}

/// What was recorded of an operation.
pub(crate) struct Record<T> {
    /// The statements of the outputs: where they begin.
    pub(crate) first: usize,
    /// The partials that were recorded before it.
    pub(crate) partials: usize,
    inputs: Range<usize>,
    /// The values of the outputs.
    outputs: Range<usize>,
    rule: Box<dyn Derivatives<T>>,
}

struct Input {
    values: Range<usize>,
    from: Source,
}

/// Where the numbers of a list are from.
#[derive(Clone, Copy)]
enum Source {
    Constants,
    /// Statements in a row.
    Row(usize),
    /// Each from a statement, by the sources from here on; statement 0 for a constant.
    Each(usize),
}

impl<T> Record<T> {
    /// The statements of the outputs: where they end.
    pub(crate) fn end(&self) -> usize {
        self.first + self.outputs.len()
    }
}

impl<T: Number> Records<T> {
    /// Without records, in memory that others have left.
    pub(crate) fn new(mut values: Vec<T>) -> Self {
        values.clear();
        Records { list: Vec::new(), inputs: Vec::new(), values, sources: Vec::new() }
    }

    /// The memory of the values.
    pub(crate) fn into_values(self) -> Vec<T> {
        self.values
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.inputs.clear();
        self.values.clear();
        self.sources.clear();
    }

    /// Adds a list of variables to the inputs.
    fn add(&mut self, list: &[Var<'_, T>]) {
        let start = self.values.len();
        self.values.extend(list.iter().map(|x| x.value));
        let from = if list.iter().all(|x| x.tape.is_none()) {
            Source::Constants
        } else {
            let first = list.first().map_or(0, Var::index);
            let in_a_row = |(x, index): (&Var<'_, T>, u32)| x.tape.is_some() && !x.is_derived() && x.index() == index;
            if list.iter().zip(first..).all(in_a_row) {
                Source::Row(first as usize)
            } else {
                let source = |x: &Var<'_, T>| if x.tape.is_some() { (x.index(), x.factor) } else { (0, x.factor) };
                self.sources.extend(list.iter().map(source));
                Source::Each(self.sources.len() - list.len())
            }
        };
        self.inputs.push(Input { values: start..self.values.len(), from });
    }

    /// The values of these inputs.
    fn lend<R>(&self, inputs: &Range<usize>, reader: impl FnOnce(&[&[T]]) -> R) -> R {
        let inputs = &self.inputs[inputs.clone()];
        each(inputs, &[][..], |input| &self.values[input.values.clone()], reader)
    }

    /// The statements that the numbers of an input are from.
    fn statements(&self, input: &Input) -> impl Iterator<Item = usize> {
        let len = input.values.len();
        let (row, each) = match input.from {
            Source::Constants => (0..0, &[][..]),
            Source::Row(first) => (first..first + len, &[][..]),
            Source::Each(start) => (0..0, &self.sources[start..start + len]),
        };
        row.chain(each.iter().map(|&(i, _)| i as usize)).filter(|&i| i > 0)
    }

    /// The statements that the inputs of a record are from.
    pub(crate) fn operands(&self, record: &Record<T>) -> impl Iterator<Item = usize> {
        self.inputs[record.inputs.clone()].iter().flat_map(|input| self.statements(input))
    }

    /// What the statements of an input hold, times the derivatives by them.
    fn gather(&self, input: &Input, held: &[T]) -> Vec<T> {
        let len = input.values.len();
        match input.from {
            Source::Constants => vec![zero(); len],
            Source::Row(first) => held[first..first + len].to_vec(),
            Source::Each(start) => {
                let sources = self.sources[start..start + len].iter();
                sources.map(|&(i, factor)| if i == 0 { zero() } else { factor * held[i as usize] }).collect()
            }
        }
    }

    /// Adds to the adjoints of the statements of an input.
    fn scatter<A: Adjoint<T>>(&self, input: &Input, terms: &[T], lane: usize, adjoint: &mut [A]) {
        match input.from {
            Source::Constants => {}
            Source::Row(first) => {
                for (s, &term) in adjoint[first..].iter_mut().zip(terms) {
                    s.add_lane(lane, term);
                }
            }
            Source::Each(start) => {
                for (&(i, factor), &term) in self.sources[start..].iter().zip(terms).filter(|((i, _), _)| *i > 0) {
                    adjoint[i as usize].add_lane(lane, factor * term);
                }
            }
        }
    }

    /// Adds to the adjoints of the inputs what follows from those of the outputs; false if it met a NaN, or what might be
    /// one.
    pub(crate) fn pull<A: Adjoint<T>>(&self, record: &Record<T>, adjoint: &mut [A]) -> bool {
        let (below, from) = adjoint.split_at_mut(record.first);
        let outputs = &from[..record.outputs.len()];
        if outputs.iter().any(Adjoint::has_nan) {
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
        let y = &self.values[record.outputs.clone()];
        for lane in (0..A::LANES).filter(|&lane| lanes >> lane & 1 == 1) {
            let weights: Vec<T> = outputs.iter().map(|w| w.lane(lane)).collect();
            let found = self.lend(&record.inputs, |x| {
                let active = |input: &Input| !matches!(input.from, Source::Constants);
                each(inputs, false, active, |wanted| record.rule.pull(x, y, &weights, wanted))
            });
            for (k, input) in inputs.iter().enumerate() {
                // Where there is no derivative, it is not a number.
                match &found {
                    Some(found) => self.scatter(input, found[k].as_deref().unwrap_or(&[]), lane, below),
                    None => self.scatter(input, &vec![nan(); input.values.len()], lane, below),
                }
            }
        }
    }

    /// Adds to the tangents of the outputs what follows from those of the inputs; a list counts where it is `live`.
    pub(crate) fn push(&self, record: &Record<T>, tangent: &mut [T], live: impl Fn(usize) -> bool) {
        let inputs = &self.inputs[record.inputs.clone()];
        let gathered: Vec<Option<Vec<T>>> =
            inputs.iter().map(|input| self.statements(input).any(&live).then(|| self.gather(input, tangent))).collect();
        let gathered: Vec<Option<&[T]>> = gathered.iter().map(Option::as_deref).collect();
        let y = &self.values[record.outputs.clone()];
        let found = self.lend(&record.inputs, |x| record.rule.push(x, y, &gathered));
        let found = found.unwrap_or_else(|| vec![nan(); y.len()]);
        // An output may have been seeded itself.
        for (t, found) in tangent[record.first..].iter_mut().zip(found) {
            *t = *t + found;
        }
    }
}

/// Something of each input, in a list without an allocation where there are few.
fn each<'i, X: Copy, I, R>(inputs: &'i [I], none: X, of: impl Fn(&'i I) -> X, reader: impl FnOnce(&[X]) -> R) -> R {
    const FEW: usize = 4;
    if inputs.len() > FEW {
        return reader(&inputs.iter().map(of).collect::<Vec<_>>());
    }
    let mut few = [none; FEW];
    for (x, input) in few.iter_mut().zip(inputs) {
        *x = of(input);
    }
    reader(&few[..inputs.len()])
}

/// Applies an operation to lists of variables.
#[track_caller]
pub(crate) fn of_variables<'t, R: ArrayRule, T: Number>(
    rule: &R,
    x: &[&[Var<'t, T>]],
) -> Result<Vec<Var<'t, T>>, R::Error> {
    let Some((first, tape)) = x.iter().flat_map(|x| x.iter()).find_map(|x| Some((x, x.tape?))) else {
        let values: Vec<Vec<T>> = x.iter().map(|x| x.iter().map(|x| x.value).collect()).collect();
        let y = each(&values, &[][..], |values| values.as_slice(), |lent| T::apply_array(rule, lent))?;
        return Ok(y.into_iter().map(Var::fixed).collect());
    };
    for x in x.iter().flat_map(|x| x.iter()).filter(|x| x.tape.is_some()) {
        x.belongs(first.id, tape);
    }
    // A sweep by blocks has the statements alone.
    if tape.is_limited() && !R::ITERATES {
        return rule.elementwise(x);
    }
    assert!(
        !tape.is_limited(),
        "an operation on matrices that iterates cannot be recorded on a tape with a limit: take one without"
    );
    tape.record_array(rule, x)
}

impl<T: Number> Tape<T> {
    #[track_caller]
    fn record_array<'t, R: ArrayRule>(&'t self, rule: &R, x: &[&[Var<'t, T>]]) -> Result<Vec<Var<'t, T>>, R::Error> {
        let mut records = self.records();
        let (inputs, values, sources) = (records.inputs.len(), records.values.len(), records.sources.len());
        x.iter().for_each(|x| records.add(x));
        let inputs = inputs..records.inputs.len();
        let outcome = records.lend(&inputs, |lent| T::apply_array(rule, lent));
        let y = match outcome {
            Ok(y) if !y.is_empty() => y,
            other => {
                records.inputs.truncate(inputs.start);
                records.values.truncate(values);
                records.sources.truncate(sources);
                return other.map(|_| Vec::new());
            }
        };
        let (first, partials) = self.lengths();
        let start = records.values.len();
        records.values.extend_from_slice(&y);
        let outputs = start..records.values.len();
        records.list.push(Record { first, partials, inputs, outputs, rule: Box::new(rule.clone()) });
        Ok(y.into_iter().map(|y| Var::node(y, self.record_nothing(), self)).collect())
    }
}

fn zero<T: Number>() -> T {
    T::constant(T::Scalar::default())
}

fn nan<T: Number>() -> T {
    T::constant(T::Scalar::from_f64(f64::NAN))
}
