//! Why a difference cannot be taken.

use std::fmt;

/// Why a difference cannot be taken.
///
/// ```
/// use numeric::{Differences, Error};
/// let logarithm = Differences::new(1, 4).within(0.0, f64::INFINITY);
/// assert_eq!(logarithm.at(f64::ln, -1.0).unwrap_err(), Error::OutsideDomain { x: -1.0 });
/// assert_eq!(Differences::new(0, 2).at(f64::ln, 1.0).unwrap_err(), Error::OrderZero);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A derivative or an accuracy of order 0.
    OrderZero,
    /// Fewer points than the derivative needs.
    TooFewPoints {
        /// How many are needed.
        needed: usize,
        /// How many there are.
        points: usize,
    },
    /// More points than a stencil may have.
    TooManyPoints {
        /// How many are wanted.
        points: usize,
        /// How many are allowed.
        most: usize,
    },
    /// The same point twice.
    Repeated {
        /// Its offset in steps.
        offset: i64,
    },
    /// The point is not finite, or not in the domain.
    OutsideDomain {
        /// The point.
        x: f64,
    },
    /// The step is not a positive number, or the stencil does not fit into the domain with it.
    Step {
        /// The step.
        step: f64,
    },
    /// No step gives finite values on all points of the stencil.
    NoStep,
    /// The function returned different numbers of values.
    Lengths {
        /// The number at first.
        first: usize,
        /// The number later.
        later: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::OrderZero => write!(f, "derivative and accuracy have to be 1 or more"),
            Error::TooFewPoints { needed, points } => {
                write!(f, "the derivative needs {needed} points, and the stencil has {points}")
            }
            Error::TooManyPoints { points, most } => {
                write!(f, "a stencil of {points} points is wanted, and {most} is the most: ask for less accuracy")
            }
            Error::Repeated { offset } => write!(f, "the point {offset} stands in the stencil twice"),
            Error::OutsideDomain { x } => write!(f, "{x} is not in the domain"),
            Error::Step { step } => {
                write!(f, "the step {step} is not positive, or too wide for the domain: let the step be chosen")
            }
            Error::NoStep => write!(f, "the function is not finite around the point at any step"),
            Error::Lengths { first, later } => {
                write!(f, "the function gave {first} values at one point and {later} at another")
            }
        }
    }
}

impl std::error::Error for Error {}
