//! What user code runs on: a number that mixes with `f64`, compares, sums and prints.

use crate::{Functions, Number, Scalar};
use core::fmt::{Debug, Display};
use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Rem, RemAssign, Sub, SubAssign};

/// A real number: what a numerical function is written on, so that every engine can run it.
///
/// Mixes with its scalar `S` on both sides, compares by value, and has the functions of the table: those that
/// `f64` has as methods of the same name, all others as functions (`erf(x)`, see [`functions`](crate::functions)).
///
/// ```
/// use rules::{Functions, Real};
/// fn f<T: Real>(x: &[T]) -> T {
///     let mut s = 2.0 * x[0].sin() + 1.0;
///     if x[1] > 0.0 {
///         s += x[1].powf(1.5).max(0.25);
///     }
///     s
/// }
/// assert_eq!(f(&[0.0, 4.0]), 9.0);
/// ```
pub trait Real<S: Scalar = f64>:
    Number<Scalar = S>
    + Functions
    + NumTraits
    + Debug
    + Display
    + From<S>
    + PartialOrd
    + PartialEq<S>
    + PartialOrd<S>
    + Rem<Output = Self>
    + Add<S, Output = Self>
    + Sub<S, Output = Self>
    + Mul<S, Output = Self>
    + Div<S, Output = Self>
    + Rem<S, Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + RemAssign
    + AddAssign<S>
    + SubAssign<S>
    + MulAssign<S>
    + DivAssign<S>
    + RemAssign<S>
    + Sum
    + Product
    + for<'a> Sum<&'a Self>
    + for<'a> Product<&'a Self>
    + Imply<
        S,
        Is: Add<Self, Output = Self>
                + Sub<Self, Output = Self>
                + Mul<Self, Output = Self>
                + Div<Self, Output = Self>
                + Rem<Self, Output = Self>
                + PartialEq<Self>
                + PartialOrd<Self>,
    >
{
    /// The value, without derivatives. What is computed from it is a constant for every engine.
    fn value(&self) -> S;
}

impl Real for f64 {
    #[inline(always)]
    fn value(&self) -> f64 {
        *self
    }
}

impl Real<f32> for f32 {
    #[inline(always)]
    fn value(&self) -> f32 {
        *self
    }
}

/// A bound on another type that a trait's users need not repeat: `T: Imply<f64, Is: Mul<T>>` gives `f64: Mul<T>`.
pub trait Imply<T>: ImplyInner<T, Is = T> {}
impl<T, U> Imply<T> for U {}

/// The half of [`Imply`] that holds the type.
pub trait ImplyInner<T> {
    /// `T` itself.
    type Is;
}
impl<T, U> ImplyInner<T> for U {
    type Is = T;
}

/// The numeric traits of num-traits that every [`Real`] implies when the feature `num-traits` is on; nothing otherwise.
#[cfg(feature = "num-traits")]
pub trait NumTraits: num_traits::Zero + num_traits::One {}
#[cfg(feature = "num-traits")]
impl<T: num_traits::Zero + num_traits::One> NumTraits for T {}
/// The numeric traits of num-traits that every [`Real`] implies when the feature `num-traits` is on; nothing otherwise.
#[cfg(not(feature = "num-traits"))]
pub trait NumTraits {}
#[cfg(not(feature = "num-traits"))]
impl<T> NumTraits for T {}
