//! `BinaryHeap`, step by step as std's, so that equals come in its order.

use crate::prelude::convert::From;
use crate::prelude::iter::{Extend, FromIter, IntoIter, Iter};
use crate::prelude::lists;
use crate::prelude::place;

/// A list of which the greatest element comes first.
#[derive(Clone)]
pub struct BinaryHeap<T> {
    /// The elements; none is less than the two at twice its place.
    pub data: Vec<T>,
}

impl<T> BinaryHeap<T> {
    /// Without elements.
    pub fn new() -> BinaryHeap<T> {
        BinaryHeap { data: Vec::new() }
    }

    /// Without elements, with room.
    pub fn with_capacity(capacity: usize) -> BinaryHeap<T> {
        BinaryHeap { data: Vec::with_capacity(capacity) }
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.data.len() == 0
    }

    /// The greatest element.
    pub fn peek(&self) -> Option<&T> {
        if self.data.len() > 0 { Some(&self.data[0]) } else { None }
    }

    /// Adds an element.
    pub fn push(&mut self, item: T)
    where
        T: PartialOrd,
    {
        let n = self.data.len();
        self.data.push(item);
        self.rises(n);
    }

    /// Takes the greatest element.
    pub fn pop(&mut self) -> Option<T>
    where
        T: PartialOrd,
    {
        let n = self.data.len();
        if n == 0 {
            return None;
        }
        self.data.swap(0, n - 1);
        let item = place::cut(&mut self.data);
        if n > 1 {
            let end = n - 1;
            let mut at = 0;
            let mut child = 1;
            while child + 2 <= end {
                if self.data[child] <= self.data[child + 1] {
                    child += 1;
                }
                self.data.swap(at, child);
                at = child;
                child = 2 * at + 1;
            }
            if child + 1 == end {
                self.data.swap(at, child);
                at = child;
            }
            self.rises(at);
        }
        Some(item)
    }

    /// The element of an index goes up as far as it may.
    pub fn rises(&mut self, index: usize)
    where
        T: PartialOrd,
    {
        let mut at = index;
        while at > 0 {
            let parent = (at - 1) / 2;
            if self.data[at] <= self.data[parent] {
                break;
            }
            self.data.swap(at, parent);
            at = parent;
        }
    }

    /// The element of an index goes down as far as it may.
    pub fn sinks(&mut self, index: usize)
    where
        T: PartialOrd,
    {
        let end = self.data.len();
        let mut at = index;
        loop {
            let mut child = 2 * at + 1;
            if child >= end {
                break;
            }
            if child + 1 < end {
                if self.data[child] <= self.data[child + 1] {
                    child += 1;
                }
                if self.data[at] >= self.data[child] {
                    break;
                }
            } else if !(self.data[at] < self.data[child]) {
                break;
            }
            self.data.swap(at, child);
            at = child;
        }
    }

    /// Puts all elements in their order.
    pub fn rebuild(&mut self)
    where
        T: PartialOrd,
    {
        let n = self.data.len() / 2;
        for k in 0..n {
            self.sinks(n - 1 - k);
        }
    }

    /// Puts the elements from an index on in their order, the way that std deems shorter.
    pub fn settle(&mut self, start: usize)
    where
        T: PartialOrd,
    {
        let n = self.data.len();
        let tail = n - start;
        let mut log = 0;
        let mut left = start;
        while left > 1 {
            left /= 2;
            log += 1;
        }
        let steps = if n <= 2048 { tail * log } else { tail * 11 };
        if tail > 0 && (start < tail || 2 * n < steps) {
            self.rebuild();
        } else {
            for k in start..n {
                self.rises(k);
            }
        }
    }

    /// Takes all elements.
    pub fn clear(&mut self) {
        self.data.truncate(0);
    }

    /// The elements in no order.
    pub fn iter(&self) -> lists::Iter<'_, T> {
        lists::Iter { list: &self.data, from: 0, to: self.data.len() }
    }

    /// Takes all elements, in no order.
    pub fn drain(&mut self) -> lists::IntoIter<T> {
        IntoIter::into_iter(place::exchange(&mut self.data, Vec::new()))
    }

    /// The elements in no order.
    pub fn into_vec(self) -> Vec<T> {
        self.data
    }

    /// Adds the items of an iterator.
    pub fn extend<A, I: IntoIter<Item = A>>(&mut self, iter: I)
    where
        BinaryHeap<T>: Extend<A>,
    {
        Extend::extend(self, iter);
    }
}

impl<T: PartialOrd> From<Vec<T>> for BinaryHeap<T> {
    fn from(value: Vec<T>) -> BinaryHeap<T> {
        let mut heap = BinaryHeap { data: value };
        heap.rebuild();
        heap
    }
}

impl<T: PartialOrd, const N: usize> From<[T; N]> for BinaryHeap<T> {
    fn from(value: [T; N]) -> BinaryHeap<T> {
        let list: Vec<T> = FromIter::from_iter(value);
        From::from(list)
    }
}

impl<T: PartialOrd> FromIter<T> for BinaryHeap<T> {
    fn from_iter<I: IntoIter<Item = T>>(iter: I) -> BinaryHeap<T> {
        let list: Vec<T> = FromIter::from_iter(iter);
        From::from(list)
    }
}

impl<T: PartialOrd> Extend<T> for BinaryHeap<T> {
    fn extend<I: IntoIter<Item = T>>(&mut self, iter: I) {
        let start = self.data.len();
        iter.into_iter().each(|x| {
            self.data.push(x);
            false
        });
        self.settle(start);
    }

    fn add_item(&mut self, x: T) {
        self.push(x);
    }
}

impl<'a, T: PartialOrd + Copy> Extend<&'a T> for BinaryHeap<T> {
    fn extend<I: IntoIter<Item = &'a T>>(&mut self, iter: I) {
        let start = self.data.len();
        iter.into_iter().each(|x| {
            self.data.push(*x);
            false
        });
        self.settle(start);
    }

    fn add_item(&mut self, x: &'a T) {
        self.push(*x);
    }
}

impl<T> IntoIter for BinaryHeap<T> {
    type Item = T;
    type IntoIter = lists::IntoIter<T>;

    fn into_iter(self) -> lists::IntoIter<T> {
        IntoIter::into_iter(self.data)
    }
}

lends! { [T] BinaryHeap<T>, &'a T, lists::Iter<'a, T>; }
empty! { [T] BinaryHeap<T>; }
