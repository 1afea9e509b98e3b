//! Gradients by one run on lanes, for functions of few inputs.
//!
//! As many lanes as inputs, up to six, so that the length of the list is known where the function is compiled, and loops over
//! it and what the seeds leave zero go away: on Rosenbrock's function of four inputs a gradient takes 7.6 ns, and 13.4 ns on
//! a list of any length. From eight lanes on wide vectors are worth a call: ten inputs take 47 ns in them, 90 ns on lanes that
//! follow the structure, and 130 ns on a tape.
//!
//! Each number of lanes compiles the function once more. Builds that are not optimised have four instead of nine: a crate of
//! tests of derivatives in bodies takes 27.5 s of processor, not 34.0.
//!
//! What lost: lanes behind a common factor, so that functions of one variable cost no lane (0.9 of the time on Black-Scholes,
//! 1.3 to 2.3 on the others), and lanes that ask a bit whether to follow the structure (0.9 to 1.6).

use super::{Function, one_of};
use crate::outputs::Outputs;
use crate::shape::Mistake;
use crate::wide::{is_wide, run};
use core::array;
use forward::{Dual, Plain, Tangent};
use rules::doubts;

/// The value of a function with one output, and its gradient. None where the inputs are too many, or where a NaN leaves open
/// whether the structure would have avoided it.
#[inline]
pub(super) fn gradient<F: Function + ?Sized>(f: &F, x: &[f64], g: &mut [f64]) -> Result<Option<f64>, Mistake> {
    match x.len() {
        1 => exactly::<F, 1>(f, x, g),
        2 => exactly::<F, 2>(f, x, g),
        #[cfg(not(debug_assertions))]
        3 => exactly::<F, 3>(f, x, g),
        #[cfg(not(debug_assertions))]
        4 => exactly::<F, 4>(f, x, g),
        #[cfg(not(debug_assertions))]
        5 => exactly::<F, 5>(f, x, g),
        #[cfg(not(debug_assertions))]
        6 => exactly::<F, 6>(f, x, g),
        #[cfg(debug_assertions)]
        3..=6 => at_most::<F, 6>(f, x, g),
        #[cfg(not(debug_assertions))]
        7..=8 if is_wide() => in_vectors::<F, 8>(f, x, g),
        #[cfg(not(debug_assertions))]
        9..=12 if is_wide() => in_vectors::<F, 12>(f, x, g),
        7..=16 if is_wide() => in_vectors::<F, 16>(f, x, g),
        _ => Ok(None),
    }
}

/// For `N` inputs.
#[inline]
fn exactly<F: Function + ?Sized, const N: usize>(f: &F, x: &[f64], g: &mut [f64]) -> Result<Option<f64>, Mistake> {
    let Ok(x) = <&[f64; N]>::try_from(x) else { return Ok(None) };
    let duals: [Dual<f64, Plain<f64, N>>; N] = array::from_fn(|k| Dual::plain_lane(x[k], k));
    let before = doubts();
    read(f.eval(&duals).as_slice(), before, g)
}

/// For at most `N` inputs.
#[cfg_attr(not(debug_assertions), inline(always))]
fn at_most<F: Function + ?Sized, const N: usize>(f: &F, x: &[f64], g: &mut [f64]) -> Result<Option<f64>, Mistake> {
    let duals: [Dual<f64, Plain<f64, N>>; N] =
        array::from_fn(|k| Dual::plain_lane(x.get(k).copied().unwrap_or(0.0), k));
    let before = doubts();
    read(f.eval(&duals[..x.len()]).as_slice(), before, g)
}

/// For at most `N` inputs, in wide vectors.
#[inline]
fn in_vectors<F: Function + ?Sized, const N: usize>(f: &F, x: &[f64], g: &mut [f64]) -> Result<Option<f64>, Mistake> {
    run(
        #[cfg_attr(not(debug_assertions), inline(always))]
        || at_most::<F, N>(f, x, g),
    )
}

#[inline]
fn read<const N: usize>(
    outputs: &[Dual<f64, Plain<f64, N>>],
    before: usize,
    g: &mut [f64],
) -> Result<Option<f64>, Mistake> {
    let y = one_of(outputs, "gradient")?;
    g.copy_from_slice(&y.tangent.0[..g.len()]);
    Ok((!y.tangent.has_nan() && doubts() == before).then_some(y.value))
}
