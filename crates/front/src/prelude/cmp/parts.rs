//! The order of what has parts.

use crate::prelude::cmp::{Ord, PartialEq, PartialOrd};
use crate::prelude::option;
use std::cmp::Ordering;

/// The order of the first elements that differ, or of the lengths.
fn order_of_lists<T: Ord>(a: &[T], b: &[T]) -> Ordering {
    let least = if a.len() < b.len() { a.len() } else { b.len() };
    for k in 0..least {
        match a[k].cmp(&b[k]) {
            Ordering::Equal => {}
            order => return order,
        }
    }
    order_of_lengths(a.len(), b.len())
}

/// The order of the first elements that differ, or of the lengths; none if they have none.
fn partial_order_of_lists<T: PartialOrd>(a: &[T], b: &[T]) -> Option<Ordering> {
    let least = if a.len() < b.len() { a.len() } else { b.len() };
    for k in 0..least {
        match a[k].partial_cmp(&b[k]) {
            Some(Ordering::Equal) => {}
            order => return order,
        }
    }
    Some(order_of_lengths(a.len(), b.len()))
}

fn order_of_lengths(a: usize, b: usize) -> Ordering {
    if a < b {
        Ordering::Less
    } else if a > b {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

fn equal_lists<T: PartialEq<U>, U>(a: &[T], b: &[U]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    for k in 0..a.len() {
        if !a[k].eq(&b[k]) {
            return false;
        }
    }
    true
}

macro_rules! list {
    ($([$($params:tt)*] $list:ty;)*) => {$(
        impl<T: Ord, $($params)*> Ord for $list {
            fn cmp(&self, other: &$list) -> Ordering {
                order_of_lists(self, other)
            }
        }

        impl<T: PartialOrd, $($params)*> PartialOrd for $list {
            fn partial_cmp(&self, other: &$list) -> Option<Ordering> {
                partial_order_of_lists(self, other)
            }
        }
    )*};
}
list! {
    [] [T];
    [] Vec<T>;
    [const N: usize] [T; N];
}

macro_rules! equal {
    ($([$($params:tt)*] $list:ty, $other:ty;)*) => {$(
        impl<T: PartialEq<U>, U, $($params)*> PartialEq<$other> for $list {
            fn eq(&self, other: &$other) -> bool {
                equal_lists(self, other)
            }
        }
    )*};
}
equal! {
    [] [T], [U];
    [] Vec<T>, Vec<U>;
    [const N: usize] [T; N], [U; N];
    [] Vec<T>, [U];
    [] [T], Vec<U>;
    [] Vec<T>, &[U];
    [const N: usize] Vec<T>, [U; N];
    [const N: usize] [T], [U; N];
    [const N: usize] [T; N], [U];
    [] &[T], Vec<U>;
    [const N: usize] &[T], [U; N];
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<&[U; N]> for Vec<T> {
    fn eq(&self, other: &&[U; N]) -> bool {
        equal_lists(self, *other)
    }
}

impl<T: Ord> Ord for Option<T> {
    fn cmp(&self, other: &Option<T>) -> Ordering {
        match self {
            Some(x) => match other {
                Some(y) => x.cmp(y),
                None => Ordering::Greater,
            },
            None => {
                if option::is_none(other) {
                    Ordering::Equal
                } else {
                    Ordering::Less
                }
            }
        }
    }
}

impl<T: PartialOrd> PartialOrd for Option<T> {
    fn partial_cmp(&self, other: &Option<T>) -> Option<Ordering> {
        match self {
            Some(x) => match other {
                Some(y) => x.partial_cmp(y),
                None => Some(Ordering::Greater),
            },
            None => {
                if option::is_none(other) {
                    Some(Ordering::Equal)
                } else {
                    Some(Ordering::Less)
                }
            }
        }
    }
}

impl<T: PartialEq> PartialEq for Option<T> {
    fn eq(&self, other: &Option<T>) -> bool {
        match self {
            Some(x) => match other {
                Some(y) => x.eq(y),
                None => false,
            },
            None => option::is_none(other),
        }
    }
}

impl<T: PartialEq, E: PartialEq> PartialEq for Result<T, E> {
    fn eq(&self, other: &Result<T, E>) -> bool {
        match (self, other) {
            (Ok(x), Ok(y)) => x.eq(y),
            (Err(x), Err(y)) => x.eq(y),
            _ => false,
        }
    }
}

impl<A: Ord, B: Ord> Ord for (A, B) {
    fn cmp(&self, other: &(A, B)) -> Ordering {
        match self.0.cmp(&other.0) {
            Ordering::Equal => {}
            order => return order,
        }
        self.1.cmp(&other.1)
    }
}

impl<A: PartialOrd, B: PartialOrd> PartialOrd for (A, B) {
    fn partial_cmp(&self, other: &(A, B)) -> Option<Ordering> {
        match self.0.partial_cmp(&other.0) {
            Some(Ordering::Equal) => {}
            order => return order,
        }
        self.1.partial_cmp(&other.1)
    }
}

impl<A: PartialEq, B: PartialEq> PartialEq for (A, B) {
    fn eq(&self, other: &(A, B)) -> bool {
        self.0.eq(&other.0) && self.1.eq(&other.1)
    }
}

impl<A: Ord, B: Ord, C: Ord> Ord for (A, B, C) {
    fn cmp(&self, other: &(A, B, C)) -> Ordering {
        match self.0.cmp(&other.0) {
            Ordering::Equal => {}
            order => return order,
        }
        match self.1.cmp(&other.1) {
            Ordering::Equal => {}
            order => return order,
        }
        self.2.cmp(&other.2)
    }
}

impl<A: PartialOrd, B: PartialOrd, C: PartialOrd> PartialOrd for (A, B, C) {
    fn partial_cmp(&self, other: &(A, B, C)) -> Option<Ordering> {
        match self.0.partial_cmp(&other.0) {
            Some(Ordering::Equal) => {}
            order => return order,
        }
        match self.1.partial_cmp(&other.1) {
            Some(Ordering::Equal) => {}
            order => return order,
        }
        self.2.partial_cmp(&other.2)
    }
}

impl<A: PartialEq, B: PartialEq, C: PartialEq> PartialEq for (A, B, C) {
    fn eq(&self, other: &(A, B, C)) -> bool {
        self.0.eq(&other.0) && self.1.eq(&other.1) && self.2.eq(&other.2)
    }
}

impl<A: Ord, B: Ord, C: Ord, D: Ord> Ord for (A, B, C, D) {
    fn cmp(&self, other: &(A, B, C, D)) -> Ordering {
        match self.0.cmp(&other.0) {
            Ordering::Equal => {}
            order => return order,
        }
        match self.1.cmp(&other.1) {
            Ordering::Equal => {}
            order => return order,
        }
        match self.2.cmp(&other.2) {
            Ordering::Equal => {}
            order => return order,
        }
        self.3.cmp(&other.3)
    }
}

impl<A: PartialOrd, B: PartialOrd, C: PartialOrd, D: PartialOrd> PartialOrd for (A, B, C, D) {
    fn partial_cmp(&self, other: &(A, B, C, D)) -> Option<Ordering> {
        match self.0.partial_cmp(&other.0) {
            Some(Ordering::Equal) => {}
            order => return order,
        }
        match self.1.partial_cmp(&other.1) {
            Some(Ordering::Equal) => {}
            order => return order,
        }
        match self.2.partial_cmp(&other.2) {
            Some(Ordering::Equal) => {}
            order => return order,
        }
        self.3.partial_cmp(&other.3)
    }
}

impl<A: PartialEq, B: PartialEq, C: PartialEq, D: PartialEq> PartialEq for (A, B, C, D) {
    fn eq(&self, other: &(A, B, C, D)) -> bool {
        self.0.eq(&other.0) && self.1.eq(&other.1) && self.2.eq(&other.2) && self.3.eq(&other.3)
    }
}
