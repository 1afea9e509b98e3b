//! Problems for argmin.
//!
//! ```
//! use argmin::core::{Executor, State};
//! use argmin::solver::linesearch::MoreThuenteLineSearch;
//! use argmin::solver::quasinewton::LBFGS;
//! use wengert::adapters::argmin::Objective;
//! use wengert::prelude::*;
//!
//! #[differentiable]
//! fn rosenbrock(x: &[f64]) -> f64 {
//!     let mut sum = 0.0;
//!     for i in 1..x.len() {
//!         sum += 100.0 * (x[i] - x[i - 1] * x[i - 1]).powi(2) + (1.0 - x[i - 1]).powi(2);
//!     }
//!     sum
//! }
//!
//! let problem = Objective::new(|x, g, ws| rosenbrock::value_and_gradient_into(x, g, ws));
//! let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7);
//! let result = Executor::new(problem, solver).configure(|state| state.param(vec![-1.2, 1.0]).max_iters(100)).run()?;
//! assert!(result.state().get_best_cost() < 1e-12);
//! # Ok::<(), argmin::core::Error>(())
//! ```

use crate::Matrix;
use crate::generated::Workspace;
use ::argmin::core::{CostFunction, Error, Gradient, Hessian, Jacobian, Operator};
use core::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How numbers lie in a vector of another crate, and how matrices are made of rows.
///
/// Without this, vectors are `Vec<f64>` and matrices `Vec<Vec<f64>>`, which suffice for gradient methods, trust regions and
/// conjugate gradients; Newton's method and that of Gauss and Newton ask for matrices that have an inverse.
///
/// ```
/// use argmin::core::Jacobian;
/// use wengert::adapters::argmin::{Form, Residuals};
/// use wengert::prelude::*;
///
/// #[differentiable]
/// fn residuals(x: &[f64]) -> [f64; 2] {
///     [x[0] * x[1], x[1]]
/// }
///
/// // Arrays in the place of lists, and matrices as pairs of rows.
/// let form: Form<[f64; 2], [[f64; 2]; 2]> =
///     Form::new(<[f64; 2]>::as_slice, |_, _, entries| [[entries[0], entries[1]], [entries[2], entries[3]]]);
/// let problem = Residuals::with_form(|x| residuals(x).to_vec(), |x| residuals::jacobian(x), form);
/// assert_eq!(problem.jacobian(&[2.0, 3.0])?, [[3.0, 2.0], [0.0, 1.0]]);
/// # Ok::<(), argmin::core::Error>(())
/// ```
pub struct Form<P, M> {
    numbers: fn(&P) -> &[f64],
    matrix: fn(usize, usize, &[f64]) -> M,
}

impl<P, M> Form<P, M> {
    /// The form of vectors that `numbers` takes a slice from, and of matrices that `matrix` makes of their rows, their
    /// columns and their entries, row by row: `Form::new(DVector::as_slice, DMatrix::from_row_slice)` for nalgebra.
    pub fn new(numbers: fn(&P) -> &[f64], matrix: fn(usize, usize, &[f64]) -> M) -> Self {
        Form { numbers, matrix }
    }

    fn of(&self, matrix: &Matrix) -> M {
        (self.matrix)(matrix.rows(), matrix.columns(), matrix.as_slice())
    }
}

impl<P, M> Clone for Form<P, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, M> Copy for Form<P, M> {}

impl Default for Form<Vec<f64>, Vec<Vec<f64>>> {
    fn default() -> Self {
        Form::new(Vec::as_slice, |rows, columns, entries| {
            (0..rows).map(|i| entries[i * columns..(i + 1) * columns].to_vec()).collect()
        })
    }
}

/// What stands in the place of a Hessian where none was given.
///
/// ```
/// use wengert::adapters::argmin::{NoHessian, Objective};
/// fn gradient_alone<F>(objective: &Objective<F, NoHessian>) -> usize
/// where
///     F: Fn(&[f64], &mut [f64], &mut wengert::Workspace) -> f64,
/// {
///     objective.runs()
/// }
/// let objective = Objective::new(|x: &[f64], g: &mut [f64], _| {
///     g[0] = 2.0 * x[0];
///     x[0] * x[0]
/// });
/// assert_eq!(gradient_alone(&objective), 0);
/// ```
pub struct NoHessian;

