//! The approximation of Laplace to integrals over many unknowns.

use crate::derivatives::{Stationary, jacobian};
use crate::{Error, Minimum, Objective, Solver, argmin};
use forward::Dual;
use linalg::Matrix;
use reverse::{Adjoints, Tape};
use rules::Real;

/// Columns of a Hessian per run.
const COLUMNS: usize = 4;

/// The logarithm of the integral of exp(-f(x, theta)) over all x, approximated at the minimum of f (Laplace 1774; Tierney and
/// Kadane 1986), as a function of theta: for likelihoods with random effects x, where f is minus the logarithm of the joint
/// density.
///
/// The solver finds the minimum, as in [`argmin`]; the value is -f - ln(det H) / 2 + n ln(2 pi) / 2 there, with the exact
/// Hessian H. It is exact if f is quadratic in x. Effects of groups that are independent are integrated group by group.
///
/// ```
/// use rules::{Functions, Real};
/// use solve::{Descent, Objective, laplace};
/// struct Gamma; // The integral of x^a exp(-b x) in y = ln x.
/// impl Objective for Gamma {
///     fn eval<T: Real>(&self, y: &[T], p: &[T]) -> T {
///         p[1] * y[0].exp() - p[0] * y[0]
///     }
/// }
/// let log_gamma = laplace(Gamma, Descent::from(&[0.0]));
/// let (value, gradient) = log_gamma.value_and_gradient(&[50.0, 1.0])?;
/// // Gamma(50) = 49!
/// let factorial: f64 = (1..50).map(|k| f64::from(k).ln()).sum();
/// assert!((value - factorial).abs() < 1.0 / (12.0 * 49.0));
/// assert!((gradient[1] + 50.0).abs() < 1e-10);
/// # Ok::<(), solve::Error>(())
/// ```
pub fn laplace<F: Objective, S: Solver<F>>(f: F, solver: S) -> Laplace<F, S> {
    Laplace { minimum: argmin(f, solver) }
}

/// An approximation of Laplace: made by [`laplace`].
///
/// A random effect x with the variance v of which one observation is 1, with an error of variance 1: minus the logarithm
/// of the joint density is quadratic in x, and the observation has the variance 1 + v.
///
/// ```
/// use rules::{Functions, Real};
/// use solve::{Descent, Objective, laplace};
/// struct Effect;
/// impl Objective for Effect {
///     fn eval<T: Real>(&self, x: &[T], v: &[T]) -> T {
///         0.5 * ((x[0] - 1.0) * (x[0] - 1.0) + x[0] * x[0] / v[0] + v[0].ln())
///     }
/// }
/// let likelihood = laplace(Effect, Descent::from(&[0.0])).polish(2).tolerance(1e-9);
/// let v = 3.0;
/// let marginal = likelihood.at(&[v])?;
/// assert!((marginal.mode[0] - v / (1.0 + v)).abs() < 1e-12);
/// // The logarithm of (2 pi)^(1/2) exp(-1 / (2 (1 + v))) (1 + v)^(-1/2), and its derivatives by v.
/// let (value, gradient, hessian) = likelihood.value_and_hessian(&[v])?;
/// let s: f64 = 1.0 + v;
/// assert!((value - 0.5 * (std::f64::consts::TAU.ln() - 1.0 / s - s.ln())).abs() < 1e-12);
/// assert!((gradient[0] - 0.5 * (1.0 / (s * s) - 1.0 / s)).abs() < 1e-12);
/// assert!((hessian[0] - (0.5 / (s * s) - 1.0 / (s * s * s))).abs() < 1e-10);
/// assert_eq!(likelihood.value_and_gradient(&[v])?.0, marginal.value);
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Laplace<F, S> {
    minimum: Minimum<F, S>,
}

