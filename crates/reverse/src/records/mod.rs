//! Operations on lists of numbers on a tape: one record each, with the inputs' values and the statements they are from.
//!
//! The outputs are statements without operands, in a row. A sweep runs over the statements between two records as it
//! runs over a tape without any, and at a record asks the operation's rule for the way back. What records hold lies in
//! lists of the tape's, one after the other: with lists of their own the gradient of a Kalman filter of 6 states took half
//! as long again.

mod back;

use crate::buffers::Buffers;
use crate::var::mixed;
use crate::{Adjoint, Tape, Var};
use core::any::Any;
use core::cell::RefCell;
use core::ops::Range;
use rules::{ArrayRule, LONG, List, Listed, Number, Planes, Run, lend};
use std::borrow::Cow;

/// Why an operation has no derivative at these values: its rule's error.
pub(crate) type Refusal = Box<dyn Any + Send + Sync>;

/// The derivatives of an operation, whichever it is; none where it has no derivative at these values.
trait Derivatives<T>: Send + Sync {
    fn push(&self, x: &[&[T]], y: &[T], dx: &[Option<&[T]>]) -> Option<Vec<T>>;
    fn pull(&self, x: &[&[T]], y: &[T], w: &[T], wanted: &[bool]) -> Result<Vec<Option<Vec<T>>>, Refusal>;
    fn pull_into(&self, x: &[&[T]], y: &[T], w: &[T], into: &mut [Option<&mut [T]>]) -> Result<(), Refusal>;
    fn push_lists(&self, x: &[List<'_, T>], y: List<'_, T>, dx: &[Option<List<'_, T>>]) -> Option<Vec<T>>;
    fn pull_lists(
        &self,
        x: &[List<'_, T>],
        of: [List<'_, T>; 2],
        wanted: &[bool],
    ) -> Result<Vec<Option<Listed<T>>>, Refusal>;
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
    fn push_lists(&self, x: &[List<'_, T>], y: List<'_, T>, dx: &[Option<List<'_, T>>]) -> Option<Vec<T>> {
        ArrayRule::push_lists(self, x, y, dx).ok().map(Listed::into_vec)
    }
    fn pull_lists(
        &self,
        x: &[List<'_, T>],
        of: [List<'_, T>; 2],
        wanted: &[bool],
    ) -> Result<Vec<Option<Listed<T>>>, Refusal> {
        ArrayRule::pull_lists(self, x, of, wanted).map_err(|error| Box::new(error) as Refusal)
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
    /// Values in planes, each list with the number of those before it; they are at home from [`IN_PLANES`] on.
    planes: Vec<(usize, Planes<T>)>,
    /// Statements that numbers are, 0 for constants.
    nodes: Vec<u32>,
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
pub(crate) struct Input {
    pub(crate) values: Range<usize>,
    pub(crate) from: Source,
}

/// From this place on values are in planes.
const IN_PLANES: usize = 1 << (usize::BITS - 2);

/// Where the numbers of a list are from.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    Constants,
    /// Statements in a row.
    Row(usize),
    /// Each a statement itself, by the nodes from here on; statement 0 for a constant.
    Nodes(usize),
    /// Each from a statement, by the sources from here on; statement 0 for a constant.
    Each(usize),
}

impl Input {
    /// How many numbers of it are from all over.
    fn scattered(&self) -> usize {
        if matches!(self.from, Source::Each(_) | Source::Nodes(_)) { self.values.len() } else { 0 }
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
        let nodes = core::mem::take(&mut buffers.nodes);
        Records {
            list: buffers.records.take(),
            collective: false,
            refused: RefCell::default(),
            inputs: buffers.inputs.take(),
            values,
            planes: Vec::new(),
            nodes,
            sources,
            terms: RefCell::default(),
        }
    }

    /// Leaves the memory of the long lists to others.
    pub(crate) fn leave(mut self, buffers: &mut Buffers) {
        self.nodes.clear();
        buffers.nodes = self.nodes;
        buffers.records.give(self.list);
        buffers.inputs.give(self.inputs);
        buffers.values.give(self.values);
        buffers.sources.give(self.sources);
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.collective = false;
        self.inputs.clear();
        self.values.clear();
        self.planes.clear();
        self.nodes.clear();
        self.sources.clear();
    }

    /// Takes in an operation on lists of variables of one recording, which is `id`'s, with what it makes of them. Gives the statements
    /// of its outputs, where they begin, and their values' place; where it makes nothing, nothing is kept of it.
    #[track_caller]
    pub(crate) fn record<R: ArrayRule>(
        &mut self,
        rule: &R,
        x: &[List<'_, Var<'_, T>>],
        tape: &Tape<T>,
        id: u64,
    ) -> Result<(usize, Range<usize>), R::Error> {
        let (values, sources) = (self.values.len(), self.sources.len());
        let (inputs, nodes, planes) = (self.inputs.len(), self.nodes.len(), self.planes.len());
        let fits = x.iter().fold(true, |fits, &x| fits & self.add(x, tape, id));
        if !fits {
            mixed();
        }
        let inputs = inputs..self.inputs.len();
        let outputs = self.evaluate(rule, &inputs);
        let (first, partials) = tape.lengths();
        match &outputs {
            Ok(outputs) if !outputs.is_empty() => {
                let (outputs, rule) = (outputs.clone(), Box::new(rule.clone()));
                self.collective |= R::COLLECTIVE;
                self.list.push(Record { first, partials, inputs, outputs, rule });
            }
            _ => {
                self.inputs.truncate(inputs.start);
                self.values.truncate(values);
                self.sources.truncate(sources);
                self.nodes.truncate(nodes);
                self.planes.truncate(planes);
            }
        }
        outputs.map(|outputs| (first, outputs))
    }

    /// Adds a list of variables to the inputs; false if one is of another recording than this one, which is `id`'s.
    pub(crate) fn add(&mut self, list: List<'_, Var<'_, T>>, tape: &Tape<T>, id: u64) -> bool {
        let list = match list {
            List::Each(list) => list,
            List::Run(run) => {
                let fits = run.head.is_of(id, tape);
                match self.inputs.get(run.first) {
                    Some(gathered) if fits && !run.row => self.inputs.push(gathered.clone()),
                    _ => {
                        let values = self.own(run.place..run.place + run.len);
                        self.inputs.push(Input { values, from: Source::Row(run.first) });
                    }
                }
                return fits;
            }
            List::Planes(_) => unreachable!("a variable is a handle, and in no planes"),
        };
        let first = list.first().map_or(0, |x| x.id);
        let (mut recorded, mut fits, mut row, mut derived) = (false, true, true, false);
        for (x, id_in_row) in list.iter().zip(first..) {
            recorded |= x.tape.is_some();
            fits &= x.tape.is_none() || x.is_of(id, tape);
            row &= x.tape.is_some() && x.id == id_in_row;
            derived |= x.is_derived();
        }
        let values = self.keep(list.iter().map(|x| x.value));
        let node = |x: &Var<'_, T>| if x.tape.is_some() { x.index() } else { 0 };
        let from = if !recorded {
            Source::Constants
        } else if derived {
            self.sources.extend(list.iter().map(|x| (node(x), x.factor)));
            Source::Each(self.sources.len() - list.len())
        } else if row {
            Source::Row(first as u32 as usize)
        } else {
            self.nodes.extend(list.iter().map(node));
            Source::Nodes(self.nodes.len() - list.len())
        };
        self.inputs.push(Input { values, from });
        fits
    }

    /// Keeps values, and says where; many that consist of several `f64` in planes.
    pub(crate) fn keep(&mut self, values: impl ExactSizeIterator<Item = T>) -> Range<usize> {
        if T::PLANES > 1 && values.len() >= LONG {
            return self.keep_planes(Planes::of(values));
        }
        let start = self.values.len();
        self.values.extend(values);
        start..self.values.len()
    }

    fn keep_planes(&mut self, planes: Planes<T>) -> Range<usize> {
        let before = self.planes.last().map_or(0, |(before, planes)| before + planes.len());
        let start = IN_PLANES + before;
        let values = start..start + planes.len();
        self.planes.push((before, planes));
        values
    }

    /// The planes that these values are in, with the place of the first there; none where they are in none.
    fn home(&self, values: &Range<usize>) -> Option<(usize, &Planes<T>)> {
        let at = values.start.checked_sub(IN_PLANES)?;
        let (before, planes) = &self.planes[self.planes.partition_point(|(before, _)| *before <= at) - 1];
        Some((at - before, planes))
    }

    /// The place of these values as a list of its own: a part of planes gets one.
    fn own(&mut self, values: Range<usize>) -> Range<usize> {
        match self.home(&values) {
            Some((at, planes)) if planes.len() > values.len() => self.keep_planes(planes.part(at, values.len())),
            _ => values,
        }
    }

    /// A list of values that is kept.
    fn list(&self, values: &Range<usize>) -> List<'_, T> {
        match self.home(values) {
            Some((_, planes)) => List::Planes(planes),
            None => List::Each(&self.values[values.clone()]),
        }
    }

    /// Values that are kept, one by one.
    pub(crate) fn spread(&self, values: &Range<usize>) -> Cow<'_, [T]> {
        match self.home(values) {
            Some((at, planes)) => Cow::Owned(planes.part(at, values.len()).to_vec()),
            None => Cow::Borrowed(&self.values[values.clone()]),
        }
    }

    /// A value that is kept.
    pub(crate) fn value(&self, at: usize) -> T {
        self.spread(&(at..at + 1))[0]
    }

    /// The variables of a run, one by one.
    pub(crate) fn variables<'t>(&self, run: &Run<Var<'t, T>>, tape: &'t Tape<T>) -> Vec<Var<'t, T>> {
        let values = &*self.spread(&(run.place..run.place + run.len));
        let from = match self.inputs.get(run.first) {
            Some(gathered) if !run.row => gathered.from,
            _ => Source::Row(run.first),
        };
        match from {
            Source::Constants => values.iter().map(|&value| Var::fixed(value)).collect(),
            Source::Row(first) => (first..).zip(values).map(|(i, &value)| Var::node(value, i as u32, tape)).collect(),
            Source::Nodes(start) => {
                let nodes = self.nodes[start..].iter().zip(values);
                nodes.map(|(&i, &value)| if i == 0 { Var::fixed(value) } else { Var::node(value, i, tape) }).collect()
            }
            Source::Each(start) => {
                let sources = self.sources[start..].iter().zip(values);
                sources.map(|(&(i, factor), &value)| Var::linear(value, i, factor, tape)).collect()
            }
        }
    }

    /// The input that was added last, with its place.
    pub(crate) fn last(&self) -> Option<(usize, &Input)> {
        Some((self.inputs.len().checked_sub(1)?, self.inputs.last()?))
    }

    /// Whether values of a record are in planes.
    fn is_in_planes(&self, record: &Record<T>) -> bool {
        record.outputs.start >= IN_PLANES || self.are_in_planes(&record.inputs)
    }

    fn are_in_planes(&self, inputs: &Range<usize>) -> bool {
        T::PLANES > 1 && self.inputs[inputs.clone()].iter().any(|input| input.values.start >= IN_PLANES)
    }

    /// The values of these inputs, as they are kept.
    fn lists(&self, inputs: &Range<usize>) -> Vec<List<'_, T>> {
        self.inputs[inputs.clone()].iter().map(|input| self.list(&input.values)).collect()
    }

    /// Keeps what a rule makes of these inputs, and says where.
    fn evaluate<R: ArrayRule>(&mut self, rule: &R, inputs: &Range<usize>) -> Result<Range<usize>, R::Error> {
        if T::PLANES > 1 {
            return Ok(match T::apply_lists(rule, &self.lists(inputs))? {
                Listed::Planes(y) if !y.is_empty() => self.keep_planes(y),
                y => self.keep(y.into_vec().into_iter()),
            });
        }
        let start = self.values.len();
        let Some(outputs) = rule.outputs().filter(|_| T::ORDER == 0) else {
            let y = self.lend(inputs, |x| T::apply_array(rule, x))?;
            return Ok(self.keep(y.into_iter()));
        };
        self.values.resize(start + outputs, zero());
        let (known, out) = self.values.split_at_mut(start);
        let inputs = &self.inputs[inputs.clone()];
        let values = |input: &Input| &known[input.values.clone()];
        each(inputs, &[][..], values, |x| T::apply_array_into(rule, x, out, false))?;
        Ok(start..start + outputs)
    }

    /// The values of these inputs, one by one.
    fn lend<R>(&self, inputs: &Range<usize>, reader: impl FnOnce(&[&[T]]) -> R) -> R {
        if self.are_in_planes(inputs) {
            return lend(&self.lists(inputs), reader);
        }
        let inputs = &self.inputs[inputs.clone()];
        each(inputs, &[][..], |input| &self.values[input.values.clone()], reader)
    }

    /// The statements that the numbers of an input are from.
    fn statements(&self, input: &Input) -> impl Iterator<Item = usize> {
        let len = input.values.len();
        let (row, nodes, each) = match input.from {
            Source::Constants => (0..0, &[][..], &[][..]),
            Source::Row(first) => (first..first + len, &[][..], &[][..]),
            Source::Nodes(start) => (0..0, &self.nodes[start..start + len], &[][..]),
            Source::Each(start) => (0..0, &[][..], &self.sources[start..start + len]),
        };
        let nodes = nodes.iter().map(|&i| i as usize);
        row.chain(nodes).chain(each.iter().map(|&(i, _)| i as usize)).filter(|&i| i > 0)
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
            Source::Nodes(start) => {
                let nodes = self.nodes[start..start + len].iter();
                nodes.map(|&i| if i == 0 { zero() } else { held[i as usize] }).collect()
            }
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
            Source::Nodes(start) => {
                for (&i, &term) in self.nodes[start..].iter().zip(terms).filter(|(i, _)| **i > 0) {
                    adjoint[i as usize].add_lane(lane, term);
                }
            }
            Source::Each(start) => {
                for (&(i, factor), &term) in self.sources[start..].iter().zip(terms).filter(|((i, _), _)| *i > 0) {
                    adjoint[i as usize].add_lane(lane, factor * term);
                }
            }
        }
    }

    /// As [`scatter`](Records::scatter), of terms as a rule has made them.
    fn scatter_list<A: Adjoint<T>>(&self, input: &Input, terms: &Listed<T>, lane: usize, adjoint: &mut [A]) {
        match (terms, input.from) {
            (Listed::Each(terms), _) => self.scatter(input, terms, lane, adjoint),
            (Listed::Planes(terms), Source::Row(first)) => {
                terms.each(|k, term| adjoint[first + k].add_lane(lane, term));
            }
            (Listed::Planes(terms), Source::Nodes(start)) => terms.each(|k, term| {
                if let i @ 1.. = self.nodes[start + k] {
                    adjoint[i as usize].add_lane(lane, term);
                }
            }),
            (terms, _) => self.scatter(input, &terms.clone().into_vec(), lane, adjoint),
        }
    }
}

/// So many inputs need no allocation.
const FEW: usize = 4;

/// Something of each input, in a list without an allocation where there are few.
pub(crate) fn each<'i, X: Copy, I, R>(
    inputs: &'i [I],
    none: X,
    of: impl Fn(&'i I) -> X,
    reader: impl FnOnce(&[X]) -> R,
) -> R {
    if inputs.len() > FEW {
        return reader(&inputs.iter().map(of).collect::<Vec<_>>());
    }
    let mut few = [none; FEW];
    for (x, input) in few.iter_mut().zip(inputs) {
        *x = of(input);
    }
    reader(&few[..inputs.len()])
}

fn zero<T: Number>() -> T {
    T::constant(T::Scalar::default())
}
