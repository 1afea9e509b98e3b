//! Outer numbers in inner levels.

use crate::{Number, rule};
use core::ops::{Add, Div, Mul, Sub};

/// A number that is a level above another: a dual over `Inner`, a variable of a tape over `Inner`.
///
/// ```
/// use forward::Dual;
/// use rules::Lift;
/// type Twice = Dual<Dual>;
/// let outer = Dual::variable(3.0);
/// // Constant at its own level, with what it carries one level down.
/// let inner = Twice::lift(outer);
/// assert!(!inner.is_active() && inner.value.tangent == 1.0);
/// assert_eq!(Twice::variable(outer).level(outer).value.value, 3.0);
/// ```
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
///
/// ```
/// use forward::Dual;
/// use rules::Lifted;
/// // d/dx d/dy of x y^2 at (3, 5): the outer number x is marked where it meets the inner y.
/// let x = Dual::<f64>::variable(3.0);
/// let y = Dual::<Dual>::variable(Dual::from(5.0));
/// assert_eq!((Lifted(x) * y * y).tangent.tangent, 10.0);
/// ```
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
