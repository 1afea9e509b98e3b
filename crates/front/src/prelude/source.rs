//! Iterators that are made of nothing: `std::iter`.

use crate::prelude::adaptors::{Chain, Zip};
use crate::prelude::iter::{Back, IntoIter, Iter};
use crate::prelude::option;

/// Nothing.
pub fn empty<T>() -> option::IntoIter<T> {
    option::one(None)
}

/// One item.
pub fn once<T>(value: T) -> option::IntoIter<T> {
    option::one(Some(value))
}

/// One item that a function gives when it is asked for.
pub fn once_with<A, F: FnOnce() -> A>(make: F) -> OnceWith<F> {
    OnceWith { make: Some(make) }
}

/// See [`once_with`].
#[derive(Clone)]
pub struct OnceWith<F> {
    /// The function, until it is called.
    pub make: Option<F>,
}

impl<A, F: FnOnce() -> A> Iter for OnceWith<F> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        match self.make.take() {
            Some(make) => Some(make()),
            None => None,
        }
    }

    fn quiet(&self) -> bool {
        false
    }

    fn len(&self) -> usize {
        if self.make.is_some() { 1 } else { 0 }
    }
}

impl<A, F: FnOnce() -> A> Back for OnceWith<F> {
    fn next_back(&mut self) -> Option<A> {
        self.next()
    }
}

/// One item again and again.
pub fn repeat<T: Clone>(elt: T) -> Repeat<T> {
    Repeat { item: elt, n: usize::MAX }
}

/// One item so many times.
pub fn repeat_n<T: Clone>(element: T, count: usize) -> Repeat<T> {
    Repeat { item: element, n: count }
}

/// See [`repeat`] and [`repeat_n`].
#[derive(Clone)]
pub struct Repeat<T> {
    /// The item.
    pub item: T,
    /// How many times; the greatest number for ever.
    pub n: usize,
}

impl<T: Clone> Iter for Repeat<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.n > 0 {
            self.forget(1);
            Some((&self.item).clone())
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        self.n
    }

    fn at(&mut self, _k: usize) -> T {
        (&self.item).clone()
    }

    fn forget(&mut self, n: usize) {
        if self.n < usize::MAX {
            self.n -= n;
        }
    }
}

impl<T: Clone> Back for Repeat<T> {
    fn next_back(&mut self) -> Option<T> {
        self.next()
    }

    fn forget_back(&mut self, n: usize) {
        self.forget(n);
    }
}

/// What a function gives, again and again.
pub fn repeat_with<A, F: FnMut() -> A>(repeater: F) -> RepeatWith<F> {
    RepeatWith { repeater }
}

/// See [`repeat_with`].
#[derive(Clone)]
pub struct RepeatWith<F> {
    /// The function.
    pub repeater: F,
}

impl<A, F: FnMut() -> A> Iter for RepeatWith<F> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        Some((self.repeater)())
    }

    fn quiet(&self) -> bool {
        false
    }
}

/// What a function gives, while it does.
pub fn from_fn<T, F: FnMut() -> Option<T>>(f: F) -> FromFn<F> {
    FromFn { f }
}

/// See [`from_fn`].
#[derive(Clone)]
pub struct FromFn<F> {
    /// The function.
    pub f: F,
}

impl<T, F: FnMut() -> Option<T>> Iter for FromFn<F> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        (self.f)()
    }
}

/// An item, and what a function makes of each for the next, while it does.
pub fn successors<T, F: FnMut(&T) -> Option<T>>(first: Option<T>, succ: F) -> Successors<T, F> {
    Successors { following: first, succ }
}

/// See [`successors`].
#[derive(Clone)]
pub struct Successors<T, F> {
    /// The next item.
    pub following: Option<T>,
    /// The function.
    pub succ: F,
}

impl<T, F: FnMut(&T) -> Option<T>> Iter for Successors<T, F> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self.following.take() {
            Some(x) => {
                self.following = (self.succ)(&x);
                Some(x)
            }
            None => None,
        }
    }
}

/// Items of two side by side, while both have one.
pub fn zip<A: IntoIter, B: IntoIter>(a: A, b: B) -> Zip<A::IntoIter, B::IntoIter> {
    Zip { a: a.into_iter(), b: b.into_iter() }
}

/// Items of one, then those of another.
pub fn chain<A: IntoIter, B: IntoIter<Item = A::Item>>(a: A, b: B) -> Chain<A::IntoIter, B::IntoIter> {
    Chain { a: a.into_iter(), b: b.into_iter(), first: true, second: true }
}
