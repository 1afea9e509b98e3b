//! What a reader without a borrow checker says in a word: elements of a list taken one by one, values moved out of a
//! place and put back. This is what is compiled; `declared.rs` has what is read.

use crate::prelude::ranges::Step;
use std::borrow::Borrow;
use std::num::TryFromIntError;
use std::ops::{Add, Div, Mul, RangeInclusive, Rem, Sub};

/// A place for a value: the value, to who reads.
pub struct Slot<T>(Option<T>);

/// A place with a value.
pub fn filled<T>(x: T) -> Slot<T> {
    Slot(Some(x))
}

/// Moves the value out; another is put there before the place is looked at again.
pub fn take<T>(slot: &mut Slot<T>) -> T {
    slot.0.take().expect("a value")
}

/// Puts a value.
pub fn put<T>(slot: &mut Slot<T>, x: T) {
    slot.0 = Some(x);
}

/// The value at last.
pub fn content<T>(slot: Slot<T>) -> T {
    slot.0.expect("a value")
}

/// A list whose elements are lent one by one, each at most once: `&mut [T]`, to who reads.
pub struct Places<'a, T> {
    /// The parts that were not lent, with where they begin.
    parts: Vec<(usize, &'a mut [T])>,
}

/// The places of a list.
pub fn places<T>(list: &mut [T]) -> Places<'_, T> {
    Places { parts: vec![(0, list)] }
}

/// The elements from `from` to `to`.
pub fn part<'a, T>(places: &mut Places<'a, T>, from: usize, to: usize) -> &'a mut [T] {
    if from == to {
        return &mut [];
    }
    let found = places.parts.iter().position(|(begin, part)| *begin <= from && to <= *begin + part.len());
    let (begin, list) = places.parts.swap_remove(found.expect("elements that were not lent"));
    let (before, rest) = list.split_at_mut(from - begin);
    let (middle, after) = rest.split_at_mut(to - from);
    places.parts.push((begin, before));
    places.parts.push((to, after));
    middle
}

/// The element `k`.
pub fn place<'a, T>(places: &mut Places<'a, T>, k: usize) -> &'a mut T {
    &mut part(places, k, k + 1)[0]
}

/// A list whose elements are moved out one by one: `Vec<T>`, to who reads.
#[derive(Clone)]
pub struct Owned<T>(Vec<Option<T>>);

/// The elements of a list.
pub fn owned<T>(list: Vec<T>) -> Owned<T> {
    Owned(list.into_iter().map(Some).collect())
}

/// Moves the element `k` out.
pub fn moved<T>(owned: &mut Owned<T>, k: usize) -> T {
    owned.0[k].take().expect("an element that was not moved")
}

/// Adds an element.
pub fn keep<T>(owned: &mut Owned<T>, x: T) {
    owned.0.push(Some(x));
}

/// The element `k`, which was not moved.
pub fn kept<T>(owned: &Owned<T>, k: usize) -> &T {
    owned.0[k].as_ref().expect("an element that was not moved")
}

/// The element `k`, which was not moved, to be changed.
pub fn kept_mut<T>(owned: &mut Owned<T>, k: usize) -> &mut T {
    owned.0[k].as_mut().expect("an element that was not moved")
}

/// A list of one that is lent.
pub fn one<T>(x: &T) -> &[T] {
    std::slice::from_ref(x)
}

/// The places of the elements.
pub fn places_of<T>(owned: &mut Owned<T>) -> Places<'_, T> {
    let all = owned.0.iter_mut().enumerate();
    Places { parts: all.filter_map(|(k, x)| Some((k, std::slice::from_mut(x.as_mut()?)))).collect() }
}

/// Whether a key comes before another.
pub fn comes_before<K: Borrow<Q>, Q: Ord + ?Sized>(a: &K, b: &Q) -> bool {
    a.borrow() < b
}

/// Whether a key is another.
pub fn is_key<K: Borrow<Q>, Q: Ord + ?Sized>(a: &K, b: &Q) -> bool {
    a.borrow() == b
}

/// An array whose elements are moved out one by one: `[T; N]`, to who reads.
#[derive(Clone)]
pub struct OwnedArray<T, const N: usize>([Option<T>; N]);

/// The elements of an array.
pub fn owned_array<T, const N: usize>(list: [T; N]) -> OwnedArray<T, N> {
    OwnedArray(list.map(Some))
}

/// Moves the element `k` out.
pub fn moved_of_array<T, const N: usize>(owned: &mut OwnedArray<T, N>, k: usize) -> T {
    owned.0[k].take().expect("an element that was not moved")
}

/// The elements before an index, and the others.
pub fn halves<T>(list: &mut [T], mid: usize) -> (&mut [T], &mut [T]) {
    list.split_at_mut(mid)
}

/// Moves the last element out of a list that has one.
pub fn cut<T>(list: &mut Vec<T>) -> T {
    list.pop().expect("an element")
}

/// Moves out the first element that was not taken; `taken` says how many were.
pub fn pass<T>(list: &mut Vec<T>, taken: &mut usize) -> T {
    list.remove(*taken)
}

/// Puts an element before those that were not taken.
pub fn put_before<T>(list: &mut Vec<T>, taken: &mut usize, x: T) {
    list.insert(*taken, x);
}

