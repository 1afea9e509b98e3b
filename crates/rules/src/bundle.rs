//! Values made of numbers: structures, lists and options whose parts carry derivatives.

use crate::{Number, Real, Scalar};

mod ranges;

/// A type whose values are made of numbers: what `#[derive(Differentiable)]` implements for structs and enums.
///
/// The plain type, on `f64` or `f32`, names its twin over any number. Numbers, arrays, `Vec`s, options, maps and tuples
/// of such types are such types.
///
/// ```
/// use rules::{Bundle, Differentiable};
/// let doubled: Vec<f64> = vec![1.0, 2.0].over(&mut |x: f64| 2.0 * x);
/// assert_eq!(doubled, [2.0, 4.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` carries no derivative",
    note = "put #[derive(Differentiable)] on the type, or #[constant] in front of the parameter or field"
)]
pub trait Differentiable<S: Scalar = f64>: Clone {
    /// The same over another number.
    type Over<T: Real<S>>: Bundle<T, Plain = Self>;
    /// Replaces each number, in order; constants stay.
    fn over<T: Real<S>, F: FnMut(S) -> T>(&self, f: &mut F) -> Self::Over<T>;
    /// Replaces each number and its counterpart in a value of the same shape; constants stay as in the first.
    ///
    /// # Panics
    /// If the shapes differ.
    ///
    /// ```
    /// use rules::Differentiable;
    /// let (x, v) = (vec![1.0, 2.0], vec![10.0, 20.0]);
    /// let moved: Vec<f64> = x.over_two(&v, &mut |x: f64, v: f64| x + 0.5 * v);
    /// assert_eq!(moved, [6.0, 12.0]);
    /// ```
    #[track_caller]
    fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, other: &Self, f: &mut F) -> Self::Over<T>;
}

