//! Methods of `Vec`; those of slices are there too.

use crate::prelude::iter;
use crate::prelude::iter::{Extend, Iter};
use crate::prelude::lists::IntoIter;
use crate::prelude::place;
use crate::prelude::ranges::Bounds;
use crate::prelude::source;

/// The list as a slice of its own, which is a list here.
pub fn into_boxed_slice<T>(list: Vec<T>) -> Vec<T> {
    list
}

/// A slice of its own as a list.
pub fn into_vec<T>(list: Vec<T>) -> Vec<T> {
    list
}

/// Takes the last element.
pub fn pop<T>(list: &mut Vec<T>) -> Option<T> {
    if list.len() > 0 { Some(place::cut(list)) } else { None }
}

/// Takes the last element if it fits.
pub fn pop_if<T, P: FnOnce(&mut T) -> bool>(list: &mut Vec<T>, predicate: P) -> Option<T> {
    let n = list.len();
    if n > 0 && predicate(&mut list[n - 1]) { Some(place::cut(list)) } else { None }
}

/// Takes all elements.
pub fn clear<T>(list: &mut Vec<T>) {
    list.truncate(0);
}

/// Puts an element at an index, before what was there.
pub fn insert<T>(list: &mut Vec<T>, index: usize, element: T) {
    let n = list.len();
    assert!(index <= n, "insertion index should be <= len");
    list.push(element);
    for k in index..n {
        list.swap(k, n);
    }
}

/// Takes the element of an index; those behind it move up.
pub fn remove<T>(list: &mut Vec<T>, index: usize) -> T {
    let n = list.len();
    assert!(index < n, "removal index should be < len");
    for k in index..n - 1 {
        list.swap(k, k + 1);
    }
    place::cut(list)
}

/// Takes the element of an index; the last takes its place.
pub fn swap_remove<T>(list: &mut Vec<T>, index: usize) -> T {
    let n = list.len();
    assert!(index < n, "swap_remove index should be < len");
    list.swap(index, n - 1);
    place::cut(list)
}

/// Takes elements at the end, or adds copies of one.
pub fn resize<T: Clone>(list: &mut Vec<T>, len: usize, value: T) {
    resize_with(list, len, || (&value).clone());
}

/// Takes elements at the end, or adds what a function gives.
pub fn resize_with<T, F: FnMut() -> T>(list: &mut Vec<T>, len: usize, mut f: F) {
    let n = list.len();
    if n < len {
        for _ in n..len {
            list.push(f());
        }
    } else {
        list.truncate(len);
    }
}

/// Adds the items of an iterator.
pub fn extend<T, A, I: iter::IntoIter<Item = A>>(list: &mut Vec<T>, iter: I)
where
    Vec<T>: Extend<A>,
{
    iter.into_iter().each(|x| {
        list.add_item(x);
        false
    });
}

/// Adds copies of elements.
pub fn extend_from_slice<T: Clone>(list: &mut Vec<T>, other: &[T]) {
    for k in 0..other.len() {
        list.push(other[k].clone());
    }
}

/// Adds copies of elements of its own.
pub fn extend_from_within<T: Clone, R: Bounds>(list: &mut Vec<T>, src: R) {
    let from = src.first();
    let to = src.end(list.len());
    assert!(from <= to, "slice index starts after it ends");
    assert!(to <= list.len(), "range end index out of range for slice");
    for k in from..to {
        list.push(list[k].clone());
    }
}

/// Takes all elements of another.
pub fn append<T>(list: &mut Vec<T>, other: &mut Vec<T>) {
    let n = other.len();
    let mut all = place::owned(place::exchange(other, Vec::new()));
    for k in 0..n {
        list.push(place::moved(&mut all, k));
    }
}

/// Takes the elements of a range.
pub fn drain<T, R: Bounds>(list: &mut Vec<T>, range: R) -> IntoIter<T> {
    splice(list, range, source::empty())
}

/// Takes the elements of a range, and puts others there.
pub fn splice<T, R: Bounds, I: iter::IntoIter<Item = T>>(list: &mut Vec<T>, range: R, replace_with: I) -> IntoIter<T> {
    let n = list.len();
    let from = range.first();
    let to = range.end(n);
    assert!(from <= to, "slice index starts after it ends");
    assert!(to <= n, "range end index out of range for slice");
    let mut all = place::owned(place::exchange(list, Vec::with_capacity(n)));
    let mut taken = Vec::with_capacity(to - from);
    for k in 0..from {
        list.push(place::moved(&mut all, k));
    }
    for k in from..to {
        taken.push(place::moved(&mut all, k));
    }
    replace_with.into_iter().each(|x| {
        list.push(x);
        false
    });
    for k in to..n {
        list.push(place::moved(&mut all, k));
    }
    iter::IntoIter::into_iter(taken)
}

