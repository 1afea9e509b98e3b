//! The keys and values of maps, gone through.

use crate::prelude::iter;
use crate::prelude::place;
use crate::prelude::place::{Owned, Places};

/// The values, in the order of the keys.
#[derive(Clone)]
pub struct Values<'a, V> {
    /// Where the values lie.
    pub at: &'a [usize],
    /// The values.
    pub values: &'a Owned<V>,
    /// The first that is left.
    pub from: usize,
    /// Where those that are left end.
    pub to: usize,
}

impl<'a, V> Values<'a, V> {
    /// The one of an index.
    pub fn element(&mut self, k: usize) -> &'a V {
        place::kept(self.values, self.at[k])
    }
}

/// The values, to be changed.
pub struct ValuesMut<'a, V> {
    /// Where the values lie.
    pub at: &'a [usize],
    /// The values.
    pub values: Places<'a, V>,
    /// The first that is left.
    pub from: usize,
    /// Where those that are left end.
    pub to: usize,
}

impl<'a, V> ValuesMut<'a, V> {
    /// The one of an index.
    pub fn element(&mut self, k: usize) -> &'a mut V {
        place::place(&mut self.values, self.at[k])
    }
}

/// The keys with their values.
#[derive(Clone)]
pub struct Pairs<'a, K, V> {
    /// The keys.
    pub keys: &'a [K],
    /// Where the values lie.
    pub at: &'a [usize],
    /// The values.
    pub values: &'a Owned<V>,
    /// The first that is left.
    pub from: usize,
    /// Where those that are left end.
    pub to: usize,
}

impl<'a, K, V> Pairs<'a, K, V> {
    /// The one of an index.
    pub fn element(&mut self, k: usize) -> (&'a K, &'a V) {
        (&self.keys[k], place::kept(self.values, self.at[k]))
    }
}

/// The keys with their values, to be changed.
pub struct PairsMut<'a, K, V> {
    /// The keys.
    pub keys: &'a [K],
    /// Where the values lie.
    pub at: &'a [usize],
    /// The values.
    pub values: Places<'a, V>,
    /// The first that is left.
    pub from: usize,
    /// Where those that are left end.
    pub to: usize,
}

impl<'a, K, V> PairsMut<'a, K, V> {
    /// The one of an index.
    pub fn element(&mut self, k: usize) -> (&'a K, &'a mut V) {
        (&self.keys[k], place::place(&mut self.values, self.at[k]))
    }
}

/// The values of a map.
#[derive(Clone)]
pub struct IntoValues<V> {
    /// Where the values lie.
    pub at: Vec<usize>,
    /// The values.
    pub values: Owned<V>,
    /// The first that is left.
    pub from: usize,
    /// Where those that are left end.
    pub to: usize,
}

impl<V> IntoValues<V> {
    /// The one of an index.
    pub fn element(&mut self, k: usize) -> V {
        place::moved(&mut self.values, self.at[k])
    }
}

/// The keys of a map with their values.
#[derive(Clone)]
pub struct IntoPairs<K, V> {
    /// The keys.
    pub keys: Owned<K>,
    /// Where the values lie.
    pub at: Vec<usize>,
    /// The values.
    pub values: Owned<V>,
    /// The first that is left.
    pub from: usize,
    /// Where those that are left end.
    pub to: usize,
}

impl<K, V> IntoPairs<K, V> {
    /// The one of an index.
    pub fn element(&mut self, k: usize) -> (K, V) {
        (place::moved(&mut self.keys, k), place::moved(&mut self.values, self.at[k]))
    }
}

walk! {
    ['a, V] Values<'a, V>, &'a V;
    ['a, V] ValuesMut<'a, V>, &'a mut V;
    ['a, K, V] Pairs<'a, K, V>, (&'a K, &'a V);
    ['a, K, V] PairsMut<'a, K, V>, (&'a K, &'a mut V);
    [V] IntoValues<V>, V;
    [K, V] IntoPairs<K, V>, (K, V);
}
