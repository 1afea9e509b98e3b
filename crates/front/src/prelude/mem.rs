//! `std::mem`.

use crate::prelude::place;

/// Two values change places.
pub fn swap<T>(x: &mut T, y: &mut T) {
    place::exchange_both(x, y);
}

/// Puts a value in the place of another, which it gives.
pub fn replace<T>(dest: &mut T, src: T) -> T {
    place::exchange(dest, src)
}

/// Puts the default of its type in the place of a value, which it gives.
pub fn take<T: Default>(dest: &mut T) -> T {
    place::exchange(dest, T::default())
}

/// Does away with a value.
pub fn drop<T>(_x: T) {}

/// Does away with a value.
pub fn forget<T>(_x: T) {}
