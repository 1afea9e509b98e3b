//! Structures of numbers in generated code: how they are passed, filled and lifted.

use super::{Active, Give, Operand, Pair, Reach, Seed, Shared};
use core::marker::PhantomData;
use core::mem::needs_drop;
use core::ops::{Deref, DerefMut};
use rules::{Bundle, Differentiable, Number, Real, Scalar, doubt_nan};

/// A structure that is passed: lent by the caller, or made of a constant.
#[derive(Clone, Copy, Debug)]
pub enum Lent<'a, R> {
    /// The caller's.
    By(&'a R),
    /// Made for the call.
    Own(R),
}

impl<R> Deref for Lent<'_, R> {
    type Target = R;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref(&self) -> &R {
        match self {
            Lent::By(r) => r,
            Lent::Own(r) => r,
        }
    }
}

/// Where the adjoint of a structure is added: at the caller's, or nowhere.
#[derive(Debug)]
pub enum Reached<'a, R> {
    /// The caller's.
    To(&'a mut R),
    /// Made for the call.
    Own(R),
}

impl<R> Deref for Reached<'_, R> {
    type Target = R;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref(&self) -> &R {
        match self {
            Reached::To(r) => r,
            Reached::Own(r) => r,
        }
    }
}

impl<R> DerefMut for Reached<'_, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref_mut(&mut self) -> &mut R {
        match self {
            Reached::To(r) => r,
            Reached::Own(r) => r,
        }
    }
}

/// An argument that may be a number, a list or a structure: the callee's signature decides.
#[derive(Clone, Copy, Debug)]
pub struct Any<'a, R>(pub &'a R);

/// The same with the place of its adjoint.
#[derive(Debug)]
pub struct AnyPair<'a, R, D = R>(pub &'a R, pub &'a mut D);

// What turns out to be a count or a flag is one.
macro_rules! constants {
    ($($X:ty),+) => {$(
        impl<'s, T> Give<'s, T, $X> for Any<'s, $X> {
            type Room = ();
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, _: &'s mut Self::Room) -> $X {
                *self.0
            }
        }
        impl<'s, T> Give<'s, T, $X> for AnyPair<'s, $X, ()> {
            type Room = ();
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, _: &'s mut Self::Room) -> $X {
                *self.0
            }
        }
    )+};
}
constants!(usize, u64, u32, u16, u8, isize, i64, i32, i16, i8, bool);

impl<'s, T: Copy> Give<'s, T, Active<T>> for Any<'s, T> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Active<T> {
        Active(*self.0)
    }
}
impl<'s, T: Copy> Give<'s, T, Operand<T>> for Any<'s, T> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, room: &'s mut Self::Room) -> Operand<T> {
        Active(*self.0).give(room)
    }
}
impl<'s, T> Give<'s, T, Active<&'s [T]>> for Any<'s, Vec<T>> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Active<&'s [T]> {
        Active(self.0)
    }
}
impl<'s, T, const N: usize> Give<'s, T, Active<&'s [T]>> for Any<'s, [T; N]> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Active<&'s [T]> {
        Active(self.0)
    }
}
impl<'s, T: Copy, const N: usize> Give<'s, T, Active<[T; N]>> for Any<'s, [T; N]> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Active<[T; N]> {
        Active(*self.0)
    }
}
impl<'s, T, R> Give<'s, T, Active<Lent<'s, R>>> for Any<'s, R> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Active<Lent<'s, R>> {
        Active(Lent::By(self.0))
    }
}

impl<'s, T: Copy> Give<'s, T, Pair<T, &'s mut T>> for AnyPair<'s, T> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Pair<T, &'s mut T> {
        Pair(*self.0, self.1)
    }
}
impl<'s, T: Copy> Give<'s, T, Reach<'s, T>> for AnyPair<'s, T> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, room: &'s mut Self::Room) -> Reach<'s, T> {
        Pair(*self.0, self.1).give(room)
    }
}
impl<'s, T> Give<'s, T, Pair<&'s [T], &'s mut [T]>> for AnyPair<'s, Vec<T>> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Pair<&'s [T], &'s mut [T]> {
        Pair(self.0, self.1)
    }
}
impl<'s, T, const N: usize> Give<'s, T, Pair<&'s [T], &'s mut [T]>> for AnyPair<'s, [T; N]> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Pair<&'s [T], &'s mut [T]> {
        Pair(self.0, self.1)
    }
}
impl<'s, T: Copy, const N: usize> Give<'s, T, Pair<[T; N], &'s mut [T; N]>> for AnyPair<'s, [T; N]> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Pair<[T; N], &'s mut [T; N]> {
        Pair(*self.0, self.1)
    }
}
impl<'s, T, R> Give<'s, T, Pair<Lent<'s, R>, Reached<'s, R>>> for AnyPair<'s, R> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Pair<Lent<'s, R>, Reached<'s, R>> {
        Pair(Lent::By(self.0), Reached::To(self.1))
    }
}

