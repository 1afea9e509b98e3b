//! Operations on lists of numbers on a tape: one record each, with the inputs' values and the statements they are from.
//!
//! The outputs are statements without operands, in a row. A sweep runs over the statements between two records as it
//! runs over a tape without any, and at a record asks the operation's rule for the way back. What records hold lies in
//! lists of the tape's, one after the other: with lists of their own the gradient of a Kalman filter of 6 states took half
//! as long again.

use crate::buffers::Buffers;
use crate::var::mixed;
use crate::{Adjoint, Tape, Var};
use core::any::Any;
use core::cell::{Ref, RefCell};
use core::ops::Range;
use rules::{ArrayRule, List, Listed, Number, Run, Scalar};
use std::borrow::Cow;

/// Why an operation has no derivative at these values: its rule's error.
pub(crate) type Refusal = Box<dyn Any + Send + Sync>;

/// The derivatives of an operation, whichever it is; none where it has no derivative at these values.
trait Derivatives<T>: Send + Sync {
    fn push(&self, x: &[&[T]], y: &[T], dx: &[Option<&[T]>]) -> Option<Vec<T>>;
    fn pull(&self, x: &[&[T]], y: &[T], w: &[T], wanted: &[bool]) -> Result<Vec<Option<Vec<T>>>, Refusal>;
    fn pull_into(&self, x: &[&[T]], y: &[T], w: &[T], into: &mut [Option<&mut [T]>]) -> Result<(), Refusal>;
    /// Of so many adjoints for each output, side by side, as many for each number of the first list: what others wait for.
    fn pull_bundles(&self, x: &[&[T]], w: &[T], many: usize) -> Option<Vec<T>>;
    fn is_collective(&self) -> bool;
}

impl<R: ArrayRule, T: Number> Derivatives<T> for R {
    fn push(&self, x: &[&[T]], y: &[T], dx: &[Option<&[T]>]) -> Option<Vec<T>> {
        ArrayRule::push(self, x, y, dx).ok()
    }
    fn pull(&self, x: &[&[T]], y: &[T], w: &[T], wanted: &[bool]) -> Result<Vec<Option<Vec<T>>>, Refusal> {
        ArrayRule::pull(self, x, y, w, wanted).map_err(|error| Box::new(error) as Refusal)
    }
    fn pull_into(&self, x: &[&[T]], y: &[T], w: &[T], into: &mut [Option<&mut [T]>]) -> Result<(), Refusal> {
        ArrayRule::pull_into(self, x, y, w, into).map_err(|error| Box::new(error) as Refusal)
    }
    fn pull_bundles(&self, x: &[&[T]], w: &[T], many: usize) -> Option<Vec<T>> {
        let mut wanted = vec![false; x.len()];
        *wanted.first_mut()? = true;
        ArrayRule::pull(&self.bundled(many), x, &[], w, &wanted).ok()?.into_iter().next()?
    }
    fn is_collective(&self) -> bool {
        R::COLLECTIVE
    }
}

/// What a tape holds of operations, in their order.
pub(crate) struct Records<T> {
    pub(crate) list: Vec<Record<T>>,
    /// Whether others wait for one of them: then each is run once in a sweep, which follows the structure.
    pub(crate) collective: bool,
    /// Of the first in a sweep that had no derivative.
    pub(crate) refused: RefCell<Option<Refusal>>,
    inputs: Vec<Input>,
    values: Vec<T>,
    /// Statements that numbers are from, each with the derivative by it.
    sources: Vec<(u32, T)>,
    /// Memory for the adjoints of one operation.
    terms: RefCell<Vec<T>>,
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

#[derive(Clone)]
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

impl Input {
    /// How many numbers of it are from all over.
    fn scattered(&self) -> usize {
        if matches!(self.from, Source::Each(_)) { self.values.len() } else { 0 }
    }
}

impl<T> Record<T> {
    /// The statements of the outputs: where they end.
    pub(crate) fn end(&self) -> usize {
        self.first + self.outputs.len()
    }

    /// Whether others wait for it.
    pub(crate) fn is_collective(&self) -> bool {
        self.rule.is_collective()
    }
}

impl<T: Number> Records<T> {
    /// Without records, in memory that others have left.
    pub(crate) fn with(buffers: &mut Buffers) -> Self {
        let (values, sources) = (buffers.values.take(), buffers.sources.take());
        Records {
            list: Vec::new(),
            collective: false,
            refused: RefCell::default(),
            inputs: Vec::new(),
            values,
            sources,
            terms: RefCell::default(),
        }
    }

