//! Numbers that move along a direction: how the derivative of a function is differentiated that takes a derivative itself.
//!
//! The adjoint of `f::gradient` for weights `w` is the Hessian times `w`, forward over reverse: `f` goes back on duals
//! that move along `w`. Both run on any number, so it holds at every depth.

use super::Direction;
use super::structures::{append, plain};
use crate::{Bundle, Differentiable};
use rules::{Number, Real, Scalar};

fn zero<T: Number>() -> T {
    T::constant(T::Scalar::from_f64(0.0))
}

/// A list that moves along another, by what makes a number that moves; where the other ends the rest stays.
pub fn moved<M: Direction<T>, T: Number>(x: &[T], along: &[T], make: fn(T, T) -> M) -> Vec<M> {
    let mut along = along.iter();
    x.iter().map(|&x| along.next().map_or_else(|| M::fixed(x), |&d| make(x, d))).collect()
}

/// An array that moves along a list.
#[inline]
pub fn moved_array<M: Direction<T>, T: Number, const N: usize>(x: [T; N], along: &[T], make: fn(T, T) -> M) -> [M; N] {
    let mut along = along.iter();
    x.map(|x| along.next().map_or_else(|| M::fixed(x), |&d| make(x, d)))
}

/// A structure that moves along another of its shape; it stays if there is none.
pub fn moved_structure<M: Direction<T> + Real<S>, T: Real<S>, S: Scalar, D: Differentiable<S>>(
    x: &D::Over<T>,
    along: Option<&D::Over<T>>,
    make: fn(T, T) -> M,
) -> D::Over<M> {
    let (mut values, mut direction) = (vec![], vec![]);
    append::<T, _>(x, &mut values);
    if let Some(along) = along {
        append::<T, _>(along, &mut direction);
    }
    with_numbers::<T, M, S, D>(x, &moved(&values, &direction, make))
}

/// A part of each number of a structure, as a structure.
pub fn part_of<N: Real<S>, T: Real<S>, S: Scalar, D: Differentiable<S>>(
    x: &D::Over<N>,
    part: impl Fn(N) -> T,
) -> D::Over<T> {
    let mut numbers = vec![];
    append::<N, _>(x, &mut numbers);
    let parts: Vec<T> = numbers.into_iter().map(part).collect();
    with_numbers::<N, T, S, D>(x, &parts)
}

/// A structure with other numbers. They go where those that they replace are: what is gone through in another order each
/// time that it is made, as a `HashMap`, may be so.
pub fn with_numbers<N: Real<S>, T: Real<S>, S: Scalar, D: Differentiable<S>>(
    x: &D::Over<N>,
    numbers: &[T],
) -> D::Over<T> {
    let mut k = 0;
    let places = plain::<N, _>(x, |_| {
        k += 1;
        S::from_f64((k - 1) as f64)
    });
    places.over(&mut |at| numbers[at.to_f64() as usize])
}

/// Adds a part of each number of a structure to another of its shape.
pub fn add_part<N, T, S, Q, R>(to: &mut R, x: &Q, part: impl Fn(N) -> T)
where
    N: Real<S>,
    T: Real<S>,
    S: Scalar,
    Q: Bundle<N>,
    R: Bundle<T>,
    Q::Plain: Differentiable<S, Over<T> = R> + Differentiable<S, Over<N> = Q>,
{
    if !(R::PURE || R::FIXED) {
        return to.absorb(&part_of::<N, T, S, Q::Plain>(x, part));
    }
    let mut numbers = vec![];
    append::<N, _>(x, &mut numbers);
    let mut numbers = numbers.into_iter().map(part);
    to.each_mut(&mut |to| *to += numbers.next().unwrap_or(zero()));
}

/// Weights of an array by value, one for each element; nothing where there are none.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn weights_of<T: Number, const N: usize>(weights: &[T], _of: &[T; N]) -> Option<[T; N]> {
    weights.first_chunk().copied()
}

/// An array that moves along weights.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn moved_by_weights<M: Direction<T>, T: Number, const N: usize>(
    x: [T; N],
    weights: Option<[T; N]>,
    make: fn(T, T) -> M,
) -> [M; N] {
    match weights {
        Some(weights) => core::array::from_fn(|k| make(x[k], weights[k])),
        None => x.map(M::fixed),
    }
}

/// As many weights as there are outputs: those that are left out are zero.
pub fn all_weights<T: Number>(weights: &[T], len: usize) -> Vec<T> {
    let mut all = weights.to_vec();
    all.resize(len, zero());
    all
}

/// The direction of one of so many numbers.
pub fn unit<T: Number>(n: usize, j: usize) -> Vec<T> {
    let mut unit = vec![zero(); n];
    unit[j] = T::constant(T::Scalar::from_f64(1.0));
    unit
}

/// A column of a matrix of so many columns and rows, given row by row; what is left out is zero.
pub fn column_of<T: Number>(entries: &[T], columns: usize, j: usize, rows: usize) -> Vec<T> {
    (0..rows).map(|i| entries.get(i * columns + j).copied().unwrap_or(zero())).collect()
}

/// The entries of a matrix row by row, from its columns.
pub fn by_rows<T: Number>(rows: usize, columns: &[Vec<T>]) -> Vec<T> {
    (0..rows).flat_map(|i| columns.iter().map(move |column| column[i])).collect()
}
