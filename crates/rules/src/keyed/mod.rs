//! Maps: their values carry derivatives, their keys are constants.

use crate::{Bundle, Differentiable, Lists, Number, Real, Scalar};
use core::any::Any;
use core::fmt::{Debug, Formatter};
use core::hash::{BuildHasher, Hash};
use core::marker::PhantomData;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

mod as_map;

/// Maps over any number, by the names that maps have in std.
#[doc(hidden)]
pub mod maps {
    use super::{ByHash, InOrder, Keyed};
    use std::hash::RandomState;

    /// A `BTreeMap`.
    pub type BTreeMap<K, V> = Keyed<InOrder, K, V>;
    /// A `HashMap`.
    pub type HashMap<K, V, S = RandomState> = Keyed<ByHash<S>, K, V>;
}

/// How the keys of a kind of maps lie.
#[doc(hidden)]
pub trait Keys<K> {
    /// Whether two keys are one.
    fn same(a: &K, b: &K) -> bool;
    /// Where a key that is not among some is put.
    fn place(keys: &[K], key: &K) -> usize;
    /// Where each of some keys lies among others, if all are there.
    fn places(keys: &[K], others: &[K]) -> Option<Vec<usize>>;
}

/// A kind of maps from `K` to `V`.
#[doc(hidden)]
pub trait MapOf<K, V>: Keys<K> {
    /// The map.
    type Map;
    /// A map with these entries, which lie as in another if there is one.
    fn collected(like: Option<&Like>, entries: impl Iterator<Item = (K, V)>) -> Self::Map;
}

/// The map that a value over a number was made of: a `HashMap` is gone through in the order of its memory, which copies of
/// it have, and no other map of the same entries.
type Like = Arc<dyn Any + Send + Sync>;

/// The kind of `BTreeMap`s.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(hidden)]
pub struct InOrder;

/// The kind of `HashMap`s with a hasher.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(hidden)]
pub struct ByHash<S>(PhantomData<fn() -> S>);

impl<K: Ord> Keys<K> for InOrder {
    fn same(a: &K, b: &K) -> bool {
        a == b
    }
    fn place(keys: &[K], key: &K) -> usize {
        keys.partition_point(|k| k < key)
    }
    fn places(keys: &[K], others: &[K]) -> Option<Vec<usize>> {
        let at: BTreeMap<&K, usize> = others.iter().zip(0..).collect();
        keys.iter().map(|key| at.get(key).copied()).collect()
    }
}

impl<K: Hash + Eq, S> Keys<K> for ByHash<S> {
    fn same(a: &K, b: &K) -> bool {
        a == b
    }
    fn place(keys: &[K], _: &K) -> usize {
        keys.len()
    }
    fn places(keys: &[K], others: &[K]) -> Option<Vec<usize>> {
        let at: HashMap<&K, usize> = others.iter().zip(0..).collect();
        keys.iter().map(|key| at.get(key).copied()).collect()
    }
}

impl<K: Ord, V> MapOf<K, V> for InOrder {
    type Map = BTreeMap<K, V>;
    fn collected(_: Option<&Like>, entries: impl Iterator<Item = (K, V)>) -> BTreeMap<K, V> {
        entries.collect()
    }
}

impl<K, V, S> MapOf<K, V> for ByHash<S>
where
    K: Hash + Eq + Clone + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
    S: BuildHasher + Default + Clone + Send + Sync + 'static,
{
    type Map = HashMap<K, V, S>;
    fn collected(like: Option<&Like>, entries: impl Iterator<Item = (K, V)>) -> HashMap<K, V, S> {
        match like.and_then(|like| like.downcast_ref::<HashMap<K, V, S>>()) {
            Some(like) => {
                let mut map = like.clone();
                map.values_mut().zip(entries).for_each(|(x, (_, value))| *x = value);
                map
            }
            None => entries.collect(),
        }
    }
}

/// What a map is over another number: its keys in the order in which it is gone through, and a value for each. It has the
/// fields that a map has where generated code looks into one.
#[doc(hidden)]
pub struct Keyed<M, K, V> {
    /// The keys.
    pub keys: Vec<K>,
    /// Where the value of each lies: in the same place.
    pub at: Vec<usize>,
    /// The values.
    pub values: Vec<V>,
    /// How many there are.
    pub came: usize,
    /// Whether the keys come in an order of the map's own.
    pub loose: bool,
    like: Option<Like>,
    kind: PhantomData<fn() -> M>,
}

