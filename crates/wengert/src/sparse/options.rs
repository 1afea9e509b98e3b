//! How a sparse derivative is prepared.

use ::sparse::color::Order;
use ::sparse::detect::{Detected, Detector, PatternNumber};
use core::fmt;

/// Which way the products with a Jacobian go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The cheaper one for the numbers of colours.
    #[default]
    Auto,
    /// J v: columns share lanes of a run with duals.
    Forward,
    /// w^T J: rows share lanes of a sweep over a recording.
    Reverse,
    /// Both: for matrices with dense rows and dense columns.
    Bidirectional,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Auto => "auto",
            Mode::Forward => "forward",
            Mode::Reverse => "reverse",
            Mode::Bidirectional => "forward and reverse",
        })
    }
}

/// How the entries of a Hessian are found in its products.
///
/// ```
/// use wengert::sparse::{Options, Recovery, SparseHessian};
/// let chain = wengert::function!(|x| x.windows(2).map(|w| w[0] * w[0] * w[1]).sum::<T>());
/// let colors = |recovery| -> Result<usize, wengert::sparse::Error> {
///     let options = Options::new().recovery(recovery);
///     Ok(SparseHessian::prepare_with(&chain, &[1.0; 50], &options)?.colors())
/// };
/// assert!(colors(Recovery::Substitution)? < colors(Recovery::Direct)?);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Recovery {
    /// Each is read in one place: right relative to its own size, whatever the scales of its neighbours.
    #[default]
    Direct,
    /// By differences along trees, from fewer products. Where a difference loses more than three digits, all entries are
    /// computed once more, and read directly.
    Substitution,
}

/// Choices for [`SparseJacobian::prepare_with`](super::SparseJacobian::prepare_with) and its kin; the default is right for
/// nearly everybody.
///
/// ```
/// use wengert::sparse::{Mode, Options, SparseJacobian};
/// let squares = wengert::function!(|x| -> Vec<T> { x.windows(2).map(|w| (w[1] - w[0]) * (w[1] - w[0])).collect() });
/// let options = Options::new().mode(Mode::Reverse).check(true);
/// let jacobian = SparseJacobian::prepare_with(&squares, &[0.0; 50], &options)?;
/// assert_eq!((jacobian.mode(), jacobian.row_colors().count(), jacobian.column_colors().count()), (Mode::Reverse, 2, 0));
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
///
/// A Hessian has other choices:
///
/// ```
/// use wengert::sparse::Order;
/// use wengert::sparse::{Options, Recovery, SparseHessian};
/// let chain = wengert::function!(|x| x.windows(2).map(|w| w[0] * w[0] * w[1]).sum::<T>());
/// let options = Options::new().recovery(Recovery::Substitution).order(Order::SmallestLast);
/// let hessian = SparseHessian::prepare_with(&chain, &[1.0; 50], &options)?;
/// assert_eq!((hessian.recovery(), hessian.colors()), (Recovery::Substitution, 2));
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub(super) mode: Mode,
    pub(super) recovery: Recovery,
    pub(super) order: Option<Order>,
    pub(super) check: Option<bool>,
    branches: Option<usize>,
}

impl Options {
    /// The choices that are made for whoever makes none.
    pub fn new() -> Self {
        Options::default()
    }

    /// Which way the products with a Jacobian go; a Hessian has but one way.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Self {
        Options { mode, ..self }
    }

    /// How the entries of a Hessian are found; a Jacobian's are always read directly.
    #[must_use]
    pub fn recovery(self, recovery: Recovery) -> Self {
        Options { recovery, ..self }
    }

    /// The order in which columns or rows are coloured; without it, the best of the natural one and by degree.
    #[must_use]
    pub fn order(self, order: Order) -> Self {
        Options { order: Some(order), ..self }
    }

    /// Whether each evaluation checks the pattern, by one more lane; without it, those do whose pattern holds at a point
    /// only, or was given. See [`SparseJacobian::check`](super::SparseJacobian::check).
    #[must_use]
    pub fn check(self, check: bool) -> Self {
        Options { check: Some(check), ..self }
    }

    /// Finds the pattern of the branches that a function may take, not only of the one at the point, in at most that many
    /// runs on pattern numbers, in which comparisons are answered otherwise.
    ///
    /// Of a few comparisons all sequences of answers are run, and the pattern holds for all inputs. Of many, it has both arms
    /// of most, and stays local. A function that panics where its answers fit no input prints its message, and the pattern
    /// is local.
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::sparse::{Options, SparseJacobian};
    ///
    /// let bent = wengert::function!(|x| -> [T; 1] { [if x[0] > 0.0 { x[0] * x[1] } else { x[0] * x[2] }] });
    /// let jacobian = SparseJacobian::prepare_with(&bent, &[1.0, 2.0, 3.0], &Options::new().branches(100))?;
    /// assert!(!jacobian.is_local());
    /// assert_eq!(jacobian.eval(&[-1.0, 2.0, 3.0])?, [3.0, 0.0, -1.0]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    #[must_use]
    pub fn branches(self, runs: usize) -> Self {
        Options { branches: Some(runs), ..self }
    }

    /// The pattern of a derivative of `f`, found at `x`.
    pub(super) fn detect(
        &self,
        detector: Detector,
        x: &[f64],
        f: impl Fn(&[PatternNumber<'static>]) -> Vec<PatternNumber<'static>>,
    ) -> Result<Detected, ::sparse::Error> {
        match self.branches {
            Some(runs) => detector.run_branches_static(x, runs, f),
            None => detector.run_static(x, f),
        }
    }

    /// The orders to be tried.
    pub(super) fn orders(&self) -> impl Iterator<Item = Order> + use<> {
        let (first, second) = match self.order {
            Some(order) => (order, None),
            None => (Order::Natural, Some(Order::LargestFirst)),
        };
        core::iter::once(first).chain(second)
    }
}