    /// Leaves the memory of the long lists to others.
    pub(crate) fn leave(self, buffers: &mut Buffers) {
        buffers.values.give(self.values);
        buffers.sources.give(self.sources);
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.collective = false;
        self.inputs.clear();
        self.values.clear();
        self.sources.clear();
    }

    /// Adds a list of variables to the inputs; false if one is of another recording than this one, which is `id`'s.
    fn add(&mut self, list: List<'_, Var<'_, T>>, tape: &Tape<T>, id: u64) -> bool {
        let list = match list {
            List::Each(list) => list,
            List::Run(run) => {
                let fits = run.head.is_of(id, tape);
                let values = run.place..run.place + run.len;
                match self.inputs.get(run.first) {
                    Some(gathered) if fits && !run.row => self.inputs.push(gathered.clone()),
                    _ => self.inputs.push(Input { values, from: Source::Row(run.first) }),
                }
                return fits;
            }
        };
        let start = self.values.len();
        let first = list.first().map_or(0, |x| x.id);
        let (mut recorded, mut fits, mut row) = (false, true, true);
        for (x, id_in_row) in list.iter().zip(first..) {
            recorded |= x.tape.is_some();
            fits &= x.tape.is_none() || x.is_of(id, tape);
            row &= x.tape.is_some() && !x.is_derived() && x.id == id_in_row;
        }
        self.values.extend(list.iter().map(|x| x.value));
        let from = if !recorded {
            Source::Constants
        } else if row {
            Source::Row(first as u32 as usize)
        } else {
            let source = |x: &Var<'_, T>| if x.tape.is_some() { (x.index(), x.factor) } else { (0, x.factor) };
            self.sources.extend(list.iter().map(source));
            Source::Each(self.sources.len() - list.len())
        };
        self.inputs.push(Input { values: start..self.values.len(), from });
        fits
    }

    /// Keeps values, and says where.
    fn keep(&mut self, values: &[T]) -> Range<usize> {
        let start = self.values.len();
        self.values.extend_from_slice(values);
        start..self.values.len()
    }

