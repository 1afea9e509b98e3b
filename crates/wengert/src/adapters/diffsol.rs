//! Problems for diffsol, with Jacobians, forward sensitivities and adjoints.
//!
//! ```
//! use diffsol::{AdjointOdeSolverMethod, DenseMatrix, NalgebraLU, NalgebraMat, OdeBuilder};
//! use diffsol::{OdeSolverMethod, OdeSolverState, Vector};
//! use wengert::adapters::diffsol::Differentiated;
//! use wengert::prelude::*;
//!
//! #[differentiable]
//! fn prey(_t: f64, u: &[f64], p: &[f64], du: &mut [f64]) {
//!     du[0] = p[0] * u[0] - p[1] * u[0] * u[1];
//!     du[1] = u[0] * u[1] - p[2] * u[1];
//! }
//!
//! let problem = OdeBuilder::<NalgebraMat<f64>>::new()
//!     .p([1.5, 1.0, 3.0])
//!     .rtol(1e-9)
//!     .atol([1e-9])
//!     .dynamics_with_adjoint(wengert::dynamics!(prey))
//!     .start_with_adjoint(2, wengert::equations!(|_, _| [1.0, 1.0].map(T::from)))
//!     .build()?;
//! let mut solver = problem.bdf::<NalgebraLU<f64>>()?;
//! let (path, states, _) = solver.solve_dense_with_checkpointing(&[10.0], None)?;
//! // The gradient of the first state at t = 10.
//! let mut weights = states.clone();
//! weights.set_index(0, 0, 1.0);
//! weights.set_index(1, 0, 0.0);
//! let back = problem.bdf_solver_adjoint::<NalgebraLU<f64>, _>(path, Some(solver), Some(1))?;
//! let (end, _) = back.solve_adjoint_backwards_pass(&[10.0], &[&weights])?;
//! let gradient = end.into_common().sg;
//! assert!((gradient.get_index(0) - 2.160557523).abs() < 1e-4);
//! # Ok::<(), diffsol::DiffsolError>(())
//! ```

use super::products::{By, Products, Values};
use crate::implicit::Equations;
use crate::ode::Dynamics;
use ::diffsol::op::closure_with_sens::ClosureWithSens;
use ::diffsol::op::constant_closure_with_sens::ConstantClosureWithSens;
use ::diffsol::{Closure, ClosureWithAdjoint, ConstantClosureWithAdjoint, Matrix, OdeBuilder};
use std::rc::Rc;

/// What [`OdeBuilder`] is told of functions that are written on any number: values, and products with their derivatives,
/// with the signs that it asks for (those of adjoints are negative).
///
/// Right-hand sides are [`Dynamics`]: `wengert::dynamics!(f)` of a function with `#[differentiable]`, whose generated adjoint
/// makes the transposed products. Initial states and outputs are [`Equations`]; the former have no unknowns. Products along a
/// direction are a run on duals, and allocate nothing; entries of a Jacobian that are zero for good stay zero where diffsol
/// looks for its pattern.
#[allow(clippy::type_complexity)]
pub trait Differentiated<M: Matrix<T = f64>, Rhs, Init, Mass, Root, Out, Reset>: Sized {
    /// A right-hand side with its Jacobian, for implicit methods.
    fn dynamics<F: Dynamics>(
        self,
        f: F,
    ) -> OdeBuilder<M, Closure<M, impl Fn(&[f64], &[f64], f64, &mut [f64]), impl Product>, Init, Mass, Root, Out, Reset>;

    /// A right-hand side, also with its derivative by the parameters, for forward sensitivities.
    fn dynamics_with_sensitivities<F: Dynamics>(
        self,
        f: F,
    ) -> OdeBuilder<
        M,
        ClosureWithSens<M, impl Fn(&[f64], &[f64], f64, &mut [f64]), impl Product, impl Product>,
        Init,
        Mass,
        Root,
        Out,
        Reset,
    >;

    /// A right-hand side, also with transposed products by state and parameters, for adjoints.
    fn dynamics_with_adjoint<F: Dynamics>(
        self,
        f: F,
    ) -> OdeBuilder<
        M,
        ClosureWithAdjoint<M, impl Fn(&[f64], &[f64], f64, &mut [f64]), impl Product, impl Product, impl Product>,
        Init,
        Mass,
        Root,
        Out,
        Reset,
    >;

    /// The initial state, `size` numbers by the parameters, for forward sensitivities.
    fn start_with_sensitivities<E: Equations>(
        self,
        size: usize,
        start: E,
    ) -> OdeBuilder<
        M,
        Rhs,
        ConstantClosureWithSens<M, impl Fn(&[f64], f64, &mut [f64]), impl Fn(&[f64], f64, &[f64], &mut [f64])>,
        Mass,
        Root,
        Out,
        Reset,
    >;

    /// The initial state, `size` numbers by the parameters, for adjoints.
    fn start_with_adjoint<E: Equations>(
        self,
        size: usize,
        start: E,
    ) -> OdeBuilder<
        M,
        Rhs,
        ConstantClosureWithAdjoint<M, impl Fn(&[f64], f64, &mut [f64]), impl Fn(&[f64], f64, &[f64], &mut [f64])>,
        Mass,
        Root,
        Out,
        Reset,
    >;

    /// Outputs, `size` numbers by state and parameters, for forward sensitivities.
    fn outputs_with_sensitivities<E: Equations>(
        self,
        size: usize,
        outputs: E,
    ) -> OdeBuilder<
        M,
        Rhs,
        Init,
        Mass,
        Root,
        ClosureWithSens<M, impl Fn(&[f64], &[f64], f64, &mut [f64]), impl Product, impl Product>,
        Reset,
    >;

