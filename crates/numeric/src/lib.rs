//! Numeric differentiation: what there was before automatic differentiation, done as well as it can be.
//!
//! [`Stencil`] has the weights of a finite difference of any derivative and accuracy, exact; [`Differences`] applies
//! one with a step that it chooses and an estimate of its error; [`richardson`] extrapolates to step 0. They need values
//! only, and so are witnesses against a derivative that was found in another way. [`complex_step`] runs the function on
//! [`Complex`] numbers, and needs no difference at all.
//!
//! | method | evaluations | best relative error on f64 |
//! |---|---|---|
//! | forward difference, accuracy 1 | 2 | 1e-8 |
//! | central difference, accuracy 2, 4, 8 | 2, 4, 8 | 1e-11, 1e-12, 1e-14 |
//! | d-th derivative, accuracy p | about d + p | about 1e-16 to the power p/(p+d) |
//! | [`richardson`] | 20 to 30 | 1e-13 |
//! | [`complex_step`] | 1, on complex numbers | 1e-16 |
//!
//! ```
//! let f = |t: f64| t * t + t + 1.0;
//! let forward = numeric::Stencil::forward(1, 1)?;
//! assert_eq!(forward.apply(f, 5.0, 1e-6), 11.000001002514637);
//! let d = numeric::richardson(f64::exp, 1.0)?;
//! assert!((d.value - 1f64.exp()).abs() <= d.error && d.error < 1e-10);
//! # Ok::<(), numeric::Error>(())
//! ```

#![forbid(unsafe_code)]

mod complex;
mod complex_step;
mod differences;
mod error;
mod extrapolation;
mod many;
mod stencil;

pub use complex::Complex;
pub use complex_step::{complex_step, complex_step_gradient, complex_step_jacobian, complex_step_of};
pub use differences::{Differences, Estimate, Side};
pub use error::Error;
pub use extrapolation::{richardson, richardson_of};
pub use many::{gradient, jacobian};
pub use num_rational::BigRational;
pub use stencil::Stencil;
