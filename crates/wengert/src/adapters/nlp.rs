//! Nonlinear programs with exact, sparse derivatives: what the interior-point solvers have in common.

use crate::function::{Differentiate, Function};
use crate::outputs::Outputs;
use crate::sparse::{Compressed, Error, LagrangianHessian, SparseJacobian};
use core::fmt;
use rules::Real;
use std::sync::{Arc, Mutex, PoisonError};

/// Minimise f(x) where bounds hold for x and for g(x): with exact derivatives, sparse ones as triplets.
///
/// The patterns are found once, at the start, and entries are computed by colours; [`LagrangianHessian`] and
/// [`SparseJacobian`] say what that costs. Values and derivatives that are not finite are refused: the solver steps back.
///
/// ```
/// use wengert::adapters::pounce::Nlp;
/// use wengert::prelude::*;
///
/// // The sum of squares, where each number and its right neighbour have the product 1.
/// #[differentiable]
/// fn cost(x: &[f64]) -> f64 {
///     x.iter().map(|x| x * x).sum()
/// }
/// #[differentiable]
/// fn products(x: &[f64]) -> [f64; 2] {
///     [x[0] * x[1], x[1] * x[2]]
/// }
///
/// static START: [f64; 3] = [2.0; 3];
/// let problem = Nlp::new(cost::function(&START), products::function(&START), &START)?
///     .bounds(&[0.0; 3], &[f64::INFINITY; 3])
///     .constraints(&[1.0; 2], &[1.0; 2]);
/// // Two rows with two entries each; a Hessian with three on its diagonal and two below.
/// assert_eq!(problem.entries(), (4, 5));
/// // No solver has looked at it yet.
/// assert!(problem.optimum().is_none() && problem.error().is_none());
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub struct Nlp<F, G> {
    objective: Shared<F>,
    constraints: Shared<G>,
    pub(super) jacobian: SparseJacobian<Compressed<Shared<G>>>,
    pub(super) hessian: LagrangianHessian<Shared<F>, Shared<G>>,
    pub(super) start: Vec<f64>,
    pub(super) bounds: [Vec<f64>; 2],
    pub(super) limits: [Vec<f64>; 2],
    failed: Mutex<Option<Error>>,
    pub(super) optimum: Option<Optimum>,
}

/// Where a solver ended.
///
/// ```
/// use pounce_rs::{ApplicationReturnStatus, IpoptApplication};
/// use std::cell::RefCell;
/// use std::rc::Rc;
/// use wengert::adapters::pounce::{Nlp, Optimum};
/// use wengert::prelude::*;
///
/// // The square of the distance from (3, 0) to the line x + y = 1.
/// #[differentiable]
/// fn distance(x: &[f64]) -> f64 {
///     (x[0] - 3.0).powi(2) + x[1] * x[1]
/// }
/// #[differentiable]
/// fn line(x: &[f64]) -> [f64; 1] {
///     [x[0] + x[1] - 1.0]
/// }
///
/// static START: [f64; 2] = [0.0; 2];
/// let problem = Nlp::new(distance::function(&START), line::function(&START), &START)?;
/// let problem = Rc::new(RefCell::new(problem));
/// let mut solver = IpoptApplication::new();
/// solver.initialize().expect("default options");
/// assert_eq!(solver.optimize_tnlp(problem.clone()), ApplicationReturnStatus::SolveSucceeded);
/// let problem = problem.borrow();
/// let Some(Optimum { x, value, multipliers }) = problem.optimum() else { panic!("an optimum") };
/// let near = |found: f64, exact: f64| (found - exact).abs() < 1e-6;
/// assert!(near(x[0], 2.0) && near(x[1], -1.0) && near(*value, 2.0) && near(multipliers[0].abs(), 2.0));
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Optimum {
    /// The point.
    pub x: Vec<f64>,
    /// The objective there.
    pub value: f64,
    /// The multipliers of the constraints.
    pub multipliers: Vec<f64>,
}

/// A function in several places.
pub(super) struct Shared<F>(Arc<F>);

impl<F> Clone for Shared<F> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<F: Function> Function for Shared<F> {
    type Output<T: Real> = F::Output<T>;

    fn eval<T: Real + 'static>(&self, x: &[T]) -> F::Output<T> {
        self.0.eval(x)
    }
}

