//! Iterators made of iterators.

use crate::prelude::adaptors::{
    Chain, Cloned, Copied, Cycle, Enumerate, Filter, FilterMap, Flatten, Fuse, Inspect, Map, MapWhile, Peekable, Rev,
    Scan, Skip, SkipWhile, StepBy, Take, TakeWhile, Zip,
};
use crate::prelude::iter::{Back, IntoIter, Iter};

/// An iterator's own.
pub fn by_ref<I: Iter>(iter: &mut I) -> &mut I {
    iter
}

/// Items through a function.
pub fn map<I: Iter, B, F: FnMut(I::Item) -> B>(iter: I, f: F) -> Map<I, F> {
    Map { iter, f }
}

/// Items of two side by side, while both have one.
pub fn zip<I: Iter, U: IntoIter>(iter: I, other: U) -> Zip<I, U::IntoIter> {
    Zip { a: iter, b: other.into_iter() }
}

/// Items with their number.
pub fn enumerate<I: Iter>(iter: I) -> Enumerate<I> {
    Enumerate { iter, count: 0 }
}

/// From the back.
pub fn rev<I: Back>(iter: I) -> Rev<I> {
    Rev { iter }
}

/// Items of one, then those of another.
pub fn chain<I: Iter, U: IntoIter<Item = I::Item>>(iter: I, other: U) -> Chain<I, U::IntoIter> {
    Chain { a: iter, b: other.into_iter(), first: true, second: true }
}

/// Copies of what is referred to.
pub fn cloned<'a, T: 'a + Clone, I: Iter<Item = &'a T>>(iter: I) -> Cloned<I> {
    Cloned { iter }
}

/// Copies of what is referred to.
pub fn copied<'a, T: 'a + Copy, I: Iter<Item = &'a T>>(iter: I) -> Copied<I> {
    Copied { iter }
}

/// Again and again.
pub fn cycle<I: Iter + Clone>(iter: I) -> Cycle<I> {
    Cycle { whole: iter.clone(), iter }
}

/// What fits.
pub fn filter<I: Iter, P: FnMut(&I::Item) -> bool>(iter: I, predicate: P) -> Filter<I, P> {
    Filter { iter, predicate }
}

/// Items through a function, where it gives something.
pub fn filter_map<I: Iter, B, F: FnMut(I::Item) -> Option<B>>(iter: I, f: F) -> FilterMap<I, F> {
    FilterMap { iter, f }
}

/// Items of items.
pub fn flatten<I: Iter<Item: IntoIter>>(iter: I) -> Flatten<I, <I::Item as IntoIter>::IntoIter> {
    Flatten { iter, front: None, back: None }
}

/// Items of what a function gives.
pub fn flat_map<I: Iter, U: IntoIter, F: FnMut(I::Item) -> U>(iter: I, f: F) -> Flatten<Map<I, F>, U::IntoIter> {
    Flatten { iter: Map { iter, f }, front: None, back: None }
}

/// Nothing more after the end.
pub fn fuse<I: Iter>(iter: I) -> Fuse<I> {
    Fuse { iter, done: false }
}

/// A function sees the items.
pub fn inspect<I: Iter, F: FnMut(&I::Item)>(iter: I, f: F) -> Inspect<I, F> {
    Inspect { iter, f }
}

/// Items through a function, while it gives something.
pub fn map_while<I: Iter, B, P: FnMut(I::Item) -> Option<B>>(iter: I, predicate: P) -> MapWhile<I, P> {
    MapWhile { iter, predicate }
}

/// The next item can be looked at.
pub fn peekable<I: Iter>(iter: I) -> Peekable<I, I::Item> {
    Peekable { iter, peeked: None }
}

/// Items through a function with a state, while it gives something.
pub fn scan<I: Iter, St, B, F: FnMut(&mut St, I::Item) -> Option<B>>(
    iter: I,
    initial_state: St,
    f: F,
) -> Scan<I, St, F> {
    Scan { iter, f, state: initial_state }
}

/// Without the first.
pub fn skip<I: Iter>(iter: I, n: usize) -> Skip<I> {
    Skip { iter, n }
}

/// From the first that does not fit.
pub fn skip_while<I: Iter, P: FnMut(&I::Item) -> bool>(iter: I, predicate: P) -> SkipWhile<I, P> {
    SkipWhile { iter, predicate, begun: false }
}

/// The first, and then each of so many.
pub fn step_by<I: Iter>(iter: I, step: usize) -> StepBy<I> {
    assert!(step != 0, "assertion failed: step != 0");
    StepBy { iter, step, skip: 0 }
}

/// The first.
pub fn take<I: Iter>(iter: I, n: usize) -> Take<I> {
    Take { iter, n }
}

/// While it fits.
pub fn take_while<I: Iter, P: FnMut(&I::Item) -> bool>(iter: I, predicate: P) -> TakeWhile<I, P> {
    TakeWhile { iter, predicate, done: false }
}
