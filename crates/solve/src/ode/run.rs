//! The planned steps, on any number.

use super::Ode;
use super::plan::{Leg, Plan, Reach};
use super::problem::{Dynamics, Jumps};
use super::step::{Given, Method, Step};
use super::{Event, Solution};
use crate::Error;
use rules::Real;

/// What the legs are run with.
pub(crate) struct Inputs<'i, T> {
    pub(crate) p: &'i [T],
    /// The times of jumps, and behind them the end.
    pub(crate) times: Vec<T>,
    pub(crate) saves: &'i [T],
}

impl<F: Dynamics, J: Jumps> Ode<F, J> {
    pub(crate) fn inputs<'i, T: Real>(&self, p: &'i [T], end: T, saves: &'i [T]) -> Inputs<'i, T> {
        self.inputs_with(p, end, saves, Vec::new())
    }

    /// As [`inputs`](Ode::inputs), in memory that is there.
    pub(crate) fn inputs_with<'i, T: Real>(
        &self,
        p: &'i [T],
        end: T,
        saves: &'i [T],
        mut times: Vec<T>,
    ) -> Inputs<'i, T> {
        times.clear();
        times.extend_from_slice(self.jumps.times(p).as_ref());
        times.push(end);
        Inputs { p, times, saves }
    }

    /// Runs a leg; `save` is given the states inside that are to be saved, with their indices.
    pub(crate) fn leg<T: Real>(
        &self,
        plan: &Plan,
        leg: &Leg,
        step: &mut Step<T>,
        inputs: &Inputs<'_, T>,
        save: &mut dyn FnMut(usize, &[T]),
    ) -> Result<(), Error> {
        let field = &mut Given { f: &self.dynamics, p: inputs.p };
        let reached = match leg.reach {
            Reach::Step(h) => {
                step.take(field, T::from(h))?;
                step.t + step.h
            }
            Reach::Time(k) => {
                let target = inputs.times[k];
                let h = target - step.t;
                if h.value() == 0.0 {
                    self.save_nearby(plan.order[leg.saves.clone()].iter(), step, inputs, save);
                    let end = self.nearby(step, inputs.p, h);
                    step.jump_to(target, &end);
                    step.room = end;
                    return self.jump(leg, step, inputs);
                }
                step.take(field, h)?;
                target
            }
            Reach::At { index, slope } => {
                let mut h = T::from(0.0);
                for _ in 0..T::ORDER {
                    let near = self.nearby(step, inputs.p, h);
                    let g = self.jumps.guards(step.t + h, &near, inputs.p).as_ref()[index];
                    step.room = near;
                    h -= (g - g.value()) / slope;
                }
                let end = self.nearby(step, inputs.p, h);
                step.jump_to(step.t + h, &end);
                step.room = end;
                return self.jump(leg, step, inputs);
            }
            Reach::Guard { index, h, slope } => {
                let mut h = T::from(h);
                // Each makes one more order of the time right.
                for _ in 0..T::ORDER {
                    step.take(field, h)?;
                    let g = self.jumps.guards(step.t + h, &step.end, inputs.p).as_ref()[index];
                    h -= (g - g.value()) / slope;
                }
                step.take(field, h)?;
                step.t + h
            }
        };
        let mut state = core::mem::take(&mut step.room);
        for &k in &plan.order[leg.saves.clone()] {
            step.inside((inputs.saves[k] - step.t) / step.h, &mut state);
            save(k, &state);
        }
        step.room = state;
        step.advance();
        step.t = reached;
        self.jump(leg, step, inputs)
    }

    fn jump<T: Real>(&self, leg: &Leg, step: &mut Step<T>, inputs: &Inputs<'_, T>) -> Result<(), Error> {
        if let Some(jump) = leg.jump {
            let _ = step.jump(|t, state| self.jumps.jump(jump, t, state, inputs.p));
        }
        Ok(())
    }

    /// The state a step away whose value is zero: by the explicit method, which is right to order 5 in it. The list is the
    /// step's room.
    fn nearby<T: Real>(&self, step: &mut Step<T>, p: &[T], h: T) -> Vec<T> {
        let mut state = core::mem::take(&mut step.room);
        if h.is_constant() {
            state.copy_from_slice(&step.start);
            return state;
        }
        let lists = step.beside.pop().unwrap_or_default();
        let mut near = Step::with((Method::Tsit5, &step.layout), step.t, &step.start, lists);
        // The explicit method does not fail.
        let _ = near.take(&mut Given { f: &self.dynamics, p }, h);
        state.copy_from_slice(&near.end);
        step.beside.push(near.lists());
        state
    }

    pub(crate) fn save_nearby<'k, T: Real>(
        &self,
        indices: impl Iterator<Item = &'k usize>,
        step: &mut Step<T>,
        inputs: &Inputs<'_, T>,
        save: &mut dyn FnMut(usize, &[T]),
    ) {
        for &k in indices {
            let state = self.nearby(step, inputs.p, inputs.saves[k] - step.t);
            save(k, &state);
            step.room = state;
        }
    }

    pub(crate) fn run<T: Real>(
        &self,
        plan: &Plan,
        u0: &[T],
        p: &[T],
        [t0, t1]: [T; 2],
        saves: &[T],
    ) -> Result<Solution<T>, Error> {
        let inputs = self.inputs(p, t1, saves);
        let mut step = Step::new((self.method, &plan.layout), t0, u0);
        let mut states = vec![Vec::new(); saves.len()];
        let mut events = Vec::new();
        for leg in &plan.legs {
            self.leg(plan, leg, &mut step, &inputs, &mut |k, state| states[k] = state.to_vec())?;
            events.extend(leg.jump.map(|which| Event { which, t: step.t }));
        }
        let tail = plan.order[plan.tail.clone()].iter();
        self.save_nearby(tail, &mut step, &inputs, &mut |k, state| states[k] = state.to_vec());
        let (steps, rejected) = (plan.legs.len(), plan.rejected);
        Ok(Solution { states, end: step.t, last: step.start, events, steps, rejected })
    }
}
