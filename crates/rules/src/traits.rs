//! The numeric traits of num-traits on every engine's number, behind the feature `num-traits`.
//!
//! `Float` and `num_traits::real::Real` are left out on purpose: their methods have the names of
//! [`Functions`](crate::Functions), so `x.exp()` would be ambiguous wherever both are in scope, and they promise
//! classifications and bit patterns that a number with derivatives does not have. Code that is generic over `Float`
//! becomes differentiable by taking [`Real`](crate::Real) instead.
//!
//! Nothing here drops a derivative unasked: `is_zero` and `is_one` hold for constants alone, since what adds or
//! multiplies like a neutral element must do so to the derivatives too. `ToPrimitive` gives the value, as its name says.

/// Implements what needs no comparison: `Zero`, `One`, conversions, bounds, constants, `Pow`, `Inv`, `MulAdd`.
#[cfg(feature = "num-traits")]
#[doc(hidden)]
#[macro_export]
macro_rules! number_traits {
    ([$($g:tt)*] $T:ty) => {
        impl<$($g)*> $crate::num_traits::Zero for $T {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn zero() -> Self {
                $crate::Term::from(0.0).0
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_zero(&self) -> bool {
                $crate::is_constant_of(*self, 0.0)
            }
        }
        impl<$($g)*> $crate::num_traits::One for $T {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn one() -> Self {
                $crate::Term::from(1.0).0
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_one(&self) -> bool {
                $crate::is_constant_of(*self, 1.0)
            }
        }
        impl<$($g)*> $crate::num_traits::ToPrimitive for $T {
            #[inline]
            fn to_i64(&self) -> Option<i64> {
                self.to_f64()?.to_i64()
            }
            #[inline]
            fn to_u64(&self) -> Option<u64> {
                self.to_f64()?.to_u64()
            }
            #[inline]
            fn to_f64(&self) -> Option<f64> {
                $crate::Number::known(*self).map($crate::Scalar::to_f64)
            }
        }
        impl<$($g)*> $crate::num_traits::FromPrimitive for $T {
            #[inline]
            fn from_i64(n: i64) -> Option<Self> {
                Some($crate::Term::from(n as f64).0)
            }
            #[inline]
            fn from_u64(n: u64) -> Option<Self> {
                Some($crate::Term::from(n as f64).0)
            }
            #[inline]
            fn from_f64(x: f64) -> Option<Self> {
                Some($crate::Term::from(x).0)
            }
        }
        impl<$($g)*> $crate::num_traits::NumCast for $T {
            #[inline]
            fn from<Source: $crate::num_traits::ToPrimitive>(n: Source) -> Option<Self> {
                n.to_f64().map(|x| $crate::Term::from(x).0)
            }
        }
        impl<$($g)*> $crate::num_traits::Bounded for $T where <$T as $crate::Number>::Scalar: $crate::num_traits::Bounded {
            #[inline]
            fn min_value() -> Self {
                <$T as $crate::Number>::constant($crate::num_traits::Bounded::min_value())
            }
            #[inline]
            fn max_value() -> Self {
                <$T as $crate::Number>::constant($crate::num_traits::Bounded::max_value())
            }
        }
        $crate::number_traits! { @constants [$($g)*] [$T]
            E FRAC_1_PI FRAC_1_SQRT_2 FRAC_2_PI FRAC_2_SQRT_PI FRAC_PI_2 FRAC_PI_3 FRAC_PI_4 FRAC_PI_6 FRAC_PI_8
            LN_10 LN_2 LOG10_E LOG2_E PI SQRT_2
        }
        impl<$($g)*> $crate::num_traits::Inv for $T {
            type Output = Self;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn inv(self) -> Self {
                $crate::Functions::recip(self)
            }
        }
        impl<$($g)*> $crate::num_traits::MulAdd for $T {
            type Output = Self;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn mul_add(self, a: Self, b: Self) -> Self {
                $crate::Functions::mul_add(self, a, b)
            }
        }
        impl<$($g)*> $crate::num_traits::MulAddAssign for $T {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn mul_add_assign(&mut self, a: Self, b: Self) {
                *self = $crate::Functions::mul_add(*self, a, b);
            }
        }
        impl<$($g)*> $crate::num_traits::Pow<i32> for $T {
            type Output = Self;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn pow(self, n: i32) -> Self {
                $crate::Functions::powi(self, n)
            }
        }
        impl<$($g)*> $crate::num_traits::Pow<$T> for $T {
            type Output = Self;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn pow(self, y: $T) -> Self {
                $crate::Functions::powf(self, y)
            }
        }
        $crate::number_traits! { @pow [$($g)*] [$T] f64 }
        $crate::number_traits! { @pow [$($g)*] [$T] f32 }
    };
    (@constants [$($g:tt)*] [$T:ty] $($name:ident)*) => {
        impl<$($g)*> $crate::num_traits::FloatConst for $T {
            $(
                #[allow(non_snake_case)]
                #[inline]
                fn $name() -> Self {
                    $crate::Term::from(core::f64::consts::$name).0
                }
            )*
        }
    };
    (@pow [$($g:tt)*] [$T:ty] $S:ident) => {
        impl<$($g)*> $crate::num_traits::Pow<$S> for $T where $T: $crate::Number<Scalar = $S> {
            type Output = Self;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn pow(self, y: $S) -> Self {
                $crate::Number::apply_with::<$crate::rule::Powf>(self, y)
            }
        }
    };
    (@compare [$($g:tt)*] [$T:ty] [$I:ty]) => {
        impl<$($g)*> $crate::num_traits::Num for $T where $I: PartialEq {
            type FromStrRadixErr = $crate::num_traits::ParseFloatError;
            fn from_str_radix(text: &str, radix: u32) -> Result<Self, Self::FromStrRadixErr> {
                <f64 as $crate::num_traits::Num>::from_str_radix(text, radix).map(|x| $crate::Term::from(x).0)
            }
        }
        impl<$($g)*> $crate::num_traits::Signed for $T where $I: PartialOrd {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn abs(&self) -> Self {
                $crate::Functions::abs(*self)
            }
            /// The positive difference, 0 where `self <= other`.
            #[track_caller]
            #[inline]
            fn abs_sub(&self, other: &Self) -> Self {
                if *self <= *other { $crate::Term::from(0.0).0 } else { *self - *other }
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn signum(&self) -> Self {
                $crate::Functions::signum(*self)
            }
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_positive(&self) -> bool {
                *self > $crate::Term::from(0.0).0
            }
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_negative(&self) -> bool {
                *self < $crate::Term::from(0.0).0
            }
        }
    };
}

/// Nothing, as the feature `num-traits` is off.
#[cfg(not(feature = "num-traits"))]
#[doc(hidden)]
#[macro_export]
macro_rules! number_traits {
    ($($ignored:tt)*) => {};
}

/// Whether a number is that constant, with no derivative at any level.
#[cfg(feature = "num-traits")]
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn is_constant_of<T: crate::Number>(x: T, c: f64) -> bool {
    x.is_constant() && x.known().is_some_and(|v| crate::Scalar::to_f64(v) == c)
}
