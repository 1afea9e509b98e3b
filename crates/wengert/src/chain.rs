//! Derivatives through long chains of steps, in the memory that there is.

mod alike;
mod nested;
mod of_function;
mod run;
mod saved;
mod step;

pub use nested::Nested;
pub use of_function::FunctionStep;
pub use step::{At, OnTape, Pair, Step};

use crate::shape::same;
use checkpoint::{Actions, Encode, Error, Memory, Schedule, State, Storage};
use core::fmt;
use core::panic::Location;
use core::sync::atomic::{AtomicBool, Ordering};
use reverse::Var;
use rules::Real;
use run::{Beside, Sweep, go};
use saved::{Identity, Saving};
use std::path::Path;
use step::Recorder;

/// States take so many bytes of memory where nobody chose a schedule.
const BYTES: usize = 64 << 20;

/// A chain of `steps` steps from `state` on, to be differentiated: `step` takes what is known beside the state, and the
/// state on variables, and gives the next state.
///
/// A state is a number, an array or a `Vec` of numbers, or a pair or triple of states. Unless told otherwise, the chain
/// keeps as many states as fit into 64 MiB, eight at least, and computes the others again by the schedule that runs the
/// fewest steps. Nothing is done before the derivative is asked for.
///
/// Cost: each step is recorded and swept once, and run forward as often as [`Schedule::cost`] says. The chain itself
/// takes some 30 ns a step, and allocates nothing per step but what the step does.
///
/// ```
/// use wengert::prelude::*;
/// // A pendulum; the derivative of its last angle by its first state.
/// let mut pendulum = chain([0.5, 0.0], 1000, |_, [angle, speed]| {
///     let speed = speed - 0.01 * angle.sin();
///     [angle + 0.01 * speed, speed]
/// });
/// let g = pendulum.gradient(|_, [angle, _]| angle)?;
/// assert_eq!(g.value, g.last[0]);
///
/// // With a parameter, and a term of the loss at every step.
/// let mut damped = chain([0.5, 0.0], 1000, |at, [angle, speed]| {
///     let damping = at.parameters()[0];
///     at.observe(0.01 * angle * angle);
///     let speed = speed - 0.01 * (angle.sin() + damping * speed);
///     [angle + 0.01 * speed, speed]
/// }).parameters(&[0.1]);
/// let g = damped.gradient(|_, _| 0.0.into())?;
/// assert!(g.parameters[0] < 0.0);
/// # Ok::<(), wengert::checkpoint::Error>(())
/// ```
#[track_caller]
pub fn chain<'a, S, F>(state: S, steps: u64, step: F) -> Chain<'a, S, OnTape<F, S::Number>>
where
    S: State<Number: Real>,
    F: for<'t> FnMut(&At<'t, S::Number>, S::Of<Var<'t, S::Number>>) -> S::Of<Var<'t, S::Number>>,
{
    chain_with(state, steps, OnTape::new(step))
}

/// As [`chain`], with a step of any kind: a [`Pair`] of primal and pullback, a [`FunctionStep`], a
/// [`Nested`] chain, or one's own.
///
/// ```
/// use wengert::{Pair, chain_with};
/// // A step with its way back by hand: x becomes x^2, and an adjoint is multiplied by 2 x.
/// let square = Pair::new(|_, x: &mut f64, _: &[f64]| *x *= *x, |_, x: &mut f64, _: &[f64], adjoint: &mut f64, _: &mut [f64]| {
///     *adjoint *= 2.0 * *x;
/// });
/// let g = chain_with(1.1, 3, square).pull(&1.0)?;
/// assert!((g.state - 8.0 * 1.1f64.powi(7)).abs() < 1e-14);
/// # Ok::<(), wengert::checkpoint::Error>(())
/// ```
pub fn chain_with<'a, S, P>(state: S, steps: u64, step: P) -> Chain<'a, S, P>
where
    S: State<Number: Real>,
    P: Step<S>,
{
    Chain {
        state,
        steps,
        step,
        schedule: None,
        storage: Memory::new(),
        parameters: Vec::new(),
        around: Around { until: None, progress: None, cancel: None, saving: None, version: None },
        recorder: Recorder::new(),
        sweep: None,
    }
}

