//! Functions of many numbers at once, with the conventions that folding pairs would not give, or not as cheaply.
//!
//! Where the numbers know their values, these look at them; where they do not, as nodes of a program that is recorded
//! and formulas, both ways are written down and a selection takes one: so a program holds at every point.

use core::ops::{Add, Div, Mul, Sub};
use rules::Real;
use rules::functions::{eq, lt, select, stop_gradient};

/// The Euclidean norm, without overflow or underflow; gradient 0 at the origin, where second derivatives are NaN.
///
/// ```
/// use wengert::prelude::*;
/// use wengert::slices::norm;
/// assert!((norm(&[3e200, 4e200]) / 5e200 - 1.0).abs() < 1e-15);
/// assert_eq!(gradient(|x| norm(x), &[0.0, 0.0]), [0.0, 0.0]);
/// ```
pub fn norm<T: Real>(x: &[T]) -> T {
    let (least, most) = (1e-300, 1e300);
    match known(x, 0.0, |m, x| m.max(x.abs())) {
        Some(largest) if (least..most).contains(&largest) => scaled_norm(x, power_below(largest)),
        Some(_) => folded_norm(x),
        None => {
            let largest = x.iter().fold(T::from(0.0), |m, &x| m.max(stop_gradient(x).abs()));
            let ordinary = lt(largest, most.into()) - lt(largest, least.into());
            select(ordinary, scaled_norm(x, power_below(largest)), folded_norm(x))
        }
    }
}

/// A power of two, so that scaling by it rounds nothing.
fn power_below<T: Real>(x: T) -> T {
    x.log2().floor().exp2()
}

fn scaled_norm<T: Real + Div<S, Output = T> + Mul<S, Output = T>, S: Copy>(x: &[T], scale: S) -> T {
    let sum: T = x.iter().map(|&x| (x / scale) * (x / scale)).sum();
    sum.sqrt() * scale
}

fn folded_norm<T: Real>(x: &[T]) -> T {
    x.iter().fold(0.0.into(), |r: T, &x| r.hypot(x))
}

/// The greatest of all; `k` of them that tie get a derivative of 1/k each, where folding pairs would halve again and
/// again. NaN loses against any number; without elements it is -inf.
///
/// ```
/// use wengert::prelude::*;
/// use wengert::slices::max_of;
/// assert_eq!(gradient(|x| max_of(x), &[2.0, 1.0, 2.0, 2.0]), [1.0 / 3.0, 0.0, 1.0 / 3.0, 1.0 / 3.0]);
/// ```
pub fn max_of<T: Real>(x: &[T]) -> T {
    extreme(x, f64::NEG_INFINITY, f64::max, T::max)
}

/// The least of all; see [`max_of`]. Without elements it is inf.
///
/// ```
/// use wengert::prelude::*;
/// use wengert::slices::min_of;
/// assert_eq!(gradient(|x| min_of(x), &[2.0, 1.0, 2.0]), [0.0, 1.0, 0.0]);
/// ```
pub fn min_of<T: Real>(x: &[T]) -> T {
    extreme(x, f64::INFINITY, f64::min, T::min)
}

/// The greatest or the least, moving with the mean of the elements that equal it.
fn extreme<T: Real>(x: &[T], first: f64, of_values: impl Fn(f64, f64) -> f64, of_numbers: impl Fn(T, T) -> T) -> T {
    match known(x, first, of_values) {
        Some(at) => {
            let ties = x.iter().filter(|&&x| eq(x, at.into()).known() == Some(1.0));
            let share = 1.0 / ties.clone().count().max(1) as f64;
            // The difference of an infinite tie from itself would be NaN.
            match at.is_finite() {
                true => ties.fold(at.into(), |m: T, &x| m + (x - at) * share),
                false => ties.map(|&x| x * share).reduce(|sum, x| sum + x).unwrap_or_else(|| at.into()),
            }
        }
        None => {
            let at = x.iter().fold(T::from(first), |m, &x| of_numbers(m, stop_gradient(x)));
            let ties: Vec<T> = x.iter().map(|&x| eq(x, at)).collect();
            let count: T = ties.iter().sum();
            let share = 1.0 / count.max(1.0);
            let of_ties = |start: T, term: fn(T, T) -> T| {
                let all = x.iter().zip(&ties);
                all.fold(start, |m, (&x, &tie)| m + select(tie, term(x, at) * share, 0.0.into()))
            };
            let infinite = select(eq(count, 0.0.into()), at, of_ties(0.0.into(), |x, _| x));
            select(lt(at.abs(), f64::INFINITY.into()), of_ties(at, |x, at| x - at), infinite)
        }
    }
}

/// ln(sum of exp(x_i)), without overflow: for weights on a logarithmic scale. Without elements it is -inf.
///
/// ```
/// use wengert::prelude::*;
/// use wengert::slices::log_sum_exp;
/// assert_eq!(gradient(|x| log_sum_exp(x), &[1e4, 1e4]), [0.5, 0.5]);
/// ```
pub fn log_sum_exp<T: Real>(x: &[T]) -> T {
    match known(x, f64::NEG_INFINITY, f64::max) {
        Some(largest) if largest.is_finite() => shifted(x, largest),
        Some(largest) => infinite_sum(x, largest.into()),
        None => {
            let largest = x.iter().fold(T::from(f64::NEG_INFINITY), |m, &x| m.max(stop_gradient(x)));
            let finite = lt(largest.abs(), f64::INFINITY.into());
            select(finite, shifted(x, largest), infinite_sum(x, largest))
        }
    }
}

/// By the greatest, a constant here: shifting by it changes nothing, and so neither do its derivatives.
fn shifted<T: Real + Sub<S, Output = T> + Add<S, Output = T>, S: Copy>(x: &[T], largest: S) -> T {
    x.iter().map(|&x| (x - largest).exp()).sum::<T>().ln() + largest
}

/// Where the greatest is infinite: it, shared among the elements that are inf; NaN where an element is.
fn infinite_sum<T: Real>(x: &[T], largest: T) -> T {
    let inf = T::from(f64::INFINITY);
    let count: T = x.iter().map(|&x| eq(x, inf)).sum();
    let share = 1.0 / count.max(1.0);
    // What is not below inf is inf or NaN.
    x.iter().fold(largest, |sum, &x| sum + select(lt(x, inf), 0.0.into(), x * share))
}

/// The values folded, where they are all known: for most numbers that is no question.
fn known<T: Real>(x: &[T], first: f64, fold: impl Fn(f64, f64) -> f64) -> Option<f64> {
    let all = x.iter().all(|x| x.known().is_some());
    all.then(|| x.iter().fold(first, |m, x| fold(m, x.known().unwrap_or(m))))
}
