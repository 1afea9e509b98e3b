//! One number is one lane. The trait asks for two `unsafe` functions; what these do is safe.
#![allow(unsafe_code)]

use super::{Owned, each_number};
use crate::{Dual, Tangent, Taylor};
use rules::Real;
use simba::simd::SimdValue;

#[track_caller]
fn only(lane: usize) {
    assert!(lane == 0, "lane {lane} of a number that is one lane");
}

macro_rules! lanes {
    ([$($g:tt)*] $N:ty where $($bounds:tt)*) => {
        impl<$($g)*> SimdValue for $N where $($bounds)* {
            const LANES: usize = 1;
            type Element = Self;
            type SimdBool = bool;

            #[inline]
            fn splat(val: Self) -> Self {
                val
            }
            #[inline]
            #[track_caller]
            fn extract(&self, i: usize) -> Self {
                only(i);
                *self
            }
            // SAFETY: it reads the number itself, whatever lane is asked for.
            #[inline]
            unsafe fn extract_unchecked(&self, _: usize) -> Self {
                *self
            }
            #[inline]
            #[track_caller]
            fn replace(&mut self, i: usize, val: Self) {
                only(i);
                *self = val;
            }
            // SAFETY: it writes the number itself, whatever lane is asked for.
            #[inline]
            unsafe fn replace_unchecked(&mut self, _: usize, val: Self) {
                *self = val;
            }
            #[inline]
            fn select(self, cond: bool, other: Self) -> Self {
                if cond { self } else { other }
            }
        }
    };
}
each_number!(lanes);
