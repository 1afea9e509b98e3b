//! What user code runs on: a number that mixes with `f64`, compares, sums and prints.

use crate::{Functions, Number, Scalar};
use core::fmt::{Debug, Display};
use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

/// A real number: what a numerical function is written on, so that every engine can run it.
///
/// Mixes with its scalar `S` on both sides, compares by value, is zero by default, and has the functions of the table: those that
/// `f64` has as methods of the same name, all others as functions (`erf(x)`, see [`functions`](crate::functions)).
///
/// ```
/// use rules::{Functions, Real};
/// fn f<T: Real>(x: &[T]) -> T {
///     let mut s = 2.0 * x[0].sin() + 1.0;
///     if x[1] > 0.0 {
///         s += x[1].powf(1.5).max(0.25);
///     }
///     x.iter().zip(x).fold(s, |s, (a, b)| s - a * b)
/// }
/// assert_eq!(f(&[0.0, 4.0]), -7.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number over `{S}` that derivatives can be taken of",
    label = "a number over `{S}` is wanted",
    note = "operators work on `f64`, and on the numbers of outer derivatives: turn `f32` and integers into `f64`; functions with `#[differentiable]` take `f32` throughout",
    note = "an outer number goes into a function as a constant of the inner level by `y.level(x)`, where `y` is an inner number; `lift(x)` is for operators alone"
)]
pub trait Real<S: Scalar = f64>:
    Number<Scalar = S>
    + Functions
    + NumTraits
    + Debug
    + Display
    + Default
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
    + for<'a> Add<&'a Self, Output = Self>
    + for<'a> Sub<&'a Self, Output = Self>
    + for<'a> Mul<&'a Self, Output = Self>
    + for<'a> Div<&'a Self, Output = Self>
    + for<'a> Rem<&'a Self, Output = Self>
    + for<'a> AddAssign<&'a Self>
    + for<'a> SubAssign<&'a Self>
    + for<'a> MulAssign<&'a Self>
    + for<'a> DivAssign<&'a Self>
    + for<'a> RemAssign<&'a Self>
    + Imply<S, Is: Mixes<Self, S>>
    + for<'a> Imply<&'a Self, Is: Behind<Self>>
{
    /// The value, without derivatives. What is computed from it is a constant for every engine.
    ///
    /// ```
    /// use rules::Real;
    /// /// How often a number can be halved before it is below 1; a step, which has no derivative.
    /// fn halvings<T: Real>(x: T) -> i32 {
    ///     x.value().log2().ceil() as i32
    /// }
    /// assert_eq!(halvings(1000.0), 10);
    /// ```
    fn value(&self) -> S;
}

impl Real for f64 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&self) -> f64 {
        *self
    }
}

impl Real<f32> for f32 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&self) -> f32 {
        *self
    }
}

/// A bound on another type that a trait's users need not repeat: `T: Imply<f64, Is: Mul<T>>` gives `f64: Mul<T>`.
///
/// ```
/// use rules::Imply;
/// use std::ops::Mul;
/// /// A number that stands on the right of an `f64`: who takes one need not say so again.
/// trait Scales: Sized + Imply<f64, Is: Mul<Self, Output = Self>> {}
/// impl Scales for f64 {}
/// fn twice<T: Scales>(x: T) -> T {
///     2.0 * x
/// }
/// assert_eq!(twice(1.5), 3.0);
/// ```
pub trait Imply<T>: ImplyInner<T, Is = T> {}
impl<T, U> Imply<T> for U {}

/// The half of [`Imply`] that holds the type.
#[doc(hidden)]
pub trait ImplyInner<T> {
    /// `T` itself.
    type Is;
}
impl<T, U> ImplyInner<T> for U {
    type Is = T;
}

