//! `VecDeque`.

use crate::prelude::convert::From;
use crate::prelude::iter::{Extend, FromIter, IntoIter, Iter};
use crate::prelude::lists;
use crate::prelude::place;
use crate::prelude::ranges::Bounds;
use crate::prelude::slice;
use crate::prelude::vec;
use std::ops::{Index, IndexMut};

/// The iterators of a `VecDeque`, by the name of their module.
pub mod vec_deque {
    pub use crate::prelude::lists::{IntoIter, Iter, IterMut};
}

/// A list that grows and shrinks at both ends. Elements that are taken from the front stay where they are, and are not
/// looked at again.
#[derive(Clone)]
pub struct VecDeque<T> {
    /// The elements, after those that were taken.
    pub list: Vec<T>,
    /// How many were taken from the front.
    pub taken: usize,
}

impl<T> VecDeque<T> {
    /// Without elements.
    pub fn new() -> VecDeque<T> {
        VecDeque { list: Vec::new(), taken: 0 }
    }

    /// Without elements, with room.
    pub fn with_capacity(capacity: usize) -> VecDeque<T> {
        VecDeque { list: Vec::with_capacity(capacity), taken: 0 }
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.list.len() - self.taken
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts an element at the end.
    pub fn push_back(&mut self, x: T) {
        self.list.push(x);
    }

    /// Puts an element at the front.
    pub fn push_front(&mut self, x: T) {
        place::put_before(&mut self.list, &mut self.taken, x);
    }

    /// Takes the last element.
    pub fn pop_back(&mut self) -> Option<T> {
        if self.len() > 0 { Some(place::cut(&mut self.list)) } else { None }
    }

    /// Takes the first element.
    pub fn pop_front(&mut self) -> Option<T> {
        if self.len() > 0 { Some(place::pass(&mut self.list, &mut self.taken)) } else { None }
    }

    /// The element of an index.
    pub fn get(&self, index: usize) -> Option<&T> {
        if index < self.len() { Some(&self[index]) } else { None }
    }

    /// The element of an index, to be changed.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index < self.len() { Some(&mut self[index]) } else { None }
    }

    /// The first element.
    pub fn front(&self) -> Option<&T> {
        self.get(0)
    }

    /// The first element, to be changed.
    pub fn front_mut(&mut self) -> Option<&mut T> {
        self.get_mut(0)
    }

    /// The last element.
    pub fn back(&self) -> Option<&T> {
        let n = self.len();
        if n > 0 { Some(&self[n - 1]) } else { None }
    }

    /// The last element, to be changed.
    pub fn back_mut(&mut self) -> Option<&mut T> {
        let n = self.len();
        if n > 0 { Some(&mut self[n - 1]) } else { None }
    }

