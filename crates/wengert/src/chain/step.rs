//! One step of a chain, in both directions.

use checkpoint::{Error, State};
use core::cell::Cell;
use core::fmt;
use core::ops::Range;
use core::panic::Location;
use reverse::{Adjoints, Memory, Tape, Var};
use rules::{Lift, Real};

/// How to run a step, and how to go back through it.
///
/// Should I be using this? [`chain`](crate::chain()) takes a closure on the variables of a tape, [`Pair`] two plain
/// functions; implement it where the way back can fail, observes a loss, or does several steps at once.
///
/// ```
/// use std::ops::Range;
/// use wengert::checkpoint::Error;
/// use wengert::{Step, chain_with};
///
/// /// x becomes x^2; what overflows is an error.
/// struct Square;
/// impl Step<f64> for Square {
///     fn advance(&mut self, steps: Range<u64>, x: &mut f64, _: &[f64]) -> Result<(), Error> {
///         for _ in steps {
///             *x *= *x;
///         }
///         if x.is_finite() { Ok(()) } else { Err(Error::other("the state overflows")) }
///     }
///     fn reverse(&mut self, _: u64, x: &mut f64, _: &[f64], adjoint: &mut f64, _: &mut [f64]) -> Result<f64, Error> {
///         *adjoint *= 2.0 * *x;
///         Ok(0.0)
///     }
/// }
/// assert_eq!(chain_with(2.0, 3, Square).pull(&1.0)?.state, 8.0 * 2f64.powi(7));
/// assert!(chain_with(2.0, 20, Square).pull(&1.0).is_err());
/// # Ok::<(), wengert::checkpoint::Error>(())
/// ```
pub trait Step<S: State> {
    /// Runs some steps, one after the other.
    ///
    /// # Errors
    /// What the step does not want to go on with.
    fn advance(&mut self, steps: Range<u64>, state: &mut S, parameters: &[S::Number]) -> Result<(), Error>;

    /// Goes back through one step: `state` is the one before it, and may be overwritten; `adjoint` is by the state
    /// after it, and becomes the one by the state before it. To `gradient` the step adds its part of the adjoint of
    /// the parameters; it returns the loss that it observes, whose adjoints it adds too.
    ///
    /// # Errors
    /// What the step does not want to go on with.
    fn reverse(
        &mut self,
        step: u64,
        state: &mut S,
        parameters: &[S::Number],
        adjoint: &mut S,
        gradient: &mut [S::Number],
    ) -> Result<S::Number, Error>;
}

/// What a step knows beside the state.
///
/// ```
/// // The sum of all states but the first, as the loss.
/// let g = wengert::chain(1.0, 3, |at, x| {
///     let next = at.parameters()[0] * x;
///     at.observe(next);
///     assert!(at.step() < 3);
///     next
/// })
/// .parameters(&[2.0])
/// .pull(&0.0)?;
/// assert_eq!((g.value, g.state), (2.0 + 4.0 + 8.0, 14.0));
/// # Ok::<(), wengert::checkpoint::Error>(())
/// ```
pub struct At<'t, T = f64> {
    step: u64,
    parameters: &'t [Var<'t, T>],
    observed: Cell<Var<'t, T>>,
}

impl<'t, T: Real> At<'t, T> {
    fn new(step: u64, parameters: &'t [Var<'t, T>]) -> Self {
        At { step, parameters, observed: Cell::new(zero()) }
    }

    /// The index of the step, from 0; in the loss at the end, the number of steps.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The parameters of the chain: see [`Chain::parameters`](crate::Chain::parameters).
    pub fn parameters(&self) -> &'t [Var<'t, T>] {
        self.parameters
    }

    /// Adds a term to the loss.
    pub fn observe(&self, loss: Var<'t, T>) {
        self.observed.set(self.observed.get() + loss);
    }
}

impl<T> fmt::Debug for At<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("At").field("step", &self.step).finish_non_exhaustive()
    }
}

fn zero<'t, T: Real>() -> Var<'t, T> {
    Var::lift(T::from(0.0))
}