/// A number behind a reference, as iterators give it: `a * b`, `-a`, on either side.
///
/// ```
/// use rules::Behind;
/// fn offset<X: Behind<f64>>(x: X) -> f64 {
///     x * 2.0 - &1.0
/// }
/// assert_eq!(offset(&3.0), 5.0);
/// ```
pub trait Behind<T>:
    Neg<Output = T>
    + Add<T, Output = T>
    + Sub<T, Output = T>
    + Mul<T, Output = T>
    + Div<T, Output = T>
    + Rem<T, Output = T>
    + for<'a> Add<&'a T, Output = T>
    + for<'a> Sub<&'a T, Output = T>
    + for<'a> Mul<&'a T, Output = T>
    + for<'a> Div<&'a T, Output = T>
    + for<'a> Rem<&'a T, Output = T>
{
}
impl<T, X> Behind<T> for X where
    X: Neg<Output = T>
        + Add<T, Output = T>
        + Sub<T, Output = T>
        + Mul<T, Output = T>
        + Div<T, Output = T>
        + Rem<T, Output = T>
        + for<'a> Add<&'a T, Output = T>
        + for<'a> Sub<&'a T, Output = T>
        + for<'a> Mul<&'a T, Output = T>
        + for<'a> Div<&'a T, Output = T>
        + for<'a> Rem<&'a T, Output = T>
{
}

/// The numeric traits of num-traits that every [`Real`] implies when the feature `num-traits` is on; nothing otherwise.
///
/// ```
/// fn ramp<T: rules::Real>(n: usize) -> Vec<T> {
///     std::iter::successors(Some(T::zero()), |&x| Some(x + T::one())).take(n).collect()
/// }
/// assert_eq!(ramp::<f64>(3), [0.0, 1.0, 2.0]);
/// ```
#[cfg(feature = "num-traits")]
pub trait NumTraits: num_traits::Zero + num_traits::One {}
#[cfg(feature = "num-traits")]
impl<T: num_traits::Zero + num_traits::One> NumTraits for T {}
/// The numeric traits of num-traits that every [`Real`] implies when the feature `num-traits` is on; nothing otherwise.
#[cfg(not(feature = "num-traits"))]
#[doc(hidden)]
pub trait NumTraits {}
#[cfg(not(feature = "num-traits"))]
impl<T> NumTraits for T {}

/// A scalar that stands on the left of a number: `2.0 * x`, `0.0 < x`.
///
/// It repeats that scalars mix with each other: a bound on `f64: Mul<T>` alone would make the compiler take every
/// product of two `f64` in a generic function for one with `T`.
///
/// ```
/// use rules::Mixes;
/// fn affine<S: Mixes<T, S> + Copy, T>(k: S, x: T) -> T {
///     (k * k) * x
/// }
/// assert_eq!(affine(3.0, 0.5), 4.5);
/// ```
pub trait Mixes<T, S>:
    Add<T, Output = T>
    + Sub<T, Output = T>
    + Mul<T, Output = T>
    + Div<T, Output = T>
    + Rem<T, Output = T>
    + Add<S, Output = S>
    + Sub<S, Output = S>
    + Mul<S, Output = S>
    + Div<S, Output = S>
    + Rem<S, Output = S>
    + for<'a> Add<&'a S, Output = S>
    + for<'a> Sub<&'a S, Output = S>
    + for<'a> Mul<&'a S, Output = S>
    + for<'a> Div<&'a S, Output = S>
    + for<'a> Rem<&'a S, Output = S>
    + PartialEq<T>
    + PartialOrd<T>
    + PartialEq<S>
    + PartialOrd<S>
{
}
impl<T, S, X> Mixes<T, S> for X where
    X: Add<T, Output = T>
        + Sub<T, Output = T>
        + Mul<T, Output = T>
        + Div<T, Output = T>
        + Rem<T, Output = T>
        + Add<S, Output = S>
        + Sub<S, Output = S>
        + Mul<S, Output = S>
        + Div<S, Output = S>
        + Rem<S, Output = S>
        + for<'a> Add<&'a S, Output = S>
        + for<'a> Sub<&'a S, Output = S>
        + for<'a> Mul<&'a S, Output = S>
        + for<'a> Div<&'a S, Output = S>
        + for<'a> Rem<&'a S, Output = S>
        + PartialEq<T>
        + PartialOrd<T>
        + PartialEq<S>
        + PartialOrd<S>
{
}
