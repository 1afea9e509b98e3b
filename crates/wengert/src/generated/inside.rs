//! The value in an `Option` as a place.

use std::ops::{Index, IndexMut};

/// Leads to the value in an `Option`.
#[derive(Clone, Copy, Debug)]
pub struct Inside;

impl Inside {
    /// The value that is there.
    pub const SOME: Inside = Inside;
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
