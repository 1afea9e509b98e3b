//! Actions done to states: what a schedule says, with a step and a storage.

use super::saved::Saving;
use super::step::Step;
use checkpoint::{Action, Actions, Error, State, Storage};
use rules::Real;

/// Where a sweep is, and what it has gathered.
pub(super) struct Sweep<S: State> {
    pub(super) current: S,
    pub(super) adjoint: S,
    pub(super) gradient: Vec<S::Number>,
    pub(super) value: S::Number,
    /// The loss at the end was seen.
    pub(super) seeded: bool,
}

impl<S: State<Number: Real>> Sweep<S> {
    pub(super) fn new(state: &S) -> Self {
        let (current, adjoint, zero) = (state.clone(), state.clone(), S::Number::from(0.0));
        Sweep { current, adjoint, gradient: Vec::new(), value: zero, seeded: false }
    }

    /// At a state, with nothing gathered.
    pub(super) fn start(&mut self, state: &S, parameters: usize) {
        let zero = S::Number::from(0.0);
        self.current.copy_from(state);
        self.adjoint.copy_from(state);
        self.adjoint.replace(&mut || zero);
        self.gradient.clear();
        self.gradient.resize(parameters, zero);
        (self.value, self.seeded) = (zero, false);
    }
}

/// What happens beside a sweep.
pub(super) trait Beside<S: State> {
    /// Whether each step must be looked at before the next one.
    fn is_close(&self) -> bool {
        false
    }

    /// Called in front of a step, and at the end: an error stops the sweep.
    fn go_on(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Whether a chain whose end is not known ends with this state.
    fn ends(&mut self, _at: u64, _state: &S) -> bool {
        false
    }

    /// The last state is there, in `sweep.current`: the adjoint by it is wanted.
    fn seed(&mut self, steps: u64, parameters: &[S::Number], sweep: &mut Sweep<S>) -> Result<(), Error>;

    /// What saves the position, if anything does.
    fn saving(&mut self) -> Option<&mut Saving<S>> {
        None
    }

    /// Some steps were run.
    fn advanced(&mut self, _count: u64) {}

    /// A step was reversed.
    fn reversed<M: Storage<S>>(
        &mut self,
        _actions: &Actions,
        _sweep: &mut Sweep<S>,
        _storage: &mut M,
    ) -> Result<(), Error> {
        Ok(())
    }
}

/// Does all that is left to do. The steps are counted from `offset`.
pub(super) fn go<S, P, M>(
    actions: &mut Actions,
    (step, offset): (&mut P, u64),
    storage: &mut M,
    parameters: &[S::Number],
    sweep: &mut Sweep<S>,
    beside: &mut impl Beside<S>,
) -> Result<(), Error>
where
    S: State<Number: Real>,
    P: Step<S>,
    M: Storage<S>,
{
    if actions.is_open() && beside.ends(0, &sweep.current) {
        actions.end(0);
        seed(0, parameters, sweep, beside)?;
    }
    while let Some(action) = actions.next() {
        match action {
            Action::Advance { from, to } => {
                let chunk = if actions.is_open() || beside.is_close() { 1 } else { to - from };
                let mut at = from;
                while at < to {
                    beside.go_on()?;
                    step.advance(offset + at..offset + at + chunk, &mut sweep.current, parameters)?;
                    beside.advanced(chunk);
                    at += chunk;
                    if actions.is_open() && beside.ends(at, &sweep.current) {
                        actions.end(at);
                        seed(at, parameters, sweep, beside)?;
                        break;
                    }
                }
            }
            Action::Store { slot, step } => storage.store(slot, step, &sweep.current)?,
            Action::Restore { slot, step } => storage.restore(slot, step, &mut sweep.current)?,
            Action::Take { slot, step } => storage.take(slot, step, &mut sweep.current)?,
            Action::Discard { slot } => storage.discard(slot)?,
            Action::Reverse { step: at } => {
                beside.go_on()?;
                if !sweep.seeded {
                    let before = sweep.current.clone();
                    step.advance(offset + at..offset + at + 1, &mut sweep.current, parameters)?;
                    seed(at + 1, parameters, sweep, beside)?;
                    sweep.current = before;
                }
                let Sweep { current, adjoint, gradient, value, .. } = sweep;
                let observed = step.reverse(offset + at, current, parameters, adjoint, gradient)?;
                *value += observed;
                beside.reversed(actions, sweep, storage)?;
            }
        }
    }
    if sweep.seeded { Ok(()) } else { seed(0, parameters, sweep, beside) }
}

fn seed<S: State>(
    steps: u64,
    parameters: &[S::Number],
    sweep: &mut Sweep<S>,
    beside: &mut impl Beside<S>,
) -> Result<(), Error> {
    sweep.seeded = true;
    beside.seed(steps, parameters, sweep)
}
