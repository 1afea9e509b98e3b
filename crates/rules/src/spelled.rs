//! What code on `f64` spells in a way that only `f64` has, on any number: casts, constants, and questions about values.
//!
//! Code that is written for any number needs none of this; it is for code that is rewritten to be.

pub use crate::{Functions, Real};

use crate::{Differentiable, Number};
use core::cmp::Ordering;

/// `x as f64`, as a number `T`.
///
/// ```
/// use rules::Real;
/// use rules::spelled::IntoNumber;
/// fn mean<T: Real>(x: &[T]) -> T {
///     x.iter().copied().sum::<T>() / IntoNumber::<T>::into_number(x.len())
/// }
/// assert_eq!(mean(&[1.0, 2.0, 6.0]), 3.0);
/// ```
pub trait IntoNumber<T> {
    /// The number; of an integer, as `as` rounds it.
    ///
    /// ```
    /// use rules::spelled::IntoNumber;
    /// let n: f64 = 3u8.into_number();
    /// assert_eq!(n, 3.0);
    /// ```
    fn into_number(self) -> T;
}

impl<T: Number> IntoNumber<T> for T {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn into_number(self) -> T {
        self
    }
}

/// One for `true`, zero for `false`, as `f64::from` gives.
impl<T: Real> IntoNumber<T> for bool {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn into_number(self) -> T {
        T::constant(f64::from(u8::from(self)))
    }
}

/// `x as usize` and its kin, of numbers and of what else can be cast so.
///
/// ```
/// use rules::Real;
/// use rules::spelled::Whole;
/// fn cell<T: Real>(x: T, width: f64) -> usize {
///     (x / width).whole()
/// }
/// assert_eq!(cell(0.7, 0.25), 2);
/// ```
pub trait Whole<I> {
    /// What `as` gives; it carries no derivative.
    ///
    /// ```
    /// use rules::spelled::Whole;
    /// let (down, least): (i32, u8) = (2.9.whole(), (-1.0).whole());
    /// assert_eq!((down, least), (2, 0));
    /// ```
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
///
/// ```
/// use rules::Real;
/// use rules::spelled::Constant;
/// fn scaled<T: Real>(x: T, table: &[f64; 2]) -> [T; 2] {
///     Constant::<T>::constant(table).map(|c| c * x)
/// }
/// assert_eq!(scaled(2.0, &[1.0, 3.0]), [2.0, 6.0]);
/// ```
pub trait Constant<T> {
    /// The same over `T`; what holds no numbers stays.
    type Over;
    /// It, carrying no derivative.
    ///
    /// ```
    /// use rules::spelled::Constant;
    /// let pair: (f64, f64) = Constant::<f64>::constant(&(1.0, 2.0));
    /// assert_eq!(pair, (1.0, 2.0));
    /// ```
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
stay! { i128 u128 }

/// What `f64` has as methods and the table of functions has not.
///
/// ```
/// use rules::spelled::Spelled;
/// fn bearing<T: Spelled>(turn: T) -> Option<T> {
///     if Spelled::is_finite(turn) { Some(Spelled::to_degrees(turn) % 360.0) } else { None }
/// }
/// assert_eq!(bearing(3.0 * std::f64::consts::PI), Some(180.0));
/// assert_eq!(bearing(f64::INFINITY), None);
/// ```
pub trait Spelled: Real {
    /// Whether the value is NaN.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// let x: f64 = 0.0 * f64::INFINITY;
    /// assert!(Spelled::is_nan(x));
    /// ```
    #[track_caller]
    fn is_nan(self) -> bool {
        self.value().is_nan()
    }
    /// Whether the value is neither infinite nor NaN.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// assert!(Spelled::is_finite(f64::MAX) && !Spelled::is_finite(2.0 * f64::MAX));
    /// ```
    #[track_caller]
    fn is_finite(self) -> bool {
        self.value().is_finite()
    }
    /// Whether the value is infinite.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// assert!(Spelled::is_infinite(1.0 / 0.0_f64));
    /// ```
    #[track_caller]
    fn is_infinite(self) -> bool {
        self.value().is_infinite()
    }
    /// Whether the value is neither zero, infinite, subnormal nor NaN.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// assert!(Spelled::is_normal(1.0) && !Spelled::is_normal(0.0) && !Spelled::is_normal(1e-310));
    /// ```
    #[track_caller]
    fn is_normal(self) -> bool {
        self.value().is_normal()
    }
    /// Whether the value is subnormal.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// assert!(Spelled::is_subnormal(1e-310) && !Spelled::is_subnormal(0.0));
    /// ```
    #[track_caller]
    fn is_subnormal(self) -> bool {
        self.value().is_subnormal()
    }
    /// Whether the value has a positive sign.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// assert!(Spelled::is_sign_positive(0.0) && !Spelled::is_sign_positive(-0.0));
    /// ```
    #[track_caller]
    fn is_sign_positive(self) -> bool {
        self.value().is_sign_positive()
    }
    /// Whether the value has a negative sign.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// assert!(Spelled::is_sign_negative(-0.0) && !Spelled::is_sign_negative(0.0));
    /// ```
    #[track_caller]
    fn is_sign_negative(self) -> bool {
        self.value().is_sign_negative()
    }
    /// The total order of the values.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// let mut list = [2.0, f64::NAN, -1.0];
    /// list.sort_by(Spelled::total_cmp);
    /// assert_eq!(list[..2], [-1.0, 2.0]);
    /// ```
    #[track_caller]
    fn total_cmp(&self, other: &Self) -> Ordering {
        self.value().total_cmp(&other.value())
    }
    /// Sine and cosine.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// assert_eq!(Spelled::sin_cos(0.0), (0.0, 1.0));
    /// ```
    fn sin_cos(self) -> (Self, Self) {
        (Functions::sin(self), Functions::cos(self))
    }
    /// The quotient of Euclidean division; it carries no derivative.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// assert_eq!(Spelled::div_euclid(-7.0, 4.0), -2.0);
    /// ```
    fn div_euclid(self, other: Self) -> Self {
        let whole = Functions::trunc(self / other);
        match (self % other < 0.0, other > 0.0) {
            (true, true) => whole - 1.0,
            (true, false) => whole + 1.0,
            (false, _) => whole,
        }
    }
    /// The number in the middle of two.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// assert_eq!(Spelled::midpoint(1.0, 4.0), 2.5);
    /// ```
    fn midpoint(self, other: Self) -> Self {
        let limit = f64::MAX / 2.0;
        match Functions::abs(self) <= limit && Functions::abs(other) <= limit {
            true => (self + other) / 2.0,
            false => self / 2.0 + other / 2.0,
        }
    }
    /// Radians to degrees.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// assert_eq!(Spelled::to_degrees(std::f64::consts::PI), 180.0);
    /// ```
    fn to_degrees(self) -> Self {
        self * 1f64.to_degrees()
    }
    /// Degrees to radians.
    ///
    /// ```
    /// use rules::spelled::Spelled;
    /// assert_eq!(Spelled::to_radians(180.0), std::f64::consts::PI);
    /// ```
    fn to_radians(self) -> Self {
        self * 1f64.to_radians()
    }
}

impl<T: Real> Spelled for T {}