    /// Outputs, `size` numbers by state and parameters, for adjoints.
    fn outputs_with_adjoint<E: Equations>(
        self,
        size: usize,
        outputs: E,
    ) -> OdeBuilder<
        M,
        Rhs,
        Init,
        Mass,
        Root,
        ClosureWithAdjoint<M, impl Fn(&[f64], &[f64], f64, &mut [f64]), impl Product, impl Product, impl Product>,
        Reset,
    >;
}

/// A product with a derivative: at a state, parameters and a time, with a vector.
pub trait Product: Fn(&[f64], &[f64], f64, &[f64], &mut [f64]) {}

impl<F: Fn(&[f64], &[f64], f64, &[f64], &mut [f64])> Product for F {}

fn value<V: Values>(f: &Rc<V>) -> impl Fn(&[f64], &[f64], f64, &mut [f64]) + use<V> {
    let f = Rc::clone(f);
    move |u, p, t, out| f.value(t, u, p, out)
}

fn along<V: Values>(f: &Rc<V>, by: By) -> impl Product + use<V> {
    let f = Rc::clone(f);
    move |u, p, t, v, out| f.push(by, t, u, p, v, out)
}

/// With the sign that diffsol wants.
fn back<V: Values>(f: &Rc<V>, by: By) -> impl Product + use<V> {
    let f = Rc::clone(f);
    move |u, p, t, w, out| {
        f.pull(by, t, u, p, w, out);
        out.iter_mut().for_each(|x| *x = -*x);
    }
}

#[allow(refining_impl_trait)]
impl<M: Matrix<T = f64>, Rhs, Init, Mass, Root, Out, Reset> Differentiated<M, Rhs, Init, Mass, Root, Out, Reset>
    for OdeBuilder<M, Rhs, Init, Mass, Root, Out, Reset>
{
    fn dynamics<F: Dynamics>(
        self,
        f: F,
    ) -> OdeBuilder<M, Closure<M, impl Fn(&[f64], &[f64], f64, &mut [f64]), impl Product>, Init, Mass, Root, Out, Reset>
    {
        let f = Rc::new(Products::new(f));
        self.rhs_implicit(value(&f), along(&f, By::State))
    }

    fn dynamics_with_sensitivities<F: Dynamics>(
        self,
        f: F,
    ) -> OdeBuilder<
        M,
        ClosureWithSens<M, impl Fn(&[f64], &[f64], f64, &mut [f64]), impl Product, impl Product>,
        Init,
        Mass,
        Root,
        Out,
        Reset,
    > {
        let f = Rc::new(Products::new(f));
        self.rhs_sens_implicit(value(&f), along(&f, By::State), along(&f, By::Parameters))
    }

    fn dynamics_with_adjoint<F: Dynamics>(
        self,
        f: F,
    ) -> OdeBuilder<
        M,
        ClosureWithAdjoint<M, impl Fn(&[f64], &[f64], f64, &mut [f64]), impl Product, impl Product, impl Product>,
        Init,
        Mass,
        Root,
        Out,
        Reset,
    > {
        let f = Rc::new(Products::new(f));
        self.rhs_adjoint_implicit(value(&f), along(&f, By::State), back(&f, By::State), back(&f, By::Parameters))
    }

    fn start_with_sensitivities<E: Equations>(
        self,
        size: usize,
        start: E,
    ) -> OdeBuilder<
        M,
        Rhs,
        ConstantClosureWithSens<M, impl Fn(&[f64], f64, &mut [f64]), impl Fn(&[f64], f64, &[f64], &mut [f64])>,
        Mass,
        Root,
        Out,
        Reset,
    > {
        let start = Rc::new(start);
        let (at, by) = (value(&start), along(&start, By::Parameters));
        self.init_sens(move |p, t, out| at(&[], p, t, out), move |p, t, v, out| by(&[], p, t, v, out), size)
    }

    fn start_with_adjoint<E: Equations>(
        self,
        size: usize,
        start: E,
    ) -> OdeBuilder<
        M,
        Rhs,
        ConstantClosureWithAdjoint<M, impl Fn(&[f64], f64, &mut [f64]), impl Fn(&[f64], f64, &[f64], &mut [f64])>,
        Mass,
        Root,
        Out,
        Reset,
    > {
        let start = Rc::new(start);
        let (at, by) = (value(&start), back(&start, By::Parameters));
        self.init_adjoint(move |p, t, out| at(&[], p, t, out), move |p, t, w, out| by(&[], p, t, w, out), size)
    }

    fn outputs_with_sensitivities<E: Equations>(
        self,
        size: usize,
        outputs: E,
    ) -> OdeBuilder<
        M,
        Rhs,
        Init,
        Mass,
        Root,
        ClosureWithSens<M, impl Fn(&[f64], &[f64], f64, &mut [f64]), impl Product, impl Product>,
        Reset,
    > {
        let f = Rc::new(outputs);
        self.out_sens_implicit(value(&f), along(&f, By::State), along(&f, By::Parameters), size)
    }

    fn outputs_with_adjoint<E: Equations>(
        self,
        size: usize,
        outputs: E,
    ) -> OdeBuilder<
        M,
        Rhs,
        Init,
        Mass,
        Root,
        ClosureWithAdjoint<M, impl Fn(&[f64], &[f64], f64, &mut [f64]), impl Product, impl Product, impl Product>,
        Reset,
    > {
        let f = Rc::new(outputs);
        self.out_adjoint_implicit(value(&f), along(&f, By::State), back(&f, By::State), back(&f, By::Parameters), size)
    }
}
