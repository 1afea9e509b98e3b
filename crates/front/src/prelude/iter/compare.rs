//! Two iterators beside one another.

use crate::prelude::iter::{IntoIter, Iter};
use std::cmp::Ordering;

/// The order of the first items that differ, or of the lengths.
pub fn cmp<I: Iter<Item: Ord>, J: IntoIter<Item = I::Item>>(mut iter: I, other: J) -> Ordering {
    let mut other = other.into_iter();
    while let Some(x) = iter.next() {
        match other.next() {
            Some(y) => {
                let order = x.cmp(&y);
                if order != Ordering::Equal {
                    return order;
                }
            }
            None => return Ordering::Greater,
        }
    }
    if other.next().is_some() { Ordering::Less } else { Ordering::Equal }
}

/// The order of the first items that differ, or of the lengths; none if they have none.
pub fn partial_cmp<I: Iter<Item: PartialOrd<J::Item>>, J: IntoIter>(mut iter: I, other: J) -> Option<Ordering> {
    let mut other = other.into_iter();
    while let Some(x) = iter.next() {
        match other.next() {
            Some(y) => match x.partial_cmp(&y) {
                Some(Ordering::Equal) => {}
                order => return order,
            },
            None => return Some(Ordering::Greater),
        }
    }
    if other.next().is_some() { Some(Ordering::Less) } else { Some(Ordering::Equal) }
}

/// Whether all are equal.
pub fn eq<I: Iter<Item: PartialEq<J::Item>>, J: IntoIter>(mut iter: I, other: J) -> bool {
    let mut other = other.into_iter();
    while let Some(x) = iter.next() {
        match other.next() {
            Some(y) => {
                if x != y {
                    return false;
                }
            }
            None => return false,
        }
    }
    other.next().is_none()
}

/// Whether some are not equal.
pub fn ne<I: Iter<Item: PartialEq<J::Item>>, J: IntoIter>(iter: I, other: J) -> bool {
    !eq(iter, other)
}

/// Whether it comes before.
pub fn lt<I: Iter<Item: PartialOrd<J::Item>>, J: IntoIter>(iter: I, other: J) -> bool {
    match partial_cmp(iter, other) {
        Some(Ordering::Less) => true,
        _ => false,
    }
}

/// Whether it comes before, or is equal.
pub fn le<I: Iter<Item: PartialOrd<J::Item>>, J: IntoIter>(iter: I, other: J) -> bool {
    match partial_cmp(iter, other) {
        Some(Ordering::Less | Ordering::Equal) => true,
        _ => false,
    }
}

/// Whether it comes after.
pub fn gt<I: Iter<Item: PartialOrd<J::Item>>, J: IntoIter>(iter: I, other: J) -> bool {
    match partial_cmp(iter, other) {
        Some(Ordering::Greater) => true,
        _ => false,
    }
}

/// Whether it comes after, or is equal.
pub fn ge<I: Iter<Item: PartialOrd<J::Item>>, J: IntoIter>(iter: I, other: J) -> bool {
    match partial_cmp(iter, other) {
        Some(Ordering::Greater | Ordering::Equal) => true,
        _ => false,
    }
}

/// Whether none is less than the one before.
pub fn is_sorted<I: Iter<Item: PartialOrd>>(iter: I) -> bool {
    is_sorted_by(iter, |a, b| a <= b)
}

/// Whether each two neighbours fit.
pub fn is_sorted_by<I: Iter, F: FnMut(&I::Item, &I::Item) -> bool>(mut iter: I, mut compare: F) -> bool {
    match iter.next() {
        Some(first) => {
            let mut last = first;
            !iter.each(|x| {
                if compare(&last, &x) {
                    last = x;
                    false
                } else {
                    true
                }
            })
        }
        None => true,
    }
}

/// Whether no key is less than the one before.
pub fn is_sorted_by_key<I: Iter, F: FnMut(I::Item) -> K, K: PartialOrd>(mut iter: I, mut f: F) -> bool {
    match iter.next() {
        Some(first) => {
            let mut last = f(first);
            !iter.each(|x| {
                let key = f(x);
                if last <= key {
                    last = key;
                    false
                } else {
                    true
                }
            })
        }
        None => true,
    }
}
