//! The discrete adjoint: back through the steps, each recorded on a tape of its own.

use super::plan::Plan;
use super::problem::{Dynamics, Jumps};
use super::step::Step;
use super::{Gradient, Ode};
use crate::Error;
use checkpoint::{Action, Schedule};
use reverse::{Adjoints, Tape, Var};
use rules::Lift;

impl<F: Dynamics, J: Jumps> Ode<F, J> {
    /// The gradient of a sum of losses at the points `saves`, through the numerical solution: by initial state, parameters
    /// and all times. `loss` is given the index of the point, the state there, and the parameters.
    ///
    /// The derivative is exact for the steps that were taken, with jumps and their times. Cost: the integration, and for
    /// each step the step on a tape and its sweep; with [`checkpoints`](Ode::checkpoints) some steps are run again. Of a
    /// stiff method this includes the derivative of the Jacobian: for more than some ten states take
    /// [`gauss_gradient`](Ode::gauss_gradient).
    ///
    /// # Errors
    /// As [`solve`](Ode::solve).
    pub fn gradient(
        &self,
        u0: &[f64],
        p: &[f64],
        span: [f64; 2],
        saves: &[f64],
        loss: impl for<'t> Fn(usize, &[Var<'t>], &[Var<'t>]) -> Var<'t>,
    ) -> Result<Gradient, Error> {
        let plan = self.plan(u0, p, span, saves, &mut |_| {})?;
        let n = u0.len();
        let mut back = Back {
            ode: self,
            plan: &plan,
            p,
            end: span[1],
            saves,
            adjoint: vec![0.0; n + 1],
            gradient: Gradient {
                value: 0.0,
                state: vec![0.0; n],
                parameters: vec![0.0; p.len()],
                span: [0.0; 2],
                saves: vec![0.0; saves.len()],
                steps: plan.legs.len(),
            },
            tape: Tape::new(),
            adjoints: Adjoints::new(),
        };
        let mut state = [u0, &[span[0]]].concat();
        let mut slots: Vec<Vec<f64>> = Vec::new();
        let count = plan.legs.len() as u64;
        let kept = self.kept.unwrap_or(plan.legs.len()).max(1);
        let mut tail = !plan.tail.is_empty();
        for action in Schedule::binomial(kept).actions(count) {
            match action {
                Action::Advance { from, to } => back.advance(&mut state, from as usize, to as usize)?,
                Action::Store { slot, .. } => {
                    slots.resize(slots.len().max(slot.index + 1), Vec::new());
                    slots[slot.index].clone_from(&state);
                }
                Action::Restore { slot, .. } => state.clone_from(&slots[slot.index]),
                Action::Take { slot, .. } => state = core::mem::take(&mut slots[slot.index]),
                Action::Discard { slot } => slots[slot.index].clear(),
                Action::Reverse { step } => {
                    if tail {
                        tail = false;
                        let mut last = state.clone();
                        back.advance(&mut last, step as usize, step as usize + 1)?;
                        back.reverse(&last, None, &loss)?;
                    }
                    back.reverse(&state, Some(step as usize), &loss)?;
                }
            }
        }
        let Back { adjoint, mut gradient, .. } = back;
        gradient.state.copy_from_slice(&adjoint[..n]);
        gradient.span[0] = adjoint[n];
        Ok(gradient)
    }
}

/// A way back: states are u, and the time behind it.
struct Back<'b, F, J> {
    ode: &'b Ode<F, J>,
    plan: &'b Plan,
    p: &'b [f64],
    end: f64,
    saves: &'b [f64],
    adjoint: Vec<f64>,
    gradient: Gradient,
    tape: Tape,
    adjoints: Adjoints<f64>,
}

impl<F: Dynamics, J: Jumps> Back<'_, F, J> {
    fn advance(&self, state: &mut [f64], from: usize, to: usize) -> Result<(), Error> {
        let inputs = self.ode.inputs(self.p, self.end, self.saves);
        let (t, u) = state.split_last_mut().expect("the time stands behind the state");
        let mut step = Step::new((self.ode.method, &self.plan.layout), *t, u);
        for leg in &self.plan.legs[from..to] {
            self.ode.leg(self.plan, leg, &mut step, &inputs, &mut |_, _| {})?;
        }
        u.copy_from_slice(&step.start);
        *t = step.t;
        Ok(())
    }

    /// Records a leg, or without one what is saved at the end, and sweeps back over it.
    fn reverse(
        &mut self,
        state: &[f64],
        leg: Option<usize>,
        loss: &impl for<'t> Fn(usize, &[Var<'t>], &[Var<'t>]) -> Var<'t>,
    ) -> Result<(), Error> {
        let Back { ode, plan, tape, adjoints, gradient, adjoint, .. } = self;
        tape.clear();
        let tape: &Tape = tape;
        let indices = &plan.order[leg.map_or(plan.tail.clone(), |leg| plan.legs[leg].saves.clone())];
        let start = tape.vars(state);
        let (p, end) = (tape.vars(self.p), tape.var(self.end));
        let mut saves: Vec<Var<'_>> = self.saves.iter().map(|&t| Var::lift(t)).collect();
        indices.iter().for_each(|&k| saves[k] = tape.var(self.saves[k]));
        let inputs = ode.inputs(&p, end, &saves);
        let (&t, u) = start.split_last().expect("the time stands behind the state");
        let mut step = Step::new((ode.method, &plan.layout), t, u);
        let mut seeds: Vec<(Var<'_>, f64)> = Vec::new();
        let mut value = 0.0;
        let mut save = of_one_tape(|k, state| {
            let term = loss(k, state, &p);
            value += term.inner();
            seeds.push((term, 1.0));
        });
        match leg {
            Some(leg) => ode.leg(plan, &plan.legs[leg], &mut step, &inputs, &mut save)?,
            None => ode.save_nearby(indices.iter(), &step, &inputs, &mut save),
        }
        seeds.extend(step.start.iter().chain([&step.t]).copied().zip(adjoint.iter().copied()));
        tape.adjoints_into(&seeds, adjoints);
        gradient.value += value;
        adjoint.iter_mut().zip(&start).for_each(|(a, &x)| *a = adjoints.wrt(x));
        gradient.parameters.iter_mut().zip(&p).for_each(|(g, &x)| *g += adjoints.wrt(x));
        gradient.span[1] += adjoints.wrt(end);
        indices.iter().for_each(|&k| gradient.saves[k] += adjoints.wrt(saves[k]));
        Ok(())
    }
}

/// The compiler takes a closure that is not passed on for one on variables of any tape.
fn of_one_tape<'t, S: FnMut(usize, &[Var<'t>])>(save: S) -> S {
    save
}
