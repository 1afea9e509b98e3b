//! Functions with their derivatives in the form that solvers of other crates ask for, behind a feature each.
//!
//! | feature | crate | module | gives it |
//! |---|---|---|---|
//! | `argmin` | argmin 0.11 | `argmin` | cost and gradient from one run, Hessian, Jacobian, operator |
//! | `levenberg-marquardt` | levenberg-marquardt 0.15 | `levenberg_marquardt` | residuals and their Jacobian |
//! | `nuts-rs` | nuts-rs 0.19 | `nuts` | log-densities with their gradients, on constrained parameters |
//! | `pounce` | pounce-rs 0.14 | `pounce` | gradients, sparse Jacobians and Hessians of Lagrangians |
//! | `ripopt` | ripopt 0.8 | `ripopt` | the same |
//! | `diffsol` | diffsol 0.18 | `diffsol` | products with Jacobians, for solutions, sensitivities and adjoints |
//! | `differential-equations` | differential-equations 0.7 | `differential_equations` | Jacobians by state and parameters |
//! | `russell` | russell_ode 5 | `russell` | Jacobians |
//! | `factrs` | factrs 0.3 | `factrs` | residuals of factor graphs |
//!
//! The derivatives come from closures, so that those that `#[differentiable]` generates, those of a
//! [`Function`](crate::Function) and such written by hand all fit: `Objective::new(rosenbrock::value_and_gradient_into)`.

#[cfg(feature = "argmin")]
pub mod argmin;
#[cfg(feature = "differential-equations")]
pub mod differential_equations;
#[cfg(feature = "diffsol")]
pub mod diffsol;
#[cfg(any(feature = "differential-equations", feature = "russell"))]
mod entries;
#[cfg(feature = "factrs")]
pub mod factrs;
#[cfg(feature = "levenberg-marquardt")]
pub mod levenberg_marquardt;
#[cfg(any(feature = "pounce", feature = "ripopt"))]
mod nlp;
#[cfg(feature = "nuts-rs")]
pub mod nuts;
#[cfg(feature = "pounce")]
pub mod pounce;
#[cfg(feature = "diffsol")]
mod products;
#[cfg(feature = "ripopt")]
pub mod ripopt;
#[cfg(feature = "russell")]
pub mod russell;

/// By what a derivative of a function of time, state and parameters is taken.
#[cfg(any(feature = "differential-equations", feature = "diffsol", feature = "russell"))]
#[derive(Clone, Copy, PartialEq)]
enum By {
    State,
    Parameters,
}
