//! Approximate equality, of the values.

use super::{Owned, each_number};
use crate::{Dual, Tangent, Taylor};
use approx::{AbsDiffEq, RelativeEq, UlpsEq};
use rules::Real;

macro_rules! equality {
    ([$($g:tt)*] $N:ty where $($bounds:tt)*) => {
        impl<$($g)*> AbsDiffEq for $N where $($bounds)* {
            type Epsilon = Self;
            #[inline]
            fn default_epsilon() -> Self {
                Self::from(f64::default_epsilon())
            }
            #[inline]
            fn abs_diff_eq(&self, other: &Self, epsilon: Self) -> bool {
                Real::value(self).abs_diff_eq(&Real::value(other), Real::value(&epsilon))
            }
        }

        impl<$($g)*> RelativeEq for $N where $($bounds)* {
            #[inline]
            fn default_max_relative() -> Self {
                Self::from(f64::default_max_relative())
            }
            #[inline]
            fn relative_eq(&self, other: &Self, epsilon: Self, max_relative: Self) -> bool {
                let (epsilon, max_relative) = (Real::value(&epsilon), Real::value(&max_relative));
                Real::value(self).relative_eq(&Real::value(other), epsilon, max_relative)
            }
        }

        impl<$($g)*> UlpsEq for $N where $($bounds)* {
            #[inline]
            fn default_max_ulps() -> u32 {
                f64::default_max_ulps()
            }
            #[inline]
            fn ulps_eq(&self, other: &Self, epsilon: Self, max_ulps: u32) -> bool {
                Real::value(self).ulps_eq(&Real::value(other), Real::value(&epsilon), max_ulps)
            }
        }
    };
}
each_number!(equality);
