//! `ComplexField` of nalgebra: real numbers, as it is implemented for `f64`, method by method.

use super::{Owned, each_number};
use crate::{Dual, Tangent, Taylor};
use rules::{Functions, Real};
use simba::scalar::{ComplexField, RealField};

macro_rules! complex_field {
    ([$($g:tt)*] $N:ty where $($bounds:tt)*) => {
        impl<$($g)*> ComplexField for $N where $($bounds)* {
            type RealField = Self;

            #[inline]
            fn from_real(re: Self) -> Self {
                re
            }
            #[inline]
            fn real(self) -> Self {
                self
            }
            #[inline]
            fn imaginary(self) -> Self {
                Self::from(0.0)
            }
            #[inline]
            fn modulus(self) -> Self {
                Functions::abs(self)
            }
            #[inline]
            fn modulus_squared(self) -> Self {
                self * self
            }
            #[inline]
            fn norm1(self) -> Self {
                Functions::abs(self)
            }
            #[inline]
            fn argument(self) -> Self {
                if self >= 0.0 { Self::from(0.0) } else { <Self as RealField>::pi() }
            }
            #[inline]
            fn to_exp(self) -> (Self, Self) {
                if self >= 0.0 { (self, Self::from(1.0)) } else { (-self, -Self::from(1.0)) }
            }
            #[inline]
            fn scale(self, factor: Self) -> Self {
                self * factor
            }
            #[inline]
            fn unscale(self, factor: Self) -> Self {
                self / factor
            }
            #[inline]
            fn conjugate(self) -> Self {
                self
            }
            #[inline]
            fn mul_add(self, a: Self, b: Self) -> Self {
                Functions::mul_add(self, a, b)
            }
            #[inline]
            fn hypot(self, other: Self) -> Self {
                Functions::hypot(self, other)
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                (Functions::sin(self), Functions::cos(self))
            }
            #[inline]
            fn sinc(self) -> Self {
                rules::functions::sinc(self)
            }
            /// At 0 by its series, which holds to order 5.
            #[inline]
            fn sinhc(self) -> Self {
                let square = self * self;
                if self == 0.0 { 1.0 + square * (1.0 + square / 20.0) / 6.0 } else { Functions::sinh(self) / self }
            }
            /// As nalgebra has it: 1 at 0, where cos(x)/x has a pole.
            #[inline]
            fn cosc(self) -> Self {
                if self == 0.0 { Self::from(1.0) } else { Functions::cos(self) / self }
            }
            /// As nalgebra has it: 1 at 0, where cosh(x)/x has a pole.
            #[inline]
            fn coshc(self) -> Self {
                if self == 0.0 { Self::from(1.0) } else { Functions::cosh(self) / self }
            }
            #[inline]
            fn log(self, base: Self) -> Self {
                Functions::log(self, base)
            }
            #[inline]
            fn powi(self, n: i32) -> Self {
                Functions::powi(self, n)
            }
            #[inline]
            fn powf(self, n: Self) -> Self {
                Functions::powf(self, n)
            }
            #[inline]
            fn powc(self, n: Self) -> Self {
                Functions::powf(self, n)
            }
            #[inline]
            fn is_finite(&self) -> bool {
                Real::value(self).is_finite()
            }
            #[inline]
            fn try_sqrt(self) -> Option<Self> {
                (self >= 0.0).then(|| Functions::sqrt(self))
            }
            functions! {
                abs signum floor ceil round trunc fract recip sqrt cbrt exp exp2 exp_m1 ln ln_1p log2 log10
                sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
            }
        }
    };
}

macro_rules! functions {
    ($($name:ident)*) => {$(
        #[inline]
        fn $name(self) -> Self {
            Functions::$name(self)
        }
    )*};
}
each_number!(complex_field);
