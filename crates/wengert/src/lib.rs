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
//! | | its gradient summed over many samples, on all threads | `par_gradient` (feature `rayon`) |
//! | several outputs | the Jacobian | [`jacobian`], [`jacobian_forward`] |
//! | | it times a vector | [`jvp`], [`vjp`], [`linearize`] |
//! | a scalar function | second derivatives | [`hessian`], [`hvp`] |
//! | complex inputs | the derivative of a holomorphic function, the gradient of a real one | [`complex`] |
//! | matrices, systems, determinants | their derivatives | [`linalg`] |
//! | few entries that are not zero | sparse Jacobians and Hessians | [`sparse`] |
//! | the solution of an equation, a minimum | its derivatives by parameters | [`implicit`] |
//! | a differential equation | the derivatives of its solution | [`mod@ode`] |
//! | an integral | its derivatives by bounds and parameters | [`mod@quadrature`]; over many unknowns: [`implicit::laplace`] |
//! | many steps, one after the other | the gradient through all of them, in little memory | [`chain`] |
//! | a function to be used by several operators | all of these, the engine chosen | [`Function`] |
//! | to see and steer the recording, or keep it on a disk | a tape | [`Tape`] |
//! | a function to be run at many points | it as a list, and its derivatives as lists | [`program`] |
//! | an elementary function of my own | its rule, once | [`extend`] |
//!
//! Closures get numbers that look like `f64`; generic code is written on [`Real`]. A generic function is passed as
//! `|x| f(x)`, not by its name, so that the compiler can see that it works for every lifetime. A closure with several
//! outputs gives a `Vec`: `vec![a, b]`, or `[a, b].to_vec()`. A sum in a closure starts as one of its numbers:
//! `let mut sum = 0.0.into();`.
//!
//! # Features
//!
//! None is on unless asked for, and each adds what it names:
//!
//! | feature | adds | take it for |
//! |---|---|---|
//! | `num-traits` | the traits of num-traits on every number: `Zero`, `One`, `FromPrimitive`, .. | products and sums of nalgebra and ndarray in a [`Function`], and other code that is generic over these traits |
//! | `rayon` | `par_gradient`, `par_sum`; threads for batches of programs and for loops with `#[independent]` | sums over many samples, Monte Carlo |
//! | `symbolic` | `symbolic` and `convert` | formulas, and their derivatives as formulas |
//! | `native` | `native` | recorded programs as native code, at one point after the other and in batches |
//! | `numeric` | `numeric` | finite differences and complex steps |
//! | `serde` | `Serialize` and `Deserialize` on recorded programs | programs in JSON and other formats |
//! | `nalgebra` | [`Dual`] and [`Taylor`] as `RealField`, so that all decompositions run on them; a module `nalgebra` with derivatives of functions of its vectors | code that is written on nalgebra's matrices |
//! | `ndarray` | every number as a `ScalarOperand`, which stands beside an array | code that is written on ndarray's arrays |
//! | `faer`, `sprs` | `sparse::to_faer` and `from_faer`, `to_sprs` and `from_sprs` | sparse derivatives as matrices of these crates |
//! | `linalg` | faer below [`linalg`] | dense matrices of more than a few rows |
//! | `sparse-linalg` | faer below [`linalg::SparseMatrix`] | sparse matrices that dense factors would be too large for |
//! | `argmin`, `levenberg-marquardt`, `nuts-rs`, `pounce` | `adapters` | functions with their derivatives in the form that these solvers ask for |
//! | `lz4` | compression of the states that a [`chain`] keeps on disk | long chains with large states |
//!
//! Without `num-traits`, nalgebra and ndarray hold these numbers but do not compute with them: the compiler then says that
//! `Zero` or `One` is not implemented. Both also ask for numbers without a lifetime, which those of a closure are not, so
//! what goes through them is written as a [`Function`]:
//!
//! ```
//! use nalgebra::{Matrix2, Vector2};
//! use wengert::prelude::*;
//!
//! struct Energy;
//! impl Function for Energy {
//!     type Output<T: Real> = T;
//!     fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
//!         let stiffness = Matrix2::new(2.0, -1.0, -1.0, 2.0).map(T::from);
//!         let x = Vector2::new(x[0], x[1]);
//!         0.5 * x.dot(&(stiffness * x))
//!     }
//! }
//! assert_eq!(Energy.gradient(&[3.0, 1.0]), [5.0, -1.0]);
//! ```
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

