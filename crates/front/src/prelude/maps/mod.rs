//! `BTreeMap` and `HashMap`: one type with its keys in order, which is as good an order as any for a `HashMap`.

use crate::prelude::convert::From;
use crate::prelude::iter::{Extend, FromIter, IntoIter, Iter};
use crate::prelude::lists;
use crate::prelude::place;
use crate::prelude::place::Owned;
use crate::prelude::vec;
use std::borrow::Borrow;
use std::ops::Index;

mod entry;
mod pairs;
mod range;

pub use entry::*;
pub use pairs::*;
pub use range::*;

/// The entries of a `BTreeMap` and iterators, by the name of their module.
pub mod btree_map {
    pub use crate::prelude::maps::{Entry, OccupiedEntry, VacantEntry};
    pub use crate::prelude::maps::{IntoPairs as IntoIter, Pairs as Iter, PairsMut as IterMut};
}

/// The entries of a `HashMap` and iterators, by the name of their module.
pub mod hash_map {
    pub use crate::prelude::maps::{Entry, OccupiedEntry, VacantEntry};
    pub use crate::prelude::maps::{IntoPairs as IntoIter, Pairs as Iter, PairsMut as IterMut};
}

/// Values by keys.
#[derive(Clone)]
pub struct BTreeMap<K, V> {
    /// The keys, in order.
    pub keys: Vec<K>,
    /// Where the value of each lies.
    pub at: Vec<usize>,
    /// The values as they came; those that were taken are not looked at again.
    pub values: Owned<V>,
    /// How many values came.
    pub came: usize,
    /// Whether the keys are not in order: those of a `HashMap` that was given are as they were found there.
    pub loose: bool,
}