/// A value made of numbers `T`; it is its own adjoint: a value of the same shape, one number for each.
///
/// ```
/// use rules::Bundle;
/// type Pairs = Vec<(f64, f64)>;
/// let mut pairs: Pairs = vec![(1.0, 2.0), (3.0, 4.0)];
/// pairs.each_mut(&mut |x: &mut f64| *x *= 2.0);
/// let mut sum = <Pairs as Bundle<f64>>::nothing(&pairs);
/// Bundle::<f64>::absorb(&mut sum, &pairs);
/// assert_eq!(sum, [(2.0, 4.0), (6.0, 8.0)]);
/// assert_eq!(<Pairs as Bundle<f64>>::zero(&pairs), [(0.0, 0.0); 2]);
/// assert_eq!(pairs.plain(&mut |x: f64| x), pairs);
///
/// // Taken apart into numbers, and into a word for the length; and built again.
/// let (mut numbers, mut words) = (Vec::new(), Vec::new());
/// pairs.each(&mut |x: f64| numbers.push(x));
/// Bundle::<f64>::words(&pairs, &mut |word| words.push(word));
/// let (mut numbers, mut words) = (numbers.into_iter(), words.into_iter());
/// let again: Pairs = Bundle::<f64>::build(
///     &mut || numbers.next().expect("a number"),
///     &mut || words.next().expect("a word"),
/// );
/// assert_eq!(again, pairs);
/// ```
pub trait Bundle<T: Number>: Clone {
    /// The same over the scalar underneath.
    type Plain;
    /// Whether all values of the type have the same shape.
    const FIXED: bool = false;
    /// Whether it is made of numbers alone, so that a value is its shape and its numbers.
    const PURE: bool = false;
    /// The same shape with every number zero.
    fn zero(&self) -> Self;
    /// A value of the same shape to add to: where all values of the type have it, of negative zeros. Added to one, every
    /// number keeps its bits, so that compilers drop the first addition; to a zero they cannot.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nothing(&self) -> Self {
        let mut nothing = self.zero();
        if Self::FIXED {
            nothing.each_mut(&mut |x| *x = T::constant(T::Scalar::from_f64(-0.0)));
        }
        nothing
    }
    /// Adds the numbers of a value of the same shape.
    fn absorb(&mut self, other: &Self);
    /// Visits each number, in order.
    fn each<F: FnMut(T)>(&self, f: &mut F);
    /// Visits each number, in order, to change it.
    fn each_mut<F: FnMut(&mut T)>(&mut self, f: &mut F);
    /// Takes each number to a scalar.
    fn plain<F: FnMut(T) -> T::Scalar>(&self, f: &mut F) -> Self::Plain;
    /// As [`plain`](Bundle::plain), of a value that is not needed any more: a list may stay where it is.
    ///
    /// ```
    /// use rules::Bundle;
    /// assert_eq!(vec![1.0, 2.0].into_plain(&mut |x: f64| 2.0 * x), [2.0, 4.0]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn into_plain<F: FnMut(T) -> T::Scalar>(self, f: &mut F) -> Self::Plain {
        self.plain(f)
    }
    /// Visits each list of which a value is known by its length and its numbers, in order; those that it does not visit
    /// hold something else.
    ///
    /// ```
    /// use rules::{Bundle, Lists};
    /// /// Doubles what is listed.
    /// struct Longer;
    /// impl Lists<f64> for Longer {
    ///     fn list<V: Bundle<f64>>(&mut self, list: &mut Vec<V>) {
    ///         list.extend_from_within(..);
    ///     }
    /// }
    /// let mut list = vec![1.0, 2.0];
    /// list.lists(&mut Longer);
    /// assert_eq!(list, [1.0, 2.0, 1.0, 2.0]);
    /// ```
    fn lists<F: Lists<T>>(&mut self, f: &mut F) {
        let _ = f;
    }
    /// Whether a value can be taken apart into numbers and words, and built again.
    const PACKS: bool = false;
    /// Whether each value is taken apart into as many numbers and words: constants may be longer or shorter where the
    /// type is [`FIXED`](Bundle::FIXED).
    const EVEN: bool = Self::FIXED;
    /// So many, where it is.
    const SIZE: (usize, usize) = (0, 0);
    /// Visits what a value is made of beside numbers, in order: lengths, variants, constants.
    fn words<F: FnMut(u64)>(&self, f: &mut F) {
        let _ = f;
    }
    /// A value of what [`each`](Bundle::each) and [`words`](Bundle::words) visited.
    ///
    /// # Panics
    /// If the type does not pack.
    fn build<N: FnMut() -> T, W: FnMut() -> u64>(numbers: &mut N, words: &mut W) -> Self {
        let _ = (numbers, words);
        panic!("a value of this type cannot be built of numbers and words")
    }
}

/// What visits the lists of a bundle.
///
/// ```
/// use rules::{Bundle, Lists};
/// struct Lengths(Vec<usize>);
/// impl Lists<f64> for Lengths {
///     fn list<V: Bundle<f64>>(&mut self, list: &mut Vec<V>) {
///         self.0.push(list.len());
///     }
/// }
/// let (mut lengths, mut both) = (Lengths(Vec::new()), (vec![1.0, 2.0], vec![3.0]));
/// both.lists(&mut lengths);
/// assert_eq!(lengths.0, [2, 1]);
/// ```
pub trait Lists<T: Number> {
    /// A list of values that are all of one shape and made of numbers alone.
    fn list<V: Bundle<T>>(&mut self, list: &mut Vec<V>);
}