    /// References to the elements.
    pub fn iter(&self) -> lists::Iter<'_, T> {
        slice::iter(&self.list[self.taken..])
    }

    /// References through which the elements are changed.
    pub fn iter_mut(&mut self) -> lists::IterMut<'_, T> {
        slice::iter_mut(&mut self.list[self.taken..])
    }

    /// The elements in one list.
    pub fn make_contiguous(&mut self) -> &mut [T] {
        &mut self.list[self.taken..]
    }

    /// The elements in two lists.
    pub fn as_slices(&self) -> (&[T], &[T]) {
        (&self.list[self.taken..], &self.list[..0])
    }

    /// Takes all elements.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Takes elements at the end.
    pub fn truncate(&mut self, len: usize) {
        if len < self.len() {
            self.list.truncate(self.taken + len);
        }
    }

    /// Takes elements at the end, or adds copies of one.
    pub fn resize(&mut self, len: usize, value: T)
    where
        T: Clone,
    {
        self.truncate(len);
        for _ in self.len()..len {
            self.list.push((&value).clone());
        }
    }

    /// Puts an element at an index, before what was there.
    pub fn insert(&mut self, index: usize, value: T) {
        let n = self.len();
        assert!(index <= n, "index out of bounds");
        self.list.push(value);
        for k in index..n {
            self.swap(k, n);
        }
    }

    /// Takes the element of an index.
    pub fn remove(&mut self, index: usize) -> Option<T> {
        let n = self.len();
        if index < n {
            for k in index..n - 1 {
                self.swap(k, k + 1);
            }
            self.pop_back()
        } else {
            None
        }
    }

    /// Two elements change places.
    pub fn swap(&mut self, i: usize, j: usize) {
        assert!(i < self.len() && j < self.len(), "index out of bounds");
        self.list.swap(self.taken + i, self.taken + j);
    }

    /// The element of an index first, those before it last.
    pub fn rotate_left(&mut self, n: usize) {
        slice::rotate_left(self.make_contiguous(), n);
    }

    /// So many of the last elements first.
    pub fn rotate_right(&mut self, n: usize) {
        slice::rotate_right(self.make_contiguous(), n);
    }

    /// Leaves the elements that fit.
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, mut f: F) {
        let n = self.len();
        let list = self.make_contiguous();
        let mut kept = 0;
        for k in 0..n {
            if f(&list[k]) {
                list.swap(kept, k);
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Whether an element is equal to a value.
    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        for k in 0..self.len() {
            if self[k] == *x {
                return true;
            }
        }
        false
    }

    /// Takes all elements of another.
    pub fn append(&mut self, other: &mut VecDeque<T>) {
        while let Some(x) = other.pop_front() {
            self.list.push(x);
        }
    }

    /// Takes the elements of a range.
    pub fn drain<R: Bounds>(&mut self, range: R) -> lists::IntoIter<T> {
        let n = self.len();
        let from = range.first() + self.taken;
        let to = range.end(n) + self.taken;
        vec::drain(&mut self.list, from..to)
    }

    /// References to elements of some indices.
    pub fn range<R: Bounds>(&self, range: R) -> lists::Iter<'_, T> {
        let from = range.first() + self.taken;
        let to = range.end(self.len()) + self.taken;
        slice::iter(&self.list[from..to])
    }

    /// References through which elements of some indices are changed.
    pub fn range_mut<R: Bounds>(&mut self, range: R) -> lists::IterMut<'_, T> {
        let from = range.first() + self.taken;
        let to = range.end(self.len()) + self.taken;
        slice::iter_mut(&mut self.list[from..to])
    }

    /// Adds the items of an iterator.
    pub fn extend<A, I: IntoIter<Item = A>>(&mut self, iter: I)
    where
        VecDeque<T>: Extend<A>,
    {
        iter.into_iter().each(|x| {
            self.add_item(x);
            false
        });
    }
}

impl<T> Index<usize> for VecDeque<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.list[self.taken + index]
    }
}

impl<T> IndexMut<usize> for VecDeque<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.list[self.taken + index]
    }
}

impl<T> From<Vec<T>> for VecDeque<T> {
    fn from(value: Vec<T>) -> VecDeque<T> {
        VecDeque { list: value, taken: 0 }
    }
}

impl<T, const N: usize> From<[T; N]> for VecDeque<T> {
    fn from(value: [T; N]) -> VecDeque<T> {
        VecDeque { list: FromIter::from_iter(value), taken: 0 }
    }
}

impl<T> From<VecDeque<T>> for Vec<T> {
    fn from(value: VecDeque<T>) -> Vec<T> {
        FromIter::from_iter(value)
    }
}

impl<A> FromIter<A> for VecDeque<A> {
    fn from_iter<I: IntoIter<Item = A>>(iter: I) -> VecDeque<A> {
        VecDeque { list: FromIter::from_iter(iter), taken: 0 }
    }
}

impl<A> Extend<A> for VecDeque<A> {
    fn add_item(&mut self, x: A) {
        self.list.push(x);
    }
}

impl<'a, A: Copy> Extend<&'a A> for VecDeque<A> {
    fn add_item(&mut self, x: &'a A) {
        self.list.push(*x);
    }
}

impl<T> IntoIter for VecDeque<T> {
    type Item = T;
    type IntoIter = lists::IntoIter<T>;

    fn into_iter(self) -> lists::IntoIter<T> {
        let to = self.list.len();
        lists::IntoIter { list: place::owned(self.list), from: self.taken, to }
    }
}

lends! { [T] VecDeque<T>, &'a T, lists::Iter<'a, T>; }
lends_mut! { [T] VecDeque<T>, &'a mut T, lists::IterMut<'a, T>; }
empty! { [T] VecDeque<T>; }