// A constant becomes what the callee takes.
impl<'s, T: Real<f64>, D: Differentiable<f64>> Give<'s, T, Active<Lent<'s, D::Over<T>>>> for D {
    type Room = ();
    #[inline]
    fn give(self, _: &'s mut Self::Room) -> Active<Lent<'s, D::Over<T>>> {
        Active(Lent::Own(over::<T, f64, D>(&self)))
    }
}
impl<'s, T: Real<f64>, D: Differentiable<f64>> Give<'s, T, Pair<Lent<'s, D::Over<T>>, Reached<'s, D::Over<T>>>> for D {
    type Room = ();
    #[inline]
    fn give(self, _: &'s mut Self::Room) -> Pair<Lent<'s, D::Over<T>>, Reached<'s, D::Over<T>>> {
        let own = over::<T, f64, D>(&self);
        let zero = own.zero();
        Pair(Lent::Own(own), Reached::Own(zero))
    }
}

impl<'s, T: Real<f64>, D: Differentiable<f64>> Give<'s, T, Active<Lent<'s, D::Over<T>>>> for Shared<'s, D> {
    type Room = ();
    #[inline]
    fn give(self, _: &'s mut Self::Room) -> Active<Lent<'s, D::Over<T>>> {
        Active(Lent::Own(over::<T, f64, D>(self.0)))
    }
}
impl<'s, T: Real<f64>, D: Differentiable<f64>> Give<'s, T, Pair<Lent<'s, D::Over<T>>, Reached<'s, D::Over<T>>>>
    for Shared<'s, D>
{
    type Room = ();
    #[inline]
    fn give(self, room: &'s mut Self::Room) -> Pair<Lent<'s, D::Over<T>>, Reached<'s, D::Over<T>>> {
        self.0.clone().give(room)
    }
}
impl<'s, T, D: Clone> Give<'s, T, D> for Shared<'s, D> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> D {
        self.0.clone()
    }
}
impl<'s, T, D> Give<'s, T, &'s D> for Shared<'s, D> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> &'s D {
        self.0
    }
}

/// A constant over a number, which may be behind a reference.
pub trait Lift<S: Scalar>: Differentiable<S> {
    /// The value over the number.
    #[inline]
    fn lift_to<T: Real<S>>(&self) -> Self::Over<T> {
        over::<T, S, Self>(self)
    }
}
impl<S: Scalar, D: Differentiable<S>> Lift<S> for D {}

/// A constant over a number.
#[inline]
pub fn over<T: Real<S>, S: Scalar, D: Differentiable<S>>(x: &D) -> D::Over<T> {
    x.over(&mut |c| T::constant(c))
}

/// Constants of a list over a number.
#[inline]
pub fn over_each<T: Real<S>, S: Scalar, D: Differentiable<S>>(list: &[D]) -> Vec<D::Over<T>> {
    list.iter().map(|x| x.over(&mut |c| T::constant(c))).collect()
}

/// A value without the number's derivatives.
#[inline]
pub fn plain<T: Number, R: Bundle<T>>(x: &R, f: impl FnMut(T) -> T::Scalar) -> R::Plain {
    let mut f = f;
    x.plain(&mut f)
}

/// How many numbers are in a value.
#[inline]
pub fn count<T: Number, R: Bundle<T>>(x: &R) -> usize {
    let mut n = 0;
    x.each(&mut |_| n += 1);
    n
}

/// Checks that the weights of a structure hold as many numbers as it does.
///
/// # Panics
/// If they do not.
#[track_caller]
pub fn same_shape(what: &str, given: usize, len: usize) {
    assert!(given == len, "{what} holds {len} numbers, its weights {given}: make them of the same shape");
}

/// Appends the numbers of a value.
#[inline]
pub fn append<T: Number, R: Bundle<T>>(x: &R, flat: &mut Vec<T>) {
    x.each(&mut |x| flat.push(x));
}

/// A value in the shape of another that has the same keys.
pub fn in_order_of<T: Number, R: Bundle<T>>(like: &R, x: &R) -> R {
    let mut same = like.zero();
    same.absorb(x);
    same
}

/// The numbers of a value.
#[inline]
pub fn numbers<T: Number, R: Bundle<T>>(x: &R) -> Vec<T> {
    let mut flat = vec![];
    append(x, &mut flat);
    flat
}

