//! Shape mistakes, reported at the caller's line with both shapes.

use core::panic::Location;

#[track_caller]
pub(crate) fn same(what: &str, len: usize, of: &str, wanted: usize) {
    same_at(Location::caller(), what, len, of, wanted);
}

/// As [`same`], from inside a closure, where the caller's line is not known by itself.
pub(crate) fn same_at(caller: &Location<'_>, what: &str, len: usize, of: &str, wanted: usize) {
    if len != wanted {
        panic!("{what} has length {len}, but there are {wanted} {of} (called at {caller})");
    }
}
