//! The value in an `Option` or a box as a place.

use rules::Boxed;
use std::ops::{Index, IndexMut};

/// Leads to the value in an `Option` or a box.
#[derive(Clone, Copy, Debug)]
pub struct Inside;

impl Inside {
    /// The value that is there.
    pub const SOME: Inside = Inside;
    /// The value in a box.
    pub const BOXED: Inside = Inside;
}

impl<T> Index<Inside> for Boxed<T> {
    type Output = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index(&self, _: Inside) -> &T {
        self
    }
}

impl<T> IndexMut<Inside> for Boxed<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index_mut(&mut self, _: Inside) -> &mut T {
        self
    }
}

impl<T> Index<Inside> for Option<T> {
    type Output = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index(&self, _: Inside) -> &T {
        match self {
            Some(value) => value,
            None => unreachable!(),
        }
    }
}

impl<T> IndexMut<Inside> for Option<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index_mut(&mut self, _: Inside) -> &mut T {
        match self {
            Some(value) => value,
            None => unreachable!(),
        }
    }
}
