//! Derivatives along a direction: Jacobian-vector products, in forward mode.

use crate::Forward;
use crate::inputs::{Inputs, Once, Several, part};
use crate::shape::{fits, right, same};
use rules::{Real, doubt_nan};

/// The value of `f` at `x` and its derivative along `v`: `(f(x), J v)`, without forming `J`.
///
/// `x` and `v` have n values each, the results m. A component of `v` that is exactly zero holds its input fixed.
/// Cost: one run of `f` on duals.
///
/// # Panics
/// If `x` and `v` differ in length or shape.
///
/// ```
/// use wengert::prelude::*;
/// let (y, dy) = jvp(|x| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]], &[2.0, 3.0], &[1.0, 2.0]);
/// assert_eq!((y[0], dy[0]), (6.0, 7.0));
/// ```
#[track_caller]
pub fn jvp<T: Real, I: Inputs<T> + ?Sized, V: Inputs<T, Gradient = I::Gradient> + ?Sized>(
    f: impl for<'t> Several<T, I, Forward<'t, T>>,
    x: &I,
    v: &V,
) -> (I::Outputs<T>, I::Outputs<T>) {
    x.goes_along(v.shape());
    let [y, dy] = x.along(v.entries(), |duals| I::parts(f(duals)));
    (y, dy)
}

/// As [`jvp`], written to memory of the caller's. Allocates nothing on the second call, except what `f` does.
///
/// # Panics
/// If `x` and `v` differ in length, or `y` or `dy` in theirs from the outputs of `f`.
///
/// ```
/// use wengert::prelude::*;
/// let (mut y, mut dy) = ([0.0], [0.0]);
/// wengert::jvp_into(|x| vec![x[0] * x[1]], &[2.0, 3.0], &[1.0, 10.0], &mut y, &mut dy);
/// assert_eq!((y, dy), ([6.0], [23.0]));
/// ```
#[track_caller]
pub fn jvp_into<T: Real>(
    f: impl for<'t> FnOnce(&[Forward<'t, T>]) -> Vec<Forward<'t, T>>,
    x: &[T],
    v: &[T],
    y: &mut [T],
    dy: &mut [T],
) {
    same("the direction", v.len(), "inputs", x.len());
    right(x.along(v, |duals| {
        let out = f(duals);
        fits("room for values", y.len(), "outputs", out.len())?;
        fits("room for derivatives", dy.len(), "outputs", out.len())?;
        for ((y, dy), out) in y.iter_mut().zip(&mut *dy).zip(out) {
            (*y, *dy) = part(out);
        }
        doubt_nan(dy.iter().copied());
        Ok(())
    }));
}

/// The derivative of a scalar function along `v`; see [`jvp`].
///
/// # Panics
/// If `x` and `v` differ in length or shape.
///
/// ```
/// use wengert::prelude::*;
/// assert_eq!(directional_derivative(|x| x[0] * x[1], &[3.0, 4.0], &[1.0, -1.0]), 1.0);
/// ```
#[track_caller]
pub fn directional_derivative<T: Real, I: Inputs<T> + ?Sized, V: Inputs<T, Gradient = I::Gradient> + ?Sized>(
    f: impl for<'t> Once<T, I, Forward<'t, T>>,
    x: &I,
    v: &V,
) -> T {
    value_and_directional_derivative(f, x, v).1
}

/// The value of a scalar function and its derivative along `v`; see [`jvp`].
///
/// # Panics
/// If `x` and `v` differ in length or shape.
///
/// ```
/// use wengert::prelude::*;
/// let along = wengert::value_and_directional_derivative(|x| x[0] * x[1], &[2.0, 3.0], &[1.0, 10.0]);
/// assert_eq!(along, (6.0, 23.0));
/// ```
#[track_caller]
pub fn value_and_directional_derivative<
    T: Real,
    I: Inputs<T> + ?Sized,
    V: Inputs<T, Gradient = I::Gradient> + ?Sized,
>(
    f: impl for<'t> Once<T, I, Forward<'t, T>>,
    x: &I,
    v: &V,
) -> (T, T) {
    x.goes_along(v.shape());
    let (y, dy) = x.along(v.entries(), |duals| part(f(duals)));
    doubt_nan([dy]);
    (y, dy)
}