/// Keys and their values, which become a map.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Entries<K, V> {
    /// The keys, in the order in which it is gone through.
    pub keys: Vec<K>,
    /// The values.
    pub values: Vec<V>,
    /// Whether the keys come in an order of the map's own.
    pub loose: bool,
}

#[doc(hidden)]
impl<K, V> Entries<K, V> {
    /// As a map.
    pub fn made<M>(self) -> Keyed<M, K, V> {
        Keyed { loose: self.loose, ..Keyed::of(self.keys, self.values) }
    }
}

#[doc(hidden)]
impl<M, K, V> Keyed<M, K, V> {
    fn of(keys: Vec<K>, values: Vec<V>) -> Keyed<M, K, V> {
        let came = keys.len();
        Keyed { keys, at: (0..came).collect(), values, came, loose: false, like: None, kind: PhantomData }
    }
    fn with<W>(&self, values: Vec<W>) -> Keyed<M, K, W>
    where
        K: Clone,
    {
        let (keys, at) = (self.keys.clone(), self.at.clone());
        Keyed { keys, at, values, came: self.came, loose: self.loose, like: self.like.clone(), kind: PhantomData }
    }
}

// What is made of constants in generated code becomes the user's own map where a structure of theirs wants one.
#[doc(hidden)]
impl<K: Ord, V> From<Keyed<InOrder, K, V>> for BTreeMap<K, V> {
    fn from(map: Keyed<InOrder, K, V>) -> Self {
        map.keys.into_iter().zip(map.values).collect()
    }
}

#[doc(hidden)]
impl<K: Hash + Eq, V, H: BuildHasher + Default> From<Keyed<ByHash<H>, K, V>> for HashMap<K, V, H> {
    fn from(map: Keyed<ByHash<H>, K, V>) -> Self {
        map.keys.into_iter().zip(map.values).collect()
    }
}

// A map of constants in generated code becomes one over a number by these, as its type is not known where it is made.
#[doc(hidden)]
impl<M, K: Clone, V: Differentiable> Keyed<M, K, V> {
    /// The same over a number.
    pub fn lift_to<T: Real>(&self) -> Keyed<M, K, V::Over<T>> {
        self.with(self.values.over(&mut |c| T::constant(c)))
    }
}

#[doc(hidden)]
impl<M, K: Clone> Keyed<M, K, f32> {
    /// The same over a number.
    pub fn lift_to<T: Real<f32>>(&self) -> Keyed<M, K, T> {
        self.with(self.values.over(&mut |c| T::constant(c)))
    }
}

#[doc(hidden)]
impl<M, K: Clone, V: Clone> Clone for Keyed<M, K, V> {
    fn clone(&self) -> Self {
        self.with(self.values.clone())
    }
}

#[doc(hidden)]
impl<M, K: Debug, V: Debug> Debug for Keyed<M, K, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
        f.debug_map().entries(self.keys.iter().zip(&self.values)).finish()
    }
}

#[doc(hidden)]
impl<M, K: PartialEq, V: PartialEq> PartialEq for Keyed<M, K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys && self.values == other.values
    }
}

impl<T: Number, M, K: Clone, V: Bundle<T>> Bundle<T> for Keyed<M, K, V>
where
    M: MapOf<K, V::Plain>,
{
    type Plain = M::Map;
    fn zero(&self) -> Self {
        self.with(self.values.zero())
    }
    /// By the keys: weights may have them in another order.
    ///
    /// # Panics
    /// If the keys are others.
    fn absorb(&mut self, other: &Self) {
        same(self.keys.len(), other.keys.len());
        if self.keys.iter().zip(&other.keys).all(|(a, b)| M::same(a, b)) {
            return self.values.absorb(&other.values);
        }
        let places = M::places(&self.keys, &other.keys).expect(OTHER_KEYS);
        self.values.iter_mut().zip(places).for_each(|(x, k)| x.absorb(&other.values[k]));
    }
    fn each<F: FnMut(T)>(&self, f: &mut F) {
        self.values.each(f);
    }
    fn each_mut<F: FnMut(&mut T)>(&mut self, f: &mut F) {
        self.values.each_mut(f);
    }
    fn plain<F: FnMut(T) -> T::Scalar>(&self, f: &mut F) -> M::Map {
        M::collected(self.like.as_ref(), self.keys.iter().cloned().zip(self.values.plain(f)))
    }
    fn lists<F: Lists<T>>(&mut self, f: &mut F) {
        self.values.iter_mut().for_each(|x| x.lists(f));
    }
}

