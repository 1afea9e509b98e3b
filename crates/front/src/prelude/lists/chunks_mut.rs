//! Parts of a list that are changed.

use crate::prelude::iter;
use crate::prelude::iter::Iter as _;
use crate::prelude::place;
use crate::prelude::place::Places;

/// See [`chunks_mut`](crate::prelude::slice::chunks_mut).
pub struct ChunksMut<'a, T> {
    /// The list.
    pub list: Places<'a, T>,
    /// Where what is left begins.
    pub from: usize,
    /// Where what is left ends.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
}

impl<'a, T> iter::Iter for ChunksMut<'a, T> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
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
        (self.to - self.from).div_ceil(self.size)
    }

    fn at(&mut self, k: usize) -> &'a mut [T] {
        let begin = self.from + k * self.size;
        let end = begin + self.size;
        place::part(&mut self.list, begin, end.min(self.to))
    }

    fn forget(&mut self, n: usize) {
        self.from = (self.from + n * self.size).min(self.to);
    }
}

impl<'a, T> iter::Back for ChunksMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
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
        self.to = (self.from + (self.len() - n) * self.size).min(self.to);
    }
}

/// See [`chunks_exact_mut`](crate::prelude::slice::chunks_exact_mut).
pub struct ChunksExactMut<'a, T> {
    /// The list.
    pub list: Places<'a, T>,
    /// Where what is left begins.
    pub from: usize,
    /// Where what is left ends.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
    /// The elements that are in no part.
    pub rest: &'a mut [T],
}

impl<'a, T> iter::Iter for ChunksExactMut<'a, T> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
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
        (self.to - self.from) / self.size
    }

    fn at(&mut self, k: usize) -> &'a mut [T] {
        let begin = self.from + k * self.size;
        place::part(&mut self.list, begin, begin + self.size)
    }

    fn forget(&mut self, n: usize) {
        self.from += n * self.size;
    }
}

impl<'a, T> iter::Back for ChunksExactMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
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
        self.to -= n * self.size;
    }
}

/// See [`rchunks_mut`](crate::prelude::slice::rchunks_mut).
pub struct RChunksMut<'a, T> {
    /// The list.
    pub list: Places<'a, T>,
    /// Where what is left begins.
    pub from: usize,
    /// Where what is left ends.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
}

impl<'a, T> iter::Iter for RChunksMut<'a, T> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
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
        (self.to - self.from).div_ceil(self.size)
    }

    fn at(&mut self, k: usize) -> &'a mut [T] {
        let end = self.to - k * self.size;
        let begin = end.saturating_sub(self.size).max(self.from);
        place::part(&mut self.list, begin, end)
    }

    fn forget(&mut self, n: usize) {
        self.to = self.to.saturating_sub(n * self.size).max(self.from);
    }
}

impl<'a, T> iter::Back for RChunksMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
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
        self.from = self.to.saturating_sub(left).max(self.from);
    }
}

/// See [`rchunks_exact_mut`](crate::prelude::slice::rchunks_exact_mut).
pub struct RChunksExactMut<'a, T> {
    /// The list.
    pub list: Places<'a, T>,
    /// Where what is left begins.
    pub from: usize,
    /// Where what is left ends.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
    /// The elements that are in no part.
    pub rest: &'a mut [T],
}

impl<'a, T> iter::Iter for RChunksExactMut<'a, T> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
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
        (self.to - self.from) / self.size
    }

    fn at(&mut self, k: usize) -> &'a mut [T] {
        let end = self.to - k * self.size;
        place::part(&mut self.list, end - self.size, end)
    }

    fn forget(&mut self, n: usize) {
        self.to -= n * self.size;
    }
}

impl<'a, T> iter::Back for RChunksExactMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
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
        self.from += n * self.size;
    }
}

impl<'a, T> ChunksExactMut<'a, T> {
    /// The elements that are in no part.
    pub fn into_remainder(self) -> &'a mut [T] {
        self.rest
    }
}

impl<'a, T> RChunksExactMut<'a, T> {
    /// The elements that are in no part.
    pub fn into_remainder(self) -> &'a mut [T] {
        self.rest
    }
}