/// Takes the elements from an index on.
pub fn split_off<T>(list: &mut Vec<T>, at: usize) -> Vec<T> {
    let n = list.len();
    assert!(at <= n, "`at` split index should be <= len");
    let mut all = place::owned(place::exchange(list, Vec::with_capacity(n)));
    let mut taken = Vec::with_capacity(n - at);
    for k in 0..at {
        list.push(place::moved(&mut all, k));
    }
    for k in at..n {
        taken.push(place::moved(&mut all, k));
    }
    taken
}

/// Takes the elements that fit.
pub fn extract_if<T, R: Bounds, F: FnMut(&mut T) -> bool>(list: &mut Vec<T>, range: R, mut filter: F) -> IntoIter<T> {
    let n = list.len();
    let from = range.first();
    let to = range.end(n);
    assert!(from <= to, "slice index starts after it ends");
    assert!(to <= n, "range end index out of range for slice");
    let mut all = place::owned(place::exchange(list, Vec::with_capacity(n)));
    let mut taken = Vec::new();
    for k in 0..n {
        let mut x = place::moved(&mut all, k);
        if from <= k && k < to && filter(&mut x) {
            taken.push(x);
        } else {
            list.push(x);
        }
    }
    iter::IntoIter::into_iter(taken)
}

/// Leaves the elements that fit.
pub fn retain<T, F: FnMut(&T) -> bool>(list: &mut Vec<T>, mut f: F) {
    retain_mut(list, |x| f(x));
}

/// Leaves the elements that fit, and may change them.
pub fn retain_mut<T, F: FnMut(&mut T) -> bool>(list: &mut Vec<T>, mut f: F) {
    let mut kept = 0;
    for k in 0..list.len() {
        if f(&mut list[k]) {
            list.swap(kept, k);
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Leaves one of neighbours that are equal.
pub fn dedup<T: PartialEq>(list: &mut Vec<T>) {
    let mut kept = 0;
    for k in 0..list.len() {
        if k == 0 || list[k] != list[kept - 1] {
            list.swap(kept, k);
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Leaves one of neighbours of which a function says that they are the same.
pub fn dedup_by<T, F: FnMut(&mut T, &mut T) -> bool>(list: &mut Vec<T>, mut same_bucket: F) {
    let mut kept = 0;
    for k in 0..list.len() {
        let mut fresh = true;
        if k > 0 {
            let (before, rest) = list.split_at_mut(k);
            fresh = !same_bucket(&mut rest[0], &mut before[kept - 1]);
        }
        if fresh {
            list.swap(kept, k);
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Leaves one of neighbours whose keys are equal.
pub fn dedup_by_key<T, F: FnMut(&mut T) -> K, K: PartialEq>(list: &mut Vec<T>, mut key: F) {
    let mut kept = 0;
    for k in 0..list.len() {
        if k == 0 || key(&mut list[k]) != key(&mut list[kept - 1]) {
            list.swap(kept, k);
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Has no effect on values.
pub fn reserve<T>(_list: &mut Vec<T>, _additional: usize) {}

/// Has no effect on values.
pub fn reserve_exact<T>(_list: &mut Vec<T>, _additional: usize) {}

/// Has no effect on values.
pub fn shrink_to_fit<T>(_list: &mut Vec<T>) {}

/// Whether there are no elements.
pub fn is_empty<T>(list: &Vec<T>) -> bool {
    list.len() == 0
}

/// The elements.
pub fn as_slice<T>(list: &Vec<T>) -> &[T] {
    list
}

/// The elements, to be changed.
pub fn as_mut_slice<T>(list: &mut Vec<T>) -> &mut [T] {
    list
}

/// The elements of the arrays in a list.
pub fn into_flattened<T, const N: usize>(list: Vec<[T; N]>) -> Vec<T> {
    let n = list.len();
    let mut all = place::owned(list);
    let mut out = Vec::with_capacity(n * N);
    for k in 0..n {
        let mut part = place::owned_array(place::moved(&mut all, k));
        for j in 0..N {
            out.push(place::moved_of_array(&mut part, j));
        }
    }
    out
}
