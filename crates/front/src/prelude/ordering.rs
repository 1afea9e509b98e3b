//! Methods of `Ordering`.

use std::cmp::Ordering;

/// Whether both are equal.
pub fn is_eq(order: Ordering) -> bool {
    match order {
        Ordering::Equal => true,
        _ => false,
    }
}

/// Whether they are not equal.
pub fn is_ne(order: Ordering) -> bool {
    match order {
        Ordering::Equal => false,
        _ => true,
    }
}

/// Whether the first is less.
pub fn is_lt(order: Ordering) -> bool {
    match order {
        Ordering::Less => true,
        _ => false,
    }
}

/// Whether the first is greater.
pub fn is_gt(order: Ordering) -> bool {
    match order {
        Ordering::Greater => true,
        _ => false,
    }
}

/// Whether the first is less or equal.
pub fn is_le(order: Ordering) -> bool {
    match order {
        Ordering::Greater => false,
        _ => true,
    }
}

/// Whether the first is greater or equal.
pub fn is_ge(order: Ordering) -> bool {
    match order {
        Ordering::Less => false,
        _ => true,
    }
}

/// The other way round.
pub fn reverse(order: Ordering) -> Ordering {
    match order {
        Ordering::Less => Ordering::Greater,
        Ordering::Equal => Ordering::Equal,
        Ordering::Greater => Ordering::Less,
    }
}

/// Another, if they are equal.
pub fn then(order: Ordering, other: Ordering) -> Ordering {
    match order {
        Ordering::Equal => other,
        _ => order,
    }
}

/// What a function gives, if they are equal.
pub fn then_with<F: FnOnce() -> Ordering>(order: Ordering, f: F) -> Ordering {
    match order {
        Ordering::Equal => f(),
        _ => order,
    }
}