    /// Keeps what a rule makes of these inputs, and says where.
    fn evaluate<R: ArrayRule>(&mut self, rule: &R, inputs: &Range<usize>) -> Result<Range<usize>, R::Error> {
        let start = self.values.len();
        let Some(outputs) = rule.outputs().filter(|_| T::ORDER == 0) else {
            let y = self.lend(inputs, |x| T::apply_array(rule, x))?;
            return Ok(self.keep(&y));
        };
        self.values.resize(start + outputs, zero());
        let (known, out) = self.values.split_at_mut(start);
        let inputs = &self.inputs[inputs.clone()];
        let values = |input: &Input| &known[input.values.clone()];
        each(inputs, &[][..], values, |x| T::apply_array_into(rule, x, out, false))?;
        Ok(start..start + outputs)
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
        // Without a way out of the loop, which would keep it from being vectors.
        if outputs.iter().fold(false, |nan, w| nan | w.has_nan()) {
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
        if self.pull_in_place(record, outputs, below) {
            return;
        }
        for lane in (0..A::LANES).filter(|&lane| lanes >> lane & 1 == 1) {
            let of_lane: Vec<T>;
            let weights = match A::single(outputs) {
                Some(weights) => weights,
                None => {
                    of_lane = outputs.iter().map(|w| w.lane(lane)).collect();
                    &of_lane
                }
            };
            let found = self.lend(&record.inputs, |x| {
                let active = |input: &Input| !matches!(input.from, Source::Constants);
                each(inputs, false, active, |wanted| record.rule.pull(x, y, weights, wanted))
            });
            // Where there is no derivative, it is not a number.
            let found = match found {
                Ok(found) => Some(found),
                Err(refusal) => {
                    self.refused.borrow_mut().get_or_insert(refusal);
                    None
                }
            };
            let lost = if found.is_none() { lost(y.iter().chain(weights)) } else { zero() };
            for (k, input) in inputs.iter().enumerate() {
                match &found {
                    Some(found) => self.scatter(input, found[k].as_deref().unwrap_or(&[]), lane, below),
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
        if scattered > MANY {
            return false;
        }
        let mut terms = self.terms.take();
        terms.clear();
        terms.resize(scattered, zero());
        let Some(mut targets) = targets(inputs, below, &mut terms) else { return false };
        let targets = &mut targets[..inputs.len()];
        let y = &self.values[record.outputs.clone()];
        if let Err(refusal) = self.lend(&record.inputs, |x| record.rule.pull_into(x, y, weights, targets)) {
            self.refused.borrow_mut().get_or_insert(refusal);
            let lost = lost(y.iter().chain(weights));
            targets.iter_mut().flatten().for_each(|target| target.iter_mut().for_each(|s| *s = *s + lost));
        }
        let mut rest = &terms[..];
        for input in inputs.iter().filter(|input| matches!(input.from, Source::Each(_))) {
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
        let y = &self.values[record.outputs.clone()];
        let found = self.lend(&record.inputs, |x| record.rule.push(x, y, &gathered));
        let found = found.unwrap_or_else(|| vec![lost(y); y.len()]);
        // An output may have been seeded itself.
        for (t, found) in tangent[record.first..].iter_mut().zip(found) {
            *t = *t + found;
        }
    }
}

/// So many inputs need no allocation.
const FEW: usize = 4;

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
    let row = |k: &usize| match inputs.get(*k)?.from {
        Source::Row(first) => Some(first),
        _ => None,
    };
    let mut order: [usize; FEW] = core::array::from_fn(|k| k);
    order.sort_unstable_by_key(row);
    let (mut targets, mut at) = ([const { None }; FEW], 0);
    for k in order {
        let Some(first) = row(&k) else { continue };
        let len = inputs[k].values.len();
        let (own, rest) = below.split_at_mut(first.checked_sub(at)?).1.split_at_mut(len);
        (targets[k], below, at) = (Some(own), rest, first + len);
    }
    for (target, input) in targets.iter_mut().zip(inputs) {
        if matches!(input.from, Source::Each(_)) {
            let (own, rest) = terms.split_at_mut(input.values.len());
            (*target, terms) = (Some(own), rest);
        }
    }
    Some(targets)
}

/// Something of each input, in a list without an allocation where there are few.
fn each<'i, X: Copy, I, R>(inputs: &'i [I], none: X, of: impl Fn(&'i I) -> X, reader: impl FnOnce(&[X]) -> R) -> R {
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
    x: &[List<'_, Var<'t, T>>],
) -> Result<Listed<Var<'t, T>>, R::Error> {
    let recorded = x.iter().find_map(|x| match x {
        List::Each(x) => x.iter().find_map(|x| Some((x.id, x.tape?))),
        List::Run(run) => Some((run.head.id, run.head.tape?)),
    });
    let Some((id, tape)) = recorded else {
        let values: Vec<Vec<T>> = rules::lend(x, |x| x.iter().map(|x| x.iter().map(|x| x.value).collect()).collect());
        let y = each(&values, &[][..], |values| values.as_slice(), |lent| T::apply_array(rule, lent))?;
        return Ok(Listed::Each(y.into_iter().map(Var::fixed).collect()));
    };
    // A sweep by blocks has the statements alone, and of operations those that others wait for.
    let by_blocks = tape.is_limited() && !R::COLLECTIVE;
    if (by_blocks || rule.is_light()) && !R::ITERATES {
        return rules::lend(x, |x| rule.elementwise(x)).map(Listed::Each);
    }
    assert!(
        !by_blocks,
        "an operation on matrices that iterates cannot be recorded on a tape with a limit: take one without"
    );
    tape.record_array(rule, x, id)
}

impl<T: Number> Tape<T> {
    #[track_caller]
    fn record_array<'t, R: ArrayRule>(
        &'t self,
        rule: &R,
        x: &[List<'_, Var<'t, T>>],
        id: u64,
    ) -> Result<Listed<Var<'t, T>>, R::Error> {
        let mut records = self.records();
        let (inputs, values, sources) = (records.inputs.len(), records.values.len(), records.sources.len());
        let mut fits = true;
        for &x in x {
            fits &= records.add(x, self, id);
        }
        if !fits {
            mixed();
        }
        let inputs = inputs..records.inputs.len();
        let outputs = match records.evaluate(rule, &inputs) {
            Ok(outputs) if !outputs.is_empty() => outputs,
            other => {
                records.inputs.truncate(inputs.start);
                records.values.truncate(values);
                records.sources.truncate(sources);
                return other.map(|_| Listed::Each(Vec::new()));
            }
        };
        let (first, partials) = self.lengths();
        let value = records.values[outputs.start];
        records.collective |= R::COLLECTIVE;
        records.list.push(Record { first, partials, inputs, outputs: outputs.clone(), rule: Box::new(rule.clone()) });
        self.record_nothing(outputs.len());
        Ok(Listed::Run(self.run(first, value, outputs)))
    }

    /// Statements in a row, with the place of their values.
    fn run(&self, first: usize, value: T, values: Range<usize>) -> Run<Var<'_, T>> {
        // There are statements of this index, so it fits.
        Run {
            head: Var::node(value, first as u32, self),
            first,
            row: true,
            place: values.start,
            len: values.len(),
            spread,
        }
    }

