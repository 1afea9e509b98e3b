//! Gradients of scalar functions, in reverse mode.

use crate::inputs::{Inputs, Once};
use crate::pool::on_tape;
use crate::shape::same;
use reverse::Var;
use rules::{Number, Real, Scalar};

/// The gradient of `f` at `x`, in reverse mode: n values. Cost: a small multiple of `f`, whatever n is.
///
/// ```
/// use wengert::prelude::*;
/// let g = gradient(|x| x[0].ln() + x[0] * x[1] - x[1].sin(), &[2.0, 5.0]);
/// assert_eq!(g, [5.5, 2.0 - 5.0f64.cos()]);
/// ```
///
/// By a matrix it is a matrix; see [`Inputs`].
pub fn gradient<T: Real, I: Inputs<T> + ?Sized>(f: impl for<'t> Once<T, I, Var<'t, T>>, x: &I) -> I::Gradient {
    x.value_and_gradient_of(f).1
}

/// The value and the gradient of `f` at `x`; see [`gradient`].
///
/// ```
/// use wengert::prelude::*;
/// assert_eq!(value_and_gradient(|x| x[0] * x[1], &[2.0, 3.0]), (6.0, vec![3.0, 2.0]));
/// ```
pub fn value_and_gradient<T: Real, I: Inputs<T> + ?Sized>(
    f: impl for<'t> Once<T, I, Var<'t, T>>,
    x: &I,
) -> (T, I::Gradient) {
    x.value_and_gradient_of(f)
}

/// As [`gradient`], written to memory of the caller's. Allocates nothing on the second call of its thread.
///
/// # Panics
/// If `g` and `x` differ in length.
///
/// ```
/// use wengert::prelude::*;
/// let mut g = [0.0; 2];
/// wengert::gradient_into(|x| x[0] * x[1], &[2.0, 3.0], &mut g);
/// assert_eq!(g, [3.0, 2.0]);
/// ```
#[track_caller]
pub fn gradient_into<T: Real>(f: impl for<'t> FnOnce(&[Var<'t, T>]) -> Var<'t, T>, x: &[T], g: &mut [T]) {
    value_and_gradient_into(f, x, g);
}

/// As [`value_and_gradient`], with the gradient written to memory of the caller's.
///
/// # Panics
/// If `g` and `x` differ in length.
///
/// ```
/// use wengert::prelude::*;
/// let mut g = [0.0; 2];
/// assert_eq!(value_and_gradient_into(|x| x[0] * x[1], &[2.0, 3.0], &mut g), 6.0);
/// assert_eq!(g, [3.0, 2.0]);
/// ```
#[track_caller]
pub fn value_and_gradient_into<T: Real>(
    f: impl for<'t> FnOnce(&[Var<'t, T>]) -> Var<'t, T>,
    x: &[T],
    g: &mut [T],
) -> T {
    same("the gradient", g.len(), "inputs", x.len());
    on_tape(x, |tape, vars, adjoints| {
        let y = f(vars);
        tape.adjoints_into(&[(y, one())], adjoints);
        g.copy_from_slice(adjoints.inputs());
        y.inner()
    })
}

pub(crate) fn zero<T: Number>() -> T {
    T::constant(T::Scalar::default())
}

pub(crate) fn one<T: Number>() -> T {
    T::constant(T::Scalar::from_f64(1.0))
}