/// A chain of steps: made by [`chain`], told how to run, then asked for derivatives, as often as wanted.
///
/// ```
/// use wengert::chain;
/// use wengert::checkpoint::{Memory, Schedule};
///
/// // Five times x becomes x^2: the last is x^32.
/// let mut squares = chain(1.1, 5, |_, x| x * x).schedule(Schedule::binomial(2)).storage(Memory::new());
/// assert!((squares.last()? - 1.1f64.powi(32)).abs() < 1e-12);
/// assert!(squares.cost().advances >= 5);
/// let g = squares.pull(&1.0)?;
/// assert!((g.state - 32.0 * 1.1f64.powi(31)).abs() < 1e-11);
/// # Ok::<(), wengert::checkpoint::Error>(())
/// ```
pub struct Chain<'a, S: State, P, M = Memory<S>> {
    state: S,
    steps: u64,
    step: P,
    schedule: Option<Schedule>,
    storage: M,
    parameters: Vec<S::Number>,
    around: Around<'a, S>,
    recorder: Recorder<S::Number>,
    sweep: Option<Sweep<S>>,
}

/// Whether a chain ends with the state of this index.
type Condition<'a, S> = Box<dyn FnMut(u64, &S) -> bool + 'a>;

struct Around<'a, S: State> {
    until: Option<Condition<'a, S>>,
    progress: Option<Box<dyn FnMut(Progress) + 'a>>,
    cancel: Option<&'a AtomicBool>,
    saving: Option<Saving<S>>,
    version: Option<String>,
}

/// The derivative of a loss through a chain.
///
/// ```
/// // x decays by a factor a in each of ten steps.
/// let mut decay = wengert::chain(2.0, 10, |at, x| at.parameters()[0] * x).parameters(&[0.5]);
/// let g = decay.gradient(|_, x| x)?;
/// let whole = 0.5f64.powi(10);
/// assert_eq!((g.value, g.last, g.steps), (2.0 * whole, 2.0 * whole, 10));
/// assert_eq!((g.state, g.parameters), (whole, vec![2.0 * 10.0 * whole / 0.5]));
/// # Ok::<(), wengert::checkpoint::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient<S: State> {
    /// The loss.
    pub value: S::Number,
    /// Its derivative by the state at the start.
    pub state: S,
    /// Its derivative by the parameters.
    pub parameters: Vec<S::Number>,
    /// The state at the end.
    pub last: S,
    /// How many steps the chain had.
    pub steps: u64,
}

/// How far a chain has come.
///
/// ```
/// let mut last = None;
/// wengert::chain(1.1, 3, |_, x| x * x).progress(|now| last = Some(now)).pull(&1.0)?;
/// let last = last.expect("it was told");
/// assert_eq!((last.reversed, last.steps), (3, Some(3)));
/// # Ok::<(), wengert::checkpoint::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Steps that were run without being reversed.
    pub advanced: u64,
    /// How many of these there will be; `None` while nobody knows where the chain ends.
    pub advances: Option<u64>,
    /// Steps that were reversed.
    pub reversed: u64,
    /// How many there are; `None` while nobody knows.
    pub steps: Option<u64>,
}

impl<'a, S: State<Number: Real>, P: Step<S>, M: Storage<S>> Chain<'a, S, P, M> {
    /// Which states are kept: see [`Schedule`].
    #[must_use]
    pub fn schedule(mut self, schedule: Schedule) -> Self {
        self.schedule = Some(schedule);
        self
    }

