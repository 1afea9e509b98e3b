//! Chains of chains.

use super::run::{Beside, Sweep, go};
use super::step::{OnTape, Step};
use crate::{At, Var};
use checkpoint::{Error, Memory, Schedule, State};
use core::fmt;
use core::ops::Range;
use rules::Real;

/// Several steps as one step: a chain in a chain, with a schedule of its own.
///
/// The outer chain then keeps states only between these steps, perhaps on disk, and the inner one in memory. Step `j`
/// of the inner chain in step `i` of the outer one has the index `i * steps + j`.
///
/// ```
/// use wengert::checkpoint::Schedule;
/// use wengert::prelude::*;
/// use wengert::{Nested, chain_with};
///
/// let inner = Nested::<f64, _>::new(100, |_, x| x + 0.001 * x.sin()).schedule(Schedule::binomial(5));
/// let nested = chain_with(1.0, 50, inner).schedule(Schedule::periodic(10)).gradient(|_, x| x)?;
/// let flat = chain(1.0, 5000, |_, x| x + 0.001 * x.sin()).gradient(|_, x| x)?;
/// assert_eq!((nested.value, nested.state), (flat.value, flat.state));
/// # Ok::<(), wengert::checkpoint::Error>(())
/// ```
pub struct Nested<S: State, P> {
    steps: u64,
    step: P,
    schedule: Schedule,
    storage: Memory<S>,
    sweep: Option<Sweep<S>>,
}

impl<S: State<Number: Real>, F> Nested<S, OnTape<F, S::Number>>
where
    F: for<'t> FnMut(&At<'t, S::Number>, S::Of<Var<'t, S::Number>>) -> S::Of<Var<'t, S::Number>>,
{
    /// So many steps of a closure on variables.
    #[track_caller]
    pub fn new(steps: u64, step: F) -> Self {
        Nested::with(steps, OnTape::new(step))
    }
}

impl<S: State, P: Step<S>> Nested<S, P> {
    /// So many steps of any kind.
    ///
    /// ```
    /// use wengert::{At, Nested, OnTape, Var, chain_with};
    /// fn square<'t>(_: &At<'t>, x: Var<'t>) -> Var<'t> {
    ///     x * x
    /// }
    /// // Two squarings in each of three steps: x^64.
    /// let power = chain_with(1.1, 3, Nested::<f64, _>::with(2, OnTape::new(square))).pull(&1.0)?;
    /// assert!((power.state - 64.0 * 1.1f64.powi(63)).abs() < 1e-9);
    /// # Ok::<(), wengert::checkpoint::Error>(())
    /// ```
    pub fn with(steps: u64, step: P) -> Self {
        Nested { steps, step, schedule: Schedule::store_all(), storage: Memory::new(), sweep: None }
    }

    /// Which states are kept inside: all of them otherwise.
    #[must_use]
    pub fn schedule(mut self, schedule: Schedule) -> Self {
        self.schedule = schedule;
        self
    }
}

impl<S: State, P> fmt::Debug for Nested<S, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (steps, schedule) = (&self.steps, &self.schedule);
        f.debug_struct("Nested").field("steps", steps).field("schedule", schedule).finish_non_exhaustive()
    }
}

/// The adjoint by the last state is there from the start.
struct Seeded;

impl<S: State> Beside<S> for Seeded {
    fn seed(&mut self, _: u64, _: &[S::Number], _: &mut Sweep<S>) -> Result<(), Error> {
        Ok(())
    }
}

impl<S: State<Number: Real>, P: Step<S>> Step<S> for Nested<S, P> {
    fn advance(&mut self, steps: Range<u64>, state: &mut S, parameters: &[S::Number]) -> Result<(), Error> {
        self.step.advance(steps.start * self.steps..steps.end * self.steps, state, parameters)
    }

    fn reverse(
        &mut self,
        step: u64,
        state: &mut S,
        parameters: &[S::Number],
        adjoint: &mut S,
        gradient: &mut [S::Number],
    ) -> Result<S::Number, Error> {
        let sweep = self.sweep.get_or_insert_with(|| Sweep::new(state));
        sweep.current.copy_from(state);
        sweep.adjoint.copy_from(adjoint);
        sweep.gradient.clear();
        sweep.gradient.extend_from_slice(gradient);
        (sweep.value, sweep.seeded) = (S::Number::from(0.0), true);
        let mut actions = self.schedule.actions(self.steps);
        let inner = (&mut self.step, step * self.steps);
        go(&mut actions, inner, &mut self.storage, parameters, sweep, &mut Seeded)?;
        adjoint.copy_from(&sweep.adjoint);
        gradient.copy_from_slice(&sweep.gradient);
        Ok(sweep.value)
    }
}
