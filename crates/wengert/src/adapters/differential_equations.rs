//! Right-hand sides for differential-equations, with exact Jacobians by state and parameters.
//!
//! ```
//! use differential_equations::prelude::*;
//! use wengert::adapters::differential_equations::Problem;
//! use wengert::prelude::*;
//!
//! #[differentiable]
//! fn robertson(_t: f64, u: &[f64], k: &[f64], du: &mut [f64]) {
//!     let (a, b, c) = (k[0] * u[0], k[1] * u[1] * u[2], k[2] * u[1] * u[1]);
//!     du[0] = b - a;
//!     du[1] = a - b - c;
//!     du[2] = c;
//! }
//!
//! let problem = Problem::new(wengert::dynamics!(robertson), &[0.04, 1e4, 3e7]);
//! let method = ImplicitRungeKutta::radau5().rtol(1e-9).atol(1e-12);
//! let found = IVP::ode(&problem, 0.0, 0.4, [1.0, 0.0, 0.0]).method(method).solve().expect("a solution");
//! assert!((found.y.last().expect("the end")[0] - 0.985172113861).abs() < 1e-7);
//! ```

use super::By;
use super::entries::entries;
use crate::ode::Dynamics;
use ::differential_equations::linalg::Matrix;
use ::differential_equations::ode::ODE;
use ::differential_equations::ode::sensitivity::ParametrizedODE;
use ::differential_equations::traits::{Real, State};
use core::fmt;
use std::sync::{Mutex, PoisonError};

/// A right-hand side with parameters: `ODE` with its exact Jacobian, and `ParametrizedODE` with that by the parameters, which
/// forward sensitivities and adjoints of the crate ask for.
///
/// The right-hand side is [`Dynamics`]: `wengert::dynamics!(f)` of a function with `#[differentiable]`. Numbers may be `f64`,
/// or duals and series: the crate's solvers run on them. States may be arrays, `Vec`s (for explicit methods; the implicit ones of
/// version 0.7 take arrays), and with features of the crate vectors of nalgebra. Cost of a Jacobian: a run on duals for
/// every eight columns.
pub struct Problem<F, T = f64> {
    f: F,
    parameters: Vec<T>,
    /// State and derivative.
    room: Mutex<[Vec<T>; 2]>,
}

impl<F: Dynamics, T: rules::Real> Problem<F, T> {
    /// A right-hand side, and its parameters.
    pub fn new(f: F, parameters: &[T]) -> Self {
        Problem { f, parameters: parameters.to_vec(), room: Mutex::default() }
    }

    /// Runs something with the state as a slice, and memory for its derivative.
    fn with<Y: State<T>, O>(&self, y: &Y, run: impl FnOnce(&[T], &mut [T]) -> O) -> O
    where
        T: Real,
    {
        let mut room = self.room.lock().unwrap_or_else(PoisonError::into_inner);
        let [state, slope] = &mut *room;
        state.clear();
        state.extend((0..y.len()).map(|i| y.get_component(i)));
        slope.clear();
        slope.resize(y.len(), <T as From<f64>>::from(0.0));
        run(state, slope)
    }
}

impl<F: Dynamics, T: rules::Real + Real, Y: State<T>> ODE<T, Y> for Problem<F, T> {
    fn diff(&self, t: T, y: &Y, dydt: &mut Y) {
        self.with(y, |state, slope| {
            self.f.eval(t, state, &self.parameters, slope);
            slope.iter().enumerate().for_each(|(i, &s)| dydt.set_component(i, s));
        });
    }

    fn jacobian(&self, t: T, y: &Y, j: &mut Matrix<T>) {
        self.with(y, |state, _| {
            entries(&self.f, By::State, t, state, &self.parameters, |row, column, d| j[(row, column)] = d);
        });
    }
}

impl<F: Dynamics, T: rules::Real + Real, Y: State<T>, P: State<T> + From<Vec<T>>> ParametrizedODE<T, Y, P>
    for Problem<F, T>
{
    fn parameters(&self) -> P {
        P::from(self.parameters.clone())
    }

    fn jacobian_p(&self, t: T, y: &Y, j: &mut Matrix<T>) {
        self.with(y, |state, _| {
            entries(&self.f, By::Parameters, t, state, &self.parameters, |row, column, d| j[(row, column)] = d);
        });
    }
}

impl<F, T: fmt::Debug> fmt::Debug for Problem<F, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Problem").field("parameters", &self.parameters).finish()
    }
}