    /// New inputs with these values, as a list in one piece: it costs the values alone, and operations on lists take it
    /// without looking at each. On a tape with a limit they come one by one.
    ///
    /// ```
    /// use reverse::Tape;
    /// let tape = Tape::new();
    /// let x = tape.list(&[1.0, 2.0]).into_vec();
    /// let g = (x[0] * x[1]).grad();
    /// assert_eq!(g.wrt(x[0]), 2.0);
    /// ```
    ///
    /// # Panics
    /// As [`var`](Tape::var).
    #[track_caller]
    pub fn list(&self, values: &[T]) -> Listed<Var<'_, T>> {
        match values {
            [value, ..] if !self.is_limited() => {
                let (first, _) = self.lengths();
                let place = self.records().keep(values);
                self.record_inputs(values.len());
                Listed::Run(self.run(first, *value, place))
            }
            _ => Listed::Each(self.vars(values)),
        }
    }
}

/// Variables from all over as a list that is looked at once; none of constants.
#[track_caller]
pub(crate) fn gather<'t, T: Number>(list: List<'_, Var<'t, T>>) -> Option<Run<Var<'t, T>>> {
    let x = match list {
        List::Run(run) => return Some(*run),
        List::Each(x) => x,
    };
    let (head, tape) = x.iter().find_map(|x| Some((x, x.tape?)))?;
    if tape.is_limited() {
        return None;
    }
    let mut records = tape.records();
    if !records.add(list, tape, head.id) {
        mixed();
    }
    let at = records.inputs.len() - 1;
    let Input { values, from } = &records.inputs[at];
    let run = Run { head: *head, first: at, row: false, place: values.start, len: x.len(), spread };
    Some(match *from {
        Source::Row(first) => Run { first, row: true, ..run },
        _ => run,
    })
}

/// The values of variables, where they are known.
pub(crate) fn known_values<'a, T: Number>(list: List<'a, Var<'_, T>>) -> Option<Cow<'a, [f64]>> {
    let values = match list {
        List::Each(x) => x.iter().map(|x| x.value.known().map(Scalar::to_f64)).collect::<Option<_>>()?,
        List::Run(run) => {
            let records = read(run)?;
            T::known_values(List::Each(&records.values[run.place..run.place + run.len]))?.into_owned()
        }
    };
    Some(Cow::Owned(values))
}

/// What the tape of a run holds.
///
/// # Panics
/// If the tape was cleared since.
fn read<'t, T>(run: &Run<Var<'t, T>>) -> Option<Ref<'t, Records<T>>>
where
    T: Number,
{
    let tape = run.head.tape?;
    if run.head.epoch() != tape.epoch() {
        mixed();
    }
    Some(tape.records_read())
}

/// The variables of a run, one by one.
///
/// # Panics
/// If the tape was cleared since.
fn spread<'t, T: Number>(run: &Run<Var<'t, T>>) -> Vec<Var<'t, T>> {
    let (Some(tape), Some(records)) = (run.head.tape, read(run)) else { return Vec::new() };
    let values = &records.values[run.place..run.place + run.len];
    let place = match records.inputs.get(run.first) {
        Some(gathered) if !run.row => gathered.from,
        _ => Source::Row(run.first),
    };
    match place {
        Source::Constants => values.iter().map(|&value| Var::fixed(value)).collect(),
        Source::Row(first) => (first..).zip(values).map(|(i, &value)| Var::node(value, i as u32, tape)).collect(),
        Source::Each(start) => {
            let sources = records.sources[start..].iter();
            sources.zip(values).map(|(&(i, factor), &value)| Var::linear(value, i, factor, tape)).collect()
        }
    }
}

fn zero<T: Number>() -> T {
    T::constant(T::Scalar::default())
}

/// NaN, and in all derivatives that these numbers carry: a constant would be NaN with a derivative of zero.
fn lost<'t, T: Number + 't>(of: impl IntoIterator<Item = &'t T>) -> T {
    of.into_iter().fold(T::constant(T::Scalar::from_f64(f64::NAN)), |nan, &x| nan * x)
}
