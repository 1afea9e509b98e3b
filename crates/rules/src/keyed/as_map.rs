//! What the text of a recorded function asks of a map.

use super::{Keyed, Keys};
use core::borrow::Borrow;
use core::ops::Index;

/// The place of a key.
#[doc(hidden)]
pub struct Entry<'m, M, K, V> {
    map: &'m mut Keyed<M, K, V>,
    key: K,
}

#[doc(hidden)]
impl<'m, M: Keys<K>, K, V> Entry<'m, M, K, V> {
    /// The value, which is this one if there was none.
    pub fn or_insert(self, default: V) -> &'m mut V {
        self.or_insert_with(|| default)
    }
    /// The value, which is what a function gives if there was none.
    pub fn or_insert_with(self, default: impl FnOnce() -> V) -> &'m mut V {
        let k = match self.map.keys.iter().position(|key| M::same(key, &self.key)) {
            Some(k) => k,
            None => self.map.put(self.key, default()),
        };
        &mut self.map.values[k]
    }
    /// The value, which is the default if there was none.
    pub fn or_default(self) -> &'m mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
    /// Changes the value if there is one.
    pub fn and_modify(self, f: impl FnOnce(&mut V)) -> Self {
        if let Some(k) = self.map.keys.iter().position(|key| M::same(key, &self.key)) {
            f(&mut self.map.values[k]);
        }
        self
    }
}

#[doc(hidden)]
impl<M: Keys<K>, K, V> Keyed<M, K, V> {
    /// Puts a key that is not there in its place, and tells where that is.
    fn put(&mut self, key: K, value: V) -> usize {
        let k = M::place(&self.keys, &key);
        self.keys.insert(k, key);
        self.values.insert(k, value);
        self.like = None;
        self.at.push(self.came);
        self.came += 1;
        k
    }
    fn take(&mut self, k: usize) -> (K, V) {
        self.like = None;
        self.came -= 1;
        self.at.pop();
        (self.keys.remove(k), self.values.remove(k))
    }
    /// As of a map of std's.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.keys.iter().position(|k| M::same(k, &key)) {
            Some(k) => Some(core::mem::replace(&mut self.values[k], value)),
            None => {
                self.put(key, value);
                None
            }
        }
    }
    /// As of a map of std's.
    pub fn entry(&mut self, key: K) -> Entry<'_, M, K, V> {
        Entry { map: self, key }
    }
}

#[doc(hidden)]
impl<M, K, V> Keyed<M, K, V> {
    fn position<Q: Eq + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        self.keys.iter().position(|k| k.borrow() == key)
    }
    /// As of a map of std's.
    pub fn new() -> Keyed<M, K, V> {
        Keyed::of(Vec::new(), Vec::new())
    }
    /// As of a map of std's.
    pub fn with_capacity(_: usize) -> Keyed<M, K, V> {
        Keyed::new()
    }
    /// As of a map of std's.
    pub fn len(&self) -> usize {
        self.keys.len()
    }
    /// As of a map of std's.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
    /// As of a map of std's.
    pub fn get<Q: Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.position(key).map(|k| &self.values[k])
    }
    /// As of a map of std's.
    pub fn get_mut<Q: Eq + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.position(key).map(|k| &mut self.values[k])
    }
    /// As of a map of std's.
    pub fn contains_key<Q: Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.position(key).is_some()
    }
    /// As of a map of std's.
    pub fn remove<Q: Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        M: Keys<K>,
    {
        self.position(key).map(|k| self.take(k).1)
    }
    /// As of a map of std's.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + ExactSizeIterator + Clone {
        self.keys.iter().zip(&self.values)
    }
    /// As of a map of std's.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (&K, &mut V)> + ExactSizeIterator {
        self.keys.iter().zip(&mut self.values)
    }
    /// As of a map of std's.
    pub fn keys(&self) -> core::slice::Iter<'_, K> {
        self.keys.iter()
    }
    /// As of a map of std's.
    pub fn values(&self) -> core::slice::Iter<'_, V> {
        self.values.iter()
    }
    /// As of a map of std's.
    pub fn values_mut(&mut self) -> core::slice::IterMut<'_, V> {
        self.values.iter_mut()
    }
    /// As of a map of std's.
    pub fn into_keys(self) -> std::vec::IntoIter<K> {
        self.keys.into_iter()
    }
    /// As of a map of std's.
    pub fn into_values(self) -> std::vec::IntoIter<V> {
        self.values.into_iter()
    }
}

#[doc(hidden)]
impl<M, K: Borrow<Q>, Q: Eq + ?Sized, V> Index<&Q> for Keyed<M, K, V> {
    type Output = V;
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("no entry found for key")
    }
}

#[doc(hidden)]
impl<M: Keys<K>, K, V> FromIterator<(K, V)> for Keyed<M, K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Keyed::new();
        map.extend(entries);
        map
    }
}

#[doc(hidden)]
impl<M: Keys<K>, K, V> Extend<(K, V)> for Keyed<M, K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

#[doc(hidden)]
impl<M: Keys<K>, K, V, const N: usize> From<[(K, V); N]> for Keyed<M, K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

#[doc(hidden)]
impl<M, K, V> IntoIterator for Keyed<M, K, V> {
    type Item = (K, V);
    type IntoIter = core::iter::Zip<std::vec::IntoIter<K>, std::vec::IntoIter<V>>;
    fn into_iter(self) -> Self::IntoIter {
        self.keys.into_iter().zip(self.values)
    }
}

#[doc(hidden)]
impl<'m, M, K, V> IntoIterator for &'m Keyed<M, K, V> {
    type Item = (&'m K, &'m V);
    type IntoIter = core::iter::Zip<core::slice::Iter<'m, K>, core::slice::Iter<'m, V>>;
    fn into_iter(self) -> Self::IntoIter {
        self.keys.iter().zip(&self.values)
    }
}

#[doc(hidden)]
impl<'m, M, K, V> IntoIterator for &'m mut Keyed<M, K, V> {
    type Item = (&'m K, &'m mut V);
    type IntoIter = core::iter::Zip<core::slice::Iter<'m, K>, core::slice::IterMut<'m, V>>;
    fn into_iter(self) -> Self::IntoIter {
        self.keys.iter().zip(&mut self.values)
    }
}
