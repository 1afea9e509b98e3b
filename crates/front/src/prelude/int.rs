//! Methods of integers that are not known to who lowers a body.

use crate::prelude::place::Integer;
use std::cmp::Ordering;

/// How two stand to one another.
pub fn cmp<T: Copy + PartialOrd>(x: &T, other: &T) -> Ordering {
    if *x < *other {
        Ordering::Less
    } else if *x > *other {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

/// How two stand to one another.
pub fn partial_cmp<T: Copy + PartialOrd>(x: &T, other: &T) -> Option<Ordering> {
    Some(cmp(x, other))
}

/// The sum, if it fits.
pub fn checked_add<T: Integer>(x: T, y: T) -> Option<T> {
    let sum = x.wrapping_add(y);
    if (x <= sum) == (T::default() <= y) { Some(sum) } else { None }
}

/// The difference, if it fits.
pub fn checked_sub<T: Integer>(x: T, y: T) -> Option<T> {
    let difference = x.wrapping_sub(y);
    if (difference <= x) == (T::default() <= y) { Some(difference) } else { None }
}

/// The sum as far as it fits, and whether it does not.
pub fn overflowing_add<T: Integer>(x: T, y: T) -> (T, bool) {
    let sum = x.wrapping_add(y);
    (sum, (x <= sum) != (T::default() <= y))
}

/// The difference as far as it fits, and whether it does not.
pub fn overflowing_sub<T: Integer>(x: T, y: T) -> (T, bool) {
    let difference = x.wrapping_sub(y);
    (difference, (difference <= x) != (T::default() <= y))
}

/// The product as far as it fits, and whether it does not.
pub fn overflowing_mul<T: Integer>(x: T, y: T) -> (T, bool) {
    (x.wrapping_mul(y), x.checked_mul(y).is_none())
}
