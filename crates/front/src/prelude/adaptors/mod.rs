//! Iterators around iterators.

use crate::prelude::iter::{Back, Iter};

mod joined;
mod parts;
mod picked;

pub use joined::*;
pub use parts::*;
pub use picked::*;

/// See [`map`](crate::prelude::iter::map).
#[derive(Clone)]
pub struct Map<I, F> {
    /// The items.
    pub iter: I,
    /// The function.
    pub f: F,
}

each_item! {
    [B, I: Iter, F: FnMut(I::Item) -> B] Map<I, F>, B, self, x, false, (self.f)(x);
    ['a, T: 'a + Clone, I: Iter<Item = &'a T>] Cloned<I>, T, self, x, self.iter.quiet(), x.clone();
    ['a, T: 'a + Copy, I: Iter<Item = &'a T>] Copied<I>, T, self, x, self.iter.quiet(), *x;
    [I: Iter, F: FnMut(&I::Item)] Inspect<I, F>, I::Item, self, x, false, seen(&mut self.f, x);
}

/// An item that a function has seen.
fn seen<A, F: FnMut(&A)>(f: &mut F, x: A) -> A {
    f(&x);
    x
}

/// See [`zip`](crate::prelude::iter::zip).
#[derive(Clone)]
pub struct Zip<A, B> {
    /// One.
    pub a: A,
    /// The other.
    pub b: B,
}

impl<A: Iter, B: Iter> Iter for Zip<A, B> {
    type Item = (A::Item, B::Item);

    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        match self.a.next() {
            Some(x) => match self.b.next() {
                Some(y) => Some((x, y)),
                None => None,
            },
            None => None,
        }
    }

    fn indexed(&self) -> bool {
        self.a.indexed() && self.b.indexed()
    }

    fn quiet(&self) -> bool {
        self.a.quiet() && self.b.quiet()
    }

    fn len(&self) -> usize {
        self.a.len().min(self.b.len())
    }

    fn at(&mut self, k: usize) -> (A::Item, B::Item) {
        (self.a.at(k), self.b.at(k))
    }

    fn forget(&mut self, n: usize) {
        self.a.forget(n);
        self.b.forget(n);
    }

    fn each<S: FnMut((A::Item, B::Item)) -> bool>(&mut self, mut sink: S) -> bool {
        if self.indexed() {
            let n = self.len();
            for k in 0..n {
                if sink((self.a.at(k), self.b.at(k))) {
                    self.forget(k + 1);
                    return true;
                }
            }
            self.forget(n);
            false
        } else {
            let mut stopped = false;
            self.a.each(|x| match self.b.next() {
                Some(y) => {
                    stopped = sink((x, y));
                    stopped
                }
                None => true,
            });
            stopped
        }
    }
}

impl<A: Back, B: Back> Back for Zip<A, B> {
    fn next_back(&mut self) -> Option<(A::Item, B::Item)> {
        let m = self.a.len();
        let n = self.b.len();
        if m > n {
            self.a.pass_back(m - n);
        } else {
            self.b.pass_back(n - m);
        }
        match self.a.next_back() {
            Some(x) => match self.b.next_back() {
                Some(y) => Some((x, y)),
                None => None,
            },
            None => None,
        }
    }

    fn forget_back(&mut self, n: usize) {
        let a = self.a.len();
        let b = self.b.len();
        self.a.forget_back(if a > b { a - b + n } else { n });
        self.b.forget_back(if b > a { b - a + n } else { n });
    }
}

/// See [`enumerate`](crate::prelude::iter::enumerate).
#[derive(Clone)]
pub struct Enumerate<I> {
    /// The items.
    pub iter: I,
    /// The number of the next.
    pub count: usize,
}

impl<I: Iter> Iter for Enumerate<I> {
    type Item = (usize, I::Item);

    fn next(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next() {
            Some(x) => {
                self.count += 1;
                Some((self.count - 1, x))
            }
            None => None,
        }
    }

    fn indexed(&self) -> bool {
        self.iter.indexed()
    }

    fn quiet(&self) -> bool {
        self.iter.quiet()
    }

    fn len(&self) -> usize {
        self.iter.len()
    }

    fn at(&mut self, k: usize) -> (usize, I::Item) {
        (self.count + k, self.iter.at(k))
    }

    fn forget(&mut self, n: usize) {
        self.count += n;
        self.iter.forget(n);
    }

    fn each<S: FnMut((usize, I::Item)) -> bool>(&mut self, mut sink: S) -> bool {
        if self.indexed() {
            let n = self.len();
            for k in 0..n {
                if sink((self.count + k, self.iter.at(k))) {
                    self.forget(k + 1);
                    return true;
                }
            }
            self.forget(n);
            false
        } else {
            self.iter.each(|x| {
                self.count += 1;
                sink((self.count - 1, x))
            })
        }
    }
}

impl<I: Back> Back for Enumerate<I> {
    fn next_back(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next_back() {
            Some(x) => Some((self.count + self.iter.len(), x)),
            None => None,
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.iter.forget_back(n);
    }
}

/// See [`rev`](crate::prelude::iter::rev).
#[derive(Clone)]
pub struct Rev<I> {
    /// The items.
    pub iter: I,
}

impl<I: Back> Iter for Rev<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.iter.next_back()
    }

    fn indexed(&self) -> bool {
        self.iter.indexed()
    }

    fn quiet(&self) -> bool {
        self.iter.quiet()
    }

    fn len(&self) -> usize {
        self.iter.len()
    }

    fn at(&mut self, k: usize) -> I::Item {
        self.iter.at(self.iter.len() - 1 - k)
    }

    fn forget(&mut self, n: usize) {
        self.iter.forget_back(n);
    }

    fn each<S: FnMut(I::Item) -> bool>(&mut self, sink: S) -> bool {
        self.iter.each_back(sink)
    }
}

impl<I: Back> Back for Rev<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.iter.next()
    }

    fn forget_back(&mut self, n: usize) {
        self.iter.forget(n);
    }

    fn each_back<S: FnMut(I::Item) -> bool>(&mut self, sink: S) -> bool {
        self.iter.each(sink)
    }
}
