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

impl<'a, V> iter::Iter for Values<'a, V> {
    type Item = &'a V;

    fn next(&mut self) -> Option<&'a V> {
        if self.from < self.to {
            self.from += 1;
            Some(place::kept(self.values, self.at[self.from - 1]))
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

    fn at(&mut self, k: usize) -> &'a V {
        place::kept(self.values, self.at[self.from + k])
    }

    fn forget(&mut self, n: usize) {
        self.from += n;
    }
}

impl<'a, V> iter::Back for Values<'a, V> {
    fn next_back(&mut self) -> Option<&'a V> {
        if self.from < self.to {
            self.to -= 1;
            Some(place::kept(self.values, self.at[self.to]))
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.to -= n;
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

impl<'a, V> iter::Iter for ValuesMut<'a, V> {
    type Item = &'a mut V;

    fn next(&mut self) -> Option<&'a mut V> {
        if self.from < self.to {
            self.from += 1;
            Some(place::place(&mut self.values, self.at[self.from - 1]))
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

    fn at(&mut self, k: usize) -> &'a mut V {
        place::place(&mut self.values, self.at[self.from + k])
    }

    fn forget(&mut self, n: usize) {
        self.from += n;
    }
}

impl<'a, V> iter::Back for ValuesMut<'a, V> {
    fn next_back(&mut self) -> Option<&'a mut V> {
        if self.from < self.to {
            self.to -= 1;
            Some(place::place(&mut self.values, self.at[self.to]))
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.to -= n;
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

impl<'a, K, V> iter::Iter for Pairs<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<(&'a K, &'a V)> {
        if self.from < self.to {
            self.from += 1;
            Some((&self.keys[self.from - 1], place::kept(self.values, self.at[self.from - 1])))
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

    fn at(&mut self, k: usize) -> (&'a K, &'a V) {
        (&self.keys[self.from + k], place::kept(self.values, self.at[self.from + k]))
    }

    fn forget(&mut self, n: usize) {
        self.from += n;
    }
}

impl<'a, K, V> iter::Back for Pairs<'a, K, V> {
    fn next_back(&mut self) -> Option<(&'a K, &'a V)> {
        if self.from < self.to {
            self.to -= 1;
            Some((&self.keys[self.to], place::kept(self.values, self.at[self.to])))
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.to -= n;
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

impl<'a, K, V> iter::Iter for PairsMut<'a, K, V> {
    type Item = (&'a K, &'a mut V);

    fn next(&mut self) -> Option<(&'a K, &'a mut V)> {
        if self.from < self.to {
            self.from += 1;
            Some((&self.keys[self.from - 1], place::place(&mut self.values, self.at[self.from - 1])))
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

    fn at(&mut self, k: usize) -> (&'a K, &'a mut V) {
        (&self.keys[self.from + k], place::place(&mut self.values, self.at[self.from + k]))
    }

    fn forget(&mut self, n: usize) {
        self.from += n;
    }
}

impl<'a, K, V> iter::Back for PairsMut<'a, K, V> {
    fn next_back(&mut self) -> Option<(&'a K, &'a mut V)> {
        if self.from < self.to {
            self.to -= 1;
            Some((&self.keys[self.to], place::place(&mut self.values, self.at[self.to])))
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.to -= n;
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

impl<V> iter::Iter for IntoValues<V> {
    type Item = V;

    fn next(&mut self) -> Option<V> {
        if self.from < self.to {
            self.from += 1;
            Some(place::moved(&mut self.values, self.at[self.from - 1]))
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

    fn at(&mut self, k: usize) -> V {
        place::moved(&mut self.values, self.at[self.from + k])
    }

    fn forget(&mut self, n: usize) {
        self.from += n;
    }
}

impl<V> iter::Back for IntoValues<V> {
    fn next_back(&mut self) -> Option<V> {
        if self.from < self.to {
            self.to -= 1;
            Some(place::moved(&mut self.values, self.at[self.to]))
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.to -= n;
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

impl<K, V> iter::Iter for IntoPairs<K, V> {
    type Item = (K, V);

    fn next(&mut self) -> Option<(K, V)> {
        if self.from < self.to {
            self.from += 1;
            Some((place::moved(&mut self.keys, self.from - 1), place::moved(&mut self.values, self.at[self.from - 1])))
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

    fn at(&mut self, k: usize) -> (K, V) {
        (place::moved(&mut self.keys, self.from + k), place::moved(&mut self.values, self.at[self.from + k]))
    }

    fn forget(&mut self, n: usize) {
        self.from += n;
    }
}

impl<K, V> iter::Back for IntoPairs<K, V> {
    fn next_back(&mut self) -> Option<(K, V)> {
        if self.from < self.to {
            self.to -= 1;
            Some((place::moved(&mut self.keys, self.to), place::moved(&mut self.values, self.at[self.to])))
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.to -= n;
    }
}
