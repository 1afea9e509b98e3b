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

/// Runs a function in the widest vectors that the processor has. With vectors of 512 bits, arguments are stored as wide as the
/// kernels of functions load them; narrower stores have these wait, and log-sum-exp took 1.3 times as long.
#[inline]
pub fn widest<F: Body<A, G>, A, G>(args: A) -> F::Out {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        let all = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq");
        if all && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor has the instructions that `in_eights` is compiled for, as was just asked.
            return unsafe { in_eights::<F, A, G>(args) };
        }
        // SAFETY: the processor has the instructions that `in_fours` is compiled for, as was just asked.
        return unsafe { in_fours::<F, A, G>(args) };
    }
    F::run(args)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx2,fma")]
#[inline(never)]
fn in_eights<F: Body<A, G>, A, G>(args: A) -> F::Out {
    align_the_stack();
    F::run(args)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn in_fours<F: Body<A, G>, A, G>(args: A) -> F::Out {
    align_the_stack();
    F::run(args)
}

/// A variable that aligns the stack for all that is inlined beside it: vectors that lie across cache lines take twice as long.
#[cfg(target_arch = "x86_64")]
#[cfg_attr(not(debug_assertions), inline(always))]
fn align_the_stack() {
    #[repr(align(64))]
    struct Aligned(#[expect(dead_code, reason = "it lies on the stack")] u8);
    core::hint::black_box(&Aligned(0));
}
