//! The same code for processors with wider vectors, chosen when it runs.
//!
//! The one unsafe thing is to call a function that was compiled for instructions which the processor might lack; each
//! call stands behind the question whether it has them.
#![allow(unsafe_code)]

use super::block::Block;
use crate::code::Code;

/// Runs a block in the widest vectors there are. Without a multiplication and addition in one, the polynomials of
/// [`math`](vector::kernels) would be slow: there functions are called lane by lane.
pub(super) fn run(code: &Code, block: &mut Block, exact: bool) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") && has_avx2() {
            // SAFETY: the processor has the instructions that `wide` is compiled for, as was just asked.
            return unsafe { wide(code, block, exact) };
        }
        if has_avx2() {
            // SAFETY: the processor has the instructions that `middle` is compiled for, as was just asked.
            return unsafe { middle(code, block, exact) };
        }
    }
    let fused = cfg!(any(target_feature = "fma", target_arch = "aarch64"));
    choose(code, block, exact || !fused);
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx2,fma")]
fn wide(code: &Code, block: &mut Block, exact: bool) {
    choose(code, block, exact);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn middle(code: &Code, block: &mut Block, exact: bool) {
    choose(code, block, exact);
}

/// Where it is not optimised it is compiled once: it runs no wider there.
#[cfg_attr(not(debug_assertions), inline(always))]
fn choose(code: &Code, block: &mut Block, exact: bool) {
    match exact {
        true => block.run::<true>(code),
        false => block.run::<false>(code),
    }
}
