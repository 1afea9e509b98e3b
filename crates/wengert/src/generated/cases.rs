//! Code that is run, and compiled, for some numbers only.

use rules::{Cases, Number};

/// Looks into a NaN of a derivative, on a number that follows where seeds reach, or has none. Nothing is run on others: who
/// runs on those runs again on one that does.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn where_followed<T: Number, R>(run: impl FnOnce() -> R) -> Option<R> {
    T::case(Followed(run))
}

/// Runs on unwatched duals over the number: not where that may leave something behind, and all is to be run once.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn where_unwatched<T: Number, R>(run: impl FnOnce() -> R) -> Option<R> {
    T::case(ByUnwatched(run))
}

struct Followed<F>(F);

impl<R, F: FnOnce() -> R> Cases for Followed<F> {
    type Out = Option<R>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain(self) -> Option<R> {
        Some(self.0())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn recording(self) -> Option<R> {
        Some(self.0())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfollowed(self) -> Option<R> {
        None
    }
}

struct ByUnwatched<F>(F);

impl<R, F: FnOnce() -> R> Cases for ByUnwatched<F> {
    type Out = Option<R>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain(self) -> Option<R> {
        Some(self.0())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn recording(self) -> Option<R> {
        None
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfollowed(self) -> Option<R> {
        Some(self.0())
    }
}