#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate self as wengert;

#[cfg(any(
    feature = "argmin",
    feature = "differential-equations",
    feature = "diffsol",
    feature = "factrs",
    feature = "levenberg-marquardt",
    feature = "nuts-rs",
    feature = "pounce",
    feature = "ripopt",
    feature = "russell"
))]
pub mod adapters;
mod chain;
mod closure;
pub mod complex;
#[cfg(feature = "symbolic")]
pub mod convert;
mod derivative;
pub mod extend;
mod function;
#[doc(hidden)]
pub mod generated;
mod gradient;
mod hessian;
pub mod implicit;
mod inputs;
mod jacobian;
mod jvp;
pub mod linalg;
mod matrix;
#[cfg(feature = "nalgebra")]
pub mod nalgebra;
pub mod ode;
mod outputs;
#[cfg(feature = "rayon")]
mod parallel;
mod pool;
pub mod prelude;
pub mod quadrature;
mod shape;
pub mod slices;
pub mod sparse;
mod taylor;
mod vjp;
mod wide;

pub use chain::{At, Chain, FunctionStep, Gradient, Nested, OnTape, Pair, Progress, Step, chain, chain_with};
#[doc(inline)]
pub use checkpoint;
pub use derivative::{Forward, derivative, value_and_derivative};
#[doc(inline)]
pub use forward::delta;
pub use forward::{Dual, Tagged, Tangent, Taylor};
pub use function::{Differentiate, Function, Mode};
pub use generated::{Callee1, Callee2, Callee3, Callee4, Workspace};
pub use gradient::{gradient, gradient_into, value_and_gradient, value_and_gradient_into};
pub use hessian::{
    Reverse2, Second, hessian, hvp, value_and_hessian, value_and_hessian_into, value_and_hvp, value_and_hvp_into,
};
pub use inputs::{Inputs, Once, Repeated, Several, TryRepeated};
pub use jacobian::{
    ForwardLanes, Lanes, dependence, jacobian, jacobian_forward, value_and_jacobian, value_and_jacobian_forward,
    value_and_jacobian_forward_into, value_and_jacobian_into,
};
pub use jvp::{directional_derivative, jvp, jvp_into, value_and_directional_derivative};
/// Makes a struct or an enum a value with derivatives, for functions with [`macro@differentiable`] to take and to give.
///
/// Fields are `f64` (or `f32` throughout), lists and options of them, and other types with this derive. Integers, flags
/// and text are constant, and so is a field with `#[constant]`. A type over `f64` gets a twin over any number, named
/// after it: `PointOver<T>` for `Point`; a type that is generic over its number is its own.
///
/// ```
/// use wengert::prelude::*;
/// use wengert::Differentiable;
///
/// #[derive(Clone, Debug, PartialEq, Differentiable)]
/// struct Point {
///     x: f64,
///     y: f64,
/// }
///
/// #[differentiable]
/// impl Point {
///     fn norm(&self) -> f64 {
///         self.x.hypot(self.y)
///     }
/// }
///
/// let p = Point { x: 3.0, y: 4.0 };
/// assert_eq!(p.norm_gradient(), Point { x: 0.6, y: 0.8 });
/// ```
///
/// `docs/differentiable.md` lists what can be done with structures.
pub use macros::Differentiable;
/// Gives a plain numerical function its derivatives, generated at compile time.
///
/// The function stays as it is. Beside it, under its name, stand `gradient`, `value_and_gradient`, `jvp`, `vjp`,
/// `jacobian`, `hvp`, `hessian`, the forms ending in `_into` that write to the caller's memory and allocate nothing from
/// the second call on, `function`, which makes a [`Function`] of it, and `eval` on any number. They take the function's
/// own arguments, then directions or weights, then adjoints and a [`Workspace`].
///
/// ```
/// use wengert::prelude::*;
///
/// #[differentiable]
/// fn energy(x: &[f64], k: f64, #[constant] rest: f64) -> f64 {
///     let mut e = 0.0;
///     for i in 1..x.len() {
///         let d = x[i] - x[i - 1] - rest;
///         e += 0.5 * k * d * d;
///     }
///     e
/// }
///
/// let (x, k) = ([0.0, 2.0, 3.0], 10.0);
/// let (e, (gx, gk)) = energy::value_and_gradient(&x, k, 1.0);
/// assert_eq!((e, gx.as_slice(), gk), (5.0, &[-10.0, 10.0, 0.0][..], 0.5));
/// assert_eq!(energy::hessian(&x, k, 1.0)[(0, 1)], -10.0);
///
/// let (mut gx, mut gk, mut workspace) = ([0.0; 3], 0.0, wengert::Workspace::new());
/// energy::value_and_gradient_into(&x, k, 1.0, &mut gx, &mut gk, &mut workspace);
/// assert_eq!(gx, [-10.0, 10.0, 0.0]);
/// ```
///
/// Active are `f64` (or `f32`, or a `T: Real`), `&[f64]`, `&mut [f64]`, `[f64; N]`, `Vec<f64>` and tuples of these,
/// unless `#[constant]` stands in front; integers and everything else are constant. Results are numbers, arrays, `Vec`s,
/// tuples of these, and what is written through `&mut`. A call of another function with the attribute is differentiated
/// through, in other modules and crates and in recursion:
///
/// ```
/// use wengert::prelude::*;
///
/// #[differentiable]
/// fn step(state: &mut [f64], h: f64) {
///     let (x, v) = (state[0], state[1]);
///     state[0] = x + h * v;
///     state[1] = v - h * x.sin();
/// }
///
/// #[differentiable]
/// fn height(angle: f64, h: f64, n: usize) -> f64 {
///     let mut state = [angle, 0.0];
///     for _ in 0..n {
///         step(&mut state, h);
///     }
///     1.0 - state[0].cos()
/// }
///
/// let (_, (by_angle, _)) = height::value_and_gradient(0.5, 0.1, 10);
/// let e = 1e-6;
/// let difference = (height(0.5 + e, 0.1, 10) - height(0.5 - e, 0.1, 10)) / (2.0 * e);
/// assert!((by_angle - difference).abs() < 1e-8);
/// ```
///
/// A construct that is not transformed has its function recorded on a tape while it runs; a warning at its place says so
/// and what to write instead, and `#[differentiable(tape)]` that a tape is wanted. What cannot be recorded either is an
/// error. The repository's `docs/differentiable.md` lists what a body may contain, `docs/adjoints.md` says how the adjoint
/// is built, and `wengert adjoint FILE.rs` prints it.
///
/// Cost: value and gradient together take one to three times the function, independent of the number of inputs; memory
/// is what loops save, which are values that would be dear to compute again, and nothing for sums.
pub use macros::differentiable;
pub use matrix::Matrix;
#[cfg(feature = "native")]
#[doc(inline)]
pub use native;
#[cfg(feature = "numeric")]
#[doc(inline)]
pub use numeric;
pub use outputs::Outputs;
#[cfg(feature = "rayon")]
pub use parallel::{
    par_gradient, par_gradient_into, par_sum, par_sum_into, value_and_par_gradient, value_and_par_gradient_into,
};
#[doc(inline)]
pub use program;
pub use reverse::{Adjoints, Linear, SpillError, Statistics, Stored, Tape, Var};
/// The value of `x` as a constant: what is computed from it has derivative zero by `x`.
///
/// ```
/// use wengert::prelude::*;
/// assert_eq!(derivative(|x| x * stop_gradient(x), 3.0), 3.0);
/// ```
#[doc(inline)]
pub use rules::functions::stop_gradient;
pub use rules::{Bundle, Complex, Differentiable, Functions, Lift, Lifted, Lists, Number, Real, Scalar, functions};
#[cfg(feature = "symbolic")]
#[doc(inline)]
pub use symbolic;
pub use taylor::{taylor, taylor_along};
#[doc(inline)]
pub use vector;
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
