//! Iterators over a part of the items, and over copies.

use crate::prelude::iter::{Back, Iter};

/// See [`skip`](crate::prelude::iter::skip).
#[derive(Clone)]
pub struct Skip<I> {
    /// The items.
    pub iter: I,
    /// How many are still to be left out.
    pub n: usize,
}

impl<I: Iter> Iter for Skip<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let n = self.n;
        self.n = 0;
        self.iter.pass(n);
        self.iter.next()
    }

    fn indexed(&self) -> bool {
        self.iter.indexed() && self.iter.quiet()
    }

    fn quiet(&self) -> bool {
        self.iter.quiet()
    }

    fn len(&self) -> usize {
        self.iter.len().saturating_sub(self.n)
    }

    fn at(&mut self, k: usize) -> I::Item {
        self.iter.at(self.n + k)
    }

    fn forget(&mut self, n: usize) {
        if n > 0 {
            self.iter.forget(self.n + n);
            self.n = 0;
        }
    }

    fn each<S: FnMut(I::Item) -> bool>(&mut self, sink: S) -> bool {
        let n = self.n;
        self.n = 0;
        self.iter.pass(n);
        self.iter.each(sink)
    }
}

impl<I: Back> Back for Skip<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.len() > 0 { self.iter.next_back() } else { None }
    }

    fn forget_back(&mut self, n: usize) {
        self.iter.forget_back(n);
    }
}

/// See [`take`](crate::prelude::iter::take).
#[derive(Clone)]
pub struct Take<I> {
    /// The items.
    pub iter: I,
    /// How many are still to be taken.
    pub n: usize,
}

impl<I: Iter> Iter for Take<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if self.n > 0 {
            self.n -= 1;
            self.iter.next()
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        self.iter.indexed()
    }

    fn quiet(&self) -> bool {
        self.iter.quiet()
    }

    fn len(&self) -> usize {
        self.n.min(self.iter.len())
    }

    fn at(&mut self, k: usize) -> I::Item {
        self.iter.at(k)
    }

    fn forget(&mut self, n: usize) {
        self.n -= n;
        self.iter.forget(n);
    }

    fn each<S: FnMut(I::Item) -> bool>(&mut self, mut sink: S) -> bool {
        if self.indexed() {
            let n = self.len();
            for k in 0..n {
                if sink(self.iter.at(k)) {
                    self.forget(k + 1);
                    return true;
                }
            }
            self.forget(n);
            false
        } else {
            let mut stopped = false;
            if self.n > 0 {
                self.iter.each(|x| {
                    self.n -= 1;
                    stopped = sink(x);
                    stopped || self.n == 0
                });
            }
            stopped
        }
    }
}

impl<I: Back> Back for Take<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        let len = self.iter.len();
        if self.n < len {
            self.iter.pass_back(len - self.n);
        }
        self.n -= 1;
        self.iter.next_back()
    }

    fn forget_back(&mut self, n: usize) {
        if n > 0 {
            let left = self.len() - n;
            self.iter.forget_back(self.iter.len() - left);
            self.n = left;
        }
    }

    fn each_back<S: FnMut(I::Item) -> bool>(&mut self, mut sink: S) -> bool {
        if self.iter.indexed() && self.iter.quiet() {
            let n = self.len();
            for k in 0..n {
                if sink(self.iter.at(n - 1 - k)) {
                    self.forget_back(k + 1);
                    return true;
                }
            }
            self.forget_back(n);
        } else {
            while let Some(x) = self.next_back() {
                if sink(x) {
                    return true;
                }
            }
        }
        false
    }
}

/// See [`step_by`](crate::prelude::iter::step_by).
#[derive(Clone)]
pub struct StepBy<I> {
    /// The items.
    pub iter: I,
    /// The distance of two that are given.
    pub step: usize,
    /// How many are to be left out before the next: none at first.
    pub skip: usize,
}

impl<I: Iter> Iter for StepBy<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.iter.pass(self.skip);
        self.skip = self.step - 1;
        self.iter.next()
    }

    fn indexed(&self) -> bool {
        self.iter.indexed() && self.iter.quiet()
    }

    fn quiet(&self) -> bool {
        self.iter.quiet()
    }

    fn len(&self) -> usize {
        self.iter.len().saturating_sub(self.skip).div_ceil(self.step)
    }

    fn at(&mut self, k: usize) -> I::Item {
        self.iter.at(self.skip + k * self.step)
    }

    fn forget(&mut self, n: usize) {
        if n > 0 {
            self.iter.forget(self.skip + (n - 1) * self.step + 1);
            self.skip = self.step - 1;
        }
    }
}

impl<I: Back> Back for StepBy<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        let n = self.len();
        if n == 0 {
            return None;
        }
        let len = self.iter.len();
        let end = self.skip + (n - 1) * self.step + 1;
        self.iter.pass_back(len - end);
        self.iter.next_back()
    }

    fn forget_back(&mut self, n: usize) {
        if n > 0 {
            let left = self.len() - n;
            let len = self.iter.len();
            let end = if left > 0 { self.skip + (left - 1) * self.step + 1 } else { 0 };
            self.iter.forget_back(len - end);
        }
    }
}

/// See [`cloned`](crate::prelude::iter::cloned).
#[derive(Clone)]
pub struct Cloned<I> {
    /// The references.
    pub iter: I,
}

/// See [`copied`](crate::prelude::iter::copied).
#[derive(Clone)]
pub struct Copied<I> {
    /// The references.
    pub iter: I,
}

/// See [`fuse`](crate::prelude::iter::fuse).
#[derive(Clone)]
pub struct Fuse<I> {
    /// The items.
    pub iter: I,
    /// Whether the end was met.
    pub done: bool,
}

impl<I: Iter> Iter for Fuse<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if self.done {
            return None;
        }
        let item = self.iter.next();
        self.done = item.is_none();
        item
    }

    fn indexed(&self) -> bool {
        self.iter.indexed()
    }

    fn len(&self) -> usize {
        self.iter.len()
    }

    fn forget(&mut self, n: usize) {
        self.iter.forget(n);
    }

    fn quiet(&self) -> bool {
        self.iter.quiet()
    }

    fn at(&mut self, k: usize) -> I::Item {
        self.iter.at(k)
    }

    fn each<S: FnMut(I::Item) -> bool>(&mut self, sink: S) -> bool {
        if self.done {
            return false;
        }
        let stopped = self.iter.each(sink);
        self.done = !stopped;
        stopped
    }
}

impl<I: Back> Back for Fuse<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.done {
            return None;
        }
        let item = self.iter.next_back();
        self.done = item.is_none();
        item
    }

    fn forget_back(&mut self, n: usize) {
        self.iter.forget_back(n);
    }

    fn each_back<S: FnMut(I::Item) -> bool>(&mut self, sink: S) -> bool {
        if self.done {
            return false;
        }
        let stopped = self.iter.each_back(sink);
        self.done = !stopped;
        stopped
    }
}
