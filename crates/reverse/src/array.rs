//! Operations on lists of variables: how a tape takes them, and what it gives back.

use crate::records::{Input, Records, Source, each};
use crate::var::mixed;
use crate::{Tape, Var};
use core::cell::Ref;
use core::ops::Range;
use rules::{ArrayRule, List, Listed, Number, Run, Scalar};
use std::borrow::Cow;

/// Applies an operation to lists of variables.
#[track_caller]
pub(crate) fn of_variables<'t, R: ArrayRule, T: Number>(
    rule: &R,
    x: &[List<'_, Var<'t, T>>],
) -> Result<Listed<Var<'t, T>>, R::Error> {
    let recorded = x.iter().find_map(|x| match x {
        List::Each(x) => x.iter().find_map(|x| Some((x.id, x.tape?))),
        List::Run(run) => Some((run.head.id, run.head.tape?)),
        List::Planes(_) => None,
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn record_array<'t, R: ArrayRule>(
        &'t self,
        rule: &R,
        x: &[List<'_, Var<'t, T>>],
        id: u64,
    ) -> Result<Listed<Var<'t, T>>, R::Error> {
        let mut records = self.records();
        let (first, outputs) = records.record(rule, x, self, id)?;
        if outputs.is_empty() {
            return Ok(Listed::Each(Vec::new()));
        }
        let value = records.value(outputs.start);
        self.record_nothing(outputs.len());
        Ok(Listed::Run(self.run(first, value, outputs)))
    }

    /// Statements in a row, with the place of their values.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
                let place = self.records().keep(values.iter().copied());
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
        List::Planes(_) => return None,
    };
    let (head, tape) = x.iter().find_map(|x| Some((x, x.tape?)))?;
    if tape.is_limited() {
        return None;
    }
    let mut records = tape.records();
    if !records.add(list, tape, head.id) {
        mixed();
    }
    let (at, Input { values, from }) = records.last()?;
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
            T::known_values(List::Each(&records.spread(&(run.place..run.place + run.len))))?.into_owned()
        }
        List::Planes(_) => return None,
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
    records.variables(run, tape)
}
