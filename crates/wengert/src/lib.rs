//! Automatic differentiation: write an ordinary numerical function, get exact derivatives.
//!
//! ```
//! use wengert::prelude::*;
//! let (y, g) = value_and_gradient(|x| x[0].ln() + x[0] * x[1] - x[1].sin(), &[2.0, 5.0]);
//! assert_eq!(y, 2.0f64.ln() + 10.0 - 5.0f64.sin());
//! assert_eq!(g, [5.5, 2.0 - 5.0f64.cos()]);
//! ```
//!
//! | I have | I want | take |
//! |---|---|---|
//! | a function of one variable | its derivative | [`derivative`] |
//! | | all derivatives up to an order | [`taylor`], [`taylor_along`] |
//! | a scalar function of many | its gradient | [`gradient`] |
//! | several outputs | the Jacobian | [`jacobian`], [`jacobian_forward`] |
//! | | it times a vector | [`jvp`], [`vjp`], [`linearize`] |
//! | a scalar function | second derivatives | [`hessian`], [`hvp`] |
//! | a function to be used by several operators | all of these, the engine chosen | [`Function`] |
//! | to see and steer the recording | a tape | [`Tape`] |
//! | an elementary function of my own | its rule, once | [`extend`] |
//!
//! Closures get numbers that look like `f64`; generic code is written on [`Real`]. A generic function is passed as
//! `|x| f(x)`, not by its name, so that the compiler can see that it works for every lifetime.
//!
//! # What does not compile
//!
//! Every run of a closure has a lifetime of its own, so levels of differentiation cannot be confused:
//!
//! ```compile_fail
//! # use wengert::prelude::*;
//! derivative(|x| x * derivative(|y| x + y, 1.0), 1.0); // which derivative does x + y belong to?
//! ```
//! ```
//! # use wengert::prelude::*;
//! derivative(|x| x * derivative(|y| lift(x) + y, x), 1.0);
//! ```
//!
//! A variable cannot leave its recording, nor enter another one unlifted:
//!
//! ```compile_fail
//! # use wengert::prelude::*;
//! let mut kept = None;
//! gradient(|x| { kept = Some(x[0]); x[0] }, &[1.0]);
//! ```
//! ```compile_fail
//! # use wengert::prelude::*;
//! gradient(|x| x[0] * gradient(|y| x[0] * y[0], &[x[0]])[0], &[1.0]);
//! ```
//! ```
//! # use wengert::prelude::*;
//! let mut kept = None;
//! gradient(|x| { kept = Some(x[0].value()); x[0] * gradient(|y| lift(x[0]) * y[0], &[x[0]])[0] }, &[1.0]);
//! ```

#![forbid(unsafe_code)]

extern crate self as wengert;

mod derivative;
pub mod extend;
mod function;
#[doc(hidden)]
pub mod generated;
mod gradient;
mod hessian;
mod jacobian;
mod jvp;
mod matrix;
mod outputs;
mod pool;
pub mod prelude;
mod shape;
pub mod slices;
mod taylor;
mod vjp;

pub use derivative::{Forward, derivative, value_and_derivative};
pub use forward::{Dual, Tagged, Tangent, Taylor};
pub use function::{Differentiate, Function, Mode};
pub use generated::Workspace;
pub use gradient::{gradient, gradient_into, value_and_gradient, value_and_gradient_into};
pub use hessian::{
    Reverse2, Second, hessian, hvp, value_and_hessian, value_and_hessian_into, value_and_hvp, value_and_hvp_into,
};
pub use jacobian::{
    ForwardLanes, Lanes, dependence, jacobian, jacobian_forward, value_and_jacobian, value_and_jacobian_forward,
    value_and_jacobian_forward_into, value_and_jacobian_into,
};
pub use jvp::{directional_derivative, jvp, jvp_into, value_and_directional_derivative};
pub use macros::differentiable;
pub use matrix::Matrix;
pub use outputs::Outputs;
pub use reverse::{Adjoints, Linear, Statistics, Tape, Var};
pub use rules::{Functions, Lift, Lifted, Number, Real, Scalar, functions};
pub use taylor::{taylor, taylor_along};
pub use vjp::{linearize, vjp};

/// Brings a number of an outer derivative into an inner one, as a constant.
///
/// The result mixes with the numbers of the next level by operators, and converts into them; across two levels, or
/// to call a function on it, use [`Lift::level`] of a number that is already there.
///
/// ```
/// use wengert::prelude::*;
/// let d = derivative(|x| derivative(|y| y * lift(x) + y.powf(lift(x)), x), 3.0);
/// assert!((d - (1.0 + 27.0 * (3.0f64.ln() + 1.0))).abs() < 1e-12);
/// ```
pub fn lift<T>(outer: T) -> Lifted<T> {
    Lifted(outer)
}

/// The value of `x` as a constant: what is computed from it has derivative zero by `x`.
///
/// ```
/// use wengert::prelude::*;
/// assert_eq!(derivative(|x| x * stop_gradient(x), 3.0), 3.0);
/// ```
pub fn stop_gradient<T: Real>(x: T) -> T {
    T::constant(x.value())
}