/// A closure on variables as a step: forward on constants, which record nothing, and back on a tape of its own.
///
/// ```
/// use std::ops::Range;
/// use wengert::checkpoint::Error;
/// use wengert::{At, OnTape, Step, Var, chain_with};
///
/// /// A step that counts how often it is run forward.
/// struct Counted<P>(P, u64);
/// impl<P: Step<f64>> Step<f64> for Counted<P> {
///     fn advance(&mut self, steps: Range<u64>, x: &mut f64, p: &[f64]) -> Result<(), Error> {
///         self.1 += steps.end - steps.start;
///         self.0.advance(steps, x, p)
///     }
///     fn reverse(&mut self, step: u64, x: &mut f64, p: &[f64], w: &mut f64, g: &mut [f64]) -> Result<f64, Error> {
///         if step == 0 {
///             println!("{} steps were run forward", self.1);
///         }
///         self.0.reverse(step, x, p, w, g)
///     }
/// }
///
/// fn square<'t>(_: &At<'t>, x: Var<'t>) -> Var<'t> {
///     x * x
/// }
/// let step = Counted(OnTape::new(square), 0);
/// assert_eq!(chain_with(2.0, 3, step).pull(&1.0)?.state, 8.0 * 2f64.powi(7));
/// # Ok::<(), Error>(())
/// ```
pub struct OnTape<F, T> {
    f: F,
    made: &'static Location<'static>,
    recorder: Recorder<T>,
}

impl<F, T: Real> OnTape<F, T> {
    /// A step of a closure, to be put into a step of one's own; [`chain`](crate::chain()) makes one by itself.
    #[track_caller]
    pub fn new(f: F) -> Self {
        OnTape { f, made: Location::caller(), recorder: Recorder::new() }
    }
}

impl<F, T> fmt::Debug for OnTape<F, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnTape").finish_non_exhaustive()
    }
}

/// A tape with its adjoints, and memory for the lists around it.
pub(super) struct Recorder<T> {
    tape: Tape<T>,
    adjoints: Adjoints<T>,
    weights: Vec<T>,
    inputs: Memory,
    states: Memory,
    seeds: Memory,
}

impl<T: Real> Recorder<T> {
    pub(super) fn new() -> Self {
        Recorder {
            tape: Tape::default(),
            adjoints: Adjoints::new(),
            weights: Vec::new(),
            inputs: Memory::default(),
            states: Memory::default(),
            seeds: Memory::default(),
        }
    }

    /// Records a step, or the loss at the end, and sweeps back over it: `adjoint` by the state after it becomes the one
    /// by the state before it. `record` gives the state after it, of which there is none after a loss.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn back<S: State<Number = T>>(
        &mut self,
        step: u64,
        state: &S,
        parameters: &[T],
        adjoint: &mut S,
        gradient: &mut [T],
        made: &Location<'_>,
        record: impl for<'t> FnOnce(&At<'t, T>, S::Of<Var<'t, T>>) -> Option<S::Of<Var<'t, T>>>,
    ) -> T {
        self.tape.clear();
        self.weights.clear();
        adjoint.each(&mut |w| self.weights.push(w));
        let tape = &self.tape;
        let mut inputs: Vec<Var<'_, T>> = self.inputs.take();
        let mut seeds: Vec<(Var<'_, T>, T)> = self.seeds.take();
        let mut memory: Vec<Var<'_, T>> = self.states.take();
        state.each(&mut |x| inputs.push(tape.var(x)));
        tape.vars_into(parameters, &mut inputs);
        let (before, shared) = inputs.split_at(state.count());
        let at = At::new(step, shared);
        let mut next = before.iter().copied();
        let before_step = state.remake(&mut memory, &mut |_| next.next().unwrap_or_else(zero));
        if let Some(after) = record(&at, before_step) {
            let mut weights = self.weights.iter();
            let mut count = 0;
            S::dissolve(after, &mut memory, &mut |z| {
                count += 1;
                seeds.extend(weights.next().map(|&w| (z, w)));
            });
            same_shape(step, count, self.weights.len(), made);
        }
        let observed = at.observed.get();
        seeds.push((observed, T::from(1.0)));
        tape.adjoints_into(&seeds, &mut self.adjoints);
        let mut next = before.iter();
        adjoint.replace(&mut || next.next().map_or_else(|| T::from(0.0), |&x| self.adjoints.wrt(x)));
        for (g, &p) in gradient.iter_mut().zip(shared) {
            *g += self.adjoints.wrt(p);
        }
        let observed = observed.inner();
        self.seeds.give(seeds);
        self.states.give(memory);
        self.inputs.give(inputs);
        observed
    }
}

/// Where a step was given to a chain is named, as the chain is run from other lines.
pub(super) fn same_shape(step: u64, given: usize, expected: usize, made: &Location<'_>) {
    assert!(
        given == expected,
        "step {step} made a state of {given} numbers from one of {expected}: keep its shape (the step of {made})"
    );
}

