//! What a loop over constants runs over: whether that is a slice, whose items are there already, or anything else, whose
//! items are collected first, is seen by the compiler only.

use core::cell::Cell;

/// Something that is run over.
pub struct Listed<I>(Cell<Option<I>>);

impl<I> Listed<I> {
    /// Of what stands behind `in`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(items: I) -> Listed<I> {
        Listed(Cell::new(Some(items)))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(&self) -> I {
        self.0.take().expect("a list of constants is asked once")
    }
}

/// The items of a slice.
pub struct Lying<'a, T>(&'a [T]);

impl<'a, T> Lying<'a, T> {
    /// How many there are.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn count(&self) -> usize {
        self.0.len()
    }
    /// One of them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&self, k: usize) -> &'a T {
        &self.0[k]
    }
}

/// The items of an iterator.
pub struct Collected<T>(Vec<T>);

impl<T: Clone> Collected<T> {
    /// How many there are.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn count(&self) -> usize {
        self.0.len()
    }
    /// One of them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&self, k: usize) -> T {
        self.0[k].clone()
    }
}

/// A slice is left where it lies.
pub trait InMemory {
    /// Its items.
    type List;
    /// Its items.
    fn listed(&self) -> Self::List;
}

impl<'a, T> InMemory for &Listed<&'a [T]> {
    type List = Lying<'a, T>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn listed(&self) -> Lying<'a, T> {
        Lying(self.take())
    }
}

impl<'a, T> InMemory for &Listed<&'a Vec<T>> {
    type List = Lying<'a, T>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn listed(&self) -> Lying<'a, T> {
        Lying(self.take())
    }
}

impl<'a, T, const N: usize> InMemory for &Listed<&'a [T; N]> {
    type List = Lying<'a, T>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn listed(&self) -> Lying<'a, T> {
        Lying(self.take())
    }
}

impl<'a, T> InMemory for &Listed<core::slice::Iter<'a, T>> {
    type List = Lying<'a, T>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn listed(&self) -> Lying<'a, T> {
        Lying(self.take().as_slice())
    }
}

/// Anything else is run through once.
pub trait InOrder {
    /// Its items.
    type List;
    /// Its items.
    fn listed(&self) -> Self::List;
}

impl<I: IntoIterator> InOrder for Listed<I> {
    type List = Collected<I::Item>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn listed(&self) -> Collected<I::Item> {
        Collected(self.take().into_iter().collect())
    }
}

/// The items of constants, by number.
#[doc(hidden)]
#[macro_export]
macro_rules! __listed {
    ($items:expr) => {{
        use $crate::generated::{InMemory as _, InOrder as _};
        (&&$crate::generated::Listed::new($items)).listed()
    }};
}