/// Appends the numbers of a plain value.
pub fn numbers_of<T: Real<S>, S: Scalar, X: Differentiable<S>>(x: &X, flat: &mut Vec<T>) {
    append(&over::<T, S, X>(x), flat);
}

/// Makes each number of a plain value NaN.
pub fn spoil<T: Real<S>, S: Scalar, X: Differentiable<S>>(x: &mut X) {
    *x = over::<T, S, X>(x).plain(&mut |_| <T::Scalar as Scalar>::from_f64(f64::NAN));
}

/// Whether a NaN is in a value.
#[inline]
pub fn any_nan<T: Number, R: Bundle<T>>(x: &R) -> bool {
    let mut any = false;
    x.each(&mut |x| any |= x.has_nan());
    any
}

/// [`doubt_nan`], of a structure.
#[inline]
pub fn doubt_nan_in<T: Number, R: Bundle<T>>(x: &R) {
    x.each(&mut |x| doubt_nan([x]));
}

/// A value of the shape of `like` from the numbers of a list, one after the other.
#[inline]
pub fn refill<T: Real<S>, S: Scalar, D: Differentiable<S>>(like: &D, list: &[T]) -> D::Over<T> {
    let mut numbers = list.iter().copied();
    like.over(&mut |c| numbers.next().unwrap_or(T::constant(c)))
}

/// What a field of the type `D` is filled with: a value over the number, or a constant.
#[diagnostic::on_unimplemented(message = "a field of type `{D}` cannot be filled with this value")]
pub trait Fill<T: Real<S>, D: Differentiable<S>, S: Scalar> {
    /// The field.
    fn fill(self) -> D::Over<T>;
}

macro_rules! fill {
    ($($S:ty),+) => {$(
        impl<T: Real<$S>, D: Differentiable<$S>> Fill<T, D, $S> for D {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fill(self) -> D::Over<T> {
                over::<T, $S, D>(&self)
            }
        }
        impl<T: Real<$S>, D: Differentiable<$S>> Fill<T, D, $S> for Active<D::Over<T>> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fill(self) -> D::Over<T> {
                self.0
            }
        }
    )+};
}
fill!(f64, f32);

/// The adjoint of a result whose type only the callee knows.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sow<'a, R, P>(x: &'a R) -> P
where
    &'a R: Sow<P>,
{
    x.sow()
}

/// An adjoint as a callee takes it.
pub trait Sow<P> {
    /// The seed.
    fn sow(self) -> P;
}

impl<T: Number> Sow<Seed<T>> for &T {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sow(self) -> Seed<T> {
        Seed(*self)
    }
}

// A callee that gives a list of numbers takes the weights as a slice.
impl<'a, T> Sow<Seed<&'a [T]>> for &'a Vec<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sow(self) -> Seed<&'a [T]> {
        Seed(self)
    }
}

impl<'a, T, const N: usize> Sow<Seed<&'a [T]>> for &'a [T; N] {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sow(self) -> Seed<&'a [T]> {
        Seed(self)
    }
}

impl<'a, R> Sow<Seed<&'a R>> for &'a R {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sow(self) -> Seed<&'a R> {
        Seed(self)
    }
}

/// What is known of a field by its type alone.
#[derive(Debug)]
pub struct Kind<T, R>(PhantomData<(T, R)>);

impl<T, R> Kind<T, R> {
    /// The kind of a type.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new() -> Kind<T, R> {
        Kind(PhantomData)
    }
}

/// The kind of a field, for a number.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn kind<T, R>(_: &R) -> Kind<T, R> {
    Kind::new()
}

/// A field that carries derivatives.
pub trait OfNumbers<R> {
    /// Its value.
    fn get(&self, field: &R) -> R;
    /// Adds to its adjoint.
    fn add(&self, adjoint: &mut R, more: &R);
    /// It is used where it lies; what fits into registers is copied there.
    fn lend<'a>(&self, field: &'a R) -> Lent<'a, R>;
    /// Its adjoint, where it lies or beside it.
    fn reach<'a>(&self, adjoint: &'a mut R, room: &'a mut Option<R>) -> &'a mut R;
    /// Adds what lies beside it.
    fn settle(&self, adjoint: &mut R, room: Option<R>);
}

/// Whether a copy costs less than looking again where it came from, which may have changed for all that compilers know.
const fn is_short<T: Number, R: Bundle<T>>() -> bool {
    // A list of constants has no numbers, but a copy of it lies on the heap.
    R::FIXED && !needs_drop::<R>() && size_of::<R>() <= 256
}

