//! Iterators over what several give, or one again and again.

use crate::prelude::iter::{Back, IntoIter, Iter};

/// See [`chain`](crate::prelude::iter::chain).
#[derive(Clone)]
pub struct Chain<A, B> {
    /// One.
    pub a: A,
    /// The other.
    pub b: B,
    /// Whether the end of `a` was not met.
    pub first: bool,
    /// Whether the end of `b` was not met from the back.
    pub second: bool,
}

impl<A: Iter, B: Iter<Item = A::Item>> Iter for Chain<A, B> {
    type Item = A::Item;

    fn next(&mut self) -> Option<A::Item> {
        if self.first {
            match self.a.next() {
                Some(x) => return Some(x),
                None => self.first = false,
            }
        }
        if self.second { self.b.next() } else { None }
    }

    fn indexed(&self) -> bool {
        self.a.indexed() && self.b.indexed()
    }

    fn quiet(&self) -> bool {
        self.a.quiet() && self.b.quiet()
    }

    fn len(&self) -> usize {
        self.a.len().saturating_add(self.b.len())
    }

    fn at(&mut self, k: usize) -> A::Item {
        let len = self.a.len();
        if k < len { self.a.at(k) } else { self.b.at(k - len) }
    }

    fn forget(&mut self, n: usize) {
        let len = self.a.len();
        if n < len {
            self.a.forget(n);
        } else {
            self.a.forget(len);
            self.b.forget(n - len);
        }
    }

    fn each<S: FnMut(A::Item) -> bool>(&mut self, mut sink: S) -> bool {
        if self.first {
            if self.a.each(|x| sink(x)) {
                return true;
            }
            self.first = false;
        }
        if self.second { self.b.each(sink) } else { false }
    }
}

impl<A: Back, B: Back<Item = A::Item>> Back for Chain<A, B> {
    fn next_back(&mut self) -> Option<A::Item> {
        if self.second {
            match self.b.next_back() {
                Some(x) => return Some(x),
                None => self.second = false,
            }
        }
        if self.first { self.a.next_back() } else { None }
    }

    fn forget_back(&mut self, n: usize) {
        let len = self.b.len();
        if n < len {
            self.b.forget_back(n);
        } else {
            self.b.forget_back(len);
            self.a.forget_back(n - len);
        }
    }

    fn each_back<S: FnMut(A::Item) -> bool>(&mut self, mut sink: S) -> bool {
        if self.second {
            if self.b.each_back(|x| sink(x)) {
                return true;
            }
            self.second = false;
        }
        if self.first { self.a.each_back(sink) } else { false }
    }
}

/// See [`cycle`](crate::prelude::iter::cycle).
#[derive(Clone)]
pub struct Cycle<I> {
    /// As it was at first.
    pub whole: I,
    /// The items of this time.
    pub iter: I,
}

impl<I: Iter + Clone> Iter for Cycle<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        match self.iter.next() {
            Some(x) => Some(x),
            None => {
                self.iter = self.whole.clone();
                self.iter.next()
            }
        }
    }

    fn indexed(&self) -> bool {
        self.whole.indexed() && self.whole.quiet()
    }

    fn quiet(&self) -> bool {
        self.whole.quiet()
    }

    fn len(&self) -> usize {
        if self.whole.len() == 0 { 0 } else { usize::MAX }
    }

    fn at(&mut self, k: usize) -> I::Item {
        let n = self.whole.len();
        self.whole.clone().at((n - self.iter.len() + k) % n)
    }

    fn forget(&mut self, n: usize) {
        if n > 0 {
            let len = self.whole.len();
            let begin = (len - self.iter.len() + n) % len;
            self.iter = self.whole.clone();
            self.iter.forget(begin);
        }
    }

    fn each<S: FnMut(I::Item) -> bool>(&mut self, mut sink: S) -> bool {
        if self.iter.each(|x| sink(x)) {
            return true;
        }
        loop {
            let mut empty = true;
            self.iter = self.whole.clone();
            let stopped = self.iter.each(|x| {
                empty = false;
                sink(x)
            });
            if stopped {
                return true;
            }
            if empty {
                return false;
            }
        }
    }
}

/// See [`flatten`](crate::prelude::iter::flatten) and [`flat_map`](crate::prelude::iter::flat_map).
#[derive(Clone)]
pub struct Flatten<I, U> {
    /// What the items are made of.
    pub iter: I,
    /// What is left of one that was begun.
    pub front: Option<U>,
    /// What is left of one that was begun from the back.
    pub back: Option<U>,
}

impl<I: Iter, U: Iter> Iter for Flatten<I, U>
where
    I::Item: IntoIter<Item = U::Item, IntoIter = U>,
{
    type Item = U::Item;

    fn next(&mut self) -> Option<U::Item> {
        loop {
            if let Some(inner) = &mut self.front {
                match inner.next() {
                    Some(x) => return Some(x),
                    None => self.front = None,
                }
            }
            match self.iter.next() {
                Some(inner) => self.front = Some(inner.into_iter()),
                None => break,
            }
        }
        match &mut self.back {
            Some(inner) => inner.next(),
            None => None,
        }
    }

    fn each<S: FnMut(U::Item) -> bool>(&mut self, mut sink: S) -> bool {
        if let Some(inner) = &mut self.front {
            if inner.each(|x| sink(x)) {
                return true;
            }
            self.front = None;
        }
        let stopped = self.iter.each(|items| {
            let mut inner = items.into_iter();
            if inner.each(|x| sink(x)) {
                self.front = Some(inner);
                true
            } else {
                false
            }
        });
        if stopped {
            return true;
        }
        match &mut self.back {
            Some(inner) => inner.each(sink),
            None => false,
        }
    }
}

impl<I: Back, U: Back> Back for Flatten<I, U>
where
    I::Item: IntoIter<Item = U::Item, IntoIter = U>,
{
    fn next_back(&mut self) -> Option<U::Item> {
        loop {
            if let Some(inner) = &mut self.back {
                match inner.next_back() {
                    Some(x) => return Some(x),
                    None => self.back = None,
                }
            }
            match self.iter.next_back() {
                Some(inner) => self.back = Some(inner.into_iter()),
                None => break,
            }
        }
        match &mut self.front {
            Some(inner) => inner.next_back(),
            None => None,
        }
    }

    fn each_back<S: FnMut(U::Item) -> bool>(&mut self, mut sink: S) -> bool {
        if let Some(inner) = &mut self.back {
            if inner.each_back(|x| sink(x)) {
                return true;
            }
            self.back = None;
        }
        let stopped = self.iter.each_back(|items| {
            let mut inner = items.into_iter();
            if inner.each_back(|x| sink(x)) {
                self.back = Some(inner);
                true
            } else {
                false
            }
        });
        if stopped {
            return true;
        }
        match &mut self.front {
            Some(inner) => inner.each_back(sink),
            None => false,
        }
    }
}
