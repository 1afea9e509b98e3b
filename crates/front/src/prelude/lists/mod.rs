//! Lists as iterators.

use crate::prelude::iter;
use crate::prelude::place;
use crate::prelude::place::{Owned, OwnedArray, Places};

mod chunks;
mod chunks_mut;
mod split;

pub use chunks::*;
pub use chunks_mut::*;
pub use split::*;

/// References to the elements of a list.
#[derive(Clone)]
pub struct Iter<'a, T> {
    /// The list.
    pub list: &'a [T],
    /// The first that is left.
    pub from: usize,
    /// Where those that are left end.
    pub to: usize,
}

impl<'a, T> Iter<'a, T> {
    /// The elements that are left.
    pub fn as_slice(&self) -> &'a [T] {
        &self.list[self.from..self.to]
    }
}

/// References through which the elements of a list are changed.
pub struct IterMut<'a, T> {
    /// The list.
    pub list: Places<'a, T>,
    /// The first that is left.
    pub from: usize,
    /// Where those that are left end.
    pub to: usize,
}

/// The elements of a list.
#[derive(Clone)]
pub struct IntoIter<T> {
    /// The list.
    pub list: Owned<T>,
    /// The first that is left.
    pub from: usize,
    /// Where those that are left end.
    pub to: usize,
}

/// The elements of an array.
#[derive(Clone)]
pub struct ArrayIntoIter<T, const N: usize> {
    /// The array.
    pub list: OwnedArray<T, N>,
    /// The first that is left.
    pub from: usize,
    /// Where those that are left end.
    pub to: usize,
}

walk! {
    ['a, T] Iter<'a, T>, &'a T, self, k, &self.list[k];
    ['a, T] IterMut<'a, T>, &'a mut T, self, k, place::place(&mut self.list, k);
    [T] IntoIter<T>, T, self, k, place::moved(&mut self.list, k);
    [T, const N: usize] ArrayIntoIter<T, N>, T, self, k, place::moved_of_array(&mut self.list, k);
}

macro_rules! lent {
    ($([$($params:tt)*] $list:ty;)*) => {$(
        impl<'a, $($params)*> iter::IntoIter for &'a $list {
            type Item = &'a T;
            type IntoIter = Iter<'a, T>;

            fn into_iter(self) -> Iter<'a, T> {
                Iter { list: self, from: 0, to: self.len() }
            }
        }

        impl<'a, $($params)*> iter::IntoIter for &'a mut $list {
            type Item = &'a mut T;
            type IntoIter = IterMut<'a, T>;

            fn into_iter(self) -> IterMut<'a, T> {
                let to = self.len();
                IterMut { list: place::places(self), from: 0, to }
            }
        }
    )*};
}
lent! {
    [T] [T];
    [T] Vec<T>;
    [T, const N: usize] [T; N];
}

impl<T> iter::IntoIter for Vec<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        let to = self.len();
        IntoIter { list: place::owned(self), from: 0, to }
    }
}

impl<T, const N: usize> iter::IntoIter for [T; N] {
    type Item = T;
    type IntoIter = ArrayIntoIter<T, N>;

    fn into_iter(self) -> ArrayIntoIter<T, N> {
        ArrayIntoIter { list: place::owned_array(self), from: 0, to: N }
    }
}
