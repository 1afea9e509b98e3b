//! The discrete adjoint: back through the steps, each recorded on a tape of its own.

use super::plan::{Plan, Planning};
use super::problem::{Dynamics, Jumps};
use super::step::{Lists, Step};
use super::{Gradient, Ode};
use crate::Error;
use crate::buffers::emptied;
use crate::error::finite;
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
    ///
    /// ```
    /// # use rules::Real;
    /// # use solve::ode::{Dynamics, ode};
    /// # struct Decay;
    /// # impl Dynamics for Decay {
    /// #     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
    /// #         du[0] = -p[0] * u[0];
    /// #     }
    /// # }
    /// // The sum of u(t) at two points.
    /// let g = ode(Decay).tolerances(1e-9, 1e-12).gradient(&[3.0], &[2.0], [0.0, 1.0], &[0.5, 1.0], |_, u, _| u[0])?;
    /// let (half, whole) = ((-1f64).exp(), (-2f64).exp());
    /// assert!((g.parameters[0] + 3.0 * (0.5 * half + whole)).abs() < 1e-7);
    /// assert!((g.saves[0] + 2.0 * 3.0 * half).abs() < 1e-6);
    /// # Ok::<(), solve::Error>(())
    /// ```
    pub fn gradient(
        &self,
        u0: &[f64],
        p: &[f64],
        span: [f64; 2],
        saves: &[f64],
        loss: impl for<'t> Fn(usize, &[Var<'t>], &[Var<'t>]) -> Var<'t>,
    ) -> Result<Gradient, Error> {
        let mut gradient = Gradient::default();
        self.gradient_into(u0, p, span, saves, loss, &mut gradient, &mut Memory::default())?;
        Ok(gradient)
    }

    /// As [`gradient`](Ode::gradient), written to a gradient that is there, in memory that is used again: from the second call
    /// on, nothing is allocated but by the right-hand side, the jumps and the loss, and with [`sparse`](Ode::sparse) to find
    /// the pattern; [`checkpoints`](Ode::checkpoints) keep a list of what they hold.
    ///
    /// # Errors
    /// As [`solve`](Ode::solve).
    ///
    /// ```
    /// # use rules::Real;
    /// # use solve::ode::{Dynamics, ode};
    /// # struct Decay;
    /// # impl Dynamics for Decay {
    /// #     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
    /// #         du[0] = -p[0] * u[0];
    /// #     }
    /// # }
    /// use solve::ode::{Gradient, Memory};
    /// let (problem, mut gradient, mut memory) = (ode(Decay), Gradient::default(), Memory::default());
    /// for p in [1.0, 2.0] {
    ///     problem.gradient_into(&[3.0], &[p], [0.0, 1.0], &[1.0], |_, u, _| u[0], &mut gradient, &mut memory)?;
    ///     assert!((gradient.parameters[0] + 3.0 * (-p).exp()).abs() < 1e-4);
    /// }
    /// # Ok::<(), solve::Error>(())
    /// ```
    #[allow(clippy::too_many_arguments)]
    pub fn gradient_into(
        &self,
        u0: &[f64],
        p: &[f64],
        span: [f64; 2],
        saves: &[f64],
        loss: impl for<'t> Fn(usize, &[Var<'t>], &[Var<'t>]) -> Var<'t>,
        gradient: &mut Gradient,
        memory: &mut Memory,
    ) -> Result<(), Error> {
        let Memory { planning, adjoint, recording, kept } = memory;
        self.plan_with(u0, p, span, saves, &mut |_| {}, planning)?;
        let (plan, starts, n) = (&planning.plan, &planning.starts, u0.len());
        gradient.clear(n, p.len(), saves.len(), plan.legs.len());
        adjoint.clear();
        adjoint.resize(n + 1, 0.0);
        let mut back = Back { ode: self, plan, p, end: span[1], saves, adjoint, gradient, recording };
        let start = |leg: usize| &starts[leg * (n + 1)..(leg + 1) * (n + 1)];
        if let (false, Some(last)) = (plan.tail.is_empty(), plan.legs.len().checked_sub(1)) {
            kept.begin(start(last));
            back.advance(kept, last, last + 1)?;
            back.reverse(&kept.state, None, &loss)?;
        }
        match self.kept {
            None => {
                for leg in (0..plan.legs.len()).rev() {
                    back.reverse(start(leg), Some(leg), &loss)?;
                }
            }
            Some(states) => {
                kept.begin(u0);
                kept.state.push(span[0]);
                back.over_kept(kept, states.max(1), &loss)?;
            }
        }
        let Back { adjoint, gradient, .. } = back;
        gradient.state.copy_from_slice(&adjoint[..n]);
        gradient.span[0] = adjoint[n];
        Ok(())
    }
}

