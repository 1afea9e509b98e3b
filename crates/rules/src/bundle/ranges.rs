//! Ranges of numbers, as the bounds of an integral: two values.

use super::{Bundle, Differentiable, Lists};
use crate::{Number, Real, Scalar};
use core::ops::Range;

impl<S: Scalar, D: Differentiable<S>> Differentiable<S> for Range<D> {
    type Over<T: Real<S>> = Range<D::Over<T>>;
    #[inline]
    fn over<T: Real<S>, F: FnMut(S) -> T>(&self, f: &mut F) -> Self::Over<T> {
        self.start.over(f)..self.end.over(f)
    }
    #[inline]
    fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, other: &Self, f: &mut F) -> Self::Over<T> {
        self.start.over_two(&other.start, f)..self.end.over_two(&other.end, f)
    }
}

impl<T: Number, V: Bundle<T>> Bundle<T> for Range<V> {
    type Plain = Range<V::Plain>;
    const FIXED: bool = V::FIXED;
    const PURE: bool = V::PURE;
    #[inline]
    fn zero(&self) -> Self {
        self.start.zero()..self.end.zero()
    }
    #[inline]
    fn absorb(&mut self, other: &Self) {
        self.start.absorb(&other.start);
        self.end.absorb(&other.end);
    }
    #[inline]
    fn each<F: FnMut(T)>(&self, f: &mut F) {
        self.start.each(f);
        self.end.each(f);
    }
    #[inline]
    fn each_mut<F: FnMut(&mut T)>(&mut self, f: &mut F) {
        self.start.each_mut(f);
        self.end.each_mut(f);
    }
    #[inline]
    fn plain<F: FnMut(T) -> T::Scalar>(&self, f: &mut F) -> Self::Plain {
        self.start.plain(f)..self.end.plain(f)
    }
    #[inline]
    fn lists<F: Lists<T>>(&mut self, f: &mut F) {
        self.start.lists(f);
        self.end.lists(f);
    }
    const PACKS: bool = V::PACKS;
    const EVEN: bool = V::EVEN;
    const SIZE: (usize, usize) = (2 * V::SIZE.0, 2 * V::SIZE.1);
    #[inline]
    fn words<F: FnMut(u64)>(&self, f: &mut F) {
        self.start.words(f);
        self.end.words(f);
    }
    #[inline]
    fn build<N: FnMut() -> T, W: FnMut() -> u64>(numbers: &mut N, words: &mut W) -> Self {
        let start = V::build(numbers, words);
        start..V::build(numbers, words)
    }
}
