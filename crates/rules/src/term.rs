//! The notation in which rules are written.

use crate::{Number, Rule, Scalar, rule};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Any number, mixing with `f64` literals on both sides whatever its scalar is: what a rule's partials are written on.
///
/// ```
/// use rules::{Number, Term};
/// /// The derivative of x^2 + x, on a number over any scalar.
/// fn slope<T: Number>(x: T) -> T {
///     (2.0 * Term(x) + 1.0).inner()
/// }
/// assert_eq!((slope(3.0), slope(3.0f32)), (7.0, 7.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Term<T>(pub T);

impl<T> Term<T> {
    /// The number itself.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn inner(self) -> T {
        self.0
    }
}

impl<T: Number> From<f64> for Term<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(c: f64) -> Self {
        Term(T::constant(T::Scalar::from_f64(c)))
    }
}

impl<T: Number> Number for Term<T> {
    type Scalar = T::Scalar;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constant(c: T::Scalar) -> Self {
        Term(T::constant(c))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        Term(T::apply::<R, N>(crate::each(args, Self::inner), n))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn known(self) -> Option<T::Scalar> {
        self.0.known()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_nan(self) -> bool {
        self.0.has_nan()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_constant(self) -> bool {
        self.0.is_constant()
    }
}

impl<T: Number> Neg for Term<T> {
    type Output = Self;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(self) -> Self {
        Term(-self.0)
    }
}

macro_rules! operator {
    ($($Op:ident $op:ident)*) => {$(
        impl<T: Number> $Op for Term<T> {
            type Output = Self;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, other: Self) -> Self {
                Term(self.0.$op(other.0))
            }
        }
        impl<T: Number> $Op<f64> for Term<T> {
            type Output = Self;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, c: f64) -> Self {
                Term(self.0.apply_with::<rule::$Op>(T::Scalar::from_f64(c)))
            }
        }
        impl<T: Number> $Op<Term<T>> for f64 {
            type Output = Term<T>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $op(self, x: Term<T>) -> Term<T> {
                Term(T::apply_to::<rule::$Op>(T::Scalar::from_f64(self), x.0))
            }
        }
    )*};
}
operator!(Add add Sub sub Mul mul Div div);
