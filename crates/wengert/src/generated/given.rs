//! What the text of a function over any number hands to functions that take numbers: a constant becomes one there. What
//! carries derivatives is seen by the compiler only, so methods of the same name are tried, that for numbers first.

use super::structures::over;
use crate::{Differentiable, Real};
use core::borrow::Borrow;
use core::marker::PhantomData;
use core::ops::Deref;
use rules::{Bundle, Number};

/// What is known by its type alone of what is behind a reference.
#[derive(Debug)]
pub struct Given<T, R: ?Sized>(PhantomData<T>, PhantomData<R>);

/// Of what is behind a reference, for a number.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn given_of<T, R: ?Sized>(_: &R) -> Given<T, R> {
    Given(PhantomData, PhantomData)
}

/// A value that was made, lent as what it is made for.
#[derive(Debug)]
pub struct Made<X, R: ?Sized>(X, PhantomData<R>);

impl<X: Borrow<R>, R: ?Sized> Deref for Made<X, R> {
    type Target = R;
    fn deref(&self) -> &R {
        self.0.borrow()
    }
}

/// What is over the number already is lent on.
pub trait GivenNumbers<R: ?Sized> {
    /// The same.
    fn lent<'a>(&self, x: &'a R) -> &'a R {
        x
    }
}

impl<T: Number, R: Bundle<T>> GivenNumbers<R> for &&Given<T, R> {}
impl<T: Number, V: Bundle<T>> GivenNumbers<[V]> for &&Given<T, [V]> {}

/// A constant becomes what it is over the number.
pub trait GivenConstants<R: ?Sized> {
    /// What it becomes.
    type Over;
    /// What it becomes.
    fn lent(&self, x: &R) -> Self::Over;
}

impl<T: Real, R: Differentiable> GivenConstants<R> for &Given<T, R> {
    type Over = Made<R::Over<T>, R::Over<T>>;
    fn lent(&self, x: &R) -> Self::Over {
        Made(over::<T, f64, R>(x), PhantomData)
    }
}

impl<T: Real, V: Differentiable> GivenConstants<[V]> for &Given<T, [V]> {
    type Over = Made<Vec<V::Over<T>>, [V::Over<T>]>;
    fn lent(&self, x: &[V]) -> Self::Over {
        Made(x.iter().map(over::<T, f64, V>).collect(), PhantomData)
    }
}

/// Anything else stays what it is.
pub trait GivenAnything<R: ?Sized> {
    /// The same.
    fn lent<'a>(&self, x: &'a R) -> &'a R {
        x
    }
}

impl<T, R: ?Sized> GivenAnything<R> for Given<T, R> {}

/// An argument, by value or by reference, over the number.
#[doc(hidden)]
#[macro_export]
macro_rules! __given {
    ($T:ty, & $x:expr) => {
        &*{
            use $crate::generated::{GivenAnything as _, GivenConstants as _, GivenNumbers as _};
            (&&&$crate::generated::given_of::<$T, _>(&$x)).lent(&$x)
        }
    };
    ($T:ty, $x:expr) => {{
        use $crate::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
        (&&&$crate::generated::kind::<$T, _>(&$x)).get(&$x)
    }};
}