/// What an approximation of Laplace gives.
///
/// ```
/// use rules::Real;
/// use solve::{Descent, Objective, laplace};
/// struct Bowl; // theta x^2 / 2
/// impl Objective for Bowl {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T {
///         0.5 * theta[0] * x[0] * x[0]
///     }
/// }
/// let marginal = laplace(Bowl, Descent::from(&[1.0])).at(&[4.0])?;
/// assert!((marginal.log_determinant - 4f64.ln()).abs() < 1e-12 && marginal.mode[0].abs() < 1e-8);
/// // The integral is the square root of pi/2.
/// assert!((marginal.value - 0.5 * std::f64::consts::FRAC_PI_2.ln()).abs() < 1e-12);
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Marginal<T> {
    /// The logarithm of the integral.
    pub value: T,
    /// The minimum of f.
    pub mode: Vec<T>,
    /// The logarithm of the determinant of the Hessian there.
    pub log_determinant: T,
}

impl<F: Objective, S: Solver<F>> Laplace<F, S> {
    /// See [`Implicit::tolerance`](crate::Implicit::tolerance).
    #[must_use]
    pub fn tolerance(self, tolerance: f64) -> Self {
        Laplace { minimum: self.minimum.tolerance(tolerance) }
    }

    /// See [`Implicit::polish`](crate::Implicit::polish).
    #[must_use]
    pub fn polish(self, steps: usize) -> Self {
        Laplace { minimum: self.minimum.polish(steps) }
    }

    /// The approximation at `theta`, on any number: its gradient contains third derivatives of f, its Hessian fourth ones.
    ///
    /// Cost: that of the minimum, a gradient of f on duals over this number for every eight unknowns, and n^3 / 3 operations.
    ///
    /// # Errors
    /// As [`Minimum::at`](crate::Minimum::at).
    pub fn at<T: Real>(&self, theta: &[T]) -> Result<Marginal<T>, Error> {
        let mode = self.minimum.at(theta)?;
        let n = mode.len();
        let f = &self.minimum.objective;
        let hessian = jacobian(&Stationary(f), &mode, theta).1;
        let hessian = Matrix::from_fn(n, n, |i, j| hessian[i * n + j]);
        let factored = linalg::cholesky(&hessian).map_err(|_| Error::NotMinimum { size: n })?;
        let log_determinant = factored.logdet();
        let constant = 0.5 * n as f64 * core::f64::consts::TAU.ln();
        let value = constant - f.eval(&mode, theta) - 0.5 * log_determinant;
        Ok(Marginal { value, mode, log_determinant })
    }

    /// The value and its gradient by theta. Cost: that of the value on a tape.
    ///
    /// # Errors
    /// As [`at`](Laplace::at).
    pub fn value_and_gradient(&self, theta: &[f64]) -> Result<(f64, Vec<f64>), Error> {
        let tape = Tape::new();
        let vars = tape.vars(theta);
        let value = self.at(&vars)?.value;
        let adjoints = value.grad();
        Ok((value.inner(), vars.iter().map(|&x| adjoints.wrt(x)).collect()))
    }

    /// The value, its gradient, and its Hessian by theta, p x p row by row: a gradient on duals for every four columns.
    ///
    /// # Errors
    /// As [`at`](Laplace::at).
    pub fn value_and_hessian(&self, theta: &[f64]) -> Result<(f64, Vec<f64>, Vec<f64>), Error> {
        let p = theta.len();
        let (mut value, mut gradient, mut hessian) = (0.0, vec![0.0; p], vec![0.0; p * p]);
        let mut adjoints = Adjoints::new();
        for first in (0..p.max(1)).step_by(COLUMNS) {
            let lanes = first..p.min(first + COLUMNS);
            let tape = Tape::<Dual<f64, [f64; COLUMNS]>>::default();
            let enter = |(j, &x)| tape.var(if lanes.contains(&j) { Dual::lane(x, j - first) } else { Dual::fixed(x) });
            let vars: Vec<_> = theta.iter().enumerate().map(enter).collect();
            let marginal = self.at(&vars)?.value;
            tape.adjoints_into(&[(marginal, Dual::fixed(1.0))], &mut adjoints);
            value = marginal.inner().value;
            for (i, &x) in vars.iter().enumerate() {
                let by = adjoints.wrt(x);
                gradient[i] = by.value;
                lanes.clone().for_each(|j| hessian[i * p + j] = by.tangent[j - first]);
            }
        }
        Ok((value, gradient, hessian))
    }
}
