//! How a sparse derivative is prepared.

use ::sparse::color::Order;
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub(super) mode: Mode,
    pub(super) recovery: Recovery,
    pub(super) order: Option<Order>,
    pub(super) check: Option<bool>,
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

    /// The orders to be tried.
    pub(super) fn orders(&self) -> impl Iterator<Item = Order> + use<> {
        let (first, second) = match self.order {
            Some(order) => (order, None),
            None => (Order::Natural, Some(Order::LargestFirst)),
        };
        core::iter::once(first).chain(second)
    }
}
