//! What is absent from a derivative that is built as a program or a formula: arms not taken, operands that lose.

use crate::functions::select;
use crate::{Functions, Number, Scalar};

/// When an adjoint or a tangent counts: when what it belongs to was taken on the whole way to the output, or from the
/// input. For engines that do not know values yet, whose every zero may be structural.
///
/// ```
/// use rules::Live;
/// // The adjoint of an arm that is not taken, where the partial is infinite.
/// let untaken = Live::When(0.0);
/// assert_eq!(untaken.product(f64::INFINITY, 2.0), 0.0);
/// assert_eq!(untaken.or(Some(Live::Always)).product(3.0, 2.0), 6.0);
/// assert_eq!((Live::Always.and(1.0).flag(), Live::When(1.0).and(0.0).flag()), (1.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Live<T> {
    /// Whatever the values are.
    Always,
    /// Where the number is not 0.
    When(T),
}

impl<T: Number> Live<T> {
    /// As a number, 1 where nothing is asked.
    pub fn flag(self) -> T {
        match self {
            Live::Always => T::constant(T::Scalar::from_f64(1.0)),
            Live::When(live) => live,
        }
    }

    /// Where this and the condition hold.
    #[must_use]
    pub fn and(self, c: T) -> Self {
        match self {
            Live::Always => Live::When(c),
            Live::When(other) => Live::When(other * c),
        }
    }

    /// Where one of both holds; nothing else holds nowhere.
    #[must_use]
    pub fn or(self, other: Option<Self>) -> Self {
        match (self, other) {
            (Live::When(a), Some(Live::When(b))) => Live::When(a.max(b)),
            (_, Some(Live::Always)) => Live::Always,
            (live, _) => live,
        }
    }

    /// A partial times an adjoint or a tangent: zero where that does not count, whatever the partial is there.
    pub fn product(self, partial: T, x: T) -> T {
        let zero = T::constant(T::Scalar::default());
        let finite = || partial.is_constant() && partial.known().is_some_and(|p| !(p * T::Scalar::default()).has_nan());
        match self {
            Live::When(live) if !finite() => select(live, partial * x, zero),
            _ => partial * x,
        }
    }
}
