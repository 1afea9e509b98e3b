//! Results beyond the largest number.

use crate::parameters::Parameter;
use crate::{Error, Matrix, View};
use rules::{Number, Scalar};

/// What becomes of a result that is beyond the largest number though what it is made of is not.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Beyond {
    /// Of a value: an error, as the matrix is next to a singular one.
    Refused,
    /// Of a tangent: infinite, as that of a number is.
    Infinite,
}

impl Beyond {
    pub(crate) fn check<T: Number, const N: usize>(
        self,
        operation: &'static str,
        x: [View<'_, T>; N],
        y: Matrix<T>,
    ) -> Result<[Matrix<T>; 1], Error> {
        match self {
            Beyond::Refused if overflows(x, y.view()) => Err(Error::Overflow { operation }),
            _ => Ok([y]),
        }
    }
}

/// Whether a result is not finite though what it is made of is.
pub(crate) fn overflows<T: Number, const N: usize>(x: [View<'_, T>; N], y: View<'_, T>) -> bool {
    !is_finite(y) && x.into_iter().all(is_finite)
}

/// What is wrong with a matrix that is not factored: of a finite one a pivot has overflowed.
pub(crate) fn said_of<T: Number>(a: View<'_, T>, error: Error) -> Error {
    match error {
        Error::NotFinite { operation } if is_finite(a) => Error::Overflow { operation },
        Error::NotPositiveDefinite { value, .. } if value.is_infinite() && !is_finite(a) => {
            Error::NotFinite { operation: "Cholesky factorisation" }
        }
        error => error,
    }
}

/// Whether all values that are known are finite.
pub(crate) fn is_finite<T: Number>(x: View<'_, T>) -> bool {
    x.as_slice().iter().all(|x| x.known().is_none_or(|x| x.to_f64().is_finite()))
}

/// In a program, the last parameter of a solution that is a tangent; values have none.
impl Parameter for Beyond {
    fn put(&self, to: &mut Vec<f64>) {
        if *self == Beyond::Infinite {
            1usize.put(to);
        }
    }
    fn take(from: &mut impl Iterator<Item = f64>) -> Option<Self> {
        match from.next() {
            None => Some(Beyond::Refused),
            Some(1.0) => Some(Beyond::Infinite),
            Some(_) => None,
        }
    }
}
