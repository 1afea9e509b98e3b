//! Functions of one variable.

use forward::{Dual, Tagged};
use rules::Real;

/// The number that forward-mode operators hand to a closure: a dual, bound to this one differentiation.
pub type Forward<'t, T = f64> = Tagged<'t, Dual<T>>;

/// The derivative of `f` at `x`, in forward mode. Cost: one run of `f` on duals, twice to three times that on `f64`.
///
/// `x` is an `f64`, or a variable of an enclosing derivative, for higher orders; [`lift`](crate::lift) brings outer
/// variables into an inner closure.
///
/// ```
/// use wengert::prelude::*;
/// assert_eq!(derivative(|t| t.powi(2) + t + 1.0, 5.0), 11.0);
/// let second = derivative(|x| derivative(|y| y.powi(3), x), 2.0);
/// assert_eq!(second, 12.0);
/// let confused_by_many = derivative(|x| x * derivative(|y| lift(x) + y, x), 1.0);
/// assert_eq!(confused_by_many, 1.0);
/// ```
pub fn derivative<T: Real>(f: impl for<'t> FnOnce(Forward<'t, T>) -> Forward<'t, T>, x: T) -> T {
    value_and_derivative(f, x).1
}

/// The value and the derivative of `f` at `x`; see [`derivative`].
///
/// ```
/// use wengert::prelude::*;
/// assert_eq!(value_and_derivative(|t| t * t, 3.0), (9.0, 6.0));
/// ```
pub fn value_and_derivative<T: Real>(f: impl for<'t> FnOnce(Forward<'t, T>) -> Forward<'t, T>, x: T) -> (T, T) {
    let y = f(Tagged::bind(Dual::variable(x))).release();
    (y.value, y.tangent)
}