impl<T: Number> Bundle<T> for T {
    type Plain = T::Scalar;
    const FIXED: bool = true;
    const PURE: bool = true;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn zero(&self) -> T {
        T::constant(T::Scalar::from_f64(0.0))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn absorb(&mut self, other: &T) {
        *self = *self + *other;
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each<F: FnMut(T)>(&self, f: &mut F) {
        f(*self);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each_mut<F: FnMut(&mut T)>(&mut self, f: &mut F) {
        f(self);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain<F: FnMut(T) -> T::Scalar>(&self, f: &mut F) -> T::Scalar {
        f(*self)
    }
    const PACKS: bool = true;
    const SIZE: (usize, usize) = (1, 0);
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn build<N: FnMut() -> T, W: FnMut() -> u64>(numbers: &mut N, _: &mut W) -> T {
        numbers()
    }
}

macro_rules! scalar {
    ($S:ty) => {
        impl Differentiable<$S> for $S {
            type Over<T: Real<$S>> = T;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn over<T: Real<$S>, F: FnMut($S) -> T>(&self, f: &mut F) -> T {
                f(*self)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn over_two<T: Real<$S>, F: FnMut($S, $S) -> T>(&self, other: &$S, f: &mut F) -> T {
                f(*self, *other)
            }
        }
    };
}
scalar!(f64);
scalar!(f32);

/// Constants among numbers: they stay as they are.
macro_rules! constants {
    ($($C:ty: $word:ident => $of_word:expr,)+) => {$(
        impl<S: Scalar> Differentiable<S> for $C {
            type Over<T: Real<S>> = $C;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn over<T: Real<S>, F: FnMut(S) -> T>(&self, _: &mut F) -> $C {
                *self
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, _: &$C, _: &mut F) -> $C {
                *self
            }
        }
        impl<T: Number> Bundle<T> for $C {
            type Plain = $C;
            const FIXED: bool = true;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn zero(&self) -> $C {
                *self
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn absorb(&mut self, _: &$C) {}
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn each<F: FnMut(T)>(&self, _: &mut F) {}
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn each_mut<F: FnMut(&mut T)>(&mut self, _: &mut F) {}
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn plain<F: FnMut(T) -> T::Scalar>(&self, _: &mut F) -> $C {
                *self
            }
            const PACKS: bool = true;
            const SIZE: (usize, usize) = (0, 1);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn words<F: FnMut(u64)>(&self, f: &mut F) {
                f(*self as u64);
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn build<N: FnMut() -> T, W: FnMut() -> u64>(_: &mut N, words: &mut W) -> $C {
                let $word = words();
                $of_word
            }
        }
    )+};
}
constants! {
    usize: word => word as usize,
    isize: word => word as isize,
    u8: word => word as u8,
    u16: word => word as u16,
    u32: word => word as u32,
    u64: word => word,
    i8: word => word as i8,
    i16: word => word as i16,
    i32: word => word as i32,
    i64: word => word as i64,
    bool: word => word != 0,
}

#[track_caller]
fn same(a: usize, b: usize) {
    assert!(a == b, "a list has {a} elements, its direction or weights have {b}: make them as long");
}

impl<S: Scalar, D: Differentiable<S>> Differentiable<S> for Vec<D> {
    type Over<T: Real<S>> = Vec<D::Over<T>>;
    #[inline]
    fn over<T: Real<S>, F: FnMut(S) -> T>(&self, f: &mut F) -> Vec<D::Over<T>> {
        self.iter().map(|x| x.over(f)).collect()
    }
    #[inline]
    fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, other: &Self, f: &mut F) -> Vec<D::Over<T>> {
        same(self.len(), other.len());
        let mut all = Vec::with_capacity(self.len());
        // A closure would hide the caller's line.
        for (x, y) in self.iter().zip(other) {
            all.push(x.over_two(y, f));
        }
        all
    }
}

impl<T: Number, V: Bundle<T>> Bundle<T> for Vec<V> {
    type Plain = Vec<V::Plain>;
    const PURE: bool = V::PURE;
    #[inline]
    fn zero(&self) -> Self {
        let n = self.len();
        let is_short = n <= 1024 / size_of::<V>().max(1);
        // Where the compiler sees that as many zeros are put in, it asks for zeroed memory, which takes longer of short lists.
        let mut zero = Vec::with_capacity(if is_short { core::hint::black_box(n) } else { n });
        zero.extend(self.iter().map(V::zero));
        zero
    }
    #[inline]
    fn absorb(&mut self, other: &Self) {
        self.iter_mut().zip(other).for_each(|(x, y)| x.absorb(y));
    }
    #[inline]
    fn each<F: FnMut(T)>(&self, f: &mut F) {
        self.iter().for_each(|x| x.each(f));
    }
    #[inline]
    fn each_mut<F: FnMut(&mut T)>(&mut self, f: &mut F) {
        self.iter_mut().for_each(|x| x.each_mut(f));
    }
    #[inline]
    fn plain<F: FnMut(T) -> T::Scalar>(&self, f: &mut F) -> Self::Plain {
        self.iter().map(|x| x.plain(f)).collect()
    }
    #[inline]
    fn into_plain<F: FnMut(T) -> T::Scalar>(self, f: &mut F) -> Self::Plain {
        self.into_iter().map(|x| x.into_plain(f)).collect()
    }
    #[inline]
    fn lists<F: Lists<T>>(&mut self, f: &mut F) {
        match V::FIXED && V::PURE {
            true => f.list(self),
            false => self.iter_mut().for_each(|x| x.lists(f)),
        }
    }
    const PACKS: bool = V::PACKS;
    #[inline]
    fn words<F: FnMut(u64)>(&self, f: &mut F) {
        f(self.len() as u64);
        self.iter().for_each(|x| x.words(f));
    }
    #[inline]
    fn build<N: FnMut() -> T, W: FnMut() -> u64>(numbers: &mut N, words: &mut W) -> Self {
        (0..words()).map(|_| V::build(numbers, words)).collect()
    }
}

impl<S: Scalar, D: Differentiable<S>, const N: usize> Differentiable<S> for [D; N] {
    type Over<T: Real<S>> = [D::Over<T>; N];
    #[inline]
    fn over<T: Real<S>, F: FnMut(S) -> T>(&self, f: &mut F) -> [D::Over<T>; N] {
        core::array::from_fn(|k| self[k].over(f))
    }
    #[inline]
    fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, other: &Self, f: &mut F) -> [D::Over<T>; N] {
        core::array::from_fn(|k| self[k].over_two(&other[k], f))
    }
}

impl<T: Number, V: Bundle<T>, const N: usize> Bundle<T> for [V; N] {
    type Plain = [V::Plain; N];
    const FIXED: bool = V::FIXED;
    const PURE: bool = V::PURE;
    #[inline]
    fn zero(&self) -> Self {
        core::array::from_fn(|k| self[k].zero())
    }
    #[inline]
    fn absorb(&mut self, other: &Self) {
        self.iter_mut().zip(other).for_each(|(x, y)| x.absorb(y));
    }
    #[inline]
    fn each<F: FnMut(T)>(&self, f: &mut F) {
        self.iter().for_each(|x| x.each(f));
    }
    #[inline]
    fn each_mut<F: FnMut(&mut T)>(&mut self, f: &mut F) {
        self.iter_mut().for_each(|x| x.each_mut(f));
    }
    #[inline]
    fn plain<F: FnMut(T) -> T::Scalar>(&self, f: &mut F) -> Self::Plain {
        core::array::from_fn(|k| self[k].plain(f))
    }
    #[inline]
    fn into_plain<F: FnMut(T) -> T::Scalar>(self, f: &mut F) -> Self::Plain {
        match V::FIXED {
            true => self.plain(f),
            false => self.map(|x| x.into_plain(f)),
        }
    }
    #[inline]
    fn lists<F: Lists<T>>(&mut self, f: &mut F) {
        self.iter_mut().for_each(|x| x.lists(f));
    }
    const PACKS: bool = V::PACKS;
    const EVEN: bool = V::EVEN;
    const SIZE: (usize, usize) = (N * V::SIZE.0, N * V::SIZE.1);
    #[inline]
    fn words<F: FnMut(u64)>(&self, f: &mut F) {
        self.iter().for_each(|x| x.words(f));
    }
    #[inline]
    fn build<M: FnMut() -> T, W: FnMut() -> u64>(numbers: &mut M, words: &mut W) -> Self {
        core::array::from_fn(|_| V::build(numbers, words))
    }
}

impl<S: Scalar, D: Differentiable<S>> Differentiable<S> for Option<D> {
    type Over<T: Real<S>> = Option<D::Over<T>>;
    #[inline]
    fn over<T: Real<S>, F: FnMut(S) -> T>(&self, f: &mut F) -> Option<D::Over<T>> {
        self.as_ref().map(|x| x.over(f))
    }
    #[inline]
    fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, other: &Self, f: &mut F) -> Option<D::Over<T>> {
        same(usize::from(self.is_some()), usize::from(other.is_some()));
        match (self, other) {
            (Some(x), Some(y)) => Some(x.over_two(y, f)),
            _ => None,
        }
    }
}

impl<T: Number, V: Bundle<T>> Bundle<T> for Option<V> {
    type Plain = Option<V::Plain>;
    const PURE: bool = V::PURE;
    #[inline]
    fn zero(&self) -> Self {
        self.as_ref().map(V::zero)
    }
    #[inline]
    fn absorb(&mut self, other: &Self) {
        if let (Some(x), Some(y)) = (self, other) {
            x.absorb(y);
        }
    }
    #[inline]
    fn each<F: FnMut(T)>(&self, f: &mut F) {
        self.iter().for_each(|x| x.each(f));
    }
    #[inline]
    fn each_mut<F: FnMut(&mut T)>(&mut self, f: &mut F) {
        self.iter_mut().for_each(|x| x.each_mut(f));
    }
    #[inline]
    fn plain<F: FnMut(T) -> T::Scalar>(&self, f: &mut F) -> Self::Plain {
        self.as_ref().map(|x| x.plain(f))
    }
    #[inline]
    fn into_plain<F: FnMut(T) -> T::Scalar>(self, f: &mut F) -> Self::Plain {
        self.map(|x| x.into_plain(f))
    }
    #[inline]
    fn lists<F: Lists<T>>(&mut self, f: &mut F) {
        self.iter_mut().for_each(|x| x.lists(f));
    }
    const PACKS: bool = V::PACKS;
    #[inline]
    fn words<F: FnMut(u64)>(&self, f: &mut F) {
        f(u64::from(self.is_some()));
        self.iter().for_each(|x| x.words(f));
    }
    #[inline]
    fn build<N: FnMut() -> T, W: FnMut() -> u64>(numbers: &mut N, words: &mut W) -> Self {
        (words() == 1).then(|| V::build(numbers, words))
    }
}

/// What a `Box` is over another number: a type of this crate, as a `Box` may be a number of another one's.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub struct Boxed<V>(Box<V>);

#[doc(hidden)]
impl<V> Boxed<V> {
    /// As `Box::new`.
    pub fn new(x: V) -> Boxed<V> {
        Boxed(Box::new(x))
    }
}

impl<V> core::ops::Deref for Boxed<V> {
    type Target = V;
    fn deref(&self) -> &V {
        &self.0
    }
}

impl<V> core::ops::DerefMut for Boxed<V> {
    fn deref_mut(&mut self) -> &mut V {
        &mut self.0
    }
}

impl<V> AsRef<V> for Boxed<V> {
    fn as_ref(&self) -> &V {
        &self.0
    }
}

impl<S: Scalar, D: Differentiable<S>> Differentiable<S> for Box<D> {
    type Over<T: Real<S>> = Boxed<D::Over<T>>;
    #[inline]
    fn over<T: Real<S>, F: FnMut(S) -> T>(&self, f: &mut F) -> Boxed<D::Over<T>> {
        Boxed::new((**self).over(f))
    }
    #[inline]
    fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, other: &Self, f: &mut F) -> Boxed<D::Over<T>> {
        Boxed::new((**self).over_two(other, f))
    }
}

impl<T: Number, V: Bundle<T>> Bundle<T> for Boxed<V> {
    type Plain = Box<V::Plain>;
    #[inline]
    fn zero(&self) -> Self {
        Boxed::new(self.0.zero())
    }
    #[inline]
    fn absorb(&mut self, other: &Self) {
        V::absorb(self, other);
    }
    #[inline]
    fn each<F: FnMut(T)>(&self, f: &mut F) {
        V::each(self, f);
    }
    #[inline]
    fn each_mut<F: FnMut(&mut T)>(&mut self, f: &mut F) {
        V::each_mut(self, f);
    }
    #[inline]
    fn plain<F: FnMut(T) -> T::Scalar>(&self, f: &mut F) -> Self::Plain {
        Box::new(V::plain(self, f))
    }
    #[inline]
    fn into_plain<F: FnMut(T) -> T::Scalar>(self, f: &mut F) -> Self::Plain {
        Box::new((*self.0).into_plain(f))
    }
    #[inline]
    fn lists<F: Lists<T>>(&mut self, f: &mut F) {
        V::lists(self, f);
    }
}

macro_rules! tuples {
    ($(($($D:ident $V:ident $k:tt),+))+) => {$(
        impl<S: Scalar, $($D: Differentiable<S>),+> Differentiable<S> for ($($D,)+) {
            type Over<T: Real<S>> = ($($D::Over<T>,)+);
            #[inline]
            fn over<T: Real<S>, F: FnMut(S) -> T>(&self, f: &mut F) -> Self::Over<T> {
                ($(self.$k.over(f),)+)
            }
            #[inline]
            fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, other: &Self, f: &mut F) -> Self::Over<T> {
                ($(self.$k.over_two(&other.$k, f),)+)
            }
        }
        impl<T: Number, $($V: Bundle<T>),+> Bundle<T> for ($($V,)+) {
            type Plain = ($($V::Plain,)+);
            const FIXED: bool = true $(&& $V::FIXED)+;
            const PURE: bool = true $(&& $V::PURE)+;
            #[inline]
            fn zero(&self) -> Self {
                ($(self.$k.zero(),)+)
            }
            #[inline]
            fn absorb(&mut self, other: &Self) {
                $(self.$k.absorb(&other.$k);)+
            }
            #[inline]
            fn each<F: FnMut(T)>(&self, f: &mut F) {
                $(self.$k.each(f);)+
            }
            #[inline]
            fn each_mut<F: FnMut(&mut T)>(&mut self, f: &mut F) {
                $(self.$k.each_mut(f);)+
            }
            #[inline]
            fn plain<F: FnMut(T) -> T::Scalar>(&self, f: &mut F) -> Self::Plain {
                ($(self.$k.plain(f),)+)
            }
            #[inline]
            fn into_plain<F: FnMut(T) -> T::Scalar>(self, f: &mut F) -> Self::Plain {
                ($(self.$k.into_plain(f),)+)
            }
            #[inline]
            fn lists<W: Lists<T>>(&mut self, f: &mut W) {
                $(self.$k.lists(f);)+
            }
            const PACKS: bool = true $(&& $V::PACKS)+;
            const EVEN: bool = true $(&& $V::EVEN)+;
            const SIZE: (usize, usize) = (0 $(+ $V::SIZE.0)+, 0 $(+ $V::SIZE.1)+);
            #[inline]
            fn words<F: FnMut(u64)>(&self, f: &mut F) {
                $(self.$k.words(f);)+
            }
            #[inline]
            fn build<N: FnMut() -> T, W: FnMut() -> u64>(numbers: &mut N, words: &mut W) -> Self {
                ($($V::build(numbers, words),)+)
            }
        }
    )+};
}
tuples! {
    (D0 V0 0)
    (D0 V0 0, D1 V1 1)
    (D0 V0 0, D1 V1 1, D2 V2 2)
    (D0 V0 0, D1 V1 1, D2 V2 2, D3 V3 3)
    (D0 V0 0, D1 V1 1, D2 V2 2, D3 V3 3, D4 V4 4)
    (D0 V0 0, D1 V1 1, D2 V2 2, D3 V3 3, D4 V4 4, D5 V5 5)
    (D0 V0 0, D1 V1 1, D2 V2 2, D3 V3 3, D4 V4 4, D5 V5 5, D6 V6 6)
    (D0 V0 0, D1 V1 1, D2 V2 2, D3 V3 3, D4 V4 4, D5 V5 5, D6 V6 6, D7 V7 7)
    (D0 V0 0, D1 V1 1, D2 V2 2, D3 V3 3, D4 V4 4, D5 V5 5, D6 V6 6, D7 V7 7, D8 V8 8)
    (D0 V0 0, D1 V1 1, D2 V2 2, D3 V3 3, D4 V4 4, D5 V5 5, D6 V6 6, D7 V7 7, D8 V8 8, D9 V9 9)
    (D0 V0 0, D1 V1 1, D2 V2 2, D3 V3 3, D4 V4 4, D5 V5 5, D6 V6 6, D7 V7 7, D8 V8 8, D9 V9 9, D10 V10 10)
    (D0 V0 0, D1 V1 1, D2 V2 2, D3 V3 3, D4 V4 4, D5 V5 5, D6 V6 6, D7 V7 7, D8 V8 8, D9 V9 9, D10 V10 10, D11 V11 11)
}
