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

walk! {
    ['a, V] Values<'a, V>, &'a V, self, k, place::kept(self.values, self.at[k]);
    ['a, V] ValuesMut<'a, V>, &'a mut V, self, k, place::place(&mut self.values, self.at[k]);
    ['a, K, V] Pairs<'a, K, V>, (&'a K, &'a V), self, k, (&self.keys[k], place::kept(self.values, self.at[k]));
    ['a, K, V] PairsMut<'a, K, V>, (&'a K, &'a mut V), self, k, (&self.keys[k], place::place(&mut self.values, self.at[k]));
    [V] IntoValues<V>, V, self, k, place::moved(&mut self.values, self.at[k]);
    [K, V] IntoPairs<K, V>, (K, V), self, k,
        (place::moved(&mut self.keys, k), place::moved(&mut self.values, self.at[k]));
}
