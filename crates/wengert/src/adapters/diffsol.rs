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

use super::By;
use super::products::{Products, Values};
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
///
/// Forward sensitivities, of the solution and of an output:
///
/// ```
/// use diffsol::{NalgebraLU, NalgebraMat, OdeBuilder, SensitivitiesOdeSolverMethod};
/// use wengert::adapters::diffsol::Differentiated;
/// use wengert::prelude::*;
///
/// #[differentiable]
/// fn decay(_t: f64, u: &[f64], p: &[f64], du: &mut [f64]) {
///     du[0] = -p[0] * u[0];
/// }
///
/// // u = p1 e^(-p0 t)
/// let problem = OdeBuilder::<NalgebraMat<f64>>::new()
///     .p([0.5, 3.0])
///     .rtol(1e-9)
///     .atol([1e-9])
///     .sens_rtol(1e-9)
///     .sens_atol([1e-9])
///     .dynamics_with_sensitivities(wengert::dynamics!(decay))
///     .start_with_sensitivities(1, wengert::equations!(|_, p| [p[1]]))
///     .build()?;
/// let mut solver = problem.bdf_sens::<NalgebraLU<f64>>()?;
/// let (states, slopes, _) = solver.solve_dense_sensitivities(&[2.0])?;
/// let end = (-1f64).exp();
/// assert!((states[(0, 0)] - 3.0 * end).abs() < 1e-6);
/// // By p0 and by p1.
/// assert!((slopes[0][(0, 0)] + 6.0 * end).abs() < 1e-5 && (slopes[1][(0, 0)] - end).abs() < 1e-6);
/// # Ok::<(), diffsol::DiffsolError>(())
/// ```
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
    ///
    /// ```
    /// use diffsol::{NalgebraMat, OdeBuilder, OdeEquations, Op};
    /// use wengert::adapters::diffsol::Differentiated;
    /// use wengert::prelude::*;
    ///
    /// #[differentiable]
    /// fn decay(_t: f64, u: &[f64], p: &[f64], du: &mut [f64]) {
    ///     du[0] = -p[0] * u[0];
    /// }
    ///
    /// // The square of the state, and its product with the parameter.
    /// let square = wengert::equations!(|u, p| [u[0] * u[0], p[0] * u[0]]);
    /// let problem = OdeBuilder::<NalgebraMat<f64>>::new()
    ///     .p([0.5])
    ///     .dynamics_with_sensitivities(wengert::dynamics!(decay))
    ///     .start_with_sensitivities(1, wengert::equations!(|_, _| [3.0].map(T::from)))
    ///     .outputs_with_sensitivities(2, square)
    ///     .build()?;
    /// assert_eq!(problem.eqn.out().map(|out| out.nout()), Some(2));
    /// # Ok::<(), diffsol::DiffsolError>(())
    /// ```
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
    ///
    /// ```
    /// use diffsol::{NalgebraMat, OdeBuilder, OdeEquations, Op};
    /// use wengert::adapters::diffsol::Differentiated;
    /// use wengert::prelude::*;
    ///
    /// #[differentiable]
    /// fn decay(_t: f64, u: &[f64], p: &[f64], du: &mut [f64]) {
    ///     du[0] = -p[0] * u[0];
    /// }
    ///
    /// let problem = OdeBuilder::<NalgebraMat<f64>>::new()
    ///     .p([0.5])
    ///     .dynamics_with_adjoint(wengert::dynamics!(decay))
    ///     .start_with_adjoint(1, wengert::equations!(|_, _| [3.0].map(T::from)))
    ///     .outputs_with_adjoint(1, wengert::equations!(|u, _| [u[0] * u[0]]))
    ///     .build()?;
    /// assert_eq!(problem.eqn.out().map(|out| out.nout()), Some(1));
    /// # Ok::<(), diffsol::DiffsolError>(())
    /// ```
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
///
/// ```
/// use wengert::adapters::diffsol::Product;
/// fn applied(product: impl Product, v: &[f64]) -> Vec<f64> {
///     let mut out = vec![0.0; v.len()];
///     product(&[], &[], 0.0, v, &mut out);
///     out
/// }
/// // A turn by a right angle, whatever state, parameters and time are.
/// let turn = |_: &[f64], _: &[f64], _: f64, v: &[f64], out: &mut [f64]| out.copy_from_slice(&[-v[1], v[0]]);
/// assert_eq!(applied(turn, &[1.0, 2.0]), [-2.0, 1.0]);
/// ```
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
