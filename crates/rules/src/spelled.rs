//! What code on `f64` spells in a way that only `f64` has, on any number: casts, constants, and questions about values.
//!
//! Code that is written for any number needs none of this; it is for code that is rewritten to be.

pub use crate::{Functions, Real};

use crate::{Differentiable, Number};
use core::cmp::Ordering;

/// `x as f64`, as a number `T`.
pub trait IntoNumber<T> {
    /// The number; of an integer, as `as` rounds it.
    fn into_number(self) -> T;
}

impl<T: Number> IntoNumber<T> for T {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn into_number(self) -> T {
        self
    }
}

/// `x as usize` and its kin, of numbers and of what else can be cast so.
pub trait Whole<I> {
    /// What `as` gives; it carries no derivative.
    fn whole(self) -> I;
}

macro_rules! integers {
    ($($I:ident)*) => {
        $(
            impl<T: Real> IntoNumber<T> for $I {
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn into_number(self) -> T {
                    T::constant(self as f64)
                }
            }
            impl<T: Real> Whole<$I> for T {
                #[track_caller]
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn whole(self) -> $I {
                    self.value() as $I
                }
            }
        )*
        integers! { @pairs [$($I)*] [$($I)* bool char] }
    };
    (@pairs $Is:tt [$($J:ident)*]) => {
        $(integers! { @from $Is $J })*
    };
    (@from [$($I:ident)*] char) => {
        integers! { @one [u8 u16 u32 u64 usize u128 i32 i64] char }
    };
    (@from [$($I:ident)*] $J:ident) => {
        integers! { @one [$($I)*] $J }
    };
    (@one [$($I:ident)*] $J:ident) => {
        $(impl Whole<$I> for $J {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn whole(self) -> $I {
                self as $I
            }
        })*
    };
}
integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

/// A constant of plain code where numbers are `T`.
pub trait Constant<T> {
    /// The same over `T`; what holds no numbers stays.
    type Over;
    /// It, carrying no derivative.
    fn constant(&self) -> Self::Over;
}

impl<T: Real, D: Differentiable> Constant<T> for D {
    type Over = D::Over<T>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constant(&self) -> D::Over<T> {
        self.over(&mut T::constant)
    }
}

impl<T: Real, D: Differentiable> Constant<T> for &[D] {
    type Over = Vec<D::Over<T>>;
    fn constant(&self) -> Vec<D::Over<T>> {
        self.iter().map(|x| x.over(&mut T::constant)).collect()
    }
}

macro_rules! stay {
    ($($X:ty)*) => {$(
        impl<T: Real> Constant<T> for $X {
            type Over = $X;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn constant(&self) -> $X {
                *self
            }
        }
    )*};
}
stay! { i128 u128 char &'static str }

/// What `f64` has as methods and the table of functions has not.
pub trait Spelled: Real {
    /// Whether the value is NaN.
    #[track_caller]
    fn is_nan(self) -> bool {
        self.value().is_nan()
    }
    /// Whether the value is neither infinite nor NaN.
    #[track_caller]
    fn is_finite(self) -> bool {
        self.value().is_finite()
    }
    /// Whether the value is infinite.
    #[track_caller]
    fn is_infinite(self) -> bool {
        self.value().is_infinite()
    }
    /// Whether the value is neither zero, infinite, subnormal nor NaN.
    #[track_caller]
    fn is_normal(self) -> bool {
        self.value().is_normal()
    }
    /// Whether the value is subnormal.
    #[track_caller]
    fn is_subnormal(self) -> bool {
        self.value().is_subnormal()
    }
    /// Whether the value has a positive sign.
    #[track_caller]
    fn is_sign_positive(self) -> bool {
        self.value().is_sign_positive()
    }
    /// Whether the value has a negative sign.
    #[track_caller]
    fn is_sign_negative(self) -> bool {
        self.value().is_sign_negative()
    }
    /// The total order of the values.
    #[track_caller]
    fn total_cmp(&self, other: &Self) -> Ordering {
        self.value().total_cmp(&other.value())
    }
    /// Sine and cosine.
    fn sin_cos(self) -> (Self, Self) {
        (Functions::sin(self), Functions::cos(self))
    }
    /// Radians to degrees.
    fn to_degrees(self) -> Self {
        self * 1f64.to_degrees()
    }
    /// Degrees to radians.
    fn to_radians(self) -> Self {
        self * 1f64.to_radians()
    }
}

impl<T: Real> Spelled for T {}
