//! Methods of `bool`.

use std::cmp::Ordering;

/// How two stand to one another.
pub fn cmp(x: &bool, other: &bool) -> Ordering {
    match (*x, *other) {
        (false, true) => Ordering::Less,
        (true, false) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

/// How two stand to one another.
pub fn partial_cmp(x: &bool, other: &bool) -> Option<Ordering> {
    Some(cmp(x, other))
}

/// What a function gives, if it is so.
pub fn then<T, F: FnOnce() -> T>(so: bool, f: F) -> Option<T> {
    if so { Some(f()) } else { None }
}

/// A value, if it is so.
pub fn then_some<T>(so: bool, value: T) -> Option<T> {
    if so { Some(value) } else { None }
}
