//! Parts of a list.

use crate::prelude::iter;

/// See [`windows`](crate::prelude::slice::windows).
#[derive(Clone)]
pub struct Windows<'a, T> {
    /// The list.
    pub list: &'a [T],
    /// The first part that is left.
    pub from: usize,
    /// Where the parts that are left end.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
}

impl<'a, T> Windows<'a, T> {
    /// A part.
    pub fn element(&mut self, k: usize) -> &'a [T] {
        &self.list[k..k + self.size]
    }
}

/// See [`chunks`](crate::prelude::slice::chunks).
#[derive(Clone)]
pub struct Chunks<'a, T> {
    /// The list.
    pub list: &'a [T],
    /// The first part that is left.
    pub from: usize,
    /// Where the parts that are left end.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
}

impl<'a, T> Chunks<'a, T> {
    /// A part.
    pub fn element(&mut self, k: usize) -> &'a [T] {
        &self.list[k * self.size..(k * self.size + self.size).min(self.list.len())]
    }
}

/// See [`chunks_exact`](crate::prelude::slice::chunks_exact).
#[derive(Clone)]
pub struct ChunksExact<'a, T> {
    /// The list.
    pub list: &'a [T],
    /// The first part that is left.
    pub from: usize,
    /// Where the parts that are left end.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
    /// The elements that are in no part.
    pub rest: &'a [T],
}

impl<'a, T> ChunksExact<'a, T> {
    /// A part.
    pub fn element(&mut self, k: usize) -> &'a [T] {
        &self.list[k * self.size..k * self.size + self.size]
    }

    /// The elements that are in no part.
    pub fn remainder(&self) -> &'a [T] {
        self.rest
    }
}

/// See [`rchunks`](crate::prelude::slice::rchunks).
#[derive(Clone)]
pub struct RChunks<'a, T> {
    /// The list.
    pub list: &'a [T],
    /// The first part that is left, from the end.
    pub from: usize,
    /// Where the parts that are left end.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
}

impl<'a, T> RChunks<'a, T> {
    /// A part.
    pub fn element(&mut self, k: usize) -> &'a [T] {
        let end = self.list.len() - k * self.size;
        &self.list[end - self.size.min(end)..end]
    }
}

/// See [`rchunks_exact`](crate::prelude::slice::rchunks_exact).
#[derive(Clone)]
pub struct RChunksExact<'a, T> {
    /// The list.
    pub list: &'a [T],
    /// The first part that is left, from the end.
    pub from: usize,
    /// Where the parts that are left end.
    pub to: usize,
    /// How many elements a part has.
    pub size: usize,
    /// The elements that are in no part.
    pub rest: &'a [T],
}

impl<'a, T> RChunksExact<'a, T> {
    /// A part.
    pub fn element(&mut self, k: usize) -> &'a [T] {
        let end = self.list.len() - k * self.size;
        &self.list[end - self.size..end]
    }

    /// The elements that are in no part.
    pub fn remainder(&self) -> &'a [T] {
        self.rest
    }
}

walk! {
    ['a, T] Windows<'a, T>, &'a [T];
    ['a, T] Chunks<'a, T>, &'a [T];
    ['a, T] ChunksExact<'a, T>, &'a [T];
    ['a, T] RChunks<'a, T>, &'a [T];
    ['a, T] RChunksExact<'a, T>, &'a [T];
}
