//! Systems for russell_ode, with exact Jacobians.
//!
//! ```
//! use russell_lab::Vector;
//! use russell_ode::{Method, OdeSolver, Params};
//! use wengert::prelude::*;
//!
//! #[differentiable]
//! fn robertson(_t: f64, u: &[f64], k: &[f64], du: &mut [f64]) {
//!     let (a, b, c) = (k[0] * u[0], k[1] * u[1] * u[2], k[2] * u[1] * u[1]);
//!     du[0] = b - a;
//!     du[1] = a - b - c;
//!     du[2] = c;
//! }
//!
//! let system = wengert::adapters::russell::system(3, wengert::dynamics!(robertson))?;
//! let mut parameters = Params::new(Method::Radau5);
//! parameters.set_tolerances(1e-12, 1e-9, None)?;
//! let mut solver = OdeSolver::new(parameters, system)?;
//! let mut u = Vector::from(&[1.0, 0.0, 0.0]);
//! solver.solve(&mut u, 0.0, 0.4, None, &mut vec![0.04, 1e4, 3e7], None)?;
//! assert!((u[0] - 0.985172113861).abs() < 1e-7);
//! # Ok::<(), russell_lab::StrError>(())
//! ```

use super::By;
use super::entries::entries;
use crate::ode::Dynamics;
use ::russell_lab::StrError;
use ::russell_ode::System;
use ::russell_sparse::Sym;
use std::sync::Arc;

/// A system of so many equations with its exact Jacobian, whose arguments are the parameters: a `Vec`.
///
/// The right-hand side is [`Dynamics`]: `wengert::dynamics!(f)` of a function with `#[differentiable]`. Cost of a Jacobian: a
/// run on duals for every eight columns.
///
/// # Errors
/// As `System::set_jacobian`.
pub fn system<'a, F: Dynamics + Send + Sync + 'a>(size: usize, f: F) -> Result<System<'a, Vec<f64>>, StrError> {
    let f = Arc::new(f);
    let also = Arc::clone(&f);
    let mut system = System::new(size, move |slope, t, state, parameters: &mut Vec<f64>| {
        f.eval(t, state.as_data(), parameters, slope.as_mut_data());
        Ok(())
    });
    system.set_jacobian(None, Sym::No, move |matrix, factor, t, state, parameters| {
        matrix.reset();
        let mut wrong = Ok(());
        entries(&*also, By::State, t, state.as_data(), parameters, |row, column, d| {
            if wrong.is_ok() {
                wrong = matrix.put(row, column, factor * d);
            }
        });
        wrong
    })?;
    Ok(system)
}
