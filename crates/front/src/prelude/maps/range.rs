//! The keys that lie in a range.

use crate::prelude::lists;
use crate::prelude::maps::{BTreeMap, Pairs, PairsMut, is_at, search};
use crate::prelude::place;
use crate::prelude::sets::BTreeSet;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// A range of keys.
pub trait KeyRange<K> {
    /// How many of some keys, which are in order, come before it.
    fn before(&self, keys: &[K]) -> usize;
    /// How many of them do not come after it.
    fn through(&self, keys: &[K]) -> usize;
}

/// How many keys, which are in order, come before a key or are it.
pub fn through<K: Ord>(keys: &[K], key: &K) -> usize {
    let k = search(keys, key);
    if is_at(keys, k, key) { k + 1 } else { k }
}

impl<K: Ord> KeyRange<K> for Range<K> {
    fn before(&self, keys: &[K]) -> usize {
        assert!(!place::comes_before(&self.end, &self.start), "range start is greater than range end in BTreeMap");
        search(keys, &self.start)
    }

    fn through(&self, keys: &[K]) -> usize {
        search(keys, &self.end)
    }
}

impl<K: Ord> KeyRange<K> for RangeInclusive<K> {
    fn before(&self, keys: &[K]) -> usize {
        let backwards = place::comes_before(place::end(self), place::start(self));
        assert!(!backwards, "range start is greater than range end in BTreeMap");
        search(keys, place::start(self))
    }

    fn through(&self, keys: &[K]) -> usize {
        through(keys, place::end(self))
    }
}

impl<K: Ord> KeyRange<K> for RangeFrom<K> {
    fn before(&self, keys: &[K]) -> usize {
        search(keys, &self.start)
    }

    fn through(&self, keys: &[K]) -> usize {
        keys.len()
    }
}

impl<K: Ord> KeyRange<K> for RangeTo<K> {
    fn before(&self, _keys: &[K]) -> usize {
        0
    }

    fn through(&self, keys: &[K]) -> usize {
        search(keys, &self.end)
    }
}

impl<K: Ord> KeyRange<K> for RangeToInclusive<K> {
    fn before(&self, _keys: &[K]) -> usize {
        0
    }

    fn through(&self, keys: &[K]) -> usize {
        through(keys, &self.end)
    }
}

impl<K> KeyRange<K> for RangeFull {
    fn before(&self, _keys: &[K]) -> usize {
        0
    }

    fn through(&self, keys: &[K]) -> usize {
        keys.len()
    }
}

impl<K, V> BTreeMap<K, V> {
    /// The keys of a range with their values.
    pub fn range<R: KeyRange<K>>(&self, range: R) -> Pairs<'_, K, V> {
        let from = range.before(&self.keys);
        let to = range.through(&self.keys);
        Pairs { keys: &self.keys, at: &self.at, values: &self.values, from, to }
    }

    /// The keys of a range with their values, to be changed.
    pub fn range_mut<R: KeyRange<K>>(&mut self, range: R) -> PairsMut<'_, K, V> {
        let from = range.before(&self.keys);
        let to = range.through(&self.keys);
        PairsMut { keys: &self.keys, at: &self.at, values: place::places_of(&mut self.values), from, to }
    }
}

impl<T> BTreeSet<T> {
    /// The keys of a range.
    pub fn range<R: KeyRange<T>>(&self, range: R) -> lists::Iter<'_, T> {
        let from = range.before(&self.keys);
        let to = range.through(&self.keys);
        lists::Iter { list: &self.keys, from, to }
    }
}
