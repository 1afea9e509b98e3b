//! Where constants and numbers meet in the text of a function over any number: a constant field is filled with the plain
//! value of what is made of numbers there, and an operand that is a plain float becomes a number. Which is which is seen by
//! the compiler only, so methods of the same name are tried in turn.

use super::Kind;
use crate::Real;
use rules::{Bundle, Number};

/// What is made of numbers becomes what it is without derivatives.
pub trait FilledByNumbers<R> {
    /// What it becomes.
    type Plain;
    /// What it becomes.
    fn filled(&self, x: R) -> Self::Plain;
}

impl<T: Real, R: Bundle<T>> FilledByNumbers<R> for &Kind<T, R> {
    type Plain = R::Plain;
    fn filled(&self, x: R) -> R::Plain {
        super::plain::<T, R>(&x, |x| x.value())
    }
}

/// Anything else stays what it is.
pub trait FilledByAnything<R> {
    /// The same.
    fn filled(&self, x: R) -> R {
        x
    }
}

impl<T, R> FilledByAnything<R> for Kind<T, R> {}

/// What a constant field is filled with.
#[doc(hidden)]
#[macro_export]
macro_rules! __filled {
    ($T:ty, $x:expr) => {
        match $x {
            x__ => {
                use $crate::generated::{FilledByAnything as _, FilledByNumbers as _};
                (&&$crate::generated::kind::<$T, _>(&x__)).filled(x__)
            }
        }
    };
}

/// A plain float among numbers becomes a constant.
pub trait OperandOfFloats<T, X> {
    /// The constant.
    fn operand(&self, x: X) -> T;
}

impl<T: Real> OperandOfFloats<T, f64> for &Kind<T, f64> {
    fn operand(&self, x: f64) -> T {
        T::constant(x)
    }
}

impl<T: Real> OperandOfFloats<T, &f64> for &Kind<T, &f64> {
    fn operand(&self, x: &f64) -> T {
        T::constant(*x)
    }
}

/// Anything else stays what it is.
pub trait OperandOfAnything<X> {
    /// The same.
    fn operand(&self, x: X) -> X {
        x
    }
}

impl<T, X> OperandOfAnything<X> for Kind<T, X> {}

/// An operand of arithmetic.
#[doc(hidden)]
#[macro_export]
macro_rules! __operand {
    ($T:ty, $x:expr) => {
        match $x {
            x__ => {
                use $crate::generated::{OperandOfAnything as _, OperandOfFloats as _};
                (&&$crate::generated::kind::<$T, _>(&x__)).operand(x__)
            }
        }
    };
}

/// A literal that stands for what is missing, of the type that this has.
pub fn missing<X: Number>(x: X::Scalar) -> X {
    X::constant(x)
}
