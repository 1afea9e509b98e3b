//! What is shared by an `Rc` or an `Arc` carries derivatives as what it is made of does.

use crate::{Bundle, Differentiable, Lists, Number, Real, Scalar};
use std::ops::{Deref, Index, IndexMut, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::Arc;

/// What an `Rc` or an `Arc` is over another number: a type of this crate's, that it may be changed where it lies. What is
/// shared is alone in an adjoint.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub struct Pointed<P>(pub P);

impl<P> Deref for Pointed<P> {
    type Target = P;
    fn deref(&self) -> &P {
        &self.0
    }
}

/// What leads from an `Rc` or an `Arc` to a place in what it shares: an index does not look behind what has indices.
#[doc(hidden)]
pub trait Leads<P> {
    /// What lies there.
    type To: ?Sized;
    /// The place.
    fn lead(self, from: &P) -> &Self::To;
}

/// What leads there to change it.
#[doc(hidden)]
pub trait LeadsToChange<P>: Leads<P> {
    /// The place.
    fn lead_to_change(self, from: &mut P) -> &mut Self::To;
}

impl<P, I: Leads<P>> Index<I> for Pointed<P> {
    type Output = I::To;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index(&self, by: I) -> &I::To {
        by.lead(&self.0)
    }
}

impl<P, I: LeadsToChange<P>> IndexMut<I> for Pointed<P> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index_mut(&mut self, by: I) -> &mut I::To {
        by.lead_to_change(&mut self.0)
    }
}

macro_rules! indices {
    ($($I:ty),+) => {$(
        impl<P: Deref<Target: Index<$I>>> Leads<P> for $I {
            type To = <P::Target as Index<$I>>::Output;
            fn lead(self, from: &P) -> &Self::To {
                &(**from)[self]
            }
        }
    )+};
}
indices! { usize, Range<usize>, RangeFrom<usize>, RangeTo<usize>, RangeFull, RangeInclusive<usize>, RangeToInclusive<usize> }

macro_rules! shared {
    ($($Pointer:ident)+) => {$(
        impl<V> AsRef<V> for Pointed<$Pointer<V>> {
            fn as_ref(&self) -> &V {
                &self.0
            }
        }

        impl<V: Clone> AsMut<V> for Pointed<$Pointer<V>> {
            fn as_mut(&mut self) -> &mut V {
                $Pointer::make_mut(&mut self.0)
            }
        }

        impl<S: Scalar, D: Differentiable<S>> Differentiable<S> for $Pointer<D> {
            type Over<T: Real<S>> = Pointed<$Pointer<D::Over<T>>>;
            #[inline]
            fn over<T: Real<S>, F: FnMut(S) -> T>(&self, f: &mut F) -> Self::Over<T> {
                Pointed($Pointer::new((**self).over(f)))
            }
            #[inline]
            fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, other: &Self, f: &mut F) -> Self::Over<T> {
                Pointed($Pointer::new((**self).over_two(other, f)))
            }
        }

        impl<T: Number, V: Bundle<T>> Bundle<T> for Pointed<$Pointer<V>> {
            type Plain = $Pointer<V::Plain>;
            #[inline]
            fn zero(&self) -> Self {
                Pointed($Pointer::new(V::zero(&self.0)))
            }
            #[inline]
            fn absorb(&mut self, other: &Self) {
                V::absorb(self.as_mut(), &other.0);
            }
            #[inline]
            fn each<F: FnMut(T)>(&self, f: &mut F) {
                V::each(&self.0, f);
            }
            #[inline]
            fn each_mut<F: FnMut(&mut T)>(&mut self, f: &mut F) {
                V::each_mut(self.as_mut(), f);
            }
            #[inline]
            fn plain<F: FnMut(T) -> T::Scalar>(&self, f: &mut F) -> Self::Plain {
                $Pointer::new(V::plain(&self.0, f))
            }
            #[inline]
            fn lists<F: Lists<T>>(&mut self, f: &mut F) {
                V::lists(self.as_mut(), f);
            }
        }
    )+};
}
shared! { Rc Arc }