/// Memory for gradients through integrations, for [`Ode::gradient_into`].
///
/// ```
/// use rules::Real;
/// use solve::ode::{Dynamics, Gradient, Memory, ode};
/// struct Growth; // u' = p u
/// impl Dynamics for Growth {
///     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
///         du[0] = p[0] * u[0];
///     }
/// }
/// // Two problems in a row in the same memory, of u = e^(p t) at t = 1.
/// let (mut gradient, mut memory) = (Gradient::default(), Memory::default());
/// for (problem, p) in [(ode(Growth), 1.0f64), (ode(Growth).stiff(), 0.5)] {
///     problem.gradient_into(&[1.0], &[p], [0.0, 1.0], &[1.0], |_, u, _| u[0], &mut gradient, &mut memory)?;
///     assert!((gradient.parameters[0] - p.exp()).abs() < 1e-4 && (gradient.state[0] - p.exp()).abs() < 1e-4);
/// }
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Memory {
    planning: Planning,
    adjoint: Vec<f64>,
    recording: Recording,
    kept: Kept,
}

/// A state that is taken on, with those that are kept.
#[derive(Debug, Default)]
struct Kept {
    state: Vec<f64>,
    slots: Vec<Vec<f64>>,
    step: Lists<f64>,
    times: Vec<f64>,
}

impl Kept {
    fn begin(&mut self, state: &[f64]) {
        self.state.clear();
        self.state.extend_from_slice(state);
    }
}

/// A tape with the lists around it.
#[derive(Debug, Default)]
struct Recording {
    tape: Tape,
    adjoints: Adjoints<f64>,
    start: Vec<Var<'static>>,
    p: Vec<Var<'static>>,
    saves: Vec<Var<'static>>,
    times: Vec<Var<'static>>,
    seeds: Vec<(Var<'static>, f64)>,
    step: Lists<Var<'static>>,
}

/// A way back: states are u, and the time behind it.
struct Back<'b, F, J> {
    ode: &'b Ode<F, J>,
    plan: &'b Plan,
    p: &'b [f64],
    end: f64,
    saves: &'b [f64],
    adjoint: &'b mut [f64],
    gradient: &'b mut Gradient,
    recording: &'b mut Recording,
}