/// A function to be minimised: `CostFunction`, `Gradient`, and `Hessian` with [`hessian`](Objective::hessian).
///
/// Value and gradient come from one run: solvers ask for one after the other at the same point, and the second is
/// remembered. Cost: a run for each new point, which allocates nothing but the vector that argmin asks for.
///
/// A value that is NaN is an error that names the point; one that is infinite is passed on, as line searches step back from
/// it.
///
/// ```
/// use argmin::core::{CostFunction, Gradient, Hessian};
/// use wengert::adapters::argmin::{Form, Objective};
/// use wengert::prelude::*;
///
/// #[differentiable]
/// fn bowl(x: &[f64]) -> f64 {
///     x[0] * x[0] + x[0] * x[1]
/// }
///
/// let problem = Objective::with_form(|x, g, ws| bowl::value_and_gradient_into(x, g, ws), Form::default())
///     .hessian(|x| bowl::hessian(x));
/// let x = vec![1.0, 3.0];
/// assert_eq!((problem.cost(&x)?, problem.gradient(&x)?), (4.0, vec![5.0, 1.0]));
/// assert_eq!(problem.hessian(&x)?, [[2.0, 1.0], [1.0, 0.0]]);
/// // Value and gradient at the same point are one run.
/// assert_eq!(problem.runs(), 1);
/// # Ok::<(), argmin::core::Error>(())
/// ```
pub struct Objective<F, H = NoHessian, P = Vec<f64>, M = Vec<Vec<f64>>> {
    f: F,
    hessian: H,
    form: Form<P, M>,
    last: Mutex<Last>,
}

/// The last point with what is known there.
#[derive(Default)]
struct Last {
    x: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    runs: usize,
    workspace: Workspace,
}

impl<F: Fn(&[f64], &mut [f64], &mut Workspace) -> f64> Objective<F> {
    /// A function that writes its gradient at a point and gives its value: `f::value_and_gradient_into` of a function
    /// with `#[differentiable]`.
    pub fn new(f: F) -> Self {
        Objective::with_form(f, Form::default())
    }
}

impl<F: Fn(&[f64], &mut [f64], &mut Workspace) -> f64, P, M> Objective<F, NoHessian, P, M> {
    /// As [`new`](Objective::new), for vectors and matrices of another crate.
    pub fn with_form(f: F, form: Form<P, M>) -> Self {
        Objective { f, hessian: NoHessian, form, last: Mutex::default() }
    }

    /// With second derivatives: `f::hessian`.
    pub fn hessian<H: Fn(&[f64]) -> Matrix>(self, hessian: H) -> Objective<F, H, P, M> {
        Objective { f: self.f, hessian, form: self.form, last: self.last }
    }
}

impl<F: Fn(&[f64], &mut [f64], &mut Workspace) -> f64, H, P, M> Objective<F, H, P, M> {
    /// How often the function was run for values and gradients.
    pub fn runs(&self) -> usize {
        self.lock().runs
    }

    fn lock(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known at a point.
    fn at(&self, x: &[f64]) -> Result<MutexGuard<'_, Last>, Error> {
        let mut guard = self.lock();
        let last = &mut *guard;
        // By their bits: 0 and -0 may have different values.
        let known =
            last.runs > 0 && last.x.len() == x.len() && last.x.iter().zip(x).all(|(a, b)| a.to_bits() == b.to_bits());
        if !known {
            last.gradient.clear();
            last.gradient.resize(x.len(), 0.0);
            last.value = (self.f)(x, &mut last.gradient, &mut last.workspace);
            last.x.clear();
            last.x.extend_from_slice(x);
            last.runs += 1;
        }
        match last.value.is_nan() {
            true => Err(not_a_number("the value", x)),
            false => Ok(guard),
        }
    }
}

/// An error that names a point.
fn not_a_number(what: &str, x: &[f64]) -> Error {
    let more = if x.len() > 8 { ", .." } else { "" };
    let point: Vec<String> = x.iter().take(8).map(f64::to_string).collect();
    Error::msg(format!(
        "{what} is NaN at [{}{more}]: start elsewhere, or keep the search where it is defined",
        point.join(", ")
    ))
}

impl<F: Fn(&[f64], &mut [f64], &mut Workspace) -> f64, H, P, M> CostFunction for Objective<F, H, P, M> {
    type Param = P;
    type Output = f64;

    fn cost(&self, x: &P) -> Result<f64, Error> {
        Ok(self.at((self.form.numbers)(x))?.value)
    }
}

impl<F: Fn(&[f64], &mut [f64], &mut Workspace) -> f64, H, P: From<Vec<f64>>, M> Gradient for Objective<F, H, P, M> {
    type Param = P;
    type Gradient = P;

    fn gradient(&self, x: &P) -> Result<P, Error> {
        let x = (self.form.numbers)(x);
        let gradient = self.at(x)?.gradient.clone();
        match gradient.iter().any(|g| g.is_nan()) {
            true => Err(not_a_number("the gradient", x)),
            false => Ok(P::from(gradient)),
        }
    }
}

