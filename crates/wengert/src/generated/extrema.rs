//! Which iterations count of a loop that looks for a maximum or a minimum.

use rules::Number;

/// Whether `max(old, new)` may be another number than `old`, or depend on `new` too, as in a tie. Where values are not known,
/// it may.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn moves_maximum<T: Number>(old: T, new: T) -> bool {
    moves(old, new, |old, new| new < old)
}

/// The same of `min(old, new)`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn moves_minimum<T: Number>(old: T, new: T) -> bool {
    moves(old, new, |old, new| new > old)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn moves<T: Number>(old: T, new: T, loses: impl Fn(T::Scalar, T::Scalar) -> bool) -> bool {
    let known = || Some(loses(old.known()?, new.known()?));
    T::TAKES_BOTH_ARMS || !known().unwrap_or(false)
}
