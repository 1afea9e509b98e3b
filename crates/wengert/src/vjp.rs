//! Derivatives weighted on the outputs: vector-Jacobian products, in reverse mode.

use core::panic::Location;
use reverse::{Linear, Var};
use rules::Real;

/// The value of `f` at `x`, and its pullback: `w` (m values) to `w^T J` (n values), as often as wanted.
///
/// Cost: `f` is recorded once; each call of the pullback is one pass over the recording.
///
/// # Panics
/// The pullback panics if `w` has another length than the outputs of `f`. No closure knows its caller's line; the panic
/// names that of this call.
///
/// ```
/// use wengert::prelude::*;
/// let (y, pullback) = vjp(|x| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]], &[2.0, 3.0]);
/// assert_eq!(y[0], 6.0);
/// assert_eq!(pullback(&[1.0, 0.0]), [3.0, 2.0]);
/// assert_eq!(pullback(&[0.0, 1.0])[1], 6.0);
/// ```
#[track_caller]
pub fn vjp<T: Real, F>(f: F, x: &[T]) -> (Vec<T>, impl Fn(&[T]) -> Vec<T> + use<T, F>)
where
    F: for<'t> FnOnce(&[Var<'t, T>]) -> Vec<Var<'t, T>>,
{
    let (y, map) = Linear::record(x, f);
    let made = Location::caller();
    let pullback = move |w: &[T]| {
        let (len, outputs) = (w.len(), map.outputs());
        assert!(len == outputs, "the weights have length {len}, but there are {outputs} outputs (pullback of {made})");
        map.pull(w)
    };
    (y, pullback)
}

/// The value of `f` at `x`, and its derivative there as a linear map, to be applied forwards (`push`) and backwards
/// (`pull`) without running `f` again. See [`Linear`].
///
/// ```
/// use wengert::prelude::*;
/// let (_, map) = linearize(|x| vec![x[0] * x[1]], &[2.0, 3.0]);
/// assert_eq!(map.push(&[1.0, 1.0]), [5.0]);
/// assert_eq!(map.pull(&[1.0]), [3.0, 2.0]);
/// ```
pub fn linearize<T: Real>(f: impl for<'t> FnOnce(&[Var<'t, T>]) -> Vec<Var<'t, T>>, x: &[T]) -> (Vec<T>, Linear<T>) {
    Linear::record(x, f)
}
