//! The checks as users call them.

use crate::engines::{Engines, Plan};
use crate::failure::Failure;
use crate::report::Report;
use wengert::Function;

/// Checks the gradient of a function with one output at `x`: see [`Check`].
///
/// # Errors
/// If two engines disagree, or all of them with differences.
///
/// # Panics
/// If the function has not exactly one output.
///
/// ```
/// use wengert::prelude::*;
/// let f = check::function!(|x| (x[0] * x[1]).abs());
/// let report = check::check_gradient(&f, &[0.0, 5.0])?;
/// assert_eq!(report.remarks()[0].met, check::Met::Kink);
/// # Ok::<(), check::Failure>(())
/// ```
#[track_caller]
pub fn check_gradient(f: &impl Function, x: &[f64]) -> Result<Report, Failure> {
    let report = check_jacobian(f, x);
    if let Ok(report) = &report {
        let m = report.value.len();
        assert!(m == 1, "check_gradient wants one output, the function gave {m}: use check_jacobian");
    }
    report
}

/// Checks the Jacobian of a function with any number of outputs at `x`: see [`Check`].
///
/// # Errors
/// If two engines disagree, or all of them with differences.
///
/// ```
/// let f = check::function!(|x| -> [T; 2] { [x[0] * x[1], x[0] / x[1]] });
/// let report = check::check_jacobian(&f, &[6.0, 2.0])?;
/// assert_eq!(report.jacobian().as_slice(), [2.0, 6.0, 0.5, -1.5]);
/// # Ok::<(), check::Failure>(())
/// ```
pub fn check_jacobian(f: &impl Function, x: &[f64]) -> Result<Report, Failure> {
    Check::new(f).at(x).run()
}

/// Checks first and second derivatives at `x`, of several outputs in random weights: see [`Check`].
///
/// # Errors
/// If two engines or nestings disagree, a Hessian is not symmetric, or differences disagree.
///
/// ```
/// let f = check::function!(|x| x[0].exp() * x[1]);
/// assert!(check::check_second_order(&f, &[1.0, 2.0])?.to_string().starts_with("agreed to order 2"));
/// # Ok::<(), check::Failure>(())
/// ```
pub fn check_second_order(f: &impl Function, x: &[f64]) -> Result<Report, Failure> {
    Check::new(f).at(x).order(2).run()
}

/// A check of a function's derivatives at a point, with what is checked and how strictly.
///
/// The engines are held against each other entry by entry where there are at most 64 inputs and outputs, and along
/// random directions; at second order along random directions, in every nesting. Two engines may differ by 8 n eps
/// times the same sweep with |partials|, for n operations. Differences count as disagreeing only ten times outside
/// their own error estimate, and only where both sides of the point take the same branches.
///
/// Cost: for each direction about ten runs of the function on numbers with derivatives and up to eighty on a number
/// that looks for branches; memory of about a hundred bytes for each operation.
///
/// ```
/// use wengert::prelude::*;
/// let f = check::function!(|x| -> [T; 2] { [x[0].exp() * x[1], x[0] / x[1]] });
/// let report = check::Check::new(&f).at(&[1.0, 2.0]).order(2).directions(5).run()?;
/// println!("{report}");
/// # Ok::<(), check::Failure>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is checked before run() is called"]
pub struct Check<'a, F> {
    f: &'a F,
    x: &'a [f64],
    order: usize,
    plan: Plan,
}

impl<'a, F: Function> Check<'a, F> {
    /// A check of `f`, of order 1, along three random directions, with differences.
    pub fn new(f: &'a F) -> Self {
        let plan = Plan { directions: 3, tolerance: 8.0, differences: true, nan: false };
        Check { f, x: &[], order: 1, plan }
    }

    /// Where: one value for each input.
    pub fn at(self, x: &'a [f64]) -> Self {
        Check { x, ..self }
    }

    /// The highest order to check, 1 or 2.
    ///
    /// # Panics
    /// If it is another number.
    #[track_caller]
    pub fn order(self, order: usize) -> Self {
        assert!(order == 1 || order == 2, "derivatives of order {order} cannot be checked: ask for 1 or 2");
        Check { order, ..self }
    }

    /// The number of random directions and weights.
    pub fn directions(mut self, directions: usize) -> Self {
        self.plan.directions = directions;
        self
    }

    /// How far two engines may be apart, in units of n eps times the sweep with |partials|.
    ///
    /// ```
    /// let f = check::function!(|x| x[0].exp() * x[1]);
    /// let report = check::Check::new(&f).at(&[1.0, 2.0]).tolerance(100.0).run()?;
    /// assert!(report.worst() <= 1.0);
    /// # Ok::<(), check::Failure>(())
    /// ```
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.plan.tolerance = tolerance;
        self
    }

    /// Whether differences are held against the engines; by default they are.
    ///
    /// ```
    /// let f = check::function!(|x| x[0].exp() * x[1]);
    /// let report = check::Check::new(&f).at(&[1.0, 2.0]).differences(false).run()?;
    /// assert_eq!(report.witnessed().0, 0);
    /// # Ok::<(), check::Failure>(())
    /// ```
    pub fn differences(mut self, differences: bool) -> Self {
        self.plan.differences = differences;
        self
    }

    /// Whether a value or a derivative may be NaN; by default that is a failure.
    ///
    /// ```
    /// let f = check::function!(|x| x[0].ln());
    /// assert!(check::Check::new(&f).at(&[-1.0]).run().is_err());
    /// assert!(check::Check::new(&f).at(&[-1.0]).allow_nan(true).run()?.value()[0].is_nan());
    /// # Ok::<(), check::Failure>(())
    /// ```
    pub fn allow_nan(mut self, allow: bool) -> Self {
        self.plan.nan = allow;
        self
    }

    /// Runs the check.
    ///
    /// # Errors
    /// If two engines disagree, all of them with differences, or a NaN comes out.
    pub fn run(self) -> Result<Report, Failure> {
        self.run_with(|_| Ok(()))
    }

    /// Runs the check, and one of more.
    pub(crate) fn run_with(
        self,
        more: impl FnOnce(&mut Engines<'_, F>) -> Result<(), Failure>,
    ) -> Result<Report, Failure> {
        let mut engines = Engines::new(self.f, self.x, self.plan)?;
        engines.first_order()?;
        if self.order == 2 {
            engines.second_order()?;
        }
        more(&mut engines)?;
        Ok(engines.report(self.order))
    }
}
