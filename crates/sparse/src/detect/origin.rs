//! What a number depends on, as bits.

/// What a number depends on: an input, the result of an operation with a number, or some of what has a place in a window of the
/// [trace](super::trace::Trace).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    /// A bit for each place that it depends on. Of an input and of a numbered operation twice its number, and one for
    /// an operation.
    bits: u64,
    /// In the lower half the window of the places, or what the number is instead. In the upper half the last operation below it
    /// that is not linear; of inputs and numbered operations, the first window of the recording.
    tag: u64,
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
const DECIDED: u32 = 1;
const FLAT: u32 = 2;
/// An input, or the result of a numbered operation.
const NUMBERED: u32 = 3;
/// The number of the first window there is.
pub(super) const FIRST: u32 = 4;
/// Instead of the window of an earlier number: the result of an operation of a loop that goes on from round to round.
pub(super) const ONGOING: u32 = u32::MAX;

impl Class {
    /// Each in the place of its number.
    pub(super) const ALL: [Class; 4] = [Class::Linear, Class::Bent, Class::Product, Class::Quotient];
}

impl Origin {
    pub(crate) const CONSTANT: Origin = Origin { bits: 0, tag: CONSTANT as u64 };
    /// A constant that a branch decided, in no recording.
    pub(crate) const DECIDED: Origin = Origin { bits: 0, tag: DECIDED as u64 };
    /// A number that changes with the inputs, but has no derivative.
    pub(crate) const FLAT: Origin = Origin { bits: 0, tag: FLAT as u64 };

    /// What depends on some places of a window, with the last operation below that is not linear.
    #[inline]
    pub(super) fn of_places(bits: u64, window: u32, node: u32) -> Origin {
        Origin { bits, tag: u64::from(node) << 32 | u64::from(window) }
    }

    /// The tag of all inputs and numbered operations of the recording that begins with this window.
    pub(super) fn numbered(first: u32) -> u64 {
        Origin::of_places(0, NUMBERED, first).tag
    }

    /// An input of the recording that begins with this window.
    pub(super) fn of_input(input: u32, first: u32) -> Origin {
        Origin { bits: 2 * u64::from(input), tag: Origin::numbered(first) }
    }

    /// The result of an operation with a number, of the recording that begins with this window.
    #[inline]
    pub(super) fn of_operation(number: u32, first: u32) -> Origin {
        Origin { bits: 2 * u64::from(number) + 1, tag: Origin::numbered(first) }
    }

    /// Of an input or a numbered operation, from what [`bits`](Origin::bits) and [`tag`](Origin::tag) gave.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of_tag(bits: u64, tag: u64) -> Origin {
        Origin { bits, tag }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn bits(self) -> u64 {
        self.bits
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn tag(self) -> u64 {
        self.tag
    }

    #[inline]
    pub(super) fn window(self) -> u32 {
        self.tag as u32
    }

    #[inline]
    pub(super) fn node(self) -> u32 {
        (self.tag >> 32) as u32
    }

    #[inline]
    pub(crate) fn is_constant(self) -> bool {
        self.tag == CONSTANT.into()
    }

    #[inline]
    pub(crate) fn is_decided(self) -> bool {
        self.tag == DECIDED.into()
    }

    /// Whether it may be another number elsewhere, but has no derivative.
    #[inline]
    pub(crate) fn is_flat(self) -> bool {
        self.is_decided() || self.tag == FLAT.into()
    }

    /// Whether it is of a recording.
    #[inline]
    pub(crate) fn is_recorded(self) -> bool {
        self.tag > DECIDED.into()
    }

    /// Whether it has a derivative.
    #[inline]
    pub(crate) fn is_active(self) -> bool {
        self.tag > FLAT.into()
    }

    /// Whether it is an input, or the result of a numbered operation.
    #[inline]
    pub(super) fn is_numbered(self) -> bool {
        self.window() == NUMBERED
    }

    /// The input that it is, if it is one.
    #[inline]
    pub(super) fn input(self) -> Option<u32> {
        (self.is_numbered() && self.bits & 1 == 0).then_some((self.bits / 2) as u32)
    }

    /// The number of the operation that gave it, if that has one.
    #[inline]
    pub(super) fn operation(self) -> Option<u32> {
        (self.is_numbered() && self.bits & 1 != 0).then_some((self.bits / 2) as u32)
    }
}