impl<F: Dynamics, J: Jumps> Back<'_, F, J> {
    /// The way back with so many states kept: the others are computed again.
    fn over_kept(
        &mut self,
        kept: &mut Kept,
        states: usize,
        loss: &impl for<'t> Fn(usize, &[Var<'t>], &[Var<'t>]) -> Var<'t>,
    ) -> Result<(), Error> {
        for action in Schedule::binomial(states).actions(self.plan.legs.len() as u64) {
            match action {
                Action::Advance { from, to } => self.advance(kept, from as usize, to as usize)?,
                Action::Store { slot, .. } => {
                    kept.slots.resize(kept.slots.len().max(slot.index + 1), Vec::new());
                    kept.slots[slot.index].clone_from(&kept.state);
                }
                Action::Restore { slot, .. } | Action::Take { slot, .. } => {
                    kept.state.clone_from(&kept.slots[slot.index])
                }
                Action::Discard { .. } => {}
                Action::Reverse { step } => self.reverse(&kept.state, Some(step as usize), loss)?,
            }
        }
        Ok(())
    }

    fn advance(&self, kept: &mut Kept, from: usize, to: usize) -> Result<(), Error> {
        let Kept { state, step: lists, times, .. } = kept;
        let inputs = self.ode.inputs_with(self.p, self.end, self.saves, core::mem::take(times));
        let (t, u) = state.split_last_mut().expect("the time stands behind the state");
        let mut step = Step::with((self.ode.method, &self.plan.layout), *t, u, core::mem::take(lists));
        for leg in &self.plan.legs[from..to] {
            self.ode.leg(self.plan, leg, &mut step, &inputs, &mut |_, _| {})?;
        }
        u.copy_from_slice(&step.start);
        *t = step.t;
        (*lists, *times) = (step.lists(), inputs.times);
        Ok(())
    }

    /// Records a leg, or without one what is saved at the end, and sweeps back over it.
    fn reverse(
        &mut self,
        state: &[f64],
        leg: Option<usize>,
        loss: &impl for<'t> Fn(usize, &[Var<'t>], &[Var<'t>]) -> Var<'t>,
    ) -> Result<(), Error> {
        let Back { ode, plan, gradient, adjoint, .. } = self;
        let Recording { tape, adjoints, start, p, saves, times, seeds, step: lists } = &mut *self.recording;
        tape.clear();
        let tape: &Tape = tape;
        let indices = &plan.order[leg.map_or(plan.tail.clone(), |leg| plan.legs[leg].saves.clone())];
        let mut from = emptied(core::mem::take(start));
        tape.vars_into(state, &mut from);
        let mut by = emptied(core::mem::take(p));
        tape.vars_into(self.p, &mut by);
        let end = tape.var(self.end);
        let mut points = emptied(core::mem::take(saves));
        points.extend(self.saves.iter().map(|&t| Var::lift(t)));
        indices.iter().for_each(|&k| points[k] = tape.var(self.saves[k]));
        let inputs = ode.inputs_with(&by, end, &points, emptied(core::mem::take(times)));
        let (&t, u) = from.split_last().expect("the time stands behind the state");
        let mut step = Step::with((ode.method, &plan.layout), t, u, core::mem::take(lists).emptied());
        let mut sweep: Vec<(Var<'_>, f64)> = emptied(core::mem::take(seeds));
        let mut value = 0.0;
        let mut faulty = Ok(());
        let mut save = of_one_tape(|k, state| {
            let term = loss(k, state, &by);
            value += term.inner();
            if faulty.is_ok() {
                faulty = of_loss(k, term.inner());
            }
            sweep.push((term, 1.0));
        });
        match leg {
            Some(leg) => ode.leg(plan, &plan.legs[leg], &mut step, &inputs, &mut save)?,
            None => ode.save_nearby(indices.iter(), &mut step, &inputs, &mut save),
        }
        faulty?;
        sweep.extend(step.start.iter().chain([&step.t]).copied().zip(adjoint.iter().copied()));
        tape.adjoints_into(&sweep, adjoints);
        gradient.value += value;
        adjoint.iter_mut().zip(&from).for_each(|(a, &x)| *a = adjoints.wrt(x));
        finite("the adjoint", adjoint)?;
        gradient.parameters.iter_mut().zip(&by).for_each(|(g, &x)| *g += adjoints.wrt(x));
        gradient.span[1] += adjoints.wrt(end);
        indices.iter().for_each(|&k| gradient.saves[k] += adjoints.wrt(points[k]));
        *times = emptied(inputs.times);
        *lists = step.lists().emptied();
        (*start, *p, *saves, *seeds) = (emptied(from), emptied(by), emptied(points), emptied(sweep));
        Ok(())
    }
}

/// The loss at a point that is saved is a number.
pub(crate) fn of_loss(k: usize, value: f64) -> Result<(), Error> {
    match value.is_finite() {
        true => Ok(()),
        false => Err(Error::NotFinite { what: "the loss at the points that are saved", index: k, value }),
    }
}

/// The compiler takes a closure that is not passed on for one on variables of any tape.
fn of_one_tape<'t, S: FnMut(usize, &[Var<'t>])>(save: S) -> S {
    save
}