impl<S, F> Step<S> for OnTape<F, S::Number>
where
    S: State<Number: Real>,
    F: for<'t> FnMut(&At<'t, S::Number>, S::Of<Var<'t, S::Number>>) -> S::Of<Var<'t, S::Number>>,
{
    fn advance(&mut self, steps: Range<u64>, state: &mut S, parameters: &[S::Number]) -> Result<(), Error> {
        let Recorder { inputs, states, weights, .. } = &mut self.recorder;
        let mut fixed: Vec<Var<'_, S::Number>> = inputs.take();
        let mut memory: Vec<Var<'_, S::Number>> = states.take();
        fixed.extend(parameters.iter().map(|&p| Var::lift(p)));
        let last = steps.end.saturating_sub(1);
        let mut at = At::new(steps.start, &fixed);
        let mut x = state.remake(&mut memory, &mut |x| Var::lift(x));
        for step in steps {
            at.step = step;
            x = (self.f)(&at, x);
        }
        weights.clear();
        S::dissolve(x, &mut memory, &mut |x| weights.push(x.inner()));
        same_shape(last, weights.len(), state.count(), self.made);
        let mut next = weights.iter().copied();
        state.replace(&mut || next.next().unwrap_or_else(|| S::Number::from(0.0)));
        states.give(memory);
        inputs.give(fixed);
        Ok(())
    }

    fn reverse(
        &mut self,
        step: u64,
        state: &mut S,
        parameters: &[S::Number],
        adjoint: &mut S,
        gradient: &mut [S::Number],
    ) -> Result<S::Number, Error> {
        let OnTape { f, made, recorder } = self;
        Ok(recorder.back(step, state, parameters, adjoint, gradient, made, |at, x| Some(f(at, x))))
    }
}

/// Two plain functions as a step: one that runs it, and one that goes back through it.
///
/// With a function that has `#[differentiable]` the way back is its `vjp_into`:
///
/// ```
/// use wengert::prelude::*;
/// use wengert::{Pair, Workspace, chain_with};
///
/// #[differentiable]
/// fn swing(x: &mut [f64], h: f64) {
///     let (angle, speed) = (x[0], x[1]);
///     x[0] = angle + h * speed;
///     x[1] = speed - h * angle.sin();
/// }
///
/// let mut workspace = Workspace::new();
/// let step = Pair::new(
///     |_, x: &mut Vec<f64>, p: &[f64]| swing(x, p[0]),
///     |_, x: &mut Vec<f64>, p: &[f64], adjoint: &mut Vec<f64>, gradient: &mut [f64]| {
///         let (weights, mut by_h) = (adjoint.clone(), 0.0);
///         swing::vjp_into(x, p[0], &weights, adjoint, &mut by_h, &mut workspace);
///         gradient[0] += by_h;
///     },
/// );
/// let g = chain_with(vec![0.5, 0.0], 100, step).parameters(&[0.01]).gradient(|_, x| x[0])?;
/// let on_tape = chain([0.5, 0.0], 100, |at, [angle, speed]| {
///     let h = at.parameters()[0];
///     [angle + h * speed, speed - h * angle.sin()]
/// });
/// let same = { on_tape }.parameters(&[0.01]).gradient(|_, x| x[0])?;
/// assert!((g.state[0] - same.state[0]).abs() < 1e-14 && (g.parameters[0] - same.parameters[0]).abs() < 1e-12);
/// # Ok::<(), wengert::checkpoint::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pair<P, B> {
    primal: P,
    pullback: B,
}

impl<P, B> Pair<P, B> {
    /// `primal` is given the step's index, the state, to be taken on, and the parameters. `pullback` is given the index,
    /// the state before the step, which it may overwrite, the parameters, the adjoint, to be taken back, and the
    /// gradient by the parameters, to be added to.
    pub fn new<S: State>(primal: P, pullback: B) -> Self
    where
        P: FnMut(u64, &mut S, &[S::Number]),
        B: FnMut(u64, &mut S, &[S::Number], &mut S, &mut [S::Number]),
    {
        Pair { primal, pullback }
    }
}

impl<S, P, B> Step<S> for Pair<P, B>
where
    S: State<Number: Real>,
    P: FnMut(u64, &mut S, &[S::Number]),
    B: FnMut(u64, &mut S, &[S::Number], &mut S, &mut [S::Number]),
{
    fn advance(&mut self, steps: Range<u64>, state: &mut S, parameters: &[S::Number]) -> Result<(), Error> {
        steps.for_each(|step| (self.primal)(step, state, parameters));
        Ok(())
    }

    fn reverse(
        &mut self,
        step: u64,
        state: &mut S,
        parameters: &[S::Number],
        adjoint: &mut S,
        gradient: &mut [S::Number],
    ) -> Result<S::Number, Error> {
        (self.pullback)(step, state, parameters, adjoint, gradient);
        Ok(S::Number::from(0.0))
    }
}
