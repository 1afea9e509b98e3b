//! Nonlinear programs for the interior-point solver ripopt.
//!
//! Problem 71 of Hock and Schittkowski:
//!
//! ```
//! use ripopt::{SolveStatus, SolverOptions};
//! use wengert::adapters::ripopt::Nlp;
//! use wengert::prelude::*;
//!
//! #[differentiable]
//! fn cost(x: &[f64]) -> f64 {
//!     x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2]
//! }
//! #[differentiable]
//! fn constraints(x: &[f64]) -> [f64; 2] {
//!     [x[0] * x[1] * x[2] * x[3], x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]]
//! }
//!
//! let start = [1.0, 5.0, 5.0, 1.0];
//! let problem = Nlp::new(cost::function(&start), constraints::function(&start), &start)?
//!     .bounds(&[1.0; 4], &[5.0; 4])
//!     .constraints(&[25.0, 40.0], &[f64::INFINITY, 40.0]);
//! let found = ripopt::solve(&problem, &SolverOptions { print_level: 0, ..SolverOptions::default() });
//! assert_eq!(found.status, SolveStatus::Optimal);
//! assert!((found.objective - 17.0140173).abs() < 1e-6);
//! # Ok::<(), wengert::sparse::Error>(())
//! ```
//!
//! The solver factors with faer. Its default, feral, is not asked for: pounce brings another version of it, and a program
//! with both does not link. Where yours has no pounce, ask for ripopt's feature `feral` beside.

use crate::function::Function;
use crate::sparse::Pattern;
use ::ripopt::NlpProblem;

#[doc(inline)]
pub use super::nlp::Nlp;

/// Rows and columns of the entries.
fn places(pattern: &Pattern) -> (Vec<usize>, Vec<usize>) {
    pattern.iter().unzip()
}

impl<F: Function, G: Function> NlpProblem for Nlp<F, G> {
    fn num_variables(&self) -> usize {
        self.start.len()
    }

    fn num_constraints(&self) -> usize {
        self.limits[0].len()
    }

    fn bounds(&self, low: &mut [f64], high: &mut [f64]) {
        low.copy_from_slice(&self.bounds[0]);
        high.copy_from_slice(&self.bounds[1]);
    }

    fn constraint_bounds(&self, low: &mut [f64], high: &mut [f64]) {
        low.copy_from_slice(&self.limits[0]);
        high.copy_from_slice(&self.limits[1]);
    }

    fn initial_point(&self, x: &mut [f64]) {
        x.copy_from_slice(&self.start);
    }

    fn objective(&self, x: &[f64], _: bool, value: &mut f64) -> bool {
        *value = self.value(x);
        value.is_finite()
    }

    fn gradient(&self, x: &[f64], _: bool, gradient: &mut [f64]) -> bool {
        self.gradient_into(x, gradient)
    }

    fn constraints(&self, x: &[f64], _: bool, g: &mut [f64]) -> bool {
        self.constraints_into(x, g)
    }

    fn jacobian_structure(&self) -> (Vec<usize>, Vec<usize>) {
        places(self.jacobian.pattern())
    }

    fn jacobian_values(&self, x: &[f64], _: bool, values: &mut [f64]) -> bool {
        self.jacobian_into(x, values)
    }

    fn hessian_structure(&self) -> (Vec<usize>, Vec<usize>) {
        places(self.hessian.pattern())
    }

    fn hessian_values(&self, x: &[f64], _: bool, factor: f64, multipliers: &[f64], values: &mut [f64]) -> bool {
        self.hessian_into(x, factor, multipliers, values)
    }
}