/// The first of some keys, which are in order, that does not come before a key.
pub fn search<K: Borrow<Q>, Q: Ord + ?Sized>(keys: &[K], key: &Q) -> usize {
    let mut from = 0;
    let mut to = keys.len();
    while from < to {
        let middle = (from + to) / 2;
        if place::comes_before(&keys[middle], key) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}

/// The first of some keys that is this one, or how many there are.
pub fn scan<K: Borrow<Q>, Q: Ord + ?Sized>(keys: &[K], key: &Q) -> usize {
    let mut k = 0;
    while k < keys.len() && !place::is_key(&keys[k], key) {
        k += 1;
    }
    k
}

/// Whether a key is the one at an index.
pub fn is_at<K: Borrow<Q>, Q: Ord + ?Sized>(keys: &[K], k: usize, key: &Q) -> bool {
    k < keys.len() && place::is_key(&keys[k], key)
}

impl<K, V> BTreeMap<K, V> {
    /// Without keys.
    pub fn new() -> BTreeMap<K, V> {
        BTreeMap { keys: Vec::new(), at: Vec::new(), values: place::owned(Vec::new()), came: 0, loose: false }
    }

    /// Without keys, with room.
    pub fn with_capacity(_capacity: usize) -> BTreeMap<K, V> {
        BTreeMap::new()
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

    /// Has no effect on values.
    pub fn shrink_to_fit(&mut self) {}

    /// Where a key is, or would be put.
    pub fn find<Q: Ord + ?Sized>(&self, key: &Q) -> usize
    where
        K: Borrow<Q>,
    {
        if self.loose { scan(&self.keys, key) } else { search(&self.keys, key) }
    }

    /// The keys as they are gone through, the value of each, and whether the keys are not in order.
    pub fn into_entries(self) -> (Vec<K>, Vec<V>, bool) {
        let mut values = Vec::new();
        let mut all = self.values;
        for k in 0..self.at.len() {
            values.push(place::moved(&mut all, self.at[k]));
        }
        (self.keys, values, self.loose)
    }

    /// Puts a key in its place, with a value.
    pub fn add(&mut self, k: usize, key: K, value: V) {
        vec::insert(&mut self.keys, k, key);
        vec::insert(&mut self.at, k, self.came);
        place::keep(&mut self.values, value);
        self.came += 1;
    }

    /// Takes the key of an index.
    pub fn take(&mut self, k: usize) -> (K, V) {
        let key = vec::remove(&mut self.keys, k);
        let at = vec::remove(&mut self.at, k);
        (key, place::moved(&mut self.values, at))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let k = self.find(key);
        if is_at(&self.keys, k, key) { Some(place::kept(&self.values, self.at[k])) } else { None }
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let k = self.find(key);
        if is_at(&self.keys, k, key) { Some(place::kept_mut(&mut self.values, self.at[k])) } else { None }
    }

    /// A key and its value.
    pub fn get_key_value<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        let k = self.find(key);
        if is_at(&self.keys, k, key) { Some((&self.keys[k], place::kept(&self.values, self.at[k]))) } else { None }
    }

    /// Whether there is a key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        is_at(&self.keys, self.find(key), key)
    }

    /// Puts a value at a key, and gives the one that was there.
    pub fn insert(&mut self, key: K, value: V) -> Option<V>
    where
        K: Ord,
    {
        let k = self.find(&key);
        if is_at(&self.keys, k, &key) {
            Some(place::exchange(place::kept_mut(&mut self.values, self.at[k]), value))
        } else {
            self.add(k, key, value);
            None
        }
    }

    /// Takes a key, and gives its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let k = self.find(key);
        if is_at(&self.keys, k, key) { Some(self.take(k).1) } else { None }
    }

    /// Takes a key, and gives it and its value.
    pub fn remove_entry<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
    {
        let k = self.find(key);
        if is_at(&self.keys, k, key) { Some(self.take(k)) } else { None }
    }

    /// The place of a key.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V>
    where
        K: Ord,
    {
        let k = self.find(&key);
        if is_at(&self.keys, k, &key) {
            Entry::Occupied(OccupiedEntry { map: self, k })
        } else {
            Entry::Vacant(VacantEntry { map: self, k, key })
        }
    }

    /// The first key and its value.
    pub fn first_key_value(&self) -> Option<(&K, &V)> {
        if self.keys.len() > 0 { Some((&self.keys[0], place::kept(&self.values, self.at[0]))) } else { None }
    }

    /// The last key and its value.
    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        let n = self.keys.len();
        if n > 0 { Some((&self.keys[n - 1], place::kept(&self.values, self.at[n - 1]))) } else { None }
    }

    /// Takes the first key.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        if self.keys.len() > 0 { Some(self.take(0)) } else { None }
    }

    /// Takes the last key.
    pub fn pop_last(&mut self) -> Option<(K, V)> {
        let n = self.keys.len();
        if n > 0 { Some(self.take(n - 1)) } else { None }
    }

    /// The place of the first key.
    pub fn first_entry(&mut self) -> Option<OccupiedEntry<'_, K, V>> {
        if self.keys.len() > 0 { Some(OccupiedEntry { map: self, k: 0 }) } else { None }
    }

    /// The place of the last key.
    pub fn last_entry(&mut self) -> Option<OccupiedEntry<'_, K, V>> {
        let n = self.keys.len();
        if n > 0 { Some(OccupiedEntry { map: self, k: n - 1 }) } else { None }
    }

    /// Takes the keys from one on, and gives them with their values.
    pub fn split_off<Q: Ord + ?Sized>(&mut self, key: &Q) -> BTreeMap<K, V>
    where
        K: Borrow<Q>,
    {
        let mut rest = BTreeMap::new();
        let from = self.find(key);
        for k in from..self.at.len() {
            let at = place::moved(&mut self.values, self.at[k]);
            place::keep(&mut rest.values, at);
            rest.at.push(k - from);
            rest.came += 1;
        }
        rest.keys = vec::split_off(&mut self.keys, from);
        self.at.truncate(from);
        rest
    }

    /// Takes all keys.
    pub fn clear(&mut self) {
        self.keys.truncate(0);
        self.at.truncate(0);
    }

    /// The keys.
    pub fn keys(&self) -> lists::Iter<'_, K> {
        lists::Iter { list: &self.keys, from: 0, to: self.keys.len() }
    }

    /// The values, in the order of the keys.
    pub fn values(&self) -> Values<'_, V> {
        Values { at: &self.at, values: &self.values, from: 0, to: self.at.len() }
    }

    /// The values, to be changed.
    pub fn values_mut(&mut self) -> ValuesMut<'_, V> {
        ValuesMut { to: self.at.len(), at: &self.at, values: place::places_of(&mut self.values), from: 0 }
    }

    /// The keys with their values.
    pub fn iter(&self) -> Pairs<'_, K, V> {
        Pairs { keys: &self.keys, at: &self.at, values: &self.values, from: 0, to: self.at.len() }
    }

    /// The keys with their values, to be changed.
    pub fn iter_mut(&mut self) -> PairsMut<'_, K, V> {
        let to = self.at.len();
        PairsMut { keys: &self.keys, at: &self.at, values: place::places_of(&mut self.values), from: 0, to }
    }

    /// The keys.
    pub fn into_keys(self) -> lists::IntoIter<K> {
        let to = self.keys.len();
        lists::IntoIter { list: place::owned(self.keys), from: 0, to }
    }

    /// The values, in the order of the keys.
    pub fn into_values(self) -> IntoValues<V> {
        IntoValues { to: self.at.len(), at: self.at, values: self.values, from: 0 }
    }

    /// Takes all keys with their values.
    pub fn drain(&mut self) -> IntoPairs<K, V> {
        IntoIter::into_iter(place::exchange(self, BTreeMap::new()))
    }

    /// Leaves the keys that fit.
    pub fn retain<F: FnMut(&K, &mut V) -> bool>(&mut self, mut f: F) {
        let mut kept = 0;
        for k in 0..self.keys.len() {
            if f(&self.keys[k], place::kept_mut(&mut self.values, self.at[k])) {
                self.keys.swap(kept, k);
                self.at.swap(kept, k);
                kept += 1;
            }
        }
        self.keys.truncate(kept);
        self.at.truncate(kept);
    }

    /// Takes all keys of another.
    pub fn append(&mut self, other: &mut BTreeMap<K, V>)
    where
        K: Ord,
    {
        other.drain().each(|(key, value)| {
            self.insert(key, value);
            false
        });
    }

    /// Adds keys with their values.
    pub fn extend<A, I: IntoIter<Item = A>>(&mut self, iter: I)
    where
        BTreeMap<K, V>: Extend<A>,
    {
        iter.into_iter().each(|x| {
            self.add_item(x);
            false
        });
    }
}

