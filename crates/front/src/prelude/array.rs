//! Methods of arrays; those of slices are there too.

use crate::prelude::place;

pub use crate::prelude::lists::ArrayIntoIter as IntoIter;

/// The array of what a function gives for each index.
pub fn from_fn<T, const N: usize, F: FnMut(usize) -> T>(f: F) -> [T; N] {
    place::array_of(f)
}

/// The elements through a function.
pub fn map<T, const N: usize, F: FnMut(T) -> U, U>(list: [T; N], mut f: F) -> [U; N] {
    let mut all = place::owned_array(list);
    place::array_of(|k| f(place::moved_of_array(&mut all, k)))
}

/// References to the elements.
pub fn each_ref<T, const N: usize>(list: &[T; N]) -> [&T; N] {
    place::array_of(|k| &list[k])
}

/// References through which the elements are changed.
pub fn each_mut<T, const N: usize>(list: &mut [T; N]) -> [&mut T; N] {
    let mut all = place::places(list);
    place::array_of(|k| place::place(&mut all, k))
}

/// The elements.
pub fn as_slice<T, const N: usize>(list: &[T; N]) -> &[T] {
    list
}

/// The elements, to be changed.
pub fn as_mut_slice<T, const N: usize>(list: &mut [T; N]) -> &mut [T] {
    list
}
