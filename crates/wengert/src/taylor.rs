//! Truncated Taylor series: all derivatives up to an order in one run.

use crate::shape::same;
use forward::{Tagged, Taylor};
use rules::{Real, doubt_nan};

/// The Taylor series of `f` at `x`, up to order `K`: `coefficient(k)` is the k-th derivative over k!.
///
/// Cost: one run of `f` on series, O(K^2) an operation, where nesting [`derivative`](crate::derivative) takes 2^K.
///
/// ```
/// use wengert::prelude::*;
/// let s = taylor::<4, _>(|t| t.sin() / (1.0 + t), 0.0);
/// assert_eq!([1, 2].map(|k| s.derivative(k)), [1.0, -2.0]);
/// ```
pub fn taylor<const K: usize, T: Real>(
    f: impl for<'t> FnOnce(Tagged<'t, Taylor<T, K>>) -> Tagged<'t, Taylor<T, K>>,
    x: T,
) -> Taylor<T, K> {
    f(Tagged::bind(Taylor::variable(x))).release()
}

/// The Taylor series of a function of many variables along `x + t v`, in `t`, up to order `K`.
///
/// # Panics
/// If `x` and `v` differ in length.
///
/// ```
/// use wengert::prelude::*;
/// let s = taylor_along::<3, _>(|x| x[0] * x[1], &[1.0, 2.0], &[1.0, 1.0]);
/// assert_eq!(s.coefficients().collect::<Vec<_>>(), [2.0, 3.0, 1.0, 0.0]);
/// ```
#[track_caller]
pub fn taylor_along<const K: usize, T: Real>(
    f: impl for<'t> FnOnce(&[Tagged<'t, Taylor<T, K>>]) -> Tagged<'t, Taylor<T, K>>,
    x: &[T],
    v: &[T],
) -> Taylor<T, K> {
    same("the direction", v.len(), "inputs", x.len());
    let line = |(&x, &v)| Tagged::bind(Taylor::polynomial(x, if is_zero(v) { &[] } else { core::slice::from_ref(&v) }));
    let path: Vec<_> = x.iter().zip(v).map(line).collect();
    let series = f(&path).release();
    doubt_nan(series.coefficients());
    series
}

/// Whether a seed is exactly zero, so that the direction holds its input fixed.
fn is_zero<T: Real>(seed: T) -> bool {
    seed.is_constant() && seed == 0.0
}
