//! What is solved: functions of unknowns and parameters, written once on any number.

use rules::Real;

/// Functions of unknowns `x` and parameters `theta`: equations that are to be zero, residuals, constraints.
///
/// Whatever the solution depends on is an argument, so no derivative is lost to something that a closure holds.
///
/// ```
/// use rules::Real;
/// use solve::Equations;
/// struct Circle;
/// impl Equations for Circle {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         [x[0] * x[0] + x[1] * x[1] - theta[0], x[0] - x[1]]
///     }
/// }
/// assert_eq!(Circle.eval(&[1.0, 1.0], &[2.0]).as_ref(), [0.0, 0.0]);
/// ```
pub trait Equations {
    /// The values: an array, or a `Vec`.
    fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]>;
}

impl<E: Equations + ?Sized> Equations for &E {
    fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
        (**self).eval(x, theta)
    }
}

/// A function of unknowns `x` and parameters `theta` with one value: what is minimised, a loss.
///
/// ```
/// use rules::Real;
/// use solve::Objective;
/// /// How far x is from the line through the parameters.
/// struct Misfit;
/// impl Objective for Misfit {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T {
///         let r = theta[0] + theta[1] * x[0] - x[1];
///         0.5 * r * r
///     }
/// }
/// assert_eq!(Misfit.eval(&[2.0, 1.0], &[1.0, 1.0]), 2.0);
/// ```
pub trait Objective {
    /// The value.
    fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T;
}

impl<F: Objective + ?Sized> Objective for &F {
    fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T {
        (**self).eval(x, theta)
    }
}

/// No equations at all.
///
/// ```
/// use solve::{Equations, NoEquations};
/// assert!(NoEquations.eval::<f64>(&[1.0], &[]).as_ref().is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEquations;

impl Equations for NoEquations {
    fn eval<T: Real>(&self, _: &[T], _: &[T]) -> impl AsRef<[T]> {
        []
    }
}
