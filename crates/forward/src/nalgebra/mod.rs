//! Duals and series as numbers of nalgebra: its decompositions run on them. Behind the feature `nalgebra`.
//!
//! Whatever steers an algorithm (comparisons, tolerances, conversions to `f64`) looks at values, so that it takes the way
//! that it takes on plain numbers. `is_zero` and `is_one` hold for constants alone: what is skipped because it is zero
//! must not have a derivative.

mod complex_field;
mod equality;
mod lanes;
mod real_field;

use crate::{Dual, Tangent, Taylor};
use core::fmt::Debug;
use rules::{Real, Scalar};
use simba::scalar::{Field, SubsetOf};

/// What a tangent has to be for nalgebra: free of lifetimes, sendable, printable.
#[doc(hidden)]
pub trait Owned: Send + Sync + Debug + 'static {}
impl<V: Send + Sync + Debug + 'static> Owned for V {}

macro_rules! each_number {
    ($implement:path) => {
        $implement! { [T: Real + Owned, V: Tangent<T> + Owned] Dual<T, V> where V::Activity: Owned }
        $implement! { [T: Real + Owned, const K: usize] Taylor<T, K> where T: Owned }
    };
}
use each_number;

macro_rules! subsets {
    ([$($g:tt)*] $N:ty where $($bounds:tt)*) => {
        impl<$($g)*> Field for $N where $($bounds)* {}

        impl<$($g)*> SubsetOf<$N> for $N where $($bounds)* {
            #[inline]
            fn to_superset(&self) -> Self {
                *self
            }
            #[inline]
            fn from_superset_unchecked(element: &Self) -> Self {
                *element
            }
            #[inline]
            fn is_in_subset(_: &Self) -> bool {
                true
            }
        }

        impl<$($g)*> SubsetOf<$N> for f64 where $($bounds)* {
            #[inline]
            fn to_superset(&self) -> $N {
                <$N>::from(*self)
            }
            /// The value.
            #[inline]
            fn from_superset_unchecked(element: &$N) -> f64 {
                Real::value(element)
            }
            #[inline]
            fn is_in_subset(_: &$N) -> bool {
                true
            }
        }

        impl<$($g)*> SubsetOf<$N> for f32 where $($bounds)* {
            #[inline]
            fn to_superset(&self) -> $N {
                <$N>::from(f64::from(*self))
            }
            /// The value, rounded.
            #[inline]
            fn from_superset_unchecked(element: &$N) -> f32 {
                f32::from_f64(Real::value(element))
            }
            #[inline]
            fn is_in_subset(_: &$N) -> bool {
                true
            }
        }
    };
}
each_number!(subsets);
