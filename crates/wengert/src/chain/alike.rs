//! Whether a position was saved by this chain: what of it is code is run again.

use super::run::{Beside, Sweep};
use super::saved::Resumed;
use super::step::Step;
use checkpoint::{Error, State};
use rules::Real;

/// The chain that goes on, as it is seen here.
pub(super) struct Chain<'c, S: State, P> {
    pub(super) start: &'c S,
    pub(super) step: &'c mut P,
    pub(super) parameters: &'c [S::Number],
    /// Whether it ends by a condition.
    pub(super) open: bool,
    /// Whether the code of its steps and its condition is known to be the same.
    pub(super) trusted: bool,
    /// What gives the adjoint by the last state.
    pub(super) seed: &'static str,
}

/// Compares what a chain does with what was saved: the loss at the last state; and, unless its code is known to be the
/// same, every step forward, every answer of the condition, and the last step back.
///
/// # Errors
/// What differs; and what a step fails with.
pub(super) fn check<S, P, B>(chain: Chain<'_, S, P>, resumed: &Resumed<S>, beside: &mut B) -> Result<(), Error>
where
    S: State<Number: Real>,
    P: Step<S>,
    B: Beside<S>,
{
    let Chain { start, step, parameters, open, trusted, seed } = chain;
    let Resumed { end, last, marks } = resumed;
    let mut sweep = Sweep::new(start);
    sweep.start(last, parameters.len());
    beside.seed(*end, parameters, &mut sweep)?;
    let Some(saving) = beside.saving() else { return Ok(()) };
    if saving.marks.seed != marks.seed {
        return Err(saving.foreign(seed));
    }
    saving.marks.step = marks.step;
    let condition = format!("with a condition that ended it after {end} steps");
    if open && !beside.ends(*end, last) {
        return differs(beside, &condition);
    }
    if trusted {
        return Ok(());
    }
    let (mut at, mut before) = (0, start.clone());
    sweep.current.copy_from(start);
    while at < *end {
        beside.go_on()?;
        if open && beside.ends(at, &sweep.current) {
            return differs(beside, &condition);
        }
        let rest = *end - at;
        if rest == 1 {
            before.copy_from(&sweep.current);
        }
        let chunk = if open || beside.is_close() || rest == 1 { 1 } else { rest - 1 };
        step.advance(at..at + chunk, &mut sweep.current, parameters)?;
        beside.advanced(chunk);
        at += chunk;
    }
    if beside.saving().is_some_and(|saving| !saving.are_equal(&sweep.current, last)) {
        return differs(beside, "with other steps, as its last state shows");
    }
    if let Some(at) = end.checked_sub(1) {
        let Sweep { adjoint, gradient, value, .. } = &mut sweep;
        let observed = step.reverse(at, &mut before, parameters, adjoint, gradient)?;
        *value += observed;
        let begun = beside.saving().map(|saving| {
            saving.begun(&sweep);
            saving.marks.step
        });
        if begun.is_some_and(|step| step != marks.step) {
            return differs(beside, "with other steps, as the way back through the last one shows");
        }
    }
    Ok(())
}

fn differs<S: State>(beside: &mut impl Beside<S>, how: &str) -> Result<(), Error> {
    beside.saving().map_or(Ok(()), |saving| Err(saving.foreign(how)))
}
