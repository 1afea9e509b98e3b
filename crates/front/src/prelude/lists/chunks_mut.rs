//! Parts of a list that are changed.

use crate::prelude::iter;
use crate::prelude::place;
use crate::prelude::place::Places;

/// See [`chunks_mut`](crate::prelude::slice::chunks_mut).
pub struct ChunksMut<'a, T> {
    /// The list.
    pub list: Places<'a, T>,
    /// How many elements it has.
    pub len: usize,
    /// The first part that is left.
    pub from: usize,
    /// Where the parts that are left end.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
}

/// See [`chunks_exact_mut`](crate::prelude::slice::chunks_exact_mut).
pub struct ChunksExactMut<'a, T> {
    /// The list.
    pub list: Places<'a, T>,
    /// The first part that is left.
    pub from: usize,
    /// Where the parts that are left end.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
    /// The elements that are in no part.
    pub rest: &'a mut [T],
}

impl<'a, T> ChunksExactMut<'a, T> {
    /// The elements that are in no part.
    pub fn into_remainder(self) -> &'a mut [T] {
        self.rest
    }
}

/// See [`rchunks_mut`](crate::prelude::slice::rchunks_mut).
pub struct RChunksMut<'a, T> {
    /// The list.
    pub list: Places<'a, T>,
    /// How many elements it has.
    pub len: usize,
    /// The first part that is left, from the end.
    pub from: usize,
    /// Where the parts that are left end.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
}

/// See [`rchunks_exact_mut`](crate::prelude::slice::rchunks_exact_mut).
pub struct RChunksExactMut<'a, T> {
    /// The list.
    pub list: Places<'a, T>,
    /// How many elements it has.
    pub len: usize,
    /// The first part that is left, from the end.
    pub from: usize,
    /// Where the parts that are left end.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
    /// The elements that are in no part.
    pub rest: &'a mut [T],
}

impl<'a, T> RChunksExactMut<'a, T> {
    /// The elements that are in no part.
    pub fn into_remainder(self) -> &'a mut [T] {
        self.rest
    }
}

walk! {
    ['a, T] ChunksMut<'a, T>, &'a mut [T], self, k,
        place::part(&mut self.list, k * self.size, (k * self.size + self.size).min(self.len));
    ['a, T] ChunksExactMut<'a, T>, &'a mut [T], self, k,
        place::part(&mut self.list, k * self.size, k * self.size + self.size);
    ['a, T] RChunksMut<'a, T>, &'a mut [T], self, k,
        place::part(&mut self.list, (self.len - k * self.size).saturating_sub(self.size), self.len - k * self.size);
    ['a, T] RChunksExactMut<'a, T>, &'a mut [T], self, k,
        place::part(&mut self.list, self.len - k * self.size - self.size, self.len - k * self.size);
}
