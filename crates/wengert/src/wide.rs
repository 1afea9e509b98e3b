//! Runs on duals in vectors of four numbers, on the processors that have them.
//!
//! A function is inlined here where it can be, and so compiled for these vectors: on the Brusselator's 20 000 outputs a run
//! with 12 lanes takes 250 us, not 380. The product of Rosenbrock's Hessian with a direction takes 2.5 gradients, not 3.4.
//! Vectors of eight take as long. A multiplication and addition in one is not asked
//! for: the results have the same bits everywhere.
//!
//! The one unsafe thing is to call a function that was compiled for instructions which the processor might lack; the call
//! stands behind the question whether it has them.
#![allow(unsafe_code)]

use crate::function::Function;
use rules::Real;

/// Whether [`eval`] and [`run`] have their vectors. Where they have none, functions are run on lanes that another run takes
/// anyway, as a second place that calls would keep the function from being inlined in the first.
pub(crate) fn is_wide() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    true
}

/// The outputs of a function.
///
/// # Panics
/// Where [`is_wide`] says no.
#[inline]
pub(crate) fn eval<F: Function + ?Sized, T: Real + 'static>(f: &F, x: &[T]) -> F::Output<T> {
    run(
        #[cfg_attr(not(debug_assertions), inline(always))]
        || f.eval(x),
    )
}

/// What a closure gives, which is inlined, as are functions that are called there alone.
///
/// # Panics
/// Where [`is_wide`] says no.
#[inline]
pub(crate) fn run<R>(run: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        assert!(is_wide(), "a run in vectors that the processor has");
        // SAFETY: the processor has the instructions that `in_vectors` is compiled for, as was just asked.
        unsafe { in_vectors(run) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    run()
}

/// As a variable, it aligns the stack for all that is inlined beside it.
#[cfg(target_arch = "x86_64")]
#[repr(align(32))]
struct Aligned(#[expect(dead_code, reason = "it lies on the stack")] u8);

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline(never)]
fn in_vectors<R>(run: impl FnOnce() -> R) -> R {
    // Without it, vectors that are kept on the stack lie across cache lines in every second run of a program, and the
    // function takes up to twice as long.
    let aligned = Aligned(0);
    core::hint::black_box(&aligned);
    run()
}