const OTHER_KEYS: &str = "a key of a map is not among those of its direction or weights: make them of the same keys";

#[track_caller]
fn same(a: usize, b: usize) {
    assert!(a == b, "a map has {a} keys, its direction or weights have {b}: make them of the same keys");
}

/// The values of a map, each with that of another map by its key.
macro_rules! by_keys {
    ($map:ident, $other:ident) => {{
        same($map.len(), $other.len());
        let mut both = Vec::with_capacity($map.len());
        // A closure would hide the caller's line.
        for (key, x) in $map {
            both.push((key, x, $other.get(key).expect(OTHER_KEYS)));
        }
        both
    }};
}

impl<S: Scalar, K: Ord + Clone, D: Differentiable<S>> Differentiable<S> for BTreeMap<K, D> {
    type Over<T: Real<S>> = Keyed<InOrder, K, D::Over<T>>;
    fn over<T: Real<S>, F: FnMut(S) -> T>(&self, f: &mut F) -> Self::Over<T> {
        let (keys, values) = self.iter().map(|(key, x)| (key.clone(), x.over(f))).unzip();
        Keyed::of(keys, values)
    }
    fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, other: &Self, f: &mut F) -> Self::Over<T> {
        let both = by_keys!(self, other).into_iter();
        let (keys, values) = both.map(|(key, x, y)| (key.clone(), x.over_two(y, f))).unzip();
        Keyed::of(keys, values)
    }
}

impl<S, K, D, H> Differentiable<S> for HashMap<K, D, H>
where
    S: Scalar,
    K: Hash + Eq + Clone + Send + Sync + 'static,
    D: Differentiable<S> + Send + Sync + 'static,
    H: BuildHasher + Default + Clone + Send + Sync + 'static,
{
    type Over<T: Real<S>> = Keyed<ByHash<H>, K, D::Over<T>>;
    fn over<T: Real<S>, F: FnMut(S) -> T>(&self, f: &mut F) -> Self::Over<T> {
        let (keys, values) = self.iter().map(|(key, x)| (key.clone(), x.over(f))).unzip();
        Keyed { loose: true, like: Some(Arc::new(self.clone())), ..Keyed::of(keys, values) }
    }
    fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, other: &Self, f: &mut F) -> Self::Over<T> {
        let both = by_keys!(self, other).into_iter();
        let (keys, values) = both.map(|(key, x, y)| (key.clone(), x.over_two(y, f))).unzip();
        Keyed { loose: true, like: Some(Arc::new(self.clone())), ..Keyed::of(keys, values) }
    }
}

/// Texts among numbers: they stay as they are.
macro_rules! texts {
    ($([$($life:lifetime)?] $C:ty,)+) => {$(
        impl<$($life,)? S: Scalar> Differentiable<S> for $C {
            type Over<T: Real<S>> = $C;
            fn over<T: Real<S>, F: FnMut(S) -> T>(&self, _: &mut F) -> $C {
                self.clone()
            }
            fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, _: &$C, _: &mut F) -> $C {
                self.clone()
            }
        }
        impl<$($life,)? T: Number> Bundle<T> for $C {
            type Plain = $C;
            const FIXED: bool = true;
            fn zero(&self) -> $C {
                self.clone()
            }
            fn absorb(&mut self, _: &$C) {}
            fn each<F: FnMut(T)>(&self, _: &mut F) {}
            fn each_mut<F: FnMut(&mut T)>(&mut self, _: &mut F) {}
            fn plain<F: FnMut(T) -> T::Scalar>(&self, _: &mut F) -> $C {
                self.clone()
            }
        }
    )+};
}
texts! { [] String, [] char, ['a] &'a str, }
