//! Problems for levenberg-marquardt.
//!
//! ```
//! use levenberg_marquardt::LevenbergMarquardt;
//! use wengert::adapters::levenberg_marquardt::LeastSquares;
//! use wengert::prelude::*;
//!
//! #[differentiable]
//! fn decay(p: &[f64], #[constant] times: &[f64], #[constant] seen: &[f64]) -> Vec<f64> {
//!     let mut r = vec![0.0; times.len()];
//!     for i in 0..times.len() {
//!         r[i] = p[0] * (-p[1] * times[i]).exp() - seen[i];
//!     }
//!     r
//! }
//!
//! let (times, seen) = ([0.0, 1.0, 2.0], [2.0, 1.0, 0.5]);
//! let problem = LeastSquares::new(&[1.0, 1.0], |p| decay(p, &times, &seen), |p| decay::jacobian(p, &times, &seen));
//! let (found, report) = LevenbergMarquardt::new().minimize(problem);
//! assert!(report.termination.was_successful());
//! assert!((found.point()[1] - 2f64.ln()).abs() < 1e-9);
//! ```

use crate::Matrix;
use ::levenberg_marquardt::LeastSquaresProblem;
use core::fmt;
use nalgebra_0_34::{DMatrix, DVector, Dyn, Owned};

/// What a residual counts as that is not finite: far off, so that the step there is taken back.
const FAR: f64 = 1e150;

/// Residuals with their Jacobian, and a point.
///
/// Residuals are computed once for each point, the Jacobian where a step has been taken. A residual that is not finite
/// counts as 10^150: the solver steps back from it as from any bad point. At the start it is refused, as is a Jacobian that
/// is not finite: the solver then ends with `TerminationReason::User`.
pub struct LeastSquares<R, J> {
    residuals: R,
    jacobian: J,
    x: DVector<f64>,
    values: Option<DVector<f64>>,
}

impl<R: Fn(&[f64]) -> Vec<f64>, J: Fn(&[f64]) -> Matrix> LeastSquares<R, J> {
    /// A function with several results, its Jacobian, and the point to start at: `f` and `f::jacobian` of a function with
    /// `#[differentiable]`.
    pub fn new(start: &[f64], residuals: R, jacobian: J) -> Self {
        let values = residuals(start);
        let values = values.iter().all(|r| r.is_finite()).then(|| DVector::from_vec(values));
        LeastSquares { residuals, jacobian, x: DVector::from_column_slice(start), values }
    }

    /// The point: where the solver ended.
    pub fn point(&self) -> &[f64] {
        self.x.as_slice()
    }
}

impl<R: Fn(&[f64]) -> Vec<f64>, J: Fn(&[f64]) -> Matrix> LeastSquaresProblem<f64, Dyn, Dyn> for LeastSquares<R, J> {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;
    type ParameterStorage = Owned<f64, Dyn>;

    fn set_params(&mut self, x: &DVector<f64>) {
        if *x == self.x {
            return;
        }
        self.x.copy_from(x);
        let mut values = (self.residuals)(self.x.as_slice());
        values.iter_mut().filter(|r| !r.is_finite()).for_each(|r| *r = FAR);
        self.values = Some(DVector::from_vec(values));
    }

    fn params(&self) -> DVector<f64> {
        self.x.clone()
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        self.values.clone()
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let jacobian = (self.jacobian)(self.x.as_slice());
        let finite = jacobian.as_slice().iter().all(|d| d.is_finite());
        finite.then(|| DMatrix::from_row_slice(jacobian.rows(), jacobian.columns(), jacobian.as_slice()))
    }
}

impl<R, J> fmt::Debug for LeastSquares<R, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeastSquares").field("point", &self.x.as_slice()).finish()
    }
}
