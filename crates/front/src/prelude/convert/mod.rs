//! Conversions, and what a box or a list refers to.

use crate::prelude::iter::FromIter;
use crate::prelude::place;
use crate::prelude::place::Integer;
use std::num::TryFromIntError;

mod numbers;

/// What refers to something.
pub trait Deref {
    /// That.
    type Target: ?Sized;

    /// It.
    fn deref(&self) -> &Self::Target;

    /// It, to be changed.
    fn deref_mut(&mut self) -> &mut Self::Target;
}

impl<T> Deref for Vec<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self
    }

    fn deref_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T> Deref for Box<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self
    }

    fn deref_mut(&mut self) -> &mut T {
        self
    }
}

impl Deref for String {
    type Target = str;

    fn deref(&self) -> &str {
        self
    }

    fn deref_mut(&mut self) -> &mut str {
        self
    }
}

/// The value itself.
pub fn identity<T>(x: T) -> T {
    x
}

/// What is made of something else.
pub trait From<T>: Sized {
    /// It.
    fn from(value: T) -> Self;
}

/// What something else is made of.
pub trait Into<T>: Sized {
    /// That.
    fn into(self) -> T;
}

impl<T, U: From<T>> Into<U> for T {
    fn into(self) -> U {
        U::from(self)
    }
}

impl<T> From<T> for T {
    fn from(value: T) -> T {
        value
    }
}

impl<T> From<T> for Option<T> {
    fn from(value: T) -> Option<T> {
        Some(value)
    }
}

impl<T> From<T> for Box<T> {
    fn from(value: T) -> Box<T> {
        Box::new(value)
    }
}

impl<T, const N: usize> From<[T; N]> for Vec<T> {
    fn from(value: [T; N]) -> Vec<T> {
        FromIter::from_iter(value)
    }
}

macro_rules! copied {
    ($([$($params:tt)*] $list:ty;)*) => {$(
        impl<$($params)*> From<$list> for Vec<T> {
            fn from(value: $list) -> Vec<T> {
                value.to_vec()
            }
        }
    )*};
}
copied! {
    [T: Clone] &[T];
    [T: Clone] &mut [T];
    [T: Clone, const N: usize] &[T; N];
}

/// What is made of something else, where that is possible.
pub trait TryFrom<T>: Sized {
    /// What is said where it is not.
    type Error;

    /// It.
    fn try_from(value: T) -> Result<Self, Self::Error>;
}

/// What something else is made of, where that is possible.
pub trait TryInto<T>: Sized {
    /// What is said where it is not.
    type Error;

    /// That.
    fn try_into(self) -> Result<T, Self::Error>;
}

impl<T, U: TryFrom<T>> TryInto<U> for T {
    type Error = U::Error;

    fn try_into(self) -> Result<U, U::Error> {
        U::try_from(self)
    }
}

impl<T: Integer, U: Integer> TryFrom<T> for U {
    type Error = TryFromIntError;

    fn try_from(value: T) -> Result<U, TryFromIntError> {
        match place::converted(value) {
            Some(x) => Ok(x),
            None => Err(place::no_integer()),
        }
    }
}

/// The elements of a list are not as many as those of an array.
#[derive(Clone, Copy, Debug)]
pub struct TryFromSliceError;

impl<T: Copy, const N: usize> TryFrom<&[T]> for [T; N] {
    type Error = TryFromSliceError;

    fn try_from(value: &[T]) -> Result<[T; N], TryFromSliceError> {
        if value.len() == N { Ok(place::array_of(|k| value[k])) } else { Err(TryFromSliceError) }
    }
}

impl<T: Copy, const N: usize> TryFrom<&mut [T]> for [T; N] {
    type Error = TryFromSliceError;

    fn try_from(value: &mut [T]) -> Result<[T; N], TryFromSliceError> {
        if value.len() == N { Ok(place::array_of(|k| value[k])) } else { Err(TryFromSliceError) }
    }
}

impl<'a, T, const N: usize> TryFrom<&'a [T]> for &'a [T; N] {
    type Error = TryFromSliceError;

    fn try_from(value: &'a [T]) -> Result<&'a [T; N], TryFromSliceError> {
        match place::array(value) {
            Some(array) => Ok(array),
            None => Err(TryFromSliceError),
        }
    }
}

impl<T, const N: usize> TryFrom<Vec<T>> for [T; N] {
    type Error = Vec<T>;

    fn try_from(value: Vec<T>) -> Result<[T; N], Vec<T>> {
        if value.len() == N {
            let mut all = place::owned(value);
            Ok(place::array_of(|k| place::moved(&mut all, k)))
        } else {
            Err(value)
        }
    }
}