impl<K: Borrow<Q>, Q: Ord + ?Sized, V> Index<&Q> for BTreeMap<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        let k = self.find(key);
        assert!(is_at(&self.keys, k, key), "no entry found for key");
        place::kept(&self.values, self.at[k])
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for BTreeMap<K, V> {
    fn eq(&self, other: &BTreeMap<K, V>) -> bool {
        if self.keys.len() != other.keys.len() {
            return false;
        }
        for k in 0..self.keys.len() {
            let apart = self.loose || other.loose;
            let mut there = if apart { 0 } else { k };
            while apart && there < other.keys.len() && other.keys[there] != self.keys[k] {
                there += 1;
            }
            if there == other.keys.len() || other.keys[there] != self.keys[k] {
                return false;
            }
            if place::kept(&self.values, self.at[k]) != place::kept(&other.values, other.at[there]) {
                return false;
            }
        }
        true
    }
}

impl<K: Ord, V> FromIter<(K, V)> for BTreeMap<K, V> {
    fn from_iter<I: IntoIter<Item = (K, V)>>(iter: I) -> BTreeMap<K, V> {
        let mut map = BTreeMap::new();
        iter.into_iter().each(|(key, value)| {
            map.insert(key, value);
            false
        });
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for BTreeMap<K, V> {
    fn from(value: [(K, V); N]) -> BTreeMap<K, V> {
        FromIter::from_iter(value)
    }
}

impl<K: Ord, V> Extend<(K, V)> for BTreeMap<K, V> {
    fn add_item(&mut self, x: (K, V)) {
        let (key, value) = x;
        self.insert(key, value);
    }
}

impl<'a, K: Ord + Copy, V: Copy> Extend<(&'a K, &'a V)> for BTreeMap<K, V> {
    fn add_item(&mut self, x: (&'a K, &'a V)) {
        let (key, value) = x;
        self.insert(*key, *value);
    }
}

impl<K, V> IntoIter for BTreeMap<K, V> {
    type Item = (K, V);
    type IntoIter = IntoPairs<K, V>;

    fn into_iter(self) -> IntoPairs<K, V> {
        let to = self.keys.len();
        IntoPairs { keys: place::owned(self.keys), at: self.at, values: self.values, from: 0, to }
    }
}

lends! { [K, V] BTreeMap<K, V>, (&'a K, &'a V), Pairs<'a, K, V>; }
lends_mut! { [K, V] BTreeMap<K, V>, (&'a K, &'a mut V), PairsMut<'a, K, V>; }
empty! { [K, V] BTreeMap<K, V>; }
