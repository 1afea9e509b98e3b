//! Outer numbers in inner levels.

use crate::{Number, rule};
use core::ops::{Add, Div, Mul, Sub};

/// A number that is a level above another: a dual over `Inner`, a variable of a tape over `Inner`.
pub trait Lift: Number {
    /// The number one level down.
    type Inner: Number<Scalar = Self::Scalar>;

    /// A number of the level below, as a constant of this level.
    fn lift(inner: Self::Inner) -> Self;

    /// As [`lift`](Lift::lift), to the level of this number: for the arguments of functions, and across two levels.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn level(&self, inner: Self::Inner) -> Self {
        Self::lift(inner)
    }
}

/// A number of an outer level, marked for use as a constant with those of the next inner one.
#[derive(Clone, Copy, Debug)]
pub struct Lifted<T>(pub T);

macro_rules! operator {
    ($($Op:ident $op:ident)*) => {$(
        impl<L: Lift> $Op<L> for Lifted<L::Inner> {
            type Output = L;
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, inner: L) -> L {
                L::apply::<rule::$Op, 2>([L::lift(self.0), inner], 0)
            }
        }
    )*};
}
operator!(Add add Sub sub Mul mul Div div);
