//! Iterators that leave items out, or look at them.

use crate::prelude::iter::{Back, Iter};

/// See [`filter`](crate::prelude::iter::filter).
#[derive(Clone)]
pub struct Filter<I, P> {
    /// The items.
    pub iter: I,
    /// What is asked.
    pub predicate: P,
}

impl<I: Iter, P: FnMut(&I::Item) -> bool> Iter for Filter<I, P> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }

    fn each<S: FnMut(I::Item) -> bool>(&mut self, mut sink: S) -> bool {
        self.iter.each(|x| if (self.predicate)(&x) { sink(x) } else { false })
    }
}

impl<I: Back, P: FnMut(&I::Item) -> bool> Back for Filter<I, P> {
    fn next_back(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next_back() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }

    fn each_back<S: FnMut(I::Item) -> bool>(&mut self, mut sink: S) -> bool {
        self.iter.each_back(|x| if (self.predicate)(&x) { sink(x) } else { false })
    }
}

/// See [`filter_map`](crate::prelude::iter::filter_map).
#[derive(Clone)]
pub struct FilterMap<I, F> {
    /// The items.
    pub iter: I,
    /// The function.
    pub f: F,
}

impl<B, I: Iter, F: FnMut(I::Item) -> Option<B>> Iter for FilterMap<I, F> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        while let Some(x) = self.iter.next() {
            if let Some(y) = (self.f)(x) {
                return Some(y);
            }
        }
        None
    }

    fn each<S: FnMut(B) -> bool>(&mut self, mut sink: S) -> bool {
        self.iter.each(|x| match (self.f)(x) {
            Some(y) => sink(y),
            None => false,
        })
    }
}

impl<B, I: Back, F: FnMut(I::Item) -> Option<B>> Back for FilterMap<I, F> {
    fn next_back(&mut self) -> Option<B> {
        while let Some(x) = self.iter.next_back() {
            if let Some(y) = (self.f)(x) {
                return Some(y);
            }
        }
        None
    }

    fn each_back<S: FnMut(B) -> bool>(&mut self, mut sink: S) -> bool {
        self.iter.each_back(|x| match (self.f)(x) {
            Some(y) => sink(y),
            None => false,
        })
    }
}

/// See [`take_while`](crate::prelude::iter::take_while).
#[derive(Clone)]
pub struct TakeWhile<I, P> {
    /// The items.
    pub iter: I,
    /// What is asked.
    pub predicate: P,
    /// Whether one did not fit.
    pub done: bool,
}

impl<I: Iter, P: FnMut(&I::Item) -> bool> Iter for TakeWhile<I, P> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if self.done {
            return None;
        }
        match self.iter.next() {
            Some(x) => {
                if (self.predicate)(&x) {
                    Some(x)
                } else {
                    self.done = true;
                    None
                }
            }
            None => None,
        }
    }

    fn each<S: FnMut(I::Item) -> bool>(&mut self, mut sink: S) -> bool {
        if self.done {
            return false;
        }
        let mut stopped = false;
        self.iter.each(|x| {
            if (self.predicate)(&x) {
                stopped = sink(x);
                stopped
            } else {
                self.done = true;
                true
            }
        });
        stopped
    }
}

/// See [`skip_while`](crate::prelude::iter::skip_while).
#[derive(Clone)]
pub struct SkipWhile<I, P> {
    /// The items.
    pub iter: I,
    /// What is asked.
    pub predicate: P,
    /// Whether one did not fit.
    pub begun: bool,
}

impl<I: Iter, P: FnMut(&I::Item) -> bool> Iter for SkipWhile<I, P> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if self.begun || !(self.predicate)(&x) {
                self.begun = true;
                return Some(x);
            }
        }
        None
    }

    fn each<S: FnMut(I::Item) -> bool>(&mut self, mut sink: S) -> bool {
        if !self.begun {
            match self.next() {
                Some(x) => {
                    if sink(x) {
                        return true;
                    }
                }
                None => return false,
            }
        }
        self.iter.each(sink)
    }
}

