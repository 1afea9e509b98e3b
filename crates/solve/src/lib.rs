//! Derivatives through solvers: roots, fixed points, minima, linear equations, differential equations, integrals.

#![forbid(unsafe_code)]

mod buffers;
mod constrained;
mod dense;
mod derivatives;
mod descent;
mod error;
mod functions;
mod implicit;
mod isolated;
mod krylov;
mod laplace;
mod linear;
mod matrix;
mod minimum;
mod minimum_into;
mod newton;
pub mod ode;
mod quadrature;
mod solved;
mod solvers;
mod sparse_lu;

pub use buffers::Buffers;
pub use constrained::Constraints;
pub use dense::Lu;
pub use derivatives::Squares;
pub use descent::{Descent, GaussNewton};
pub use error::{Error, Failure};
pub use functions::{Equations, NoEquations, Objective};
pub use implicit::{FixedPoint, Implicit, fixed_point, root};
pub use krylov::Krylov;
pub use laplace::{Laplace, Marginal, laplace};
pub use linear::{linear_solve, sparse_solve};
pub use minimum::{Minimum, Optimum, argmin, least_squares};
pub use newton::{Iteration, Newton};
pub use quadrature::{Integral, Integrand, Quadrature, quadrature};
pub use solvers::Solver;
pub use sparse_lu::SparseLu;