    /// Where states are kept, instead of memory.
    #[must_use]
    pub fn storage<N: Storage<S>>(self, storage: N) -> Chain<'a, S, P, N> {
        let Chain { state, steps, step, schedule, parameters, around, recorder, sweep, .. } = self;
        Chain { state, steps, step, schedule, storage, parameters, around, recorder, sweep }
    }

    /// Numbers that every step and the loss may use, and by which there is a derivative too: [`At::parameters`].
    #[must_use]
    pub fn parameters(mut self, parameters: &[S::Number]) -> Self {
        self.parameters = parameters.to_vec();
        self
    }

    /// Ends the chain with the first state that satisfies a condition, which is given its index; after `steps` steps
    /// in any case. The schedule must be one for chains whose length is not known; [`Schedule::binomial`] then is
    /// [`Schedule::online`].
    ///
    /// ```
    /// use wengert::prelude::*;
    /// // Newton's method for the square root of a parameter.
    /// let mut root = chain(1.0, 100, |at, x| 0.5 * (x + at.parameters()[0] / x))
    ///     .parameters(&[2.0])
    ///     .until(|_, x| (x * x - 2.0).abs() < 1e-12);
    /// let g = root.gradient(|_, x| x)?;
    /// assert!(g.steps < 10 && (g.parameters[0] - 0.5 / 2f64.sqrt()).abs() < 1e-9);
    /// # Ok::<(), wengert::checkpoint::Error>(())
    /// ```
    #[must_use]
    pub fn until(mut self, condition: impl FnMut(u64, &S) -> bool + 'a) -> Self {
        self.around.until = Some(Box::new(condition));
        self
    }

    /// Is told how far the chain has come, after every stretch of steps and every reversed step: for a progress bar.
    ///
    /// ```
    /// let mut reversed = Vec::new();
    /// wengert::chain(1.1, 3, |_, x| x * x).progress(|now| reversed.push(now.reversed)).pull(&1.0)?;
    /// assert_eq!(reversed.last(), Some(&3));
    /// # Ok::<(), wengert::checkpoint::Error>(())
    /// ```
    #[must_use]
    pub fn progress(mut self, report: impl FnMut(Progress) + 'a) -> Self {
        self.around.progress = Some(Box::new(report));
        self
    }

    /// Stops with an error soon after the flag is raised, before the next step.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// let stop = AtomicBool::new(true);
    /// let error = wengert::chain(1.1, 3, |_, x| x * x).cancel(&stop).pull(&1.0).unwrap_err();
    /// assert!(error.is_cancelled());
    /// ```
    #[must_use]
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.around.cancel = Some(flag);
        self
    }

    /// Saves the position to a file after every so many reversed steps, and goes on from there where the file exists:
    /// a program that was killed on its way back and is started again has the same result, bit for bit. The file is
    /// removed at the end.
    ///
    /// It holds all states that are kept, wherever that is, and is a record that no crash leaves half written, for its
    /// owner alone to read. One that another chain saved is an error that says what differs: the start, parameters,
    /// length and schedule are compared, and the loss or the weights by what they give at the last state. To compare the
    /// code of the steps and of the condition, a run that goes on first runs all steps once more, which must lead to the
    /// same last state, and goes back through the last one, to the same adjoints; with a [`version`](Chain::version),
    /// which says that the code is the same, it does not. What only other steps on the way back would show, such as an
    /// observed loss at every tenth, is not seen.
    ///
    /// # Panics
    /// If `every` is 0.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// let file = std::env::temp_dir().join(format!("wengert-example-{}.position", std::process::id()));
    /// let squares = || wengert::chain(1.1, 7, |_, x| x * x).resumable(&file, 1).version("squares 1");
    /// // Interrupted when three of seven steps are reversed, and started again.
    /// let stop = AtomicBool::new(false);
    /// let interrupted = squares().cancel(&stop).progress(|now| stop.store(now.reversed == 3, Ordering::Relaxed)).pull(&1.0);
    /// assert!(interrupted.unwrap_err().is_cancelled() && file.exists());
    /// let slope = squares().pull(&1.0)?.state;
    /// assert!((slope / (128.0 * 1.1f64.powi(127)) - 1.0).abs() < 1e-13 && !file.exists());
    /// # Ok::<(), wengert::checkpoint::Error>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn resumable(mut self, file: impl AsRef<Path>, every: u64) -> Self
    where
        S::Number: Encode,
    {
        assert!(every > 0, "saving after every 0 steps: 1 saves after each");
        self.around.saving = Some(Saving::new(file.as_ref(), every));
        self
    }

    /// Names the code of the steps and of the condition, for [`resumable`](Chain::resumable): a run goes on with what the
    /// same version saved without running the steps once more. Another one is an error.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// let file = std::env::temp_dir().join(format!("wengert-version-{}.position", std::process::id()));
    /// let squares = |version: &str| wengert::chain(1.1, 7, |_, x| x * x).resumable(&file, 1).version(version);
    /// let stop = AtomicBool::new(false);
    /// squares("1").cancel(&stop).progress(|now| stop.store(now.reversed == 3, Ordering::Relaxed)).pull(&1.0).unwrap_err();
    /// // Another version does not go on with what the first one saved.
    /// assert!(squares("2").pull(&1.0).unwrap_err().to_string().contains("version"));
    /// squares("1").pull(&1.0)?;
    /// # Ok::<(), wengert::checkpoint::Error>(())
    /// ```
    #[must_use]
    pub fn version(mut self, name: impl Into<String>) -> Self {
        self.around.version = Some(name.into());
        self
    }

    /// The state at the end, without derivatives.
    ///
    /// # Errors
    /// If a step fails, or the run is cancelled.
    pub fn last(&mut self) -> Result<S, Error> {
        let mut state = self.state.clone();
        let close = self.around.until.is_some() || self.around.cancel.is_some();
        let (mut at, chunk) = (0, if close { 1 } else { self.steps.max(1) });
        while at < self.steps && !self.around.until.as_mut().is_some_and(|until| until(at, &state)) {
            go_on(self.around.cancel)?;
            self.step.advance(at..at + chunk, &mut state, &self.parameters)?;
            at += chunk;
        }
        Ok(state)
    }

    /// The loss, which is what the steps observe and what `loss` makes of the last state, and its derivative by the
    /// state at the start and the parameters.
    ///
    /// # Errors
    /// If storage or a step fails, or the run is cancelled. The chain is as it was, and can be asked again.
    ///
    /// # Panics
    /// If a step changes the shape of the state, or a chain that ends by a condition has a two-level schedule.
    #[track_caller]
    pub fn gradient(
        &mut self,
        loss: impl for<'t> FnOnce(&At<'t, S::Number>, S::Of<Var<'t, S::Number>>) -> Var<'t, S::Number>,
    ) -> Result<Gradient<S>, Error> {
        let (mut recorder, caller) = (core::mem::replace(&mut self.recorder, Recorder::new()), Location::caller());
        let mut loss = Some(loss);
        let result = self.sweep("for another loss", |steps, sweep, parameters| {
            let Some(loss) = loss.take() else { return };
            let Sweep { current, adjoint, gradient, value, .. } = sweep;
            let observed = recorder.back(steps, current, parameters, adjoint, gradient, caller, |at, x| {
                at.observe(loss(at, x));
                None
            });
            *value += observed;
        });
        self.recorder = recorder;
        result
    }

    /// The derivative of the last state, weighted, and of what the steps observe: a vector-Jacobian product.
    ///
    /// # Errors
    /// As [`gradient`](Chain::gradient).
    ///
    /// # Panics
    /// As [`gradient`](Chain::gradient), and if there are not as many weights as the state has numbers.
    #[track_caller]
    pub fn pull(&mut self, weights: &S) -> Result<Gradient<S>, Error> {
        same("the list of weights", weights.count(), "numbers in the state", self.state.count());
        self.sweep("for other weights", |_, sweep, _| sweep.adjoint.copy_from(weights))
    }

    /// What reversing the chain will take, if it has all its steps.
    ///
    /// # Panics
    /// If a chain that ends by a condition has a two-level schedule.
    #[track_caller]
    pub fn cost(&self) -> checkpoint::Cost {
        let schedule = self.chosen();
        if self.around.until.is_some() { schedule.cost_while(self.steps) } else { schedule.cost(self.steps) }
    }

    fn chosen(&self) -> Schedule {
        self.schedule.unwrap_or_else(|| {
            let bytes = self.state.count() * size_of::<S::Number>() + 64;
            Schedule::binomial((BYTES / bytes).max(8))
        })
    }

    #[track_caller]
    fn sweep(
        &mut self,
        differing: &'static str,
        seed: impl FnMut(u64, &mut Sweep<S>, &[S::Number]),
    ) -> Result<Gradient<S>, Error> {
        let schedule = self.chosen();
        let open = self.around.until.is_some();
        let mut actions = if open { schedule.actions_while() } else { schedule.actions(self.steps) };
        let mut sweep = self.sweep.take().unwrap_or_else(|| Sweep::new(&self.state));
        sweep.start(&self.state, self.parameters.len());
        self.storage.clear();
        let cost = (self.around.progress.is_some() && !open).then(|| schedule.cost(self.steps).advances);
        let steps = (!open).then_some(self.steps);
        let progress = Progress { advanced: 0, advances: cost, reversed: 0, steps };
        let trusted = self.around.version.is_some();
        let identity = Identity {
            start: &self.state,
            parameters: &self.parameters,
            steps: self.steps,
            open,
            schedule: &schedule,
            version: self.around.version.as_deref(),
        };
        let resumed = match &mut self.around.saving {
            Some(saving) => saving.resume(&identity, &mut actions, &mut sweep, &mut self.storage),
            None => Ok(None),
        };
        let mut beside = Run { around: &mut self.around, limit: self.steps, seed, progress, last: None };
        let result = resumed.and_then(|resumed| {
            let (start, step, parameters) = (&self.state, &mut self.step, self.parameters.as_slice());
            if let Some(resumed) = resumed {
                let chain = alike::Chain { start, step, parameters, open, trusted, seed: differing };
                alike::check(chain, &resumed, &mut beside)?;
            }
            go(&mut actions, (step, 0), &mut self.storage, parameters, &mut sweep, &mut beside)
        });
        let last = beside.last.take();
        self.storage.clear();
        result?;
        if let Some(saving) = &mut self.around.saving {
            saving.finish()?;
        }
        let (steps, last) = last.unwrap_or_else(|| (0, self.state.clone()));
        let gradient = Gradient {
            value: sweep.value,
            state: sweep.adjoint.clone(),
            parameters: sweep.gradient.clone(),
            last,
            steps,
        };
        self.sweep = Some(sweep);
        Ok(gradient)
    }
}

