//! Generated functions in the processor's wide vectors.
//!
//! A multiplication and addition become one instruction only where the source says so, and sums keep their order: the results
//! have the same bits everywhere. The one unsafe thing is to call a function that was compiled for instructions which the
//! processor might lack; the call stands behind the question whether it has them.
//!
//! The function is the method of a trait, which is inlined by force. A closure is inlined where it is small, and is compiled
//! for the usual vectors where it is not: so was the gradient of a mixture of Gaussians.
#![allow(unsafe_code)]

/// A function of these arguments that is inlined wherever it is called; `G` names its type parameters.
pub trait Body<A, G> {
    /// What it gives.
    type Out;
    /// Runs it.
    fn run(args: A) -> Self::Out;
}

/// As a variable, it aligns the stack for all that is inlined beside it: vectors that lie across cache lines take twice as
/// long.
#[cfg(target_arch = "x86_64")]
#[repr(align(32))]
struct Aligned(#[expect(dead_code, reason = "it lies on the stack")] u8);

/// Runs a function in the widest vectors of up to 256 bits that the processor has.
#[inline]
pub fn widest<F: Body<A, G>, A, G>(args: A) -> F::Out {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has the instructions that `in_vectors` is compiled for, as was just asked.
        return unsafe { in_vectors::<F, A, G>(args) };
    }
    F::run(args)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn in_vectors<F: Body<A, G>, A, G>(args: A) -> F::Out {
    let aligned = Aligned(0);
    core::hint::black_box(&aligned);
    F::run(args)
}