/// See [`map_while`](crate::prelude::iter::map_while).
#[derive(Clone)]
pub struct MapWhile<I, P> {
    /// The items.
    pub iter: I,
    /// The function.
    pub predicate: P,
}

impl<B, I: Iter, P: FnMut(I::Item) -> Option<B>> Iter for MapWhile<I, P> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(x) => (self.predicate)(x),
            None => None,
        }
    }

    fn each<S: FnMut(B) -> bool>(&mut self, mut sink: S) -> bool {
        let mut stopped = false;
        self.iter.each(|x| match (self.predicate)(x) {
            Some(y) => {
                stopped = sink(y);
                stopped
            }
            None => true,
        });
        stopped
    }
}

/// See [`scan`](crate::prelude::iter::scan).
#[derive(Clone)]
pub struct Scan<I, St, F> {
    /// The items.
    pub iter: I,
    /// The function.
    pub f: F,
    /// The state.
    pub state: St,
}

impl<B, I: Iter, St, F: FnMut(&mut St, I::Item) -> Option<B>> Iter for Scan<I, St, F> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(x) => (self.f)(&mut self.state, x),
            None => None,
        }
    }

    fn each<S: FnMut(B) -> bool>(&mut self, mut sink: S) -> bool {
        let mut stopped = false;
        self.iter.each(|x| match (self.f)(&mut self.state, x) {
            Some(y) => {
                stopped = sink(y);
                stopped
            }
            None => true,
        });
        stopped
    }
}

/// See [`inspect`](crate::prelude::iter::inspect).
#[derive(Clone)]
pub struct Inspect<I, F> {
    /// The items.
    pub iter: I,
    /// The function.
    pub f: F,
}

/// See [`peekable`](crate::prelude::iter::peekable).
#[derive(Clone)]
pub struct Peekable<I, A> {
    /// The items.
    pub iter: I,
    /// The next, or that there is none, once that was asked.
    pub peeked: Option<Option<A>>,
}

impl<A, I: Iter<Item = A>> Iter for Peekable<I, A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        match self.peeked.take() {
            Some(x) => x,
            None => self.iter.next(),
        }
    }

    fn len(&self) -> usize {
        match &self.peeked {
            Some(Some(_)) => self.iter.len() + 1,
            Some(None) => 0,
            None => self.iter.len(),
        }
    }

    fn each<S: FnMut(A) -> bool>(&mut self, mut sink: S) -> bool {
        match self.peeked.take() {
            Some(Some(x)) => {
                if sink(x) {
                    return true;
                }
            }
            Some(None) => return false,
            None => {}
        }
        self.iter.each(sink)
    }
}

impl<A, I: Back<Item = A>> Back for Peekable<I, A> {
    fn next_back(&mut self) -> Option<A> {
        match self.peeked.take() {
            Some(None) => None,
            Some(Some(first)) => match self.iter.next_back() {
                Some(x) => {
                    self.peeked = Some(Some(first));
                    Some(x)
                }
                None => Some(first),
            },
            None => self.iter.next_back(),
        }
    }
}

impl<A, I: Iter<Item = A>> Peekable<I, A> {
    /// The next item, which stays.
    pub fn peek(&mut self) -> Option<&A> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }

    /// The next item, which stays, to be changed.
    pub fn peek_mut(&mut self) -> Option<&mut A> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &mut self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }

    /// The next item if it fits.
    pub fn next_if<P: FnOnce(&A) -> bool>(&mut self, predicate: P) -> Option<A> {
        match self.next() {
            Some(x) => {
                if predicate(&x) {
                    Some(x)
                } else {
                    self.peeked = Some(Some(x));
                    None
                }
            }
            None => {
                self.peeked = Some(None);
                None
            }
        }
    }

    /// The next item if it is equal to another.
    pub fn next_if_eq<T>(&mut self, expected: &T) -> Option<A>
    where
        A: PartialEq<T>,
    {
        self.next_if(|x| x == expected)
    }
}
