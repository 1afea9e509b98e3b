//! Parts of a list.

use crate::prelude::iter;
use crate::prelude::place;

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

/// See [`array_windows`](crate::prelude::slice::array_windows).
#[derive(Clone)]
pub struct ArrayWindows<'a, T, const N: usize> {
    /// The list.
    pub list: &'a [T],
    /// The first part that is left.
    pub from: usize,
    /// Where the parts that are left end.
    pub to: usize,
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
    /// The elements that are in no part.
    pub fn remainder(&self) -> &'a [T] {
        self.rest
    }
}

/// As many elements as an array has, from an index on.
pub fn window<T, const N: usize>(list: &[T], k: usize) -> &[T; N] {
    match place::array(&list[k..k + N]) {
        Some(array) => array,
        None => panic!("an array is as long as its type says"),
    }
}

walk! {
    ['a, T] Windows<'a, T>, &'a [T], self, k, &self.list[k..k + self.size];
    ['a, T, const N: usize] ArrayWindows<'a, T, N>, &'a [T; N], self, k, window(self.list, k);
    ['a, T] Chunks<'a, T>, &'a [T], self, k, &self.list[k * self.size..(k * self.size + self.size).min(self.list.len())];
    ['a, T] ChunksExact<'a, T>, &'a [T], self, k, &self.list[k * self.size..k * self.size + self.size];
    ['a, T] RChunks<'a, T>, &'a [T], self, k,
        &self.list[(self.list.len() - k * self.size).saturating_sub(self.size)..self.list.len() - k * self.size];
    ['a, T] RChunksExact<'a, T>, &'a [T], self, k,
        &self.list[self.list.len() - k * self.size - self.size..self.list.len() - k * self.size];
}
