//! Parts of a list.

use crate::prelude::iter;
use crate::prelude::iter::Iter as _;

/// See [`windows`](crate::prelude::slice::windows).
#[derive(Clone)]
pub struct Windows<'a, T> {
    /// What is left of the list.
    pub list: &'a [T],
    /// How many elements a part has.
    pub size: usize,
}

impl<'a, T> iter::Iter for Windows<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.len() > 0 {
            let part = self.at(0);
            self.forget(1);
            Some(part)
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        (self.list.len() + 1).saturating_sub(self.size)
    }

    fn at(&mut self, k: usize) -> &'a [T] {
        &self.list[k..k + self.size]
    }

    fn forget(&mut self, n: usize) {
        self.list = &self.list[n..];
    }
}

impl<'a, T> iter::Back for Windows<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let n = self.len();
        if n > 0 {
            let part = self.at(n - 1);
            self.forget_back(1);
            Some(part)
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.list = &self.list[..self.list.len() - n];
    }
}

/// See [`chunks`](crate::prelude::slice::chunks).
#[derive(Clone)]
pub struct Chunks<'a, T> {
    /// What is left of the list.
    pub list: &'a [T],
    /// How many elements a part has.
    pub size: usize,
}

impl<'a, T> iter::Iter for Chunks<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.len() > 0 {
            let part = self.at(0);
            self.forget(1);
            Some(part)
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        self.list.len().div_ceil(self.size)
    }

    fn at(&mut self, k: usize) -> &'a [T] {
        &self.list[k * self.size..(k * self.size + self.size).min(self.list.len())]
    }

    fn forget(&mut self, n: usize) {
        self.list = &self.list[(n * self.size).min(self.list.len())..];
    }
}

impl<'a, T> iter::Back for Chunks<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let n = self.len();
        if n > 0 {
            let part = self.at(n - 1);
            self.forget_back(1);
            Some(part)
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        let left = (self.len() - n) * self.size;
        self.list = &self.list[..left.min(self.list.len())];
    }
}

/// See [`chunks_exact`](crate::prelude::slice::chunks_exact).
#[derive(Clone)]
pub struct ChunksExact<'a, T> {
    /// What is left of the list.
    pub list: &'a [T],
    /// How many elements a part has.
    pub size: usize,
    /// The elements after the last part.
    pub rest: &'a [T],
}

impl<'a, T> iter::Iter for ChunksExact<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.len() > 0 {
            let part = self.at(0);
            self.forget(1);
            Some(part)
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        self.list.len() / self.size
    }

    fn at(&mut self, k: usize) -> &'a [T] {
        &self.list[k * self.size..k * self.size + self.size]
    }

    fn forget(&mut self, n: usize) {
        self.list = &self.list[n * self.size..];
    }
}

impl<'a, T> iter::Back for ChunksExact<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let n = self.len();
        if n > 0 {
            let part = self.at(n - 1);
            self.forget_back(1);
            Some(part)
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.list = &self.list[..self.list.len() - n * self.size];
    }
}

impl<'a, T> ChunksExact<'a, T> {
    /// The elements that are in no part.
    pub fn remainder(&self) -> &'a [T] {
        self.rest
    }
}

/// See [`rchunks`](crate::prelude::slice::rchunks).
#[derive(Clone)]
pub struct RChunks<'a, T> {
    /// What is left of the list.
    pub list: &'a [T],
    /// How many elements a part has.
    pub size: usize,
}

impl<'a, T> iter::Iter for RChunks<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.len() > 0 {
            let part = self.at(0);
            self.forget(1);
            Some(part)
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        self.list.len().div_ceil(self.size)
    }

    fn at(&mut self, k: usize) -> &'a [T] {
        let end = self.list.len() - k * self.size;
        &self.list[end - self.size.min(end)..end]
    }

    fn forget(&mut self, n: usize) {
        let n = (n * self.size).min(self.list.len());
        self.list = &self.list[..self.list.len() - n];
    }
}

impl<'a, T> iter::Back for RChunks<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let n = self.len();
        if n > 0 {
            let part = self.at(n - 1);
            self.forget_back(1);
            Some(part)
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        let left = ((self.len() - n) * self.size).min(self.list.len());
        self.list = &self.list[self.list.len() - left..];
    }
}

/// See [`rchunks_exact`](crate::prelude::slice::rchunks_exact).
#[derive(Clone)]
pub struct RChunksExact<'a, T> {
    /// What is left of the list.
    pub list: &'a [T],
    /// How many elements a part has.
    pub size: usize,
    /// The elements before the first part.
    pub rest: &'a [T],
}

impl<'a, T> iter::Iter for RChunksExact<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.len() > 0 {
            let part = self.at(0);
            self.forget(1);
            Some(part)
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        self.list.len() / self.size
    }

    fn at(&mut self, k: usize) -> &'a [T] {
        let end = self.list.len() - k * self.size;
        &self.list[end - self.size..end]
    }

    fn forget(&mut self, n: usize) {
        self.list = &self.list[..self.list.len() - n * self.size];
    }
}

impl<'a, T> iter::Back for RChunksExact<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let n = self.len();
        if n > 0 {
            let part = self.at(n - 1);
            self.forget_back(1);
            Some(part)
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.list = &self.list[n * self.size..];
    }
}

impl<'a, T> RChunksExact<'a, T> {
    /// The elements that are in no part.
    pub fn remainder(&self) -> &'a [T] {
        self.rest
    }
}