impl<F, H: Fn(&[f64]) -> Matrix, P, M> Hessian for Objective<F, H, P, M> {
    type Param = P;
    type Hessian = M;

    fn hessian(&self, x: &P) -> Result<M, Error> {
        let x = (self.form.numbers)(x);
        let hessian = (self.hessian)(x);
        match hessian.as_slice().iter().any(|h| h.is_nan()) {
            true => Err(not_a_number("the Hessian", x)),
            false => Ok(self.form.of(&hessian)),
        }
    }
}

impl<F, H, P, M> fmt::Debug for Objective<F, H, P, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        f.debug_struct("Objective").field("runs", &last.runs).field("value", &last.value).finish()
    }
}

/// Residuals with their Jacobian: `Operator` and `Jacobian`, for the method of Gauss and Newton and its kin.
///
/// ```
/// use argmin::core::{Jacobian, Operator};
/// use wengert::adapters::argmin::Residuals;
/// use wengert::prelude::*;
///
/// #[differentiable]
/// fn residuals(x: &[f64]) -> [f64; 2] {
///     [x[0] * x[1] - 2.0, x[0] - x[1]]
/// }
///
/// let problem = Residuals::new(|x| residuals(x).to_vec(), |x| residuals::jacobian(x));
/// assert_eq!(problem.apply(&vec![1.0, 3.0])?, [1.0, -2.0]);
/// assert_eq!(problem.jacobian(&vec![1.0, 3.0])?, [[3.0, 1.0], [1.0, -1.0]]);
/// # Ok::<(), argmin::core::Error>(())
/// ```
///
/// With vectors of another kind:
///
/// ```
/// use argmin::core::Operator;
/// use wengert::adapters::argmin::{Form, Residuals};
/// use wengert::prelude::*;
///
/// #[differentiable]
/// fn residuals(x: &[f64]) -> [f64; 2] {
///     [x[0] * x[1] - 2.0, x[0] - x[1]]
/// }
///
/// let form: Form<Vec<f64>, Vec<f64>> = Form::new(Vec::as_slice, |_, _, entries| entries.to_vec());
/// let problem = Residuals::with_form(|x| residuals(x).to_vec(), |x| residuals::jacobian(x), form);
/// assert_eq!(problem.apply(&vec![1.0, 3.0])?, [1.0, -2.0]);
/// # Ok::<(), argmin::core::Error>(())
/// ```
pub struct Residuals<R, J, P = Vec<f64>, M = Vec<Vec<f64>>> {
    residuals: R,
    jacobian: J,
    form: Form<P, M>,
}

impl<R: Fn(&[f64]) -> Vec<f64>, J: Fn(&[f64]) -> Matrix> Residuals<R, J> {
    /// A function with several results, and its Jacobian: `f` and `f::jacobian`.
    pub fn new(residuals: R, jacobian: J) -> Self {
        Residuals::with_form(residuals, jacobian, Form::default())
    }
}

impl<R: Fn(&[f64]) -> Vec<f64>, J: Fn(&[f64]) -> Matrix, P, M> Residuals<R, J, P, M> {
    /// As [`new`](Residuals::new), for vectors and matrices of another crate.
    pub fn with_form(residuals: R, jacobian: J, form: Form<P, M>) -> Self {
        Residuals { residuals, jacobian, form }
    }
}

impl<R: Fn(&[f64]) -> Vec<f64>, J, P: From<Vec<f64>>, M> Operator for Residuals<R, J, P, M> {
    type Param = P;
    type Output = P;

    fn apply(&self, x: &P) -> Result<P, Error> {
        let x = (self.form.numbers)(x);
        let residuals = (self.residuals)(x);
        match residuals.iter().any(|r| r.is_nan()) {
            true => Err(not_a_number("a residual", x)),
            false => Ok(P::from(residuals)),
        }
    }
}

impl<R, J: Fn(&[f64]) -> Matrix, P, M> Jacobian for Residuals<R, J, P, M> {
    type Param = P;
    type Jacobian = M;

    fn jacobian(&self, x: &P) -> Result<M, Error> {
        let x = (self.form.numbers)(x);
        let jacobian = (self.jacobian)(x);
        match jacobian.as_slice().iter().any(|d| d.is_nan()) {
            true => Err(not_a_number("the Jacobian", x)),
            false => Ok(self.form.of(&jacobian)),
        }
    }
}

impl<R, J, P, M> fmt::Debug for Residuals<R, J, P, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Residuals")
    }
}
