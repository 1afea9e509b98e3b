//! `RealField` of nalgebra: order, signs and constants.

use super::{Owned, each_number};
use crate::{Dual, Tangent, Taylor};
use core::f64::consts;
use rules::{Functions, Real};
use simba::scalar::RealField;

macro_rules! real_field {
    ([$($g:tt)*] $N:ty where $($bounds:tt)*) => {
        impl<$($g)*> RealField for $N where $($bounds)* {
            #[inline]
            fn is_sign_positive(&self) -> bool {
                Real::value(self).is_sign_positive()
            }
            #[inline]
            fn is_sign_negative(&self) -> bool {
                Real::value(self).is_sign_negative()
            }
            #[inline]
            fn copysign(self, sign: Self) -> Self {
                Functions::copysign(self, sign)
            }
            #[inline]
            fn max(self, other: Self) -> Self {
                Functions::max(self, other)
            }
            #[inline]
            fn min(self, other: Self) -> Self {
                Functions::min(self, other)
            }
            /// As nalgebra has it, without a panic where the bounds cross.
            #[inline]
            fn clamp(self, min: Self, max: Self) -> Self {
                if self < min {
                    min
                } else if self > max {
                    max
                } else {
                    self
                }
            }
            #[inline]
            fn atan2(self, other: Self) -> Self {
                Functions::atan2(self, other)
            }
            #[inline]
            fn min_value() -> Option<Self> {
                Some(Self::from(f64::MIN))
            }
            #[inline]
            fn max_value() -> Option<Self> {
                Some(Self::from(f64::MAX))
            }
            constants! {
                pi PI, two_pi TAU, frac_pi_2 FRAC_PI_2, frac_pi_3 FRAC_PI_3, frac_pi_4 FRAC_PI_4, frac_pi_6 FRAC_PI_6,
                frac_pi_8 FRAC_PI_8, frac_1_pi FRAC_1_PI, frac_2_pi FRAC_2_PI, frac_2_sqrt_pi FRAC_2_SQRT_PI,
                e E, log2_e LOG2_E, log10_e LOG10_E, ln_2 LN_2, ln_10 LN_10
            }
        }
    };
}

macro_rules! constants {
    ($($name:ident $value:ident),*) => {$(
        #[inline]
        fn $name() -> Self {
            Self::from(consts::$value)
        }
    )*};
}
each_number!(real_field);
