//! Nonlinear programs for the interior-point solver pounce.
//!
//! Problem 71 of Hock and Schittkowski:
//!
//! ```
//! use pounce_rs::{ApplicationReturnStatus, IpoptApplication};
//! use std::cell::RefCell;
//! use std::rc::Rc;
//! use wengert::adapters::pounce::Nlp;
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
//! static START: [f64; 4] = [1.0, 5.0, 5.0, 1.0];
//! let problem = Nlp::new(cost::function(&START), constraints::function(&START), &START)?
//!     .bounds(&[1.0; 4], &[5.0; 4])
//!     .constraints(&[25.0, 40.0], &[f64::INFINITY, 40.0]);
//! let problem = Rc::new(RefCell::new(problem));
//! let mut solver = IpoptApplication::new();
//! solver.initialize().expect("default options");
//! assert_eq!(solver.optimize_tnlp(problem.clone()), ApplicationReturnStatus::SolveSucceeded);
//! let problem = problem.borrow();
//! assert!((problem.optimum().expect("an optimum").value - 17.0140173).abs() < 1e-6);
//! # Ok::<(), wengert::sparse::Error>(())
//! ```

use crate::function::Function;
use crate::sparse::Pattern;
use ::pounce_rs::{
    BoundsInfo, Index, IndexStyle, IpoptCq, IpoptData, NlpInfo, Solution, SparsityRequest, StartingPoint, TNLP,
};

#[doc(inline)]
pub use super::nlp::{Nlp, Optimum};

/// Numbers of pounce have 31 bits; what has more entries has no answer.
fn index(count: usize) -> Option<Index> {
    Index::try_from(count).ok()
}

fn places(pattern: &Pattern, rows: &mut [Index], columns: &mut [Index]) -> bool {
    for ((i, j), (row, column)) in pattern.iter().zip(rows.iter_mut().zip(columns)) {
        let (Some(i), Some(j)) = (index(i), index(j)) else { return false };
        (*row, *column) = (i, j);
    }
    true
}

impl<F: Function, G: Function> TNLP for Nlp<F, G> {
    fn get_nlp_info(&mut self) -> Option<NlpInfo> {
        Some(NlpInfo {
            n: index(self.start.len())?,
            m: index(self.limits[0].len())?,
            nnz_jac_g: index(self.jacobian.entries())?,
            nnz_h_lag: index(self.hessian.entries())?,
            index_style: IndexStyle::C,
        })
    }

    fn get_bounds_info(&mut self, bounds: BoundsInfo<'_>) -> bool {
        bounds.x_l.copy_from_slice(&self.bounds[0]);
        bounds.x_u.copy_from_slice(&self.bounds[1]);
        bounds.g_l.copy_from_slice(&self.limits[0]);
        bounds.g_u.copy_from_slice(&self.limits[1]);
        true
    }

    fn get_starting_point(&mut self, start: StartingPoint<'_>) -> bool {
        start.x.copy_from_slice(&self.start);
        true
    }

    fn eval_f(&mut self, x: &[f64], _: bool) -> Option<f64> {
        Some(self.value(x)).filter(|value| value.is_finite())
    }

    fn eval_grad_f(&mut self, x: &[f64], _: bool, gradient: &mut [f64]) -> bool {
        self.gradient_into(x, gradient)
    }

    fn eval_g(&mut self, x: &[f64], _: bool, g: &mut [f64]) -> bool {
        self.constraints_into(x, g)
    }

    fn eval_jac_g(&mut self, x: Option<&[f64]>, _: bool, wanted: SparsityRequest<'_>) -> bool {
        match (wanted, x) {
            (SparsityRequest::Structure { irow, jcol }, _) => places(self.jacobian.pattern(), irow, jcol),
            (SparsityRequest::Values { values }, Some(x)) => self.jacobian_into(x, values),
            (SparsityRequest::Values { .. }, None) => false,
        }
    }

    fn eval_h(
        &mut self,
        x: Option<&[f64]>,
        _: bool,
        factor: f64,
        multipliers: Option<&[f64]>,
        _: bool,
        wanted: SparsityRequest<'_>,
    ) -> bool {
        match (wanted, x, multipliers) {
            (SparsityRequest::Structure { irow, jcol }, ..) => places(self.hessian.pattern(), irow, jcol),
            (SparsityRequest::Values { values }, Some(x), Some(l)) => self.hessian_into(x, factor, l, values),
            (SparsityRequest::Values { .. }, ..) => false,
        }
    }

    fn finalize_solution(&mut self, found: Solution<'_>, _: &IpoptData, _: &IpoptCq) {
        self.optimum =
            Some(Optimum { x: found.x.to_vec(), value: found.obj_value, multipliers: found.lambda.to_vec() });
    }
}
