//! Methods of `bool`.

/// What a function gives, if it is so.
pub fn then<T, F: FnOnce() -> T>(so: bool, f: F) -> Option<T> {
    if so { Some(f()) } else { None }
}

/// A value, if it is so.
pub fn then_some<T>(so: bool, value: T) -> Option<T> {
    if so { Some(value) } else { None }
}
