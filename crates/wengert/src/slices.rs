//! Functions of many numbers at once, with the conventions that folding pairs would not give, or not as cheaply.

use rules::{Real, functions::logaddexp};

/// The Euclidean norm, without overflow or underflow; gradient 0 at the origin, where second derivatives are NaN.
///
/// ```
/// use wengert::prelude::*;
/// use wengert::slices::norm;
/// assert!((norm(&[3e200, 4e200]) / 5e200 - 1.0).abs() < 1e-15);
/// assert_eq!(gradient(|x| norm(x), &[0.0, 0.0]), [0.0, 0.0]);
/// ```
pub fn norm<T: Real>(x: &[T]) -> T {
    let largest = x.iter().fold(0.0, |m: f64, x| m.max(x.value().abs()));
    if !(1e-300..1e300).contains(&largest) || x.iter().any(|x| !x.value().is_finite()) {
        return x.iter().fold(0.0.into(), |r: T, &x| r.hypot(x));
    }
    // A power of two, so that scaling rounds nothing.
    let scale = largest.log2().floor().exp2();
    let sum: T = x.iter().map(|&x| (x / scale) * (x / scale)).sum();
    sum.sqrt() * scale
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
    extreme(x, x.iter().fold(f64::NEG_INFINITY, |m, x| m.max(x.value())))
}

/// The least of all; see [`max_of`]. Without elements it is inf.
pub fn min_of<T: Real>(x: &[T]) -> T {
    extreme(x, x.iter().fold(f64::INFINITY, |m, x| m.min(x.value())))
}

/// The number `at`, moving with the mean of the elements that equal it.
fn extreme<T: Real>(x: &[T], at: f64) -> T {
    let ties = x.iter().filter(|x| **x == at);
    let share = 1.0 / ties.clone().count().max(1) as f64;
    // The difference of an infinite tie from itself would be NaN.
    ties.fold(at.into(), |m: T, &x| if at.is_finite() { m + (x - at) * share } else { x })
}

/// ln(sum of exp(x_i)), without overflow: for weights on a logarithmic scale. Without elements it is -inf.
///
/// ```
/// use wengert::prelude::*;
/// use wengert::slices::log_sum_exp;
/// assert_eq!(gradient(|x| log_sum_exp(x), &[1e4, 1e4]), [0.5, 0.5]);
/// ```
pub fn log_sum_exp<T: Real>(x: &[T]) -> T {
    let largest = x.iter().fold(f64::NEG_INFINITY, |m, x| m.max(x.value()));
    if !largest.is_finite() {
        return x.iter().fold(f64::NEG_INFINITY.into(), |sum: T, &x| logaddexp(sum, x));
    }
    // The greatest is a constant here: shifting by it changes nothing, and so neither do its derivatives.
    x.iter().map(|&x| (x - largest).exp()).sum::<T>().ln() + largest
}
