//! What a check says when derivatives agree.

use crate::remark::Remark;
use core::fmt;
use wengert::Matrix;

/// The result of a check that found nothing wrong.
///
/// ```
/// let f = check::function!(|x| x[0] * x[1] + (x[0] - 2.0).abs());
/// let report = check::check_gradient(&f, &[2.0, 5.0])?;
/// assert_eq!(report.value(), [10.0]);
/// assert_eq!(report.jacobian().as_slice(), [5.0, 2.0]);
/// assert!(report.operations() >= 3 && report.comparisons() > 0 && report.worst() <= 1.0);
/// let (agreed, without) = report.witnessed();
/// assert!(agreed + without > 0);
/// assert_eq!(report.remarks()[0].met, check::Met::Kink);
/// # Ok::<(), check::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    pub(crate) value: Vec<f64>,
    pub(crate) jacobian: Matrix,
    pub(crate) operations: usize,
    pub(crate) order: usize,
    pub(crate) comparisons: usize,
    pub(crate) worst: f64,
    pub(crate) witnessed: usize,
    pub(crate) unwitnessed: usize,
    pub(crate) remarks: Vec<Remark>,
}

impl Report {
    /// The outputs, m values.
    pub fn value(&self) -> &[f64] {
        &self.value
    }

    /// The derivative, m x n, by reverse mode.
    pub fn jacobian(&self) -> &Matrix {
        &self.jacobian
    }

    /// The operations that depend on the inputs, in one run.
    pub fn operations(&self) -> usize {
        self.operations
    }

    /// How many pairs of numbers were compared between engines.
    pub fn comparisons(&self) -> usize {
        self.comparisons
    }

    /// The greatest distance between two engines, in units of what was allowed: at most 1.
    pub fn worst(&self) -> f64 {
        self.worst
    }

    /// How many derivatives along a direction agreed with differences, and how many had no differences to be held
    /// against: where no step stays on one smooth piece and inside the domain.
    pub fn witnessed(&self) -> (usize, usize) {
        (self.witnessed, self.unwitnessed)
    }

    /// Kinks, jumps, edges of domains, branches at equality and derivatives that are not finite, met on the way.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { operations, order, comparisons, worst, witnessed, unwitnessed, .. } = self;
        write!(
            f,
            "agreed to order {order}: {comparisons} comparisons between engines, the worst at {:.0} % of what {operations} \
             operations allow; {witnessed} derivatives agree with differences, {unwitnessed} have none",
            100.0 * worst
        )?;
        for remark in &self.remarks {
            write!(f, "\nnote: {remark}")?;
        }
        Ok(())
    }
}
