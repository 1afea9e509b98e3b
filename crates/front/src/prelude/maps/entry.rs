//! Places of keys in maps.

use crate::prelude::maps::BTreeMap;
use crate::prelude::place;

/// The place of a key.
pub enum Entry<'a, K, V> {
    /// With a value.
    Occupied(OccupiedEntry<'a, K, V>),
    /// Without one.
    Vacant(VacantEntry<'a, K, V>),
}

/// The place of a key that is there.
pub struct OccupiedEntry<'a, K, V> {
    /// The map.
    pub map: &'a mut BTreeMap<K, V>,
    /// The index of the key.
    pub k: usize,
}

/// The place of a key that is not there.
pub struct VacantEntry<'a, K, V> {
    /// The map.
    pub map: &'a mut BTreeMap<K, V>,
    /// The index that the key would have.
    pub k: usize,
    /// The key.
    pub key: K,
}

impl<'a, K, V> Entry<'a, K, V> {
    /// The value, which is this one if there was none.
    pub fn or_insert(self, default: V) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(default),
        }
    }

    /// The value, which is what a function gives if there was none.
    pub fn or_insert_with<F: FnOnce() -> V>(self, default: F) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(default()),
        }
    }

    /// The value, which is what a function gives for the key if there was none.
    pub fn or_insert_with_key<F: FnOnce(&K) -> V>(self, default: F) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let value = default(&entry.key);
                entry.insert(value)
            }
        }
    }

    /// The value, which is the default if there was none.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(V::default()),
        }
    }

    /// Changes the value if there is one.
    pub fn and_modify<F: FnOnce(&mut V)>(self, f: F) -> Entry<'a, K, V> {
        match self {
            Entry::Occupied(entry) => {
                f(place::kept_mut(&mut entry.map.values, entry.map.at[entry.k]));
                Entry::Occupied(entry)
            }
            Entry::Vacant(entry) => Entry::Vacant(entry),
        }
    }

    /// The key.
    pub fn key(&self) -> &K {
        match self {
            Entry::Occupied(entry) => &entry.map.keys[entry.k],
            Entry::Vacant(entry) => &entry.key,
        }
    }
}

impl<'a, K, V> OccupiedEntry<'a, K, V> {
    /// The key.
    pub fn key(&self) -> &K {
        &self.map.keys[self.k]
    }

    /// The value.
    pub fn get(&self) -> &V {
        place::kept(&self.map.values, self.map.at[self.k])
    }

    /// The value, to be changed.
    pub fn get_mut(&mut self) -> &mut V {
        place::kept_mut(&mut self.map.values, self.map.at[self.k])
    }

    /// The value, to be changed for as long as the map is lent.
    pub fn into_mut(self) -> &'a mut V {
        place::kept_mut(&mut self.map.values, self.map.at[self.k])
    }

    /// Puts another value there, and gives the old one.
    pub fn insert(&mut self, value: V) -> V {
        place::exchange(place::kept_mut(&mut self.map.values, self.map.at[self.k]), value)
    }

    /// Takes the key, and gives its value.
    pub fn remove(self) -> V {
        self.map.take(self.k).1
    }

    /// Takes the key, and gives it and its value.
    pub fn remove_entry(self) -> (K, V) {
        self.map.take(self.k)
    }
}

impl<'a, K, V> VacantEntry<'a, K, V> {
    /// The key.
    pub fn key(&self) -> &K {
        &self.key
    }

    /// The key.
    pub fn into_key(self) -> K {
        self.key
    }

    /// Puts a value there.
    pub fn insert(self, value: V) -> &'a mut V {
        let at = self.map.came;
        self.map.add(self.k, self.key, value);
        place::kept_mut(&mut self.map.values, at)
    }
}
