//! Elements of a list put elsewhere, or replaced.

use crate::prelude::place;
use crate::prelude::ranges::Bounds;

/// The elements before an index, and the others, to be changed.
pub fn split_at_mut<T>(list: &mut [T], mid: usize) -> (&mut [T], &mut [T]) {
    assert!(mid <= list.len(), "mid > len");
    place::halves(list, mid)
}

/// The elements before an index, and the others, to be changed.
pub fn split_at_mut_checked<T>(list: &mut [T], mid: usize) -> Option<(&mut [T], &mut [T])> {
    if mid <= list.len() { Some(list.split_at_mut(mid)) } else { None }
}

/// The last first.
pub fn reverse<T>(list: &mut [T]) {
    let n = list.len();
    for k in 0..n / 2 {
        list.swap(k, n - 1 - k);
    }
}

/// The element of an index first, those before it last.
pub fn rotate_left<T>(list: &mut [T], mid: usize) {
    assert!(mid <= list.len(), "assertion failed: mid <= self.len()");
    reverse(&mut list[..mid]);
    reverse(&mut list[mid..]);
    reverse(list);
}

/// So many of the last elements first.
pub fn rotate_right<T>(list: &mut [T], k: usize) {
    assert!(k <= list.len(), "assertion failed: k <= self.len()");
    rotate_left(list, list.len() - k);
}

/// The same value everywhere.
pub fn fill<T: Clone>(list: &mut [T], value: T) {
    for k in 0..list.len() {
        list[k] = (&value).clone();
    }
}

/// What a function gives, everywhere.
pub fn fill_with<T, F: FnMut() -> T>(list: &mut [T], mut f: F) {
    for k in 0..list.len() {
        list[k] = f();
    }
}

/// Copies of the elements of another list of the same length.
pub fn copy_from_slice<T: Copy>(list: &mut [T], src: &[T]) {
    assert!(list.len() == src.len(), "copy_from_slice: source slice length does not match destination slice length");
    for k in 0..list.len() {
        list[k] = src[k];
    }
}

/// Copies of the elements of another list of the same length.
pub fn clone_from_slice<T: Clone>(list: &mut [T], src: &[T]) {
    assert!(list.len() == src.len(), "destination and source slices have different lengths");
    for k in 0..list.len() {
        list[k] = src[k].clone();
    }
}

/// Copies of elements of its own.
pub fn copy_within<T: Copy, R: Bounds>(list: &mut [T], src: R, dest: usize) {
    let from = src.first();
    let to = src.end(list.len());
    assert!(from <= to, "slice index starts after it ends");
    assert!(to <= list.len(), "range end index out of range for slice");
    let count = to - from;
    assert!(dest <= list.len() - count, "dest is out of bounds");
    if dest <= from {
        for k in 0..count {
            list[dest + k] = list[from + k];
        }
    } else {
        for k in 0..count {
            list[dest + count - 1 - k] = list[from + count - 1 - k];
        }
    }
}

/// The elements of two lists of the same length change places.
pub fn swap_with_slice<T>(list: &mut [T], other: &mut [T]) {
    assert!(list.len() == other.len(), "destination and source slices have different lengths");
    for k in 0..list.len() {
        std::mem::swap(&mut list[k], &mut other[k]);
    }
}

/// The list itself, as what is lent to be changed.
pub fn as_mut<T>(list: &mut [T]) -> &mut [T] {
    list
}

/// The list itself.
pub fn as_mut_slice<T>(list: &mut [T]) -> &mut [T] {
    list
}

/// The list itself.
pub fn as_slice<T>(list: &[T]) -> &[T] {
    list
}
