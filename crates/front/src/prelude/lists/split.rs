//! Parts of a list that end where its elements say so.

use crate::prelude::iter;

/// See [`split`](crate::prelude::slice::split).
#[derive(Clone)]
pub struct Split<'a, T, P> {
    /// What is left of the list.
    pub list: &'a [T],
    /// What lies between two parts.
    pub pred: P,
    /// Whether the last part was given.
    pub done: bool,
}

impl<'a, T, P: FnMut(&T) -> bool> iter::Iter for Split<'a, T, P> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.done {
            return None;
        }
        let mut k = 0;
        while k < self.list.len() {
            if (self.pred)(&self.list[k]) {
                let part = &self.list[..k];
                self.list = &self.list[k + 1..];
                return Some(part);
            }
            k += 1;
        }
        self.done = true;
        Some(self.list)
    }
}

/// See [`split_inclusive`](crate::prelude::slice::split_inclusive).
#[derive(Clone)]
pub struct SplitInclusive<'a, T, P> {
    /// What is left of the list.
    pub list: &'a [T],
    /// What ends a part.
    pub pred: P,
}

impl<'a, T, P: FnMut(&T) -> bool> iter::Iter for SplitInclusive<'a, T, P> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.list.len() == 0 {
            return None;
        }
        let mut k = 1;
        while k < self.list.len() && !(self.pred)(&self.list[k - 1]) {
            k += 1;
        }
        let part = &self.list[..k];
        self.list = &self.list[k..];
        Some(part)
    }
}

/// See [`chunk_by`](crate::prelude::slice::chunk_by).
#[derive(Clone)]
pub struct ChunkBy<'a, T, P> {
    /// What is left of the list.
    pub list: &'a [T],
    /// Whether two neighbours are in one part.
    pub pred: P,
}

impl<'a, T, P: FnMut(&T, &T) -> bool> iter::Iter for ChunkBy<'a, T, P> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.list.is_empty() {
            return None;
        }
        let mut k = 1;
        while k < self.list.len() && (self.pred)(&self.list[k - 1], &self.list[k]) {
            k += 1;
        }
        let part = &self.list[..k];
        self.list = &self.list[k..];
        Some(part)
    }
}
