//! Elements of a list, parts of it, and copies.

use crate::prelude::place;
use crate::prelude::ranges::Bounds;
use crate::prelude::slice::{ends_with, starts_with};
use std::cmp::Ordering;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// The list itself, as what is lent.
pub fn as_ref<T>(list: &[T]) -> &[T] {
    list
}

/// Which list comes first, by the first elements that differ, then by the lengths; nothing where those cannot be compared.
pub fn partial_cmp<T: PartialOrd>(list: &[T], other: &[T]) -> Option<Ordering> {
    let n = if list.len() < other.len() { list.len() } else { other.len() };
    for k in 0..n {
        match list[k].partial_cmp(&other[k]) {
            Some(Ordering::Equal) => {}
            order => return order,
        }
    }
    list.len().partial_cmp(&other.len())
}

/// Which list comes first.
pub fn cmp<T: Ord>(list: &[T], other: &[T]) -> Ordering {
    let n = if list.len() < other.len() { list.len() } else { other.len() };
    for k in 0..n {
        match list[k].cmp(&other[k]) {
            Ordering::Equal => {}
            order => return order,
        }
    }
    list.len().cmp(&other.len())
}

/// One as a list.
pub fn from_ref<T>(x: &T) -> &[T] {
    place::one(x)
}

/// Whether there are none.
pub fn is_empty<T>(list: &[T]) -> bool {
    list.len() == 0
}

/// The first element.
pub fn first<T>(list: &[T]) -> Option<&T> {
    if list.len() > 0 { Some(&list[0]) } else { None }
}

/// The first element, to be changed.
pub fn first_mut<T>(list: &mut [T]) -> Option<&mut T> {
    if list.len() > 0 { Some(&mut list[0]) } else { None }
}

/// The last element.
pub fn last<T>(list: &[T]) -> Option<&T> {
    let n = list.len();
    if n > 0 { Some(&list[n - 1]) } else { None }
}

/// The last element, to be changed.
pub fn last_mut<T>(list: &mut [T]) -> Option<&mut T> {
    let n = list.len();
    if n > 0 { Some(&mut list[n - 1]) } else { None }
}

/// What an index or a range of indices means.
pub trait Index<T> {
    /// An element, or some.
    type Output: ?Sized;

    /// Whether it is there.
    fn is_in(&self, list: &[T]) -> bool;

    /// What is there.
    fn of(self, list: &[T]) -> &Self::Output;

    /// What is there, to be changed.
    fn of_mut(self, list: &mut [T]) -> &mut Self::Output;
}

impl<T> Index<T> for usize {
    type Output = T;

    fn is_in(&self, list: &[T]) -> bool {
        *self < list.len()
    }

    fn of(self, list: &[T]) -> &T {
        &list[self]
    }

    fn of_mut(self, list: &mut [T]) -> &mut T {
        &mut list[self]
    }
}

macro_rules! range {
    ($($range:ty;)*) => {$(
        impl<T> Index<T> for $range {
            type Output = [T];

            fn is_in(&self, list: &[T]) -> bool {
                Bounds::fits(self, list.len())
            }

            fn of(self, list: &[T]) -> &[T] {
                &list[Bounds::first(&self)..Bounds::end(&self, list.len())]
            }

            fn of_mut(self, list: &mut [T]) -> &mut [T] {
                let end = Bounds::end(&self, list.len());
                &mut list[Bounds::first(&self)..end]
            }
        }
    )*};
}
range! {
    Range<usize>; RangeFrom<usize>; RangeTo<usize>; RangeFull; RangeInclusive<usize>; RangeToInclusive<usize>;
}

/// The element of an index, or the elements of a range.
pub fn get<T, I: Index<T>>(list: &[T], index: I) -> Option<&I::Output> {
    if index.is_in(list) { Some(index.of(list)) } else { None }
}

/// The element of an index, or the elements of a range, to be changed.
pub fn get_mut<T, I: Index<T>>(list: &mut [T], index: I) -> Option<&mut I::Output> {
    if index.is_in(list) { Some(index.of_mut(list)) } else { None }
}

/// The first element, and the others.
pub fn split_first<T>(list: &[T]) -> Option<(&T, &[T])> {
    if list.len() > 0 { Some((&list[0], &list[1..])) } else { None }
}

/// The first element, and the others, to be changed.
pub fn split_first_mut<T>(list: &mut [T]) -> Option<(&mut T, &mut [T])> {
    if list.len() > 0 {
        let (first, rest) = list.split_at_mut(1);
        Some((&mut first[0], rest))
    } else {
        None
    }
}

/// The last element, and the others.
pub fn split_last<T>(list: &[T]) -> Option<(&T, &[T])> {
    let n = list.len();
    if n > 0 { Some((&list[n - 1], &list[..n - 1])) } else { None }
}

/// The last element, and the others, to be changed.
pub fn split_last_mut<T>(list: &mut [T]) -> Option<(&mut T, &mut [T])> {
    let n = list.len();
    if n > 0 {
        let (rest, last) = list.split_at_mut(n - 1);
        Some((&mut last[0], rest))
    } else {
        None
    }
}

/// The elements before an index, and the others.
pub fn split_at<T>(list: &[T], mid: usize) -> (&[T], &[T]) {
    assert!(mid <= list.len(), "mid > len");
    (&list[..mid], &list[mid..])
}

/// The elements before an index, and the others, if there are as many.
pub fn split_at_checked<T>(list: &[T], mid: usize) -> Option<(&[T], &[T])> {
    if mid <= list.len() { Some((&list[..mid], &list[mid..])) } else { None }
}

/// The first elements, as an array.
pub fn first_chunk<T, const N: usize>(list: &[T]) -> Option<&[T; N]> {
    if N <= list.len() { place::array(&list[..N]) } else { None }
}

/// The last elements, as an array.
pub fn last_chunk<T, const N: usize>(list: &[T]) -> Option<&[T; N]> {
    let n = list.len();
    if N <= n { place::array(&list[n - N..]) } else { None }
}

/// A copy of the elements, so many times.
pub fn repeat<T: Copy>(list: &[T], n: usize) -> Vec<T> {
    let mut out = Vec::with_capacity(list.len() * n);
    for _ in 0..n {
        for k in 0..list.len() {
            out.push(list[k]);
        }
    }
    out
}

/// What follows other elements.
pub fn strip_prefix<'a, T: PartialEq>(list: &'a [T], prefix: &[T]) -> Option<&'a [T]> {
    if starts_with(list, prefix) { Some(&list[prefix.len()..]) } else { None }
}

/// What comes before other elements.
pub fn strip_suffix<'a, T: PartialEq>(list: &'a [T], suffix: &[T]) -> Option<&'a [T]> {
    if ends_with(list, suffix) { Some(&list[..list.len() - suffix.len()]) } else { None }
}

/// The first elements, as an array, and the others.
pub fn split_first_chunk<T, const N: usize>(list: &[T]) -> Option<(&[T; N], &[T])> {
    if N <= list.len() {
        match place::array(&list[..N]) {
            Some(array) => Some((array, &list[N..])),
            None => None,
        }
    } else {
        None
    }
}

/// The last elements, as an array, after the others.
pub fn split_last_chunk<T, const N: usize>(list: &[T]) -> Option<(&[T], &[T; N])> {
    let n = list.len();
    if N <= n {
        match place::array(&list[n - N..]) {
            Some(array) => Some((&list[..n - N], array)),
            None => None,
        }
    } else {
        None
    }
}
