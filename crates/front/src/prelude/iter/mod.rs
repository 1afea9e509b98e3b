//! What iterators are, and what is done with their items.

use std::ops::ControlFlow;

mod adapt;
mod collect;
mod compare;
mod consume;
mod number;

pub use adapt::*;
pub use collect::*;
pub use compare::*;
pub use consume::*;
pub use number::*;

/// An iterator.
pub trait Iter: Sized {
    /// What it gives.
    type Item;

    /// The next item.
    fn next(&mut self) -> Option<Self::Item>;

    /// Whether [`len`](Iter::len), [`at`](Iter::at) and [`forget`](Iter::forget) are there. It is the same for all
    /// iterators of a type.
    fn indexed(&self) -> bool {
        false
    }

    /// Whether nothing but its items can be seen of it: no function of the user's is called to find them.
    fn quiet(&self) -> bool {
        true
    }

    /// How many items are left; of an endless one the greatest number.
    fn len(&self) -> usize {
        unreachable!()
    }

    /// The item after `k` others. Each is asked for once at most, in any order.
    fn at(&mut self, _k: usize) -> Self::Item {
        unreachable!()
    }

    /// Leaves `n` items out at the front that were given by [`at`](Iter::at).
    fn forget(&mut self, _n: usize) {
        unreachable!()
    }

    /// Goes on by `n` items, or to the end if there are fewer, as if they were asked for.
    fn pass(&mut self, n: usize) {
        if self.indexed() && self.quiet() {
            self.forget(n.min(self.len()));
        } else {
            let mut left = n;
            while left > 0 && self.next().is_some() {
                left -= 1;
            }
        }
    }

    /// Gives the items to `sink` until it says `true`, and whether it did.
    fn each<S: FnMut(Self::Item) -> bool>(&mut self, mut sink: S) -> bool {
        if self.indexed() {
            let n = self.len();
            for k in 0..n {
                if sink(self.at(k)) {
                    self.forget(k + 1);
                    return true;
                }
            }
            self.forget(n);
        } else {
            while let Some(x) = self.next() {
                if sink(x) {
                    return true;
                }
            }
        }
        false
    }

    /// The same, where `sink` may leave the function around: each item is taken before `sink` sees it.
    fn each_taken<S: FnMut(Self::Item) -> bool>(&mut self, mut sink: S) -> bool {
        while let Some(x) = self.next() {
            if sink(x) {
                return true;
            }
        }
        false
    }
}

/// An iterator that can be asked from the back.
pub trait Back: Iter {
    /// The last item.
    fn next_back(&mut self) -> Option<Self::Item>;

    /// Leaves `n` items out at the back that were given by [`at`](Iter::at).
    fn forget_back(&mut self, _n: usize) {
        unreachable!()
    }

    /// Leaves `n` items out at the back, which there are, as if they were asked for.
    fn pass_back(&mut self, n: usize) {
        if self.indexed() && self.quiet() {
            self.forget_back(n);
        } else {
            for _ in 0..n {
                self.next_back();
            }
        }
    }

    /// Gives the items to `sink` from the back until it says `true`, and whether it did.
    fn each_back<S: FnMut(Self::Item) -> bool>(&mut self, mut sink: S) -> bool {
        if self.indexed() {
            let n = self.len();
            for k in 0..n {
                if sink(self.at(n - 1 - k)) {
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

/// What an iterator is made of. Where a type has an implementation of its own, that is meant, else it is an iterator.
pub trait IntoIter {
    /// What it gives.
    type Item;
    /// The iterator.
    type IntoIter: Iter<Item = Self::Item>;

    /// The iterator.
    fn into_iter(self) -> Self::IntoIter;
}

impl<I: Iter> IntoIter for I {
    type Item = I::Item;
    type IntoIter = I;

    fn into_iter(self) -> I {
        self
    }
}

macro_rules! lent {
    ($($reference:ty;)*) => {$(
        impl<I: Iter> Iter for $reference {
            type Item = I::Item;

            fn next(&mut self) -> Option<I::Item> {
                (**self).next()
            }

            fn indexed(&self) -> bool {
                (**self).indexed()
            }

            fn quiet(&self) -> bool {
                (**self).quiet()
            }

            fn len(&self) -> usize {
                (**self).len()
            }

            fn at(&mut self, k: usize) -> I::Item {
                (**self).at(k)
            }

            fn forget(&mut self, n: usize) {
                (**self).forget(n)
            }

            fn pass(&mut self, n: usize) {
                (**self).pass(n)
            }

            fn each<S: FnMut(I::Item) -> bool>(&mut self, sink: S) -> bool {
                (**self).each(sink)
            }
        }

        impl<I: Back> Back for $reference {
            fn next_back(&mut self) -> Option<I::Item> {
                (**self).next_back()
            }

            fn forget_back(&mut self, n: usize) {
                (**self).forget_back(n)
            }

            fn each_back<S: FnMut(I::Item) -> bool>(&mut self, sink: S) -> bool {
                (**self).each_back(sink)
            }
        }
    )*};
}
lent! { &mut I; Box<I>; }

/// What ends early: `Option`, `Result`, `ControlFlow`.
pub trait Try: Sized {
    /// What it holds where it does not.
    type Output;

    /// It, of that.
    fn from_output(x: Self::Output) -> Self;

    /// That, or itself where it ends early.
    fn branch(self) -> Result<Self::Output, Self>;
}

impl<T> Try for Option<T> {
    type Output = T;

    fn from_output(x: T) -> Option<T> {
        Some(x)
    }

    fn branch(self) -> Result<T, Option<T>> {
        match self {
            Some(x) => Ok(x),
            None => Err(None),
        }
    }
}

impl<T, E> Try for Result<T, E> {
    type Output = T;

    fn from_output(x: T) -> Result<T, E> {
        Ok(x)
    }

    fn branch(self) -> Result<T, Result<T, E>> {
        match self {
            Ok(x) => Ok(x),
            Err(e) => Err(Err(e)),
        }
    }
}

impl<B, C> Try for ControlFlow<B, C> {
    type Output = C;

    fn from_output(x: C) -> ControlFlow<B, C> {
        ControlFlow::Continue(x)
    }

    fn branch(self) -> Result<C, ControlFlow<B, C>> {
        match self {
            ControlFlow::Continue(x) => Ok(x),
            ControlFlow::Break(b) => Err(ControlFlow::Break(b)),
        }
    }
}
