//! `BTreeSet` and `HashSet`: one type with its keys in order, which is as good an order as any for a `HashSet`.

use crate::prelude::convert::From;
use crate::prelude::iter::{Extend, FromIter, IntoIter, Iter};
use crate::prelude::lists;
use crate::prelude::maps::{is_at, search};
use crate::prelude::place;
use crate::prelude::vec;
use std::borrow::Borrow;

/// The iterators of a `BTreeSet`, by the name of their module.
pub mod btree_set {
    pub use crate::prelude::lists::{IntoIter, Iter};
}

/// The iterators of a `HashSet`, by the name of their module.
pub mod hash_set {
    pub use crate::prelude::lists::{IntoIter, Iter};
}

/// Keys.
#[derive(Clone)]
pub struct BTreeSet<T> {
    /// The keys, in order.
    pub keys: Vec<T>,
}

impl<T> BTreeSet<T> {
    /// Without keys.
    pub fn new() -> BTreeSet<T> {
        BTreeSet { keys: Vec::new() }
    }

    /// Without keys, with room.
    pub fn with_capacity(_capacity: usize) -> BTreeSet<T> {
        BTreeSet { keys: Vec::new() }
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.len() == 0
    }

    /// Has no effect on values.
    pub fn reserve(&mut self, _additional: usize) {}

    /// Whether there is a key.
    pub fn contains<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        is_at(&self.keys, search(&self.keys, key), key)
    }

    /// The key that is equal to another.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&T>
    where
        T: Borrow<Q>,
    {
        let k = search(&self.keys, key);
        if is_at(&self.keys, k, key) { Some(&self.keys[k]) } else { None }
    }

    /// Adds a key, and says whether it is new.
    pub fn insert(&mut self, key: T) -> bool
    where
        T: Ord,
    {
        let k = search(&self.keys, &key);
        let new = !is_at(&self.keys, k, &key);
        if new {
            vec::insert(&mut self.keys, k, key);
        }
        new
    }

    /// Takes a key, and says whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        let k = search(&self.keys, key);
        let there = is_at(&self.keys, k, key);
        if there {
            vec::remove(&mut self.keys, k);
        }
        there
    }

    /// Takes a key.
    pub fn take<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<T>
    where
        T: Borrow<Q>,
    {
        let k = search(&self.keys, key);
        if is_at(&self.keys, k, key) { Some(vec::remove(&mut self.keys, k)) } else { None }
    }

    /// The first key.
    pub fn first(&self) -> Option<&T> {
        if self.keys.len() > 0 { Some(&self.keys[0]) } else { None }
    }

    /// The last key.
    pub fn last(&self) -> Option<&T> {
        let n = self.keys.len();
        if n > 0 { Some(&self.keys[n - 1]) } else { None }
    }

    /// Takes the first key.
    pub fn pop_first(&mut self) -> Option<T> {
        if self.keys.len() > 0 { Some(vec::remove(&mut self.keys, 0)) } else { None }
    }

    /// Takes the last key.
    pub fn pop_last(&mut self) -> Option<T> {
        vec::pop(&mut self.keys)
    }

    /// Takes all keys.
    pub fn clear(&mut self) {
        self.keys.truncate(0);
    }

    /// The keys.
    pub fn iter(&self) -> lists::Iter<'_, T> {
        lists::Iter { list: &self.keys, from: 0, to: self.keys.len() }
    }

    /// Takes all keys.
    pub fn drain(&mut self) -> lists::IntoIter<T> {
        IntoIter::into_iter(place::exchange(&mut self.keys, Vec::new()))
    }

    /// Leaves the keys that fit.
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F) {
        vec::retain(&mut self.keys, f);
    }

    /// Adds keys.
    pub fn extend<A, I: IntoIter<Item = A>>(&mut self, iter: I)
    where
        BTreeSet<T>: Extend<A>,
    {
        iter.into_iter().each(|x| {
            self.add_item(x);
            false
        });
    }

    /// Takes all keys of another.
    pub fn append(&mut self, other: &mut BTreeSet<T>)
    where
        T: Ord,
    {
        other.drain().each(|key| {
            self.insert(key);
            false
        });
    }

    /// The keys of either; those of both only if these are meant.
    fn merged<'a>(&'a self, other: &'a BTreeSet<T>, both: bool) -> lists::IntoIter<&'a T>
    where
        T: Ord,
    {
        let mut all = Vec::new();
        let mut j = 0;
        for k in 0..self.keys.len() {
            while j < other.keys.len() && place::comes_before(&other.keys[j], &self.keys[k]) {
                all.push(&other.keys[j]);
                j += 1;
            }
            let there = is_at(&other.keys, j, &self.keys[k]);
            if there {
                j += 1;
            }
            if both || !there {
                all.push(&self.keys[k]);
            }
        }
        for k in j..other.keys.len() {
            all.push(&other.keys[k]);
        }
        IntoIter::into_iter(all)
    }

    /// The keys that another has, or has not.
    fn selected<'a>(&'a self, other: &'a BTreeSet<T>, there: bool) -> lists::IntoIter<&'a T>
    where
        T: Ord,
    {
        let mut all = Vec::new();
        for k in 0..self.keys.len() {
            if other.contains(&self.keys[k]) == there {
                all.push(&self.keys[k]);
            }
        }
        IntoIter::into_iter(all)
    }

    /// The keys of either.
    pub fn union<'a>(&'a self, other: &'a BTreeSet<T>) -> lists::IntoIter<&'a T>
    where
        T: Ord,
    {
        self.merged(other, true)
    }

    /// The keys of both.
    pub fn intersection<'a>(&'a self, other: &'a BTreeSet<T>) -> lists::IntoIter<&'a T>
    where
        T: Ord,
    {
        self.selected(other, true)
    }

    /// The keys that another has not.
    pub fn difference<'a>(&'a self, other: &'a BTreeSet<T>) -> lists::IntoIter<&'a T>
    where
        T: Ord,
    {
        self.selected(other, false)
    }

    /// The keys that one has and the other has not.
    pub fn symmetric_difference<'a>(&'a self, other: &'a BTreeSet<T>) -> lists::IntoIter<&'a T>
    where
        T: Ord,
    {
        self.merged(other, false)
    }

    /// Whether another has all keys.
    pub fn is_subset(&self, other: &BTreeSet<T>) -> bool
    where
        T: Ord,
    {
        for k in 0..self.keys.len() {
            if !other.contains(&self.keys[k]) {
                return false;
            }
        }
        true
    }

    /// Whether it has all keys of another.
    pub fn is_superset(&self, other: &BTreeSet<T>) -> bool
    where
        T: Ord,
    {
        other.is_subset(self)
    }

    /// Whether another has none of the keys.
    pub fn is_disjoint(&self, other: &BTreeSet<T>) -> bool
    where
        T: Ord,
    {
        for k in 0..self.keys.len() {
            if other.contains(&self.keys[k]) {
                return false;
            }
        }
        true
    }
}

