//! What items are collected in.

use crate::prelude::iter::{IntoIter, Iter};

/// What is collected.
pub trait FromIter<A>: Sized {
    /// It, of the items of an iterator.
    fn from_iter<I: IntoIter<Item = A>>(iter: I) -> Self;
}

/// What more items are added to.
pub trait Extend<A> {
    /// Adds the items of an iterator.
    fn extend<I: IntoIter<Item = A>>(&mut self, iter: I) {
        iter.into_iter().each(|x| {
            self.add_item(x);
            false
        });
    }

    /// Adds an item.
    fn add_item(&mut self, x: A);
}

impl<A> FromIter<A> for Vec<A> {
    fn from_iter<I: IntoIter<Item = A>>(iter: I) -> Vec<A> {
        let mut iter = iter.into_iter();
        let mut list = Vec::with_capacity(if iter.indexed() { iter.len() } else { 0 });
        iter.each(|x| {
            list.push(x);
            false
        });
        list
    }
}

impl FromIter<()> for () {
    fn from_iter<I: IntoIter<Item = ()>>(iter: I) {
        iter.into_iter().each(|_| false);
    }
}

impl<A, V: FromIter<A>> FromIter<Option<A>> for Option<V> {
    fn from_iter<I: IntoIter<Item = Option<A>>>(iter: I) -> Option<V> {
        let mut missing = false;
        let list = V::from_iter(Missing { iter: iter.into_iter(), missing: &mut missing });
        if missing { None } else { Some(list) }
    }
}

impl<A, E, V: FromIter<A>> FromIter<Result<A, E>> for Result<V, E> {
    fn from_iter<I: IntoIter<Item = Result<A, E>>>(iter: I) -> Result<V, E> {
        let mut error = None;
        let list = V::from_iter(Failing { iter: iter.into_iter(), error: &mut error });
        match error {
            None => Ok(list),
            Some(e) => Err(e),
        }
    }
}

impl<X, Y, A: Extend<X>, B: Extend<Y>> Extend<(X, Y)> for (A, B) {
    fn add_item(&mut self, (x, y): (X, Y)) {
        self.0.add_item(x);
        self.1.add_item(y);
    }
}

impl<X, Y, A: Default + Extend<X>, B: Default + Extend<Y>> FromIter<(X, Y)> for (A, B) {
    fn from_iter<I: IntoIter<Item = (X, Y)>>(iter: I) -> (A, B) {
        let mut a = A::default();
        let mut b = B::default();
        iter.into_iter().each(|(x, y)| {
            a.add_item(x);
            b.add_item(y);
            false
        });
        (a, b)
    }
}

impl<A> Extend<A> for Vec<A> {
    fn add_item(&mut self, x: A) {
        self.push(x);
    }
}

impl<'a, A: Copy> Extend<&'a A> for Vec<A> {
    fn add_item(&mut self, x: &'a A) {
        self.push(*x);
    }
}

/// What is there, until something is missing.
pub struct Missing<'a, I> {
    /// The items.
    pub iter: I,
    /// Whether one was missing.
    pub missing: &'a mut bool,
}

impl<'a, A, I: Iter<Item = Option<A>>> Iter for Missing<'a, I> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        match self.iter.next() {
            Some(Some(x)) => Some(x),
            Some(None) => {
                *self.missing = true;
                None
            }
            None => None,
        }
    }

    fn each<S: FnMut(A) -> bool>(&mut self, mut sink: S) -> bool {
        let mut stopped = false;
        self.iter.each(|item| match item {
            Some(x) => {
                stopped = sink(x);
                stopped
            }
            None => {
                *self.missing = true;
                true
            }
        });
        stopped
    }
}

/// What went well, until something fails.
pub struct Failing<'a, I, E> {
    /// The items.
    pub iter: I,
    /// The first error.
    pub error: &'a mut Option<E>,
}

impl<'a, A, E, I: Iter<Item = Result<A, E>>> Iter for Failing<'a, I, E> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        match self.iter.next() {
            Some(Ok(x)) => Some(x),
            Some(Err(e)) => {
                *self.error = Some(e);
                None
            }
            None => None,
        }
    }

    fn each<S: FnMut(A) -> bool>(&mut self, mut sink: S) -> bool {
        let mut stopped = false;
        self.iter.each(|item| match item {
            Ok(x) => {
                stopped = sink(x);
                stopped
            }
            Err(e) => {
                *self.error = Some(e);
                true
            }
        });
        stopped
    }
}
