//! What a number depends on, as bits.

/// What a number depends on: an input, the result of an operation with a number, or some of what has a place in a window of the [trace](super::trace::Trace).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    /// A bit for each place that it depends on; of an input its index, of a numbered operation its number.
    pub(super) bits: u64,
    /// The window of the places, or what the number is instead.
    pub(super) window: u32,
    /// The last operation below it that is not linear; of inputs and numbered operations, the first window of the recording.
    pub(super) node: u32,
}

/// How a result depends on its two operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Linear,
    /// Not linear in one.
    Bent,
    /// Linear in each.
    Product,
    /// Linear in the first.
    Quotient,
}

/// Instead of the number of a window.
const CONSTANT: u32 = 0;
const FLAT: u32 = 1;
pub(super) const INPUT: u32 = 2;
/// The result of a numbered operation.
pub(super) const ROUND: u32 = 3;
/// The number of the first window there is.
pub(super) const FIRST: u32 = 4;
/// Instead of the window of an earlier number: the result of an operation of a loop that goes on from round to round.
pub(super) const ONGOING: u32 = u32::MAX;

impl Origin {
    pub(crate) const CONSTANT: Origin = Origin { bits: 0, window: CONSTANT, node: 0 };
    /// A number that changes with the inputs, but has no derivative.
    pub(crate) const FLAT: Origin = Origin { bits: 0, window: FLAT, node: 0 };

    /// An input of the recording that begins with this window.
    pub(super) fn of_input(input: u32, first: u32) -> Origin {
        Origin { bits: u64::from(input), window: INPUT, node: first }
    }

    /// The result of an operation with a number, of the recording that begins with this window.
    #[inline]
    pub(super) fn of_operation(number: u32, first: u32) -> Origin {
        Origin { bits: u64::from(number), window: ROUND, node: first }
    }

    #[inline]
    pub(crate) fn is_constant(self) -> bool {
        self.window == CONSTANT
    }

    #[inline]
    pub(crate) fn is_flat(self) -> bool {
        self.window == FLAT
    }

    /// Whether it has a derivative.
    #[inline]
    pub(crate) fn is_active(self) -> bool {
        self.window >= INPUT
    }

    /// The input that it is, if it is one.
    #[inline]
    pub(super) fn input(self) -> Option<u32> {
        (self.window == INPUT).then_some(self.bits as u32)
    }
}