impl<F: Function, G: Function> Nlp<F, G> {
    /// For an objective with one output, constraints with any number of them, and a point to start at; without bounds, and
    /// with constraints that are to be zero.
    ///
    /// # Errors
    /// If the objective has not one output, or there are more entries than can be numbered.
    pub fn new(objective: F, constraints: G, start: &[f64]) -> Result<Self, Error> {
        let (objective, constraints) = (Shared(Arc::new(objective)), Shared(Arc::new(constraints)));
        let jacobian = SparseJacobian::prepare(constraints.clone(), start)?;
        let hessian = LagrangianHessian::prepare(objective.clone(), constraints.clone(), start)?;
        let free = |sign: f64| vec![sign * f64::INFINITY; start.len()];
        let rows = jacobian.rows();
        Ok(Nlp {
            objective,
            constraints,
            jacobian,
            hessian,
            start: start.to_vec(),
            bounds: [free(-1.0), free(1.0)],
            limits: [vec![0.0; rows], vec![0.0; rows]],
            failed: Mutex::new(None),
            optimum: None,
        })
    }

    /// With bounds for the variables; infinite where there are none.
    ///
    /// # Panics
    /// If there is not one of each for every variable.
    #[track_caller]
    #[must_use]
    pub fn bounds(mut self, low: &[f64], high: &[f64]) -> Self {
        same_lengths("bounds", low, high, self.start.len(), "variables");
        self.bounds = [low.to_vec(), high.to_vec()];
        self
    }

    /// With limits for the constraints: equal where the constraint is an equation, infinite where there is none.
    ///
    /// # Panics
    /// If there is not one of each for every constraint.
    #[track_caller]
    #[must_use]
    pub fn constraints(mut self, low: &[f64], high: &[f64]) -> Self {
        same_lengths("limits", low, high, self.jacobian.rows(), "constraints");
        self.limits = [low.to_vec(), high.to_vec()];
        self
    }

    /// Why an evaluation was refused, if it was for another reason than values that are not finite: a pattern that was
    /// found on another branch than the solver came to.
    pub fn error(&self) -> Option<Error> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Where the solver ended, which it hands back to the problem.
    pub fn optimum(&self) -> Option<&Optimum> {
        self.optimum.as_ref()
    }

    /// How many entries the Jacobian of the constraints has, and the lower triangle of the Hessian of the Lagrangian.
    pub fn entries(&self) -> (usize, usize) {
        (self.jacobian.entries(), self.hessian.entries())
    }

    pub(super) fn value(&self, x: &[f64]) -> f64 {
        self.objective.value(x)[0]
    }

    pub(super) fn gradient_into(&self, x: &[f64], gradient: &mut [f64]) -> bool {
        let value = self.objective.value_and_gradient_into(x, gradient);
        value.is_finite() && finite(gradient)
    }

    pub(super) fn constraints_into(&self, x: &[f64], g: &mut [f64]) -> bool {
        g.copy_from_slice(self.constraints.eval(x).as_slice());
        finite(g)
    }

    pub(super) fn jacobian_into(&self, x: &[f64], values: &mut [f64]) -> bool {
        self.done(self.jacobian.eval_into(x, values)) && finite(values)
    }

    pub(super) fn hessian_into(&self, x: &[f64], factor: f64, multipliers: &[f64], values: &mut [f64]) -> bool {
        self.done(self.hessian.eval_into(x, factor, multipliers, values)) && finite(values)
    }

    fn done(&self, result: Result<(), Error>) -> bool {
        match result {
            Ok(()) => true,
            Err(error) => {
                *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                false
            }
        }
    }
}

fn finite(values: &[f64]) -> bool {
    values.iter().all(|x| x.is_finite())
}

#[track_caller]
fn same_lengths(what: &str, low: &[f64], high: &[f64], wanted: usize, of: &str) {
    let (l, h) = (low.len(), high.len());
    assert!(l == wanted && h == wanted, "{l} low and {h} high {what} for {wanted} {of}: give one of each for each");
}

impl<F, G> fmt::Debug for Nlp<F, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nlp").field("variables", &self.start.len()).field("constraints", &self.limits[0].len()).finish()
    }
}
