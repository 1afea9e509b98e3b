//! The value in an `Option` or a box as a place.

use rules::{Boxed, Leads, LeadsToChange};
use std::ops::{Index, IndexMut};
use std::rc::Rc;
use std::sync::Arc;

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

macro_rules! shared {
    ($($Pointer:ident)+) => {$(
        impl<V> Leads<$Pointer<V>> for Inside {
            type To = V;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn lead(self, from: &$Pointer<V>) -> &V {
                from
            }
        }

        impl<V: Clone> LeadsToChange<$Pointer<V>> for Inside {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn lead_to_change(self, from: &mut $Pointer<V>) -> &mut V {
                $Pointer::make_mut(from)
            }
        }
    )+};
}
shared! { Rc Arc }

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
