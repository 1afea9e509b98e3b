//! Shape mistakes, reported at the caller's line with both shapes.

use core::fmt;

/// A shape that is not the one it has to be, on its way to the caller's line.
pub(crate) enum Mistake {
    Length { what: &'static str, len: usize, of: &'static str, wanted: usize },
    Outputs { operator: &'static str, outputs: usize },
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Length { what, len, of, wanted } => {
                write!(f, "{what} has length {len}, but there are {wanted} {of}")
            }
            Mistake::Outputs { operator, outputs } => {
                write!(f, "{operator} wants one output, the function gave {outputs}: use jacobian, or weight them")
            }
        }
    }
}

/// # Panics
/// If the lengths differ.
#[track_caller]
pub(crate) fn same(what: &'static str, len: usize, of: &'static str, wanted: usize) {
    right(fits(what, len, of, wanted));
}

/// As [`same`], for closures, in which the caller's line is not known: [`right`] says it outside.
pub(crate) fn fits(what: &'static str, len: usize, of: &'static str, wanted: usize) -> Result<(), Mistake> {
    if len == wanted { Ok(()) } else { Err(Mistake::Length { what, len, of, wanted }) }
}

/// # Panics
/// With the mistake, if there is one, at the caller's line.
#[track_caller]
pub(crate) fn right<R>(outcome: Result<R, Mistake>) -> R {
    match outcome {
        Ok(result) => result,
        Err(mistake) => panic!("{mistake}"),
    }
}
