//! Nonlinear programs for the interior-point solver pounce.
//!
//! Problem 71 of Hock and Schittkowski:
//!
//! ```
//! use pounce_rs::{ApplicationReturnStatus, IpoptApplication};
//! use std::cell::RefCell;
//! use std::rc::Rc;
//! use wengert::adapters::pounce::Nlp;
//! use wengert::prelude::*;
//!
//! #[differentiable]
//! fn cost(x: &[f64]) -> f64 {
//!     x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2]
//! }
//! #[differentiable]
//! fn constraints(x: &[f64]) -> [f64; 2] {
//!     [x[0] * x[1] * x[2] * x[3], x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]]
//! }
//!
//! static START: [f64; 4] = [1.0, 5.0, 5.0, 1.0];
//! let problem = Nlp::new(cost::function(&START), constraints::function(&START), &START)?
//!     .bounds(&[1.0; 4], &[5.0; 4])
//!     .constraints(&[25.0, 40.0], &[f64::INFINITY, 40.0]);
//! let problem = Rc::new(RefCell::new(problem));
//! let mut solver = IpoptApplication::new();
//! solver.initialize().expect("default options");
//! assert_eq!(solver.optimize_tnlp(problem.clone()), ApplicationReturnStatus::SolveSucceeded);
//! let problem = problem.borrow();
//! assert!((problem.optimum().expect("an optimum").value - 17.0140173).abs() < 1e-6);
//! # Ok::<(), wengert::sparse::Error>(())
//! ```

use crate::function::{Differentiate, Function};
use crate::outputs::Outputs;
use crate::sparse::{Compressed, Error, LagrangianHessian, Pattern, SparseJacobian};
use ::pounce_rs::{
    BoundsInfo, Index, IndexStyle, IpoptCq, IpoptData, NlpInfo, Solution, SparsityRequest, StartingPoint, TNLP,
};
use core::fmt;
use rules::Real;
use std::sync::{Arc, Mutex, PoisonError};

/// Minimise f(x) where bounds hold for x and for g(x): with exact derivatives, sparse ones as triplets.
///
/// The patterns are found once, at the start, and entries are computed by colours; [`LagrangianHessian`] and
/// [`SparseJacobian`] say what that costs. Values and derivatives that are not finite are refused: the solver steps back.
pub struct Nlp<F, G> {
    objective: Shared<F>,
    constraints: Shared<G>,
    jacobian: SparseJacobian<Compressed<Shared<G>>>,
    hessian: LagrangianHessian<Shared<F>, Shared<G>>,
    start: Vec<f64>,
    bounds: [Vec<f64>; 2],
    limits: [Vec<f64>; 2],
    failed: Mutex<Option<Error>>,
    optimum: Option<Optimum>,
}

/// Where a solver ended.
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
struct Shared<F>(Arc<F>);

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

    fn value(&self, x: &[f64]) -> f64 {
        self.objective.value(x)[0]
    }

    fn gradient_into(&self, x: &[f64], gradient: &mut [f64]) -> bool {
        let value = self.objective.value_and_gradient_into(x, gradient);
        value.is_finite() && finite(gradient)
    }

    fn constraints_into(&self, x: &[f64], g: &mut [f64]) -> bool {
        g.copy_from_slice(self.constraints.eval(x).as_slice());
        finite(g)
    }

    fn jacobian_into(&self, x: &[f64], values: &mut [f64]) -> bool {
        self.done(self.jacobian.eval_into(x, values)) && finite(values)
    }

    fn hessian_into(&self, x: &[f64], factor: f64, multipliers: &[f64], values: &mut [f64]) -> bool {
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

/// Numbers of pounce have 31 bits; what has more entries has no answer.
fn index(count: usize) -> Option<Index> {
    Index::try_from(count).ok()
}

fn places(pattern: &Pattern, rows: &mut [Index], columns: &mut [Index]) -> bool {
    for ((i, j), (row, column)) in pattern.iter().zip(rows.iter_mut().zip(columns)) {
        let (Some(i), Some(j)) = (index(i), index(j)) else { return false };
        (*row, *column) = (i, j);
    }
    true
}

impl<F: Function, G: Function> TNLP for Nlp<F, G> {
    fn get_nlp_info(&mut self) -> Option<NlpInfo> {
        Some(NlpInfo {
            n: index(self.start.len())?,
            m: index(self.limits[0].len())?,
            nnz_jac_g: index(self.jacobian.entries())?,
            nnz_h_lag: index(self.hessian.entries())?,
            index_style: IndexStyle::C,
        })
    }

    fn get_bounds_info(&mut self, bounds: BoundsInfo<'_>) -> bool {
        bounds.x_l.copy_from_slice(&self.bounds[0]);
        bounds.x_u.copy_from_slice(&self.bounds[1]);
        bounds.g_l.copy_from_slice(&self.limits[0]);
        bounds.g_u.copy_from_slice(&self.limits[1]);
        true
    }

    fn get_starting_point(&mut self, start: StartingPoint<'_>) -> bool {
        start.x.copy_from_slice(&self.start);
        true
    }

    fn eval_f(&mut self, x: &[f64], _: bool) -> Option<f64> {
        Some(self.value(x)).filter(|value| value.is_finite())
    }

    fn eval_grad_f(&mut self, x: &[f64], _: bool, gradient: &mut [f64]) -> bool {
        self.gradient_into(x, gradient)
    }

    fn eval_g(&mut self, x: &[f64], _: bool, g: &mut [f64]) -> bool {
        self.constraints_into(x, g)
    }

    fn eval_jac_g(&mut self, x: Option<&[f64]>, _: bool, wanted: SparsityRequest<'_>) -> bool {
        match (wanted, x) {
            (SparsityRequest::Structure { irow, jcol }, _) => places(self.jacobian.pattern(), irow, jcol),
            (SparsityRequest::Values { values }, Some(x)) => self.jacobian_into(x, values),
            (SparsityRequest::Values { .. }, None) => false,
        }
    }

    fn eval_h(
        &mut self,
        x: Option<&[f64]>,
        _: bool,
        factor: f64,
        multipliers: Option<&[f64]>,
        _: bool,
        wanted: SparsityRequest<'_>,
    ) -> bool {
        match (wanted, x, multipliers) {
            (SparsityRequest::Structure { irow, jcol }, ..) => places(self.hessian.pattern(), irow, jcol),
            (SparsityRequest::Values { values }, Some(x), Some(l)) => self.hessian_into(x, factor, l, values),
            (SparsityRequest::Values { .. }, ..) => false,
        }
    }

    fn finalize_solution(&mut self, found: Solution<'_>, _: &IpoptData, _: &IpoptCq) {
        self.optimum =
            Some(Optimum { x: found.x.to_vec(), value: found.obj_value, multipliers: found.lambda.to_vec() });
    }
}