/// Where a range begins.
pub fn start<T>(range: &RangeInclusive<T>) -> &T {
    range.start()
}

/// Where a range ends.
pub fn end<T>(range: &RangeInclusive<T>) -> &T {
    range.end()
}

/// Whether nothing is left in a range.
pub fn is_empty<T: PartialOrd>(range: &RangeInclusive<T>) -> bool {
    range.is_empty()
}

/// How many numbers are left in a range.
pub fn count<T: Step>(range: &RangeInclusive<T>) -> usize {
    if range.is_empty() { 0 } else { T::steps_through(*range.start(), *range.end()) }
}

/// Takes numbers off at both ends of a range.
pub fn cut_range<T: Step>(range: &mut RangeInclusive<T>, front: usize, back: usize) {
    let (start, end) = (*range.start(), *range.end());
    *range = if front + back <= T::steps(start, end) {
        RangeInclusive::new(start.forward(front), end.backward(back))
    } else if start.is_greatest() {
        RangeInclusive::new(start, start.backward(1))
    } else {
        RangeInclusive::new(start.forward(1), start)
    };
}

/// Puts the element `order[k]` of a list where its element `k` is, for all at once; `order` has each index once.
pub fn arrange<T>(list: &mut [T], order: &[usize]) {
    let mut order = order.to_vec();
    for begin in 0..list.len() {
        let mut at = begin;
        while order[at] != begin {
            let from = order[at];
            list.swap(at, from);
            order[at] = at;
            at = from;
        }
        order[at] = at;
    }
}

/// Elements as an array, if they are as many.
pub fn array<T, const N: usize>(list: &[T]) -> Option<&[T; N]> {
    list.try_into().ok()
}

/// Puts a value in the place of another, which it gives.
pub fn exchange<T>(place: &mut T, x: T) -> T {
    std::mem::replace(place, x)
}

/// Two values change places.
pub fn exchange_both<T>(a: &mut T, b: &mut T) {
    std::mem::swap(a, b);
}

/// The array of what a function gives for each index.
pub fn array_of<T, const N: usize, F: FnMut(usize) -> T>(f: F) -> [T; N] {
    std::array::from_fn(f)
}

/// A number: what it is to a reader is known there.
pub trait Float:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
{
    /// The sine.
    fn sin(self) -> Self;
    /// The cosine.
    fn cos(self) -> Self;
    /// The integer part.
    fn trunc(self) -> Self;
    /// Whether it is NaN.
    fn is_nan(self) -> bool;
    /// Whether its sign is set.
    fn is_sign_negative(self) -> bool;
    /// A literal.
    fn literal(x: f64) -> Self;
}

macro_rules! floats {
    ($($t:ident)+) => {$(
        impl Float for $t {
            fn sin(self) -> $t {
                $t::sin(self)
            }

            fn cos(self) -> $t {
                $t::cos(self)
            }

            fn trunc(self) -> $t {
                $t::trunc(self)
            }

            fn is_nan(self) -> bool {
                $t::is_nan(self)
            }

            fn is_sign_negative(self) -> bool {
                $t::is_sign_negative(self)
            }

            fn literal(x: f64) -> $t {
                x as $t
            }
        }
    )+};
}
floats!(f64 f32);

/// A literal of a number type.
pub fn literal<T: Float>(x: f64) -> T {
    T::literal(x)
}

/// An integer: what it is to a reader is known there.
pub trait Integer: Copy + PartialOrd + Default {
    /// The sum, of which as much is left as fits.
    fn wrapping_add(self, other: Self) -> Self;
    /// The difference, of which as much is left as fits.
    fn wrapping_sub(self, other: Self) -> Self;
    /// The product, of which as much is left as fits.
    fn wrapping_mul(self, other: Self) -> Self;
    /// The product, if it fits.
    fn checked_mul(self, other: Self) -> Option<Self>;
    /// Whether it is negative, and how large it is.
    fn parts(self) -> (bool, u128);
    /// The one with these parts, if there is one.
    fn of_parts(negative: bool, size: u128) -> Option<Self>;
}

/// An integer in another type, if it fits.
pub fn converted<T: Integer, U: Integer>(x: T) -> Option<U> {
    let (negative, size) = x.parts();
    U::of_parts(negative, size)
}

/// What is said of one that does not fit.
pub fn no_integer() -> TryFromIntError {
    u8::try_from(u16::MAX).unwrap_err()
}

macro_rules! integers {
    ($($t:ident)+) => {$(
        impl Integer for $t {
            fn wrapping_add(self, other: $t) -> $t {
                $t::wrapping_add(self, other)
            }

            fn wrapping_sub(self, other: $t) -> $t {
                $t::wrapping_sub(self, other)
            }

            fn wrapping_mul(self, other: $t) -> $t {
                $t::wrapping_mul(self, other)
            }

            fn checked_mul(self, other: $t) -> Option<$t> {
                $t::checked_mul(self, other)
            }

            fn parts(self) -> (bool, u128) {
                match self < $t::default() {
                    true => (true, (self as i128).unsigned_abs()),
                    false => (false, self as u128),
                }
            }

            fn of_parts(negative: bool, size: u128) -> Option<$t> {
                let x = if negative { (size as i128).wrapping_neg() as $t } else { size as $t };
                (x.parts() == (negative, size)).then_some(x)
            }
        }
    )+};
}
integers!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);