impl<T: Number, R: Bundle<T>> OfNumbers<R> for &&Kind<T, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(&self, field: &R) -> R {
        field.clone()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(&self, adjoint: &mut R, more: &R) {
        adjoint.absorb(more);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lend<'a>(&self, field: &'a R) -> Lent<'a, R> {
        if is_short::<T, R>() { Lent::Own(field.clone()) } else { Lent::By(field) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reach<'a>(&self, adjoint: &'a mut R, room: &'a mut Option<R>) -> &'a mut R {
        if is_short::<T, R>() { room.insert(adjoint.nothing()) } else { adjoint }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(&self, adjoint: &mut R, room: Option<R>) {
        if let Some(more) = room {
            adjoint.absorb(&more);
        }
    }
}

/// A constant field that becomes a value over the number.
pub trait OfConstants<R> {
    /// What it becomes.
    type Over;
    /// Its value.
    fn get(&self, field: &R) -> Self::Over;
    /// Constants have no adjoint.
    fn add<G>(&self, adjoint: &mut R, more: &G);
    /// What it becomes.
    fn lend<'a>(&self, field: &'a R) -> Lent<'a, Self::Over>;
    /// An adjoint that nobody looks at.
    fn reach<'a>(&self, adjoint: &'a mut R, room: &'a mut Option<Self::Over>) -> &'a mut Self::Over;
    /// Nor adds it.
    fn settle(&self, adjoint: &mut R, room: Option<Self::Over>);
}

impl<T: Real, R: Differentiable> OfConstants<R> for &Kind<T, R> {
    type Over = R::Over<T>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(&self, field: &R) -> R::Over<T> {
        over::<T, f64, R>(field)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add<G>(&self, _: &mut R, _: &G) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lend<'a>(&self, field: &'a R) -> Lent<'a, R::Over<T>> {
        Lent::Own(over::<T, f64, R>(field))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reach<'a>(&self, adjoint: &'a mut R, room: &'a mut Option<R::Over<T>>) -> &'a mut R::Over<T> {
        room.insert(over::<T, f64, R>(adjoint).nothing())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(&self, _: &mut R, _: Option<R::Over<T>>) {}
}

/// A constant field that stays what it is: a count, a flag, a choice.
pub trait OfAnything<R> {
    /// Its value.
    fn get(&self, field: &R) -> R;
    /// Constants have no adjoint.
    fn add<G>(&self, adjoint: &mut R, more: &G);
    /// It is used where it lies.
    fn lend<'a>(&self, field: &'a R) -> Lent<'a, R>;
    /// No adjoint.
    fn reach<'a>(&self, adjoint: &'a mut R, room: &'a mut Option<()>) -> &'a mut ();
    /// Nothing to add.
    fn settle(&self, adjoint: &mut R, room: Option<()>);
}

impl<T, R: Clone> OfAnything<R> for Kind<T, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(&self, field: &R) -> R {
        field.clone()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add<G>(&self, _: &mut R, _: &G) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lend<'a>(&self, field: &'a R) -> Lent<'a, R> {
        Lent::By(field)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reach<'a>(&self, _: &'a mut R, room: &'a mut Option<()>) -> &'a mut () {
        room.insert(())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(&self, _: &mut R, _: Option<()>) {}
}

/// What a call gave that may give nothing, where that is an `Option` already.
pub trait OfOptions<R> {
    /// The same.
    fn option(&self, given: Option<R>, there: bool) -> Option<R>;
}

impl<T, R> OfOptions<R> for &Kind<T, Option<R>> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn option(&self, given: Option<R>, _: bool) -> Option<R> {
        given
    }
}

/// What a call gave that may give nothing, where a flag says so.
pub trait OfAll<R> {
    /// The value, if it is there.
    fn option(&self, given: R, there: bool) -> Option<R>;
}

impl<T, R> OfAll<R> for Kind<T, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn option(&self, given: R, there: bool) -> Option<R> {
        there.then_some(given)
    }
}

impl<T: Number> Sow<Seed<T>> for &Option<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sow(self) -> Seed<T> {
        Seed(self.unwrap_or(T::constant(T::Scalar::from_f64(0.0))))
    }
}

impl<'a, T> Sow<Seed<&'a [T]>> for &'a Option<Vec<T>> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sow(self) -> Seed<&'a [T]> {
        Seed(self.as_deref().unwrap_or_default())
    }
}

impl<'a, T, const N: usize> Sow<Seed<&'a [T]>> for &'a Option<[T; N]> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sow(self) -> Seed<&'a [T]> {
        Seed(self.as_ref().map(|x| &x[..]).unwrap_or_default())
    }
}
