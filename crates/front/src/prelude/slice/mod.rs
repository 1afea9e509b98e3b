//! Methods of `[T]`.

use crate::prelude::lists::{
    ArrayWindows, ChunkBy, Chunks, ChunksExact, ChunksExactMut, ChunksMut, Iter, IterMut, RChunks, RChunksExact,
    RChunksExactMut, RChunksMut, Split, SplitInclusive, Windows,
};
use crate::prelude::place;

mod change;
mod concat;
mod read;
mod search;
mod sort;

pub use change::*;
pub use concat::*;
pub use read::*;
pub use search::*;
pub use sort::*;

/// References to the elements.
pub fn iter<T>(list: &[T]) -> Iter<'_, T> {
    Iter { list, from: 0, to: list.len() }
}

/// References through which the elements are changed.
pub fn iter_mut<T>(list: &mut [T]) -> IterMut<'_, T> {
    let to = list.len();
    IterMut { list: place::places(list), from: 0, to }
}

/// Neighbours, so many at a time, from each element on.
pub fn windows<T>(list: &[T], size: usize) -> Windows<'_, T> {
    assert!(size != 0, "window size must be non-zero");
    Windows { list, from: 0, to: (list.len() + 1).saturating_sub(size), size }
}

/// Parts of so many elements; the last may have fewer.
pub fn chunks<T>(list: &[T], size: usize) -> Chunks<'_, T> {
    assert!(size != 0, "chunk size must be non-zero");
    Chunks { list, from: 0, to: list.len().div_ceil(size), size }
}

/// Parts of so many elements that are changed; the last may have fewer.
pub fn chunks_mut<T>(list: &mut [T], size: usize) -> ChunksMut<'_, T> {
    assert!(size != 0, "chunk size must be non-zero");
    let len = list.len();
    ChunksMut { list: place::places(list), len, from: 0, to: len.div_ceil(size), size }
}

/// Parts of so many elements; what is left at the end is in none.
pub fn chunks_exact<T>(list: &[T], size: usize) -> ChunksExact<'_, T> {
    assert!(size != 0, "chunk size must be non-zero");
    let to = list.len() / size;
    ChunksExact { list, from: 0, to, size, rest: &list[to * size..] }
}

/// Parts of so many elements that are changed; what is left at the end is in none.
pub fn chunks_exact_mut<T>(list: &mut [T], size: usize) -> ChunksExactMut<'_, T> {
    assert!(size != 0, "chunk size must be non-zero");
    let to = list.len() / size;
    let (parts, rest) = list.split_at_mut(to * size);
    ChunksExactMut { list: place::places(parts), from: 0, to, size, rest }
}

/// Parts of so many elements from the end; the last may have fewer.
pub fn rchunks<T>(list: &[T], size: usize) -> RChunks<'_, T> {
    assert!(size != 0, "chunk size must be non-zero");
    RChunks { list, from: 0, to: list.len().div_ceil(size), size }
}

/// Parts of so many elements from the end that are changed; the last may have fewer.
pub fn rchunks_mut<T>(list: &mut [T], size: usize) -> RChunksMut<'_, T> {
    assert!(size != 0, "chunk size must be non-zero");
    let len = list.len();
    RChunksMut { list: place::places(list), len, from: 0, to: len.div_ceil(size), size }
}

/// Parts of so many elements from the end; what is left at the beginning is in none.
pub fn rchunks_exact<T>(list: &[T], size: usize) -> RChunksExact<'_, T> {
    assert!(size != 0, "chunk size must be non-zero");
    let to = list.len() / size;
    RChunksExact { list, from: 0, to, size, rest: &list[..list.len() - to * size] }
}

/// Parts of so many elements from the end that are changed; what is left at the beginning is in none.
pub fn rchunks_exact_mut<T>(list: &mut [T], size: usize) -> RChunksExactMut<'_, T> {
    assert!(size != 0, "chunk size must be non-zero");
    let begin = list.len() % size;
    let (rest, parts) = list.split_at_mut(begin);
    let len = parts.len();
    RChunksExactMut { list: place::places(parts), len, from: 0, to: len / size, size, rest }
}

/// Parts between elements that fit.
pub fn split<T, F: FnMut(&T) -> bool>(list: &[T], pred: F) -> Split<'_, T, F> {
    Split { list, pred, done: false }
}

/// Parts that end with an element that fits.
pub fn split_inclusive<T, F: FnMut(&T) -> bool>(list: &[T], pred: F) -> SplitInclusive<'_, T, F> {
    SplitInclusive { list, pred }
}

/// Neighbours, as many at a time as an array has, from each element on.
pub fn array_windows<T, const N: usize>(list: &[T]) -> ArrayWindows<'_, T, N> {
    ArrayWindows { list, from: 0, to: (list.len() + 1).saturating_sub(N) }
}

/// Parts in which each two neighbours fit.
pub fn chunk_by<T, F: FnMut(&T, &T) -> bool>(list: &[T], pred: F) -> ChunkBy<'_, T, F> {
    ChunkBy { list, pred }
}
