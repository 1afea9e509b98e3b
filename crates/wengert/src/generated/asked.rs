//! Questions that are answered by a constant: they are asked of values without derivatives. What carries some is seen by
//! the compiler only, so methods of the same name are tried, that for what carries derivatives first.

use core::marker::PhantomData;
use rules::{Bundle, Number};

/// A value that a question is asked of.
#[derive(Debug)]
pub struct Asked<'a, T, R: ?Sized>(&'a R, PhantomData<T>);

/// Of a value over a number, or of a constant.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn asked_of<T, R: ?Sized>(x: &R) -> Asked<'_, T, R> {
    Asked(x, PhantomData)
}

/// What is over a number.
pub trait AskedOfNumbers<T: Number> {
    /// The same without derivatives.
    type Plain;
    /// The same without derivatives.
    fn plainly(&self, f: impl FnMut(T) -> T::Scalar) -> Self::Plain;
}

impl<T: Number, R: Bundle<T>> AskedOfNumbers<T> for &Asked<'_, T, R> {
    type Plain = R::Plain;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plainly(&self, mut f: impl FnMut(T) -> T::Scalar) -> R::Plain {
        self.0.plain(&mut f)
    }
}

impl<T: Number, V: Bundle<T>> AskedOfNumbers<T> for &Asked<'_, T, [V]> {
    type Plain = Vec<V::Plain>;
    #[inline]
    fn plainly(&self, mut f: impl FnMut(T) -> T::Scalar) -> Vec<V::Plain> {
        self.0.iter().map(|x| x.plain(&mut f)).collect()
    }
}

/// Anything else stays what it is.
pub trait AskedOfConstants<T: Number> {
    /// What it is.
    type Same;
    /// What it is.
    fn plainly(&self, f: impl FnMut(T) -> T::Scalar) -> Self::Same;
}

impl<T: Number, R: Clone> AskedOfConstants<T> for Asked<'_, T, R> {
    type Same = R;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plainly(&self, _: impl FnMut(T) -> T::Scalar) -> R {
        self.0.clone()
    }
}

/// What is behind a reference, without derivatives.
#[doc(hidden)]
#[macro_export]
macro_rules! __asked {
    ($T:ty, $x:expr) => {{
        use $crate::generated::{AskedOfConstants as _, AskedOfNumbers as _};
        (&&$crate::generated::asked_of::<$T, _>($x)).plainly(|x| $crate::Real::value(&x))
    }};
}
