//! Why there is no solution, or no derivative of it.

use core::fmt;

/// What a solver may fail with.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Why there is no solution, or no derivative of it.
///
/// ```
/// use rules::Real;
/// use solve::{Equations, Error, root};
/// struct Square; // x^2 = theta
/// impl Equations for Square {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         [x[0] * x[0] - theta[0]]
///     }
/// }
/// // A solver that stops early, one at a double root, and one that fails.
/// let at = |x: f64, theta: f64| root(Square, move |_: &[f64]| Ok::<_, String>(vec![x])).at(&[theta]);
/// assert!(matches!(at(1.4, 2.0), Err(Error::Unsolved { equation: 0, .. })));
/// assert!(matches!(at(0.0, 0.0), Err(Error::Singular { size: 1, .. })));
/// let failed = root(Square, |_: &[f64]| Err::<Vec<f64>, _>("out of time")).at(&[2.0]);
/// assert!(matches!(failed, Err(Error::Solver(reason)) if reason.to_string() == "out of time"));
/// ```
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
        /// The reciprocal condition number: 0 where a pivot is zero, or where all there is of the Jacobian is what rounding leaves
        /// open of the point, as where two solutions meet.
        rcond: f64,
        /// How many unknowns there are.
        size: usize,
    },
    /// The point is stationary but no minimum.
    NotMinimum {
        /// How many unknowns there are.
        size: usize,
    },
    /// Conjugate gradients met a direction along which the matrix is not positive.
    Indefinite {
        /// How many rows it has.
        size: usize,
    },
    /// The Jacobian has entries outside of the pattern that was given for it.
    Pattern {
        /// A row in which there are some.
        row: usize,
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
    /// A search comes to a point from which it does not get on.
    Stuck {
        /// What is searched by.
        what: &'static str,
        /// How many iterations were run.
        iterations: usize,
        /// What is left there: of a residual, or of a slope.
        reached: f64,
        /// Whether the Jacobian is singular there; else no step helps, however short.
        singular: bool,
    },
    /// Ever less is left, but the point moves ever further away.
    Receding {
        /// What is searched by.
        what: &'static str,
        /// How many iterations were run.
        iterations: usize,
        /// What is left there: of a residual, or of a slope.
        reached: f64,
        /// How far the point is from zero.
        distance: f64,
    },
    /// No point was found that keeps to the constraints.
    Contradiction {
        /// By how much the best violates them, relative to one and to the point.
        by: f64,
        /// How often the multipliers were moved on.
        rounds: usize,
    },
    /// An objective falls without end.
    Unbounded {
        /// How far it fell.
        value: f64,
        /// How many iterations were run.
        iterations: usize,
    },
    /// Bounds that no number lies between.
    Bounds {
        /// The index of the unknown.
        index: usize,
        /// Its lower bound.
        low: f64,
        /// Its upper bound.
        high: f64,
    },
    /// The gradients of the active constraints depend on each other.
    Dependent {
        /// How many constraints are active.
        active: usize,
        /// How many unknowns are free.
        free: usize,
    },
    /// An integrand is not finite.
    Integrand {
        /// Where.
        x: f64,
        /// Its value there.
        value: f64,
    },
    /// An integrand falls too slowly for a bound that is infinite.
    Tail {
        /// Up to where it was looked at.
        x: f64,
    },
    /// A tolerance is below zero.
    Tolerance {
        /// The tolerance.
        value: f64,
    },
    /// No error of a step is tolerated at all.
    Untolerant,
    /// A point of time to be saved lies outside of the integration.
    Outside {
        /// Its index.
        index: usize,
        /// The point.
        t: f64,
        /// The earlier end.
        low: f64,
        /// The later end.
        high: f64,
    },
    /// The steps became shorter than the time can tell apart.
    StepSize {
        /// Where.
        t: f64,
        /// The length.
        h: f64,
        /// Whether the last step was finite, and only wrong.
        finite: bool,
    },
    /// The limit of steps was reached.
    Steps {
        /// Where.
        t: f64,
        /// The limit.
        limit: usize,
        /// Whether the method is one for problems that are not stiff.
        explicit: bool,
    },
    /// A guard becomes zero without changing its sign.
    Touched {
        /// Its index.
        guard: usize,
        /// Where.
        t: f64,
    },
    /// Events come ever closer.
    Crowded {
        /// Their guard.
        guard: usize,
        /// Where.
        t: f64,
        /// The time between the last two.
        gap: f64,
    },
    /// An event has not come.
    NoEvent {
        /// The guard whose root it is.
        guard: usize,
        /// Where the integration ended.
        end: f64,
    },
    /// The number may be asked for derivatives of any order later.
    Open,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Solver(error) => write!(f, "the solver failed: {error}"),
            Error::Shape { what, found, wanted } => write!(f, "{what}: {found}, where {wanted} are wanted"),
            Error::NotFinite { what, index, value } => {
                write!(f, "{what}, number {index}, is {value}, where a finite number is wanted: look at what it is computed from")
            }
            Error::Unsolved { residual, equation, step, tolerance } => write!(
                f,
                "this is no solution: equation {equation} has the residual {residual:e}, and a Newton step would move the point by {step:e}, more than {tolerance:e}; let the solver run longer, allow steps of `polish`, or raise `tolerance`"
            ),
            Error::Singular { rcond, size } => write!(
                f,
                "the {size} x {size} Jacobian by the unknowns is singular (reciprocal condition {rcond:e}): the solution is not a function of the parameters here; are equations dependent, unknowns without influence, fewer data than unknowns, several solutions in one, or is it a kink?"
            ),
            Error::NotMinimum { size } => write!(
                f,
                "the point is stationary but no minimum: the Hessian by the {size} unknowns is not positive definite there; start the solver elsewhere"
            ),
            Error::Indefinite { size } => write!(
                f,
                "conjugate gradients met a direction along which the {size} x {size} matrix is not positive: of a minimum, start the solver elsewhere; of equations, take `Krylov::gmres`"
            ),
            Error::Pattern { row } => write!(
                f,
                "row {row} of the Jacobian has entries outside of the pattern that was given: give one with all that may differ from zero, or let `sparse` find it"
            ),
            Error::Degenerate { what, index, multiplier } => write!(
                f,
                "{what} {index} is active with the multiplier {multiplier:e}: the solution has a kink here and no derivative; move the parameters, or leave the constraint out"
            ),
            Error::Infeasible { what, index, by } => {
                write!(f, "{what} {index} is violated by {by:e}: the solver has to return a point that satisfies it")
            }
            Error::Stuck { what, iterations, reached, singular } => write!(
                f,
                "{what} is stuck after {iterations} iterations where {reached:e} is left: {}; start elsewhere, or look whether there is a solution at all",
                if *singular { "the Jacobian by the unknowns is singular there" } else { "no step helps, however short" }
            ),
            Error::Receding { what, iterations, reached, distance } => write!(
                f,
                "{what} moves ever further away, after {iterations} iterations to a distance of {distance:e}, while {reached:e} is left: there may be no solution, only a limit at infinity; start elsewhere, or set bounds"
            ),
            Error::Contradiction { by, rounds } => write!(
                f,
                "no point keeps to the constraints, the best that was found in {rounds} rounds violates them by {by:e}: do they contradict each other, or the bounds? else start closer"
            ),
            Error::Unbounded { value, iterations } => write!(
                f,
                "the objective falls without end, to {value:e} in {iterations} iterations: there is no minimum; set bounds, or look at its sign"
            ),
            Error::Bounds { index, low, high } => {
                write!(f, "the bounds of unknown {index} are {low} and {high}: a lower one and, not below it, an upper one are wanted")
            }
            Error::Dependent { active, free } => write!(
                f,
                "the gradients of the {active} active constraints by the {free} unknowns that are not at a bound depend on each other: their multipliers are not known; leave out constraints that say the same, or that the bounds say already"
            ),
            Error::NotConverged { what, iterations: 0, .. } => write!(f, "{what} may take no iteration: raise the limit"),
            Error::NotConverged { what, iterations, reached, wanted } if *wanted == 0.0 => write!(
                f,
                "{what} has not come to its end in {iterations} iterations, {reached:e} is left: start closer, or raise the limit; to a multiple solution it is a long way"
            ),
            Error::NotConverged { what, iterations, reached, wanted } => write!(
                f,
                "{what} came to {reached:e} in {iterations} iterations, {wanted:e} was wanted: start closer, or raise the limit or the tolerance"
            ),
            Error::Integrand { x, value } => {
                write!(f, "the integrand is {value} at x = {x:e}: integrate on both sides of a pole, or change the variable")
            }
            Error::Tail { x } => write!(
                f,
                "up to x = {x:e} the integrand does not fall so fast that the integral to infinity comes to an end: look whether it has a value, or give a finite bound"
            ),
            Error::Tolerance { value } => write!(f, "a tolerance is {value:e}: zero or more is wanted"),
            Error::Untolerant => f.write_str(
                "both tolerances of a step are zero, and no step is without an error: tolerate something, as 1e-10 of the state",
            ),
            Error::Outside { index, t, low, high } => write!(
                f,
                "point of time {index} to be saved, {t}, is outside of the integration from {low} to {high}"
            ),
            Error::StepSize { t, h, finite: false } => write!(
                f,
                "the right-hand side is not finite behind t = {t:e}, however short the step (the last: {h:e}): look at it there; the solution may not exist any longer"
            ),
            Error::StepSize { t, h, finite: true } => write!(
                f,
                "at t = {t:e} a step of {h:e} is still not good enough: the right-hand side jumps or has a pole there; end there, make the jump one of `jumps`, tolerate more, or count time from closer to it"
            ),
            Error::Steps { t, limit, explicit } => write!(
                f,
                "{limit} steps led to t = {t:e} only: {}raise the `limit`, or tolerate more",
                if *explicit { "take `stiff`, if the problem is; " } else { "" }
            ),
            Error::Touched { guard, t } => write!(
                f,
                "guard {guard} becomes zero near t = {t:e} without crossing zero: the time of this event has no derivative; let the guard cross"
            ),
            Error::Crowded { guard, t, gap } => write!(
                f,
                "events of guard {guard} come ever closer, the last two within {gap:e} at t = {t:e}: let the jump end the integration by `Break`, or bring the state to rest"
            ),
            Error::NoEvent { guard, end } => write!(
                f,
                "guard {guard} has not changed its sign up to t = {end:e}: integrate further, look at its sign at the start, or whether there is such a guard"
            ),
            Error::Open => f.write_str(
                "a program, a formula or a pattern cannot hold a solver, as it would be right at one point only: differentiate with duals, series or a tape",
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

/// The tolerance is one.
pub(crate) fn tolerated(value: f64) -> Result<(), Error> {
    if value >= 0.0 { Ok(()) } else { Err(Error::Tolerance { value }) }
}

/// There are as many as are wanted.
pub(crate) fn fits(what: &'static str, found: usize, wanted: usize) -> Result<(), Error> {
    if found == wanted { Ok(()) } else { Err(Error::Shape { what, found, wanted }) }
}
