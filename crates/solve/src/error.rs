//! Why there is no solution, or no derivative of it.

use core::fmt;

/// What a solver may fail with.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Why there is no solution, or no derivative of it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The solver that was given has failed.
    Solver(Failure),
    /// Two things that have to have one size have not.
    Shape {
        /// What has a wrong size.
        what: &'static str,
        /// Its size.
        found: usize,
        /// The size that is wanted.
        wanted: usize,
    },
    /// A value is NaN or infinite.
    NotFinite {
        /// What it is a value of.
        what: &'static str,
        /// Its index there.
        index: usize,
        /// The value.
        value: f64,
    },
    /// The point does not solve the equations.
    Unsolved {
        /// The largest residual.
        residual: f64,
        /// The equation that has it.
        equation: usize,
        /// How far a Newton step would move the point, relative to it.
        step: f64,
        /// How far it may.
        tolerance: f64,
    },
    /// The Jacobian of the equations by the unknowns has no inverse, or none that means anything.
    Singular {
        /// The reciprocal condition number: 0 where a pivot is zero.
        rcond: f64,
        /// How many unknowns there are.
        size: usize,
    },
    /// The point is stationary but no minimum.
    NotMinimum {
        /// How many unknowns there are.
        size: usize,
    },
    /// A constraint is active without a force on it, so that the solution has a kink there.
    Degenerate {
        /// Which kind of constraint.
        what: &'static str,
        /// Its index.
        index: usize,
        /// Its multiplier.
        multiplier: f64,
    },
    /// A constraint does not hold.
    Infeasible {
        /// Which kind of constraint.
        what: &'static str,
        /// Its index.
        index: usize,
        /// By how much it is violated.
        by: f64,
    },
    /// An iteration came to its limit.
    NotConverged {
        /// What was iterated.
        what: &'static str,
        /// How many iterations were run.
        iterations: usize,
        /// How far it came: a residual or an estimate of the error.
        reached: f64,
        /// How far it was to come.
        wanted: f64,
    },
    /// The number may be asked for derivatives of any order later.
    Open,
    /// A matrix that is not formed cannot carry this number.
    MatrixFree,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Solver(error) => write!(f, "the solver failed: {error}"),
            Error::Shape { what, found, wanted } => write!(f, "{what}: {found}, where {wanted} are wanted"),
            Error::NotFinite { what, index, value } => {
                write!(f, "{what}, number {index}, is {value}: look at the point where the function is evaluated")
            }
            Error::Unsolved { residual, equation, step, tolerance } => write!(
                f,
                "this is no solution: equation {equation} has the residual {residual:e}, and a Newton step would move the point by {step:e}, more than {tolerance:e}; let the solver run longer, allow steps of `polish`, or raise `tolerance`"
            ),
            Error::Singular { rcond, size } => write!(
                f,
                "the {size} x {size} Jacobian by the unknowns is singular (reciprocal condition {rcond:e}): the solution is not a function of the parameters here; are equations dependent, or unknowns without influence?"
            ),
            Error::NotMinimum { size } => write!(
                f,
                "the point is stationary but no minimum: the Hessian by the {size} unknowns is not positive definite there; start the solver elsewhere"
            ),
            Error::Degenerate { what, index, multiplier } => write!(
                f,
                "{what} {index} is active with the multiplier {multiplier:e}: the solution has a kink here and no derivative; move the parameters, or leave the constraint out"
            ),
            Error::Infeasible { what, index, by } => {
                write!(f, "{what} {index} is violated by {by:e}: the solver has to return a point that satisfies it")
            }
            Error::NotConverged { what, iterations, reached, wanted } => write!(
                f,
                "{what} came to {reached:e} in {iterations} iterations, {wanted:e} was wanted: start closer, or raise the limit or the tolerance"
            ),
            Error::Open => f.write_str(
                "a program, a formula or a pattern cannot hold a solver, as it would be right at one point only: differentiate with duals, series or a tape",
            ),
            Error::MatrixFree => f.write_str(
                "without a matrix there are the first derivatives `jvp`, `vjp` and `gradient`; for other numbers let the matrix be formed",
            ),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Solver(error) => Some(&**error),
            _ => None,
        }
    }
}

/// The values are finite.
pub(crate) fn finite(what: &'static str, values: &[f64]) -> Result<(), Error> {
    match values.iter().position(|v| !v.is_finite()) {
        Some(index) => Err(Error::NotFinite { what, index, value: values[index] }),
        None => Ok(()),
    }
}

/// There are as many as are wanted.
pub(crate) fn fits(what: &'static str, found: usize, wanted: usize) -> Result<(), Error> {
    if found == wanted { Ok(()) } else { Err(Error::Shape { what, found, wanted }) }
}
