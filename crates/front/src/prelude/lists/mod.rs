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

impl<'a, T> iter::Iter for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        if self.from < self.to {
            self.from += 1;
            Some(&self.list[self.from - 1])
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        self.to - self.from
    }

    fn at(&mut self, k: usize) -> &'a T {
        &self.list[self.from + k]
    }

    fn forget(&mut self, n: usize) {
        self.from += n;
    }
}

impl<'a, T> iter::Back for Iter<'a, T> {
    fn next_back(&mut self) -> Option<&'a T> {
        if self.from < self.to {
            self.to -= 1;
            Some(&self.list[self.to])
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.to -= n;
    }
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

impl<'a, T> iter::Iter for IterMut<'a, T> {
    type Item = &'a mut T;

    fn next(&mut self) -> Option<&'a mut T> {
        if self.from < self.to {
            self.from += 1;
            Some(place::place(&mut self.list, self.from - 1))
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        self.to - self.from
    }

    fn at(&mut self, k: usize) -> &'a mut T {
        place::place(&mut self.list, self.from + k)
    }

    fn forget(&mut self, n: usize) {
        self.from += n;
    }
}

impl<'a, T> iter::Back for IterMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut T> {
        if self.from < self.to {
            self.to -= 1;
            Some(place::place(&mut self.list, self.to))
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.to -= n;
    }
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

impl<T> iter::Iter for IntoIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.from < self.to {
            self.from += 1;
            Some(place::moved(&mut self.list, self.from - 1))
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        self.to - self.from
    }

    fn at(&mut self, k: usize) -> T {
        place::moved(&mut self.list, self.from + k)
    }

    fn forget(&mut self, n: usize) {
        self.from += n;
    }
}

impl<T> iter::Back for IntoIter<T> {
    fn next_back(&mut self) -> Option<T> {
        if self.from < self.to {
            self.to -= 1;
            Some(place::moved(&mut self.list, self.to))
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.to -= n;
    }
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

impl<T, const N: usize> iter::Iter for ArrayIntoIter<T, N> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.from < self.to {
            self.from += 1;
            Some(place::moved_of_array(&mut self.list, self.from - 1))
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        self.to - self.from
    }

    fn at(&mut self, k: usize) -> T {
        place::moved_of_array(&mut self.list, self.from + k)
    }

    fn forget(&mut self, n: usize) {
        self.from += n;
    }
}

impl<T, const N: usize> iter::Back for ArrayIntoIter<T, N> {
    fn next_back(&mut self) -> Option<T> {
        if self.from < self.to {
            self.to -= 1;
            Some(place::moved_of_array(&mut self.list, self.to))
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.to -= n;
    }
}

impl<'a, T> iter::IntoIter for &'a [T] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        Iter { list: self, from: 0, to: self.len() }
    }
}

impl<'a, T> iter::IntoIter for &'a mut [T] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        let to = self.len();
        IterMut { list: place::places(self), from: 0, to }
    }
}

impl<'a, T> iter::IntoIter for &'a Vec<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        Iter { list: self, from: 0, to: self.len() }
    }
}

impl<'a, T> iter::IntoIter for &'a mut Vec<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        let to = self.len();
        IterMut { list: place::places(self), from: 0, to }
    }
}

impl<'a, T, const N: usize> iter::IntoIter for &'a [T; N] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        Iter { list: self, from: 0, to: self.len() }
    }
}

impl<'a, T, const N: usize> iter::IntoIter for &'a mut [T; N] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        let to = self.len();
        IterMut { list: place::places(self), from: 0, to }
    }
}

impl<'a, T> iter::IntoIter for &'a Box<[T]> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        Iter { list: self, from: 0, to: self.len() }
    }
}

impl<'a, T> iter::IntoIter for &'a mut Box<[T]> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        let to = self.len();
        IterMut { list: place::places(self), from: 0, to }
    }
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

impl<T> iter::IntoIter for Box<[T]> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        let to = self.len();
        IntoIter { list: place::owned(self.into_vec()), from: 0, to }
    }
}
