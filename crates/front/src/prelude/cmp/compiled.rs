//! What numbers and references are to the traits here. This is compiled and not read: a reader looks through references,
//! and knows numbers.

use crate::prelude::cmp::{Eq, Ord, PartialEq, PartialOrd};
use std::cmp::Ordering;

macro_rules! partial {
    ($($t:ty)+) => {$(
        impl PartialEq for $t {
            fn eq(&self, other: &$t) -> bool {
                self == other
            }
        }

        impl PartialOrd for $t {
            fn partial_cmp(&self, other: &$t) -> Option<Ordering> {
                std::cmp::PartialOrd::partial_cmp(self, other)
            }
        }
    )+};
}
partial!(f64 f32 bool u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);

macro_rules! total {
    ($($t:ty)+) => {$(
        impl Eq for $t {}

        impl Ord for $t {
            fn cmp(&self, other: &$t) -> Ordering {
                std::cmp::Ord::cmp(self, other)
            }
        }
    )+};
}
total!(bool u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);

impl<T: Ord + ?Sized> Ord for &T {
    fn cmp(&self, other: &&T) -> Ordering {
        (**self).cmp(*other)
    }
}

impl<T: PartialOrd<U> + ?Sized, U: ?Sized> PartialOrd<&U> for &T {
    fn partial_cmp(&self, other: &&U) -> Option<Ordering> {
        (**self).partial_cmp(*other)
    }
}

impl<T: PartialEq<U> + ?Sized, U: ?Sized> PartialEq<&U> for &T {
    fn eq(&self, other: &&U) -> bool {
        (**self).eq(*other)
    }
}
