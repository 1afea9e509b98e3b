//! A module without marks but one.

mod states;

pub(super) use states::state;

/// Without the derive, in a text that has no attribute.
pub(super) enum Scale {
    Single,
    Double,
}
