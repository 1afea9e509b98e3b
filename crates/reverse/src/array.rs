//! Operations on lists of numbers on a tape: one record each, with the inputs' values and the statements they are from.
//!
//! The outputs are statements without operands, in a row. A sweep runs over the statements between two records as it
//! runs over a tape without any, and at a record asks the operation's rule for the way back.

use crate::{Adjoint, Tape, Var};
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

/// What was recorded of an operation.
pub(crate) struct Record<T> {
    /// The statements of the outputs: where they begin.
    pub(crate) first: usize,
    /// The partials that were recorded before it.
    pub(crate) partials: usize,
    inputs: Vec<Input<T>>,
    outputs: Vec<T>,
    rule: Box<dyn Derivatives<T>>,
}

struct Input<T> {
    values: Vec<T>,
    from: Source<T>,
}

/// Where the numbers of a list are from.
enum Source<T> {
    Constants,
    /// Statements in a row.
    Row(usize),
    /// Each from a statement, with its derivative by it; statement 0 for a constant.
    Each(Vec<(u32, T)>),
}

impl<T: Number> Source<T> {
    fn of(list: &[Var<'_, T>]) -> Self {
        if list.iter().all(|x| x.tape.is_none()) {
            return Source::Constants;
        }
        let first = list.first().map_or(0, Var::index);
        let in_a_row = |(x, index): (&Var<'_, T>, u32)| x.tape.is_some() && !x.is_derived() && x.index() == index;
        if list.iter().zip(first..).all(in_a_row) {
            return Source::Row(first as usize);
        }
        Source::Each(
            list.iter().map(|x| if x.tape.is_some() { (x.index(), x.factor) } else { (0, x.factor) }).collect(),
        )
    }

    fn is_active(&self) -> bool {
        !matches!(self, Source::Constants)
    }

    /// What the statements hold, times the derivatives by them.
    fn gather(&self, len: usize, held: &[T]) -> Option<Vec<T>> {
        match self {
            Source::Constants => None,
            Source::Row(first) => Some(held[*first..first + len].to_vec()),
            Source::Each(list) => {
                Some(list.iter().map(|&(i, factor)| if i == 0 { zero() } else { factor * held[i as usize] }).collect())
            }
        }
    }

    /// Adds to the adjoints of the statements.
    fn scatter<A: Adjoint<T>>(&self, terms: &[T], lane: usize, adjoint: &mut [A]) {
        match self {
            Source::Constants => {}
            Source::Row(first) => {
                for (s, &term) in adjoint[*first..].iter_mut().zip(terms) {
                    s.add_lane(lane, term);
                }
            }
            Source::Each(list) => {
                for (&(i, factor), &term) in list.iter().zip(terms).filter(|((i, _), _)| *i > 0) {
                    adjoint[i as usize].add_lane(lane, factor * term);
                }
            }
        }
    }

    /// The statements.
    fn statements(&self, len: usize) -> impl Iterator<Item = usize> {
        let (row, each) = match self {
            Source::Constants => (0..0, &[][..]),
            Source::Row(first) => (*first..first + len, &[][..]),
            Source::Each(list) => (0..0, list.as_slice()),
        };
        row.chain(each.iter().map(|&(i, _)| i as usize)).filter(|&i| i > 0)
    }
}

impl<T: Number> Record<T> {
    /// The statements of the outputs: where they end.
    pub(crate) fn end(&self) -> usize {
        self.first + self.outputs.len()
    }

    /// Adds to the adjoints of the inputs what follows from those of the outputs; false if it met a NaN, or what might be
    /// one.
    pub(crate) fn pull<A: Adjoint<T>>(&self, adjoint: &mut [A]) -> bool {
        let (below, from) = adjoint.split_at_mut(self.first);
        let outputs = &from[..self.outputs.len()];
        if outputs.iter().any(Adjoint::has_nan) {
            return false;
        }
        if !outputs.iter().all(Adjoint::is_nothing) {
            self.pull_lanes(u64::MAX, outputs, below);
        }
        true
    }

    /// As [`pull`](Record::pull), for the lanes of a mask, whatever they hold.
    pub(crate) fn pull_lanes<A: Adjoint<T>>(&self, lanes: u64, outputs: &[A], below: &mut [A]) {
        let values: Vec<&[T]> = self.inputs.iter().map(|input| input.values.as_slice()).collect();
        let wanted: Vec<bool> = self.inputs.iter().map(|input| input.from.is_active()).collect();
        for lane in (0..A::LANES).filter(|&lane| lanes >> lane & 1 == 1) {
            let weights: Vec<T> = outputs.iter().map(|w| w.lane(lane)).collect();
            let found = self.rule.pull(&values, &self.outputs, &weights, &wanted);
            for (k, input) in self.inputs.iter().enumerate() {
                // Where there is no derivative, it is not a number.
                match &found {
                    Some(found) => input.from.scatter(found[k].as_deref().unwrap_or(&[]), lane, below),
                    None => input.from.scatter(&vec![nan(); input.values.len()], lane, below),
                }
            }
        }
    }

    /// The statements of the inputs.
    pub(crate) fn operands(&self) -> impl Iterator<Item = usize> {
        self.inputs.iter().flat_map(|input| input.from.statements(input.values.len()))
    }

    /// Sets the tangents of the outputs from those of the inputs; a list counts where it is `live`.
    pub(crate) fn push(&self, tangent: &mut [T], live: impl Fn(usize) -> bool) {
        let values: Vec<&[T]> = self.inputs.iter().map(|input| input.values.as_slice()).collect();
        let gathered: Vec<Option<Vec<T>>> = self
            .inputs
            .iter()
            .map(|Input { values, from }| {
                let reached = from.statements(values.len()).any(&live);
                if reached { from.gather(values.len(), tangent) } else { None }
            })
            .collect();
        let gathered: Vec<Option<&[T]>> = gathered.iter().map(Option::as_deref).collect();
        let found =
            self.rule.push(&values, &self.outputs, &gathered).unwrap_or_else(|| vec![nan(); self.outputs.len()]);
        // An output may have been seeded itself.
        for (t, found) in tangent[self.first..].iter_mut().zip(found) {
            *t = *t + found;
        }
    }
}

/// Applies an operation to lists of variables.
#[track_caller]
pub(crate) fn of_variables<'t, R: ArrayRule, T: Number>(
    rule: &R,
    x: &[&[Var<'t, T>]],
) -> Result<Vec<Var<'t, T>>, R::Error> {
    let recorded = x.iter().flat_map(|x| x.iter()).find_map(|x| Some((x, x.tape?)));
    if let Some((first, tape)) = recorded {
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
    }
    let values: Vec<Vec<T>> = x.iter().map(|x| x.iter().map(|x| x.value).collect()).collect();
    let lent: Vec<&[T]> = values.iter().map(Vec::as_slice).collect();
    let y = T::apply_array(rule, &lent)?;
    let Some((_, tape)) = recorded else { return Ok(y.into_iter().map(Var::fixed).collect()) };
    let inputs = values.into_iter().zip(x).map(|(values, x)| Input { values, from: Source::of(x) }).collect();
    Ok(tape.record_array(inputs, y, Box::new(rule.clone())))
}

impl<T: Number> Tape<T> {
    #[track_caller]
    fn record_array(&self, inputs: Vec<Input<T>>, outputs: Vec<T>, rule: Box<dyn Derivatives<T>>) -> Vec<Var<'_, T>> {
        let (first, partials) = self.lengths();
        let vars: Vec<_> = outputs.iter().map(|&y| Var::node(y, self.record_nothing(), self)).collect();
        if !outputs.is_empty() {
            self.keep(Record { first, partials, inputs, outputs, rule });
        }
        vars
    }
}

fn zero<T: Number>() -> T {
    T::constant(T::Scalar::default())
}

fn nan<T: Number>() -> T {
    T::constant(T::Scalar::from_f64(f64::NAN))
}
