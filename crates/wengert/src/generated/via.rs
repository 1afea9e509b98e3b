//! Methods of the user's traits on values of open kind.

use super::{Active, Any, AnyPair, Give, Lent, Pair, Reached, Shared};
use core::fmt::{Debug, Formatter, Result};
use core::marker::PhantomData;
use core::ops::Deref;
use rules::{Bundle, Differentiable, Number, Real, Scalar};

/// A receiver whose methods are those of its type and those of the traits that the plain type implements.
pub struct Via<'a, R, T>(&'a R, PhantomData<T>);

/// A receiver, for a number.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn via<T, R>(receiver: &R) -> Via<'_, R, T> {
    Via(receiver, PhantomData)
}

impl<R, T> Clone for Via<'_, R, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R, T> Copy for Via<'_, R, T> {}

impl<R, T> Debug for Via<'_, R, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("Via")
    }
}

impl<R, T> Deref for Via<'_, R, T> {
    type Target = R;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref(&self) -> &R {
        self.0
    }
}

/// A receiver of a trait for types with derivatives is one; it is never taken over another number.
#[derive(Clone, Copy, Debug)]
pub struct Never<V>(V);

impl<'a, R, N, S: Scalar> Differentiable<S> for Via<'a, R, N> {
    type Over<T: Real<S>> = Never<Via<'a, R, N>>;
    fn over<T: Real<S>, F: FnMut(S) -> T>(&self, _: &mut F) -> Never<Self> {
        Never(*self)
    }
    fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, _: &Self, _: &mut F) -> Never<Self> {
        Never(*self)
    }
}

impl<V: Clone, T: Number> Bundle<T> for Never<V> {
    type Plain = V;
    fn zero(&self) -> Self {
        self.clone()
    }
    fn absorb(&mut self, _: &Self) {}
    fn each<F: FnMut(T)>(&self, _: &mut F) {}
    fn each_mut<F: FnMut(&mut T)>(&mut self, _: &mut F) {}
    fn plain<F: FnMut(T) -> T::Scalar>(&self, _: &mut F) -> V {
        self.0.clone()
    }
}

/// What a trait's methods over the number need of a receiver: the plain type, which has the functions.
#[diagnostic::on_unimplemented(
    message = "the methods of this trait cannot be found on `{Self}`",
    label = "the trait lacks #[differentiable]"
)]
pub trait Receiver<T: Real<S>, S: Scalar> {
    /// The type on plain scalars.
    type Plain: Differentiable<S>;
    /// The value over the number.
    fn receiver(&self) -> &<Self::Plain as Differentiable<S>>::Over<T>;
}

impl<S, P, R, T> Receiver<T, S> for Via<'_, R, T>
where
    S: Scalar,
    P: Differentiable<S, Over<T> = R>,
    R: Bundle<T, Plain = P>,
    T: Real<S>,
{
    type Plain = P;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn receiver(&self) -> &R {
        self.0
    }
}

/// A structure that is passed where the callee learns the type from it.
#[derive(Clone, Copy, Debug)]
pub struct Typed<'a, P: Differentiable<S>, T: Real<S>, S: Scalar>(pub Lent<'a, P::Over<T>>);

impl<P: Differentiable<S>, T: Real<S>, S: Scalar> Deref for Typed<'_, P, T, S> {
    type Target = P::Over<T>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref(&self) -> &P::Over<T> {
        &self.0
    }
}

impl<'s, P, R, T, S> Give<'s, T, Active<Typed<'s, P, T, S>>> for Any<'s, R>
where
    S: Scalar,
    P: Differentiable<S, Over<T> = R>,
    R: Bundle<T, Plain = P>,
    T: Real<S>,
{
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Active<Typed<'s, P, T, S>> {
        Active(Typed(Lent::By(self.0)))
    }
}

impl<'s, P, R, T, S> Give<'s, T, Pair<Typed<'s, P, T, S>, Reached<'s, R>>> for AnyPair<'s, R>
where
    S: Scalar,
    P: Differentiable<S, Over<T> = R>,
    R: Bundle<T, Plain = P>,
    T: Real<S>,
{
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Pair<Typed<'s, P, T, S>, Reached<'s, R>> {
        Pair(Typed(Lent::By(self.0)), Reached::To(self.1))
    }
}

impl<'s, T: Real<f64>, D: Differentiable<f64>> Give<'s, T, Active<Typed<'s, D, T, f64>>> for D {
    type Room = ();
    #[inline]
    fn give(self, room: &'s mut Self::Room) -> Active<Typed<'s, D, T, f64>> {
        let given: Active<Lent<'s, D::Over<T>>> = Give::give(self, room);
        Active(Typed(given.0))
    }
}

impl<'s, T: Real<f64>, D: Differentiable<f64>> Give<'s, T, Pair<Typed<'s, D, T, f64>, Reached<'s, D::Over<T>>>> for D {
    type Room = ();
    #[inline]
    fn give(self, room: &'s mut Self::Room) -> Pair<Typed<'s, D, T, f64>, Reached<'s, D::Over<T>>> {
        let Pair(lent, place): Pair<Lent<'s, _>, Reached<'s, _>> = Give::give(self, room);
        Pair(Typed(lent), place)
    }
}

impl<'s, T: Real<f64>, D: Differentiable<f64>> Give<'s, T, Active<Typed<'s, D, T, f64>>> for Shared<'s, D> {
    type Room = ();
    #[inline]
    fn give(self, room: &'s mut Self::Room) -> Active<Typed<'s, D, T, f64>> {
        self.0.clone().give(room)
    }
}

impl<'s, T: Real<f64>, D: Differentiable<f64>> Give<'s, T, Pair<Typed<'s, D, T, f64>, Reached<'s, D::Over<T>>>>
    for Shared<'s, D>
{
    type Room = ();
    #[inline]
    fn give(self, room: &'s mut Self::Room) -> Pair<Typed<'s, D, T, f64>, Reached<'s, D::Over<T>>> {
        self.0.clone().give(room)
    }
}