impl<T: PartialEq> PartialEq for BTreeSet<T> {
    fn eq(&self, other: &BTreeSet<T>) -> bool {
        self.keys == other.keys
    }
}

impl<T: Ord> FromIter<T> for BTreeSet<T> {
    fn from_iter<I: IntoIter<Item = T>>(iter: I) -> BTreeSet<T> {
        let mut set = BTreeSet::new();
        iter.into_iter().each(|x| {
            set.insert(x);
            false
        });
        set
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for BTreeSet<T> {
    fn from(value: [T; N]) -> BTreeSet<T> {
        FromIter::from_iter(value)
    }
}

impl<T: Ord> Extend<T> for BTreeSet<T> {
    fn add_item(&mut self, x: T) {
        self.insert(x);
    }
}

impl<'a, T: Ord + Copy> Extend<&'a T> for BTreeSet<T> {
    fn add_item(&mut self, x: &'a T) {
        self.insert(*x);
    }
}

impl<T> IntoIter for BTreeSet<T> {
    type Item = T;
    type IntoIter = lists::IntoIter<T>;

    fn into_iter(self) -> lists::IntoIter<T> {
        IntoIter::into_iter(self.keys)
    }
}

lends! { [T] BTreeSet<T>, &'a T, lists::Iter<'a, T>; }
empty! { [T] BTreeSet<T>; }
