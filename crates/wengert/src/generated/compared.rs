//! Comparisons of structures over a number: by their values, as the structures themselves say it.

use core::cmp::Ordering;
use rules::{Bundle, Number, Real, Scalar};

/// What can be equal to another; `T` is any type.
pub trait Equal<T, R> {
    /// Whether it is.
    fn equal(&self, other: &R) -> bool;
}
impl<T, R, P: PartialEq<R>> Equal<T, R> for P {
    #[inline]
    fn equal(&self, other: &R) -> bool {
        self == other
    }
}

/// What may come before another; `T` is any type.
pub trait Ordered<T, R> {
    /// Which of both comes first.
    fn order(&self, other: &R) -> Option<Ordering>;
}
impl<T, R, P: PartialOrd<R>> Ordered<T, R> for P {
    #[inline]
    fn order(&self, other: &R) -> Option<Ordering> {
        self.partial_cmp(other)
    }
}

fn values<T: Real<S> + Number<Scalar = S>, S: Scalar, A: Bundle<T>>(a: &A) -> A::Plain {
    a.plain(&mut |x: T| x.value())
}

/// Whether the values of two structures are equal.
pub fn equal<T: Real<S> + Number<Scalar = S>, S: Scalar, A: Bundle<T>, B: Bundle<T>>(a: &A, b: &B) -> bool
where
    A::Plain: Equal<T, B::Plain>,
{
    values(a).equal(&values(b))
}

/// Which of the values of two structures comes first.
pub fn order<T: Real<S> + Number<Scalar = S>, S: Scalar, A: Bundle<T>, B: Bundle<T>>(a: &A, b: &B) -> Option<Ordering>
where
    A::Plain: Ordered<T, B::Plain>,
{
    values(a).order(&values(b))
}
