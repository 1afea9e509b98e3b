//! Solutions of equations as functions of their parameters: roots, fixed points, minima, linear equations.
//!
//! | what solves | take |
//! |---|---|
//! | r(x, theta) = 0 | [`root`] |
//! | x = g(x, theta) | [`fixed_point`] |
//! | a minimum of f(x, theta), with or without constraints and bounds | [`argmin()`] |
//! | a least sum of squares of r(x, theta) | [`least_squares`] |
//! | A x = b | [`linear_solve`], [`sparse_solve`] |
//! | an integral of exp(-f(x, theta)) over all x, approximately | [`laplace`] |
//!
//! What is solved is written on any number, with [`equations!`](crate::equations) and [`objective!`](crate::objective). The
//! solver is a closure on plain numbers, of any crate, and is not looked into: the solution is checked, and the derivative
//! is that of the implicit function at it. `docs/solvers.md` helps to choose.
//!
//! ```
//! use wengert::implicit::root;
//! use wengert::prelude::*;
//!
//! // Kepler's equation: the eccentric anomaly by eccentricity and mean anomaly.
//! let kepler = wengert::equations!(|x, p| [x[0] - p[0] * x[0].sin() - p[1]]);
//! let solver = |p: &[f64]| -> Result<Vec<f64>, String> {
//!     Ok(vec![(0..100).fold(p[1], |x, _| x - (x - p[0] * x.sin() - p[1]) / (1.0 - p[0] * x.cos()))])
//! };
//! let anomaly = root(kepler, solver);
//! let x = anomaly.at(&[0.1, 1.0])?[0];
//!
//! // Inside any operator, at any order.
//! let g = gradient(|p| anomaly.at(p).expect("a solution")[0], &[0.1, 1.0]);
//! assert!((g[1] - 1.0 / (1.0 - 0.1 * x.cos())).abs() < 1e-14);
//! assert!((g[0] - x.sin() * g[1]).abs() < 1e-14);
//! let h = hessian(|p| anomaly.at(p).expect("a solution")[0], &[0.1, 1.0]);
//! assert!((h[(1, 1)] + 0.1 * x.sin() * g[1].powi(3)).abs() < 1e-14);
//! # Ok::<(), wengert::implicit::Error>(())
//! ```

#[doc(inline)]
pub use solve::{
    Buffers, Constraints, Descent, Equations, Error, Failure, FixedPoint, GaussNewton, Implicit, Iteration, Krylov,
    Laplace, Marginal, Minimum, Newton, NoEquations, Objective, Optimum, Solver, Squares, argmin, fixed_point, laplace,
    least_squares, linear_solve, root, sparse_solve,
};

/// Makes [`Equations`](crate::implicit::Equations) of an expression: an array or a `Vec` of values that are functions of
/// unknowns and parameters.
///
/// What the expression uses of the variables around it stands in front, with types, as in
/// [`function!`](crate::function): it is no parameter, and has no derivative.
///
/// ```
/// use wengert::implicit::{Newton, root};
/// let target = 2.0;
/// let r = wengert::equations!(target: f64; |x, p| [x[0] * x[0] - p[0] * target]);
/// let x = root(r, Newton::from(&[1.0])).at(&[8.0])?;
/// assert_eq!(x, [4.0]);
/// # Ok::<(), wengert::implicit::Error>(())
/// ```
#[macro_export]
macro_rules! equations {
    (|$x:pat_param, $theta:pat_param| $body:expr) => {{
        struct Given;
        impl $crate::implicit::Equations for Given {
            fn eval<T: $crate::Real>(&self, $x: &[T], $theta: &[T]) -> impl AsRef<[T]> {
                $body
            }
        }
        Given
    }};
    ($($name:ident: $type:ty),+ $(,)?; |$x:pat_param, $theta:pat_param| $body:expr) => {{
        struct Given<Data>(Data);
        impl $crate::implicit::Equations for Given<($($type,)+)> {
            fn eval<T: $crate::Real>(&self, $x: &[T], $theta: &[T]) -> impl AsRef<[T]> {
                #[allow(unused_variables)]
                let ($($name,)+) = ::core::clone::Clone::clone(&self.0);
                $body
            }
        }
        Given(($($name,)+))
    }};
}

/// Makes an [`Objective`](crate::implicit::Objective) of an expression: a number that is a function of unknowns and
/// parameters. See [`equations!`](crate::equations).
///
/// ```
/// use wengert::implicit::{Descent, argmin};
/// let f = wengert::objective!(|x, p| (x[0] - p[0]).powi(2) + (x[0] * p[1]).powi(4));
/// let x = argmin(f, Descent::from(&[0.0])).at(&[1.0, 0.0])?;
/// assert_eq!(x, [1.0]);
/// # Ok::<(), wengert::implicit::Error>(())
/// ```
#[macro_export]
macro_rules! objective {
    (|$x:pat_param, $theta:pat_param| $body:expr) => {{
        struct Given;
        impl $crate::implicit::Objective for Given {
            fn eval<T: $crate::Real>(&self, $x: &[T], $theta: &[T]) -> T {
                $body
            }
        }
        Given
    }};
    ($($name:ident: $type:ty),+ $(,)?; |$x:pat_param, $theta:pat_param| $body:expr) => {{
        struct Given<Data>(Data);
        impl $crate::implicit::Objective for Given<($($type,)+)> {
            fn eval<T: $crate::Real>(&self, $x: &[T], $theta: &[T]) -> T {
                #[allow(unused_variables)]
                let ($($name,)+) = ::core::clone::Clone::clone(&self.0);
                $body
            }
        }
        Given(($($name,)+))
    }};
}
