//! A function that runs on any number, as a step.

use super::step::{Step, same_shape};
use crate::pool::on_static_tape;
use crate::{Function, Outputs};
use checkpoint::{Error, State};
use core::ops::Range;
use core::panic::Location;
use rules::Real;

/// A [`Function`] as a step: from the state's numbers, and after them the parameters, to the state's numbers.
///
/// It runs on plain numbers forward, and on a tape back; with `#[differentiable]`, its `function` is one:
///
/// ```
/// use wengert::prelude::*;
/// use wengert::{FunctionStep, chain_with};
///
/// #[differentiable]
/// fn swing(x: &[f64], h: f64) -> [f64; 2] {
///     [x[0] + h * x[1], x[1] - h * x[0].sin()]
/// }
///
/// // The arguments say how many numbers there are; their values do not matter.
/// let step = FunctionStep::new(swing::function(&[0.0; 2], 0.0));
/// let g = chain_with([0.5, 0.0], 100, step).parameters(&[0.01]).gradient(|_, [angle, _]| angle)?;
/// let by_closure = chain([0.5, 0.0], 100, |at, [angle, speed]| {
///     let h = at.parameters()[0];
///     [angle + h * speed, speed - h * angle.sin()]
/// });
/// assert_eq!(g, { by_closure }.parameters(&[0.01]).gradient(|_, [angle, _]| angle)?);
/// # Ok::<(), wengert::checkpoint::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FunctionStep<F, T = f64> {
    f: F,
    inputs: Vec<T>,
    made: &'static Location<'static>,
}

impl<F: Function, T: Real> FunctionStep<F, T> {
    /// With as many outputs as the state has numbers.
    #[track_caller]
    pub fn new(f: F) -> Self {
        FunctionStep { f, inputs: Vec::new(), made: Location::caller() }
    }

    fn gather<S: State<Number = T>>(&mut self, state: &S, parameters: &[T]) {
        self.inputs.clear();
        state.each(&mut |x| self.inputs.push(x));
        self.inputs.extend_from_slice(parameters);
    }
}

impl<S, F> Step<S> for FunctionStep<F, S::Number>
where
    S: State<Number: Real + 'static>,
    F: Function,
{
    fn advance(&mut self, steps: Range<u64>, state: &mut S, parameters: &[S::Number]) -> Result<(), Error> {
        for step in steps {
            self.gather(state, parameters);
            let outputs = self.f.eval(&self.inputs);
            let outputs = outputs.as_slice();
            same_shape(step, outputs.len(), state.count(), self.made);
            let mut next = outputs.iter().copied();
            state.replace(&mut || next.next().unwrap_or_else(|| S::Number::from(0.0)));
        }
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
        self.gather(state, parameters);
        let zero = S::Number::from(0.0);
        on_static_tape(&self.inputs, |recorder, vars| {
            let outputs = self.f.eval(vars);
            let outputs = outputs.as_slice();
            same_shape(step, outputs.len(), state.count(), self.made);
            let mut seeds = Vec::with_capacity(outputs.len());
            let mut output = outputs.iter();
            adjoint.each(&mut |w| seeds.extend(output.next().map(|&z| (z, w))));
            let mut adjoints = recorder.adjoints.borrow_mut();
            recorder.tape.adjoints_into(&seeds, &mut adjoints);
            let (before, shared) = vars.split_at(state.count());
            let mut next = before.iter();
            adjoint.replace(&mut || next.next().map_or(zero, |&x| adjoints.wrt(x)));
            gradient.iter_mut().zip(shared).for_each(|(g, &p)| *g += adjoints.wrt(p));
        });
        Ok(zero)
    }
}
