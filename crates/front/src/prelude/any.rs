//! Methods that values of every type have.

/// The value itself, as what is lent.
pub fn borrow<T>(x: &T) -> &T {
    x
}

/// Takes a copy of another.
pub fn clone_from<T: Clone>(x: &mut T, source: &T) {
    *x = source.clone();
}
