//! Solvers on plain numbers: the user's, and what the simple ones from here have in common.

use crate::buffers::Buffers;
use crate::constrained::Constraints;
use crate::error::Failure;
use crate::{Equations, Error};

/// What solves a problem for given parameters: a closure `|theta: &[f64]| -> Result<Vec<f64>, _>`, or a solver from here.
///
/// ```
/// use rules::Real;
/// use solve::{Equations, Newton, Solver};
/// struct Square; // x^2 = theta
/// impl Equations for Square {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         [x[0] * x[0] - theta[0]]
///     }
/// }
/// let newton = Newton::from(&[1.0]);
/// assert!((newton.solve(&Square, &[2.0])?[0] - 2f64.sqrt()).abs() < 1e-15);
/// // A closure is a solver, too, of whatever it solves.
/// let known = |theta: &[f64]| Ok::<_, String>(vec![theta[0].sqrt()]);
/// assert_eq!(known.solve(&Square, &[4.0])?, [2.0]);
/// # Ok::<(), solve::Error>(())
/// ```
pub trait Solver<P> {
    /// A solution at `theta`.
    ///
    /// # Errors
    /// If there is none, or it is not found.
    fn solve(&self, problem: &P, theta: &[f64]) -> Result<Vec<f64>, Error>;

    /// Writes a solution at `theta` to `x`, in memory that is there; solvers that are not from here allocate theirs.
    ///
    /// # Errors
    /// As [`solve`](Solver::solve).
    ///
    /// One of one's own, for the roots of equations with one unknown, by halving an interval:
    ///
    /// ```
    /// use rules::Real;
    /// use solve::{Buffers, Constraints, Equations, Error, NoEquations, Solver, root};
    /// struct Halving([f64; 2]);
    /// impl<E: Equations> Solver<E> for Halving {
    ///     fn solve(&self, equations: &E, theta: &[f64]) -> Result<Vec<f64>, Error> {
    ///         let value = |x: f64| equations.eval(&[x], theta).as_ref()[0];
    ///         let [mut low, mut high] = self.0;
    ///         for _ in 0..60 {
    ///             let middle = 0.5 * (low + high);
    ///             if (value(middle) < 0.0) == (value(low) < 0.0) { low = middle } else { high = middle }
    ///         }
    ///         Ok(vec![0.5 * (low + high)])
    ///     }
    /// }
    /// struct Square; // x^2 = theta
    /// impl Equations for Square {
    ///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
    ///         [x[0] * x[0] - theta[0]]
    ///     }
    /// }
    /// // What is not written is there, too.
    /// let (halving, mut x) = (Halving([0.0, 9.0]), Vec::new());
    /// halving.solve_into(&Square, &[4.0], &mut x, &mut Buffers::default())?;
    /// assert!((x[0] - 2.0).abs() < 1e-15);
    /// let free = Constraints { equal: &NoEquations, below: &NoEquations, bounds: None };
    /// assert_eq!(halving.solve_within(&Square, &[4.0], free)?, x);
    /// let (x, dx) = root(Square, halving).jvp(&[4.0], &[1.0])?;
    /// assert!((x[0] - 2.0).abs() < 1e-15 && (dx[0] - 0.25).abs() < 1e-15);
    /// # Ok::<(), Error>(())
    /// ```
    fn solve_into(&self, problem: &P, theta: &[f64], x: &mut Vec<f64>, _: &mut Buffers) -> Result<(), Error> {
        *x = self.solve(problem, theta)?;
        Ok(())
    }

    /// A minimum at `theta` that keeps to constraints. Unless this is written, they are not looked at: a closure knows those
    /// of its problem.
    ///
    /// # Errors
    /// As [`solve`](Solver::solve), and if no point is found that keeps to the constraints.
    fn solve_within<C: Equations, H: Equations>(
        &self,
        problem: &P,
        theta: &[f64],
        _: Constraints<'_, C, H>,
    ) -> Result<Vec<f64>, Error> {
        self.solve(problem, theta)
    }
}

impl<P, F, E> Solver<P> for F
where
    F: Fn(&[f64]) -> Result<Vec<f64>, E>,
    E: Into<Failure>,
{
    fn solve(&self, _: &P, theta: &[f64]) -> Result<Vec<f64>, Error> {
        self(theta).map_err(|error| Error::Solver(error.into()))
    }
}

/// What a solver writes, in memory of its own.
pub(crate) fn fresh(run: impl FnOnce(&mut Vec<f64>, &mut Buffers) -> Result<(), Error>) -> Result<Vec<f64>, Error> {
    let mut x = Vec::new();
    run(&mut x, &mut Buffers::default())?;
    Ok(x)
}

pub(crate) fn unfinished(what: &'static str, iterations: usize, reached: f64) -> Error {
    Error::NotConverged { what, iterations, reached, wanted: 0.0 }
}

/// The point moves on for ever, and less and less is left there.
pub(crate) fn receding(what: &'static str, iterations: usize, reached: f64, x: &[f64]) -> Error {
    Error::Receding { what, iterations, reached, distance: norm(x) }
}

/// A last step that is longer than this part of the way to the point does not end there.
pub(crate) const FAR: f64 = 1e-3;

/// Whether a step changes no unknown by more than rounding does, however small the unknown is.
pub(crate) fn negligible(x: &[f64], step: &[f64]) -> bool {
    step.iter().zip(x).all(|(s, x)| s.abs() <= 4.0 * f64::EPSILON * x.abs())
}

/// The length of a list, which neither overflows nor underflows on the way.
pub(crate) fn norm(list: &[f64]) -> f64 {
    let largest = list.iter().fold(0.0f64, |m, x| if x.abs() > m || x.is_nan() { x.abs() } else { m });
    match largest == 0.0 || !largest.is_finite() {
        true => largest,
        false => largest * list.iter().map(|x| (x / largest).powi(2)).sum::<f64>().sqrt(),
    }
}

/// A direction that is in no special position: multiples of the golden ratio, from 0.5 to 1.5.
pub(crate) fn irregular(n: usize) -> impl Iterator<Item = f64> {
    (1..=n).map(|j| 0.5 + (j as f64 * 0.6180339887498949).fract())
}