fn go_on(cancel: Option<&AtomicBool>) -> Result<(), Error> {
    match cancel {
        Some(flag) if flag.load(Ordering::Relaxed) => Err(Error::cancelled()),
        _ => Ok(()),
    }
}

/// What happens beside the sweep of a [`Chain`].
struct Run<'r, 'a, S: State, F> {
    around: &'r mut Around<'a, S>,
    limit: u64,
    seed: F,
    progress: Progress,
    last: Option<(u64, S)>,
}

impl<S: State<Number: Real>, F: FnMut(u64, &mut Sweep<S>, &[S::Number])> Beside<S> for Run<'_, '_, S, F> {
    fn is_close(&self) -> bool {
        self.around.cancel.is_some()
    }

    fn go_on(&mut self) -> Result<(), Error> {
        go_on(self.around.cancel)
    }

    fn ends(&mut self, at: u64, state: &S) -> bool {
        self.around.until.as_mut().is_some_and(|until| at == self.limit || until(at, state))
    }

    fn seed(&mut self, steps: u64, parameters: &[S::Number], sweep: &mut Sweep<S>) -> Result<(), Error> {
        self.progress.steps = Some(steps);
        self.last = Some((steps, sweep.current.clone()));
        (self.seed)(steps, sweep, parameters);
        if let Some(saving) = &mut self.around.saving {
            saving.seeded(sweep);
        }
        Ok(())
    }

    fn saving(&mut self) -> Option<&mut Saving<S>> {
        self.around.saving.as_mut()
    }

    fn advanced(&mut self, count: u64) {
        self.progress.advanced += count;
        if let Some(report) = &mut self.around.progress {
            report(self.progress);
        }
    }

    fn reversed<M: Storage<S>>(
        &mut self,
        actions: &Actions,
        sweep: &mut Sweep<S>,
        storage: &mut M,
    ) -> Result<(), Error> {
        self.progress.reversed += 1;
        if let Some(report) = &mut self.around.progress {
            report(self.progress);
        }
        match (&mut self.around.saving, &self.last) {
            (Some(saving), Some(last)) => {
                if actions.remaining() + 1 == last.0 {
                    saving.begun(sweep);
                }
                saving.save(actions, sweep, last, storage)
            }
            _ => Ok(()),
        }
    }
}

impl<S: State, P, M> fmt::Debug for Chain<'_, S, P, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = self.state.count();
        f.debug_struct("Chain").field("numbers", &numbers).field("steps", &self.steps).finish_non_exhaustive()
    }
}
