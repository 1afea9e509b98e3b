//! The kernels compiled for processors with wider vectors, chosen when they run.
//!
//! The one unsafe thing is to call a function that was compiled for instructions which the processor might lack; each
//! call stands behind the question whether it has them.
#![allow(unsafe_code)]

use crate::rule::Kernel;
#[cfg(target_arch = "x86_64")]
use core::sync::atomic::{AtomicU8, Ordering};

/// So many numbers go through a kernel at once: two vectors of 512 bits, whose chains of operations overlap.
const GROUP: usize = 16;
/// And so many of the rest: one such vector.
const HALF: usize = GROUP / 2;

/// The function of one number.
#[inline]
pub(crate) fn one<R: Kernel<N>, const N: usize>(x: [f64; N]) -> f64 {
    #[cfg(target_arch = "x86_64")]
    if width() >= MIDDLE {
        // SAFETY: the processor has the instructions that `fused` is compiled for, as was asked.
        return unsafe { fused::<R, N>(x) };
    }
    if FUSES { first::<R, N>(x) } else { R::value(x, 0) }
}

/// The function for lists of arguments. Never in line: what is live around it is kept once, and not in each of its ways.
#[inline(never)]
pub(crate) fn all<R: Kernel<N>, const N: usize>(args: [&[f64]; N], out: &mut [f64]) {
    #[cfg(target_arch = "x86_64")]
    {
        let width = width();
        if width == WIDE {
            // SAFETY: the processor has the instructions that `wide` is compiled for, as was asked.
            return unsafe { wide::<R, N>(args, out) };
        }
        if width == MIDDLE {
            // SAFETY: the processor has the instructions that `middle` is compiled for, as was asked.
            return unsafe { middle::<R, N>(args, out) };
        }
    }
    if FUSES {
        groups::<R, N>(args, out);
    } else {
        R::values(args, out);
    }
}

/// Whether every processor that this is compiled for multiplies and adds in one instruction: without, the polynomials would
/// be slow.
const FUSES: bool = cfg!(any(target_feature = "fma", target_arch = "aarch64"));

#[cfg(target_arch = "x86_64")]
const USUAL: u8 = 1;
#[cfg(target_arch = "x86_64")]
const MIDDLE: u8 = 2;
#[cfg(target_arch = "x86_64")]
const WIDE: u8 = 3;

/// The widest vectors that the processor has, asked once.
#[cfg(target_arch = "x86_64")]
#[inline]
fn width() -> u8 {
    static KNOWN: AtomicU8 = AtomicU8::new(0);
    match KNOWN.load(Ordering::Relaxed) {
        0 => {
            let width = asked();
            KNOWN.store(width, Ordering::Relaxed);
            width
        }
        width => width,
    }
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn asked() -> u8 {
    if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("fma") {
        USUAL
    } else if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
        WIDE
    } else {
        MIDDLE
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx2,fma")]
fn wide<R: Kernel<N>, const N: usize>(args: [&[f64]; N], out: &mut [f64]) {
    groups::<R, N>(args, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn middle<R: Kernel<N>, const N: usize>(args: [&[f64]; N], out: &mut [f64]) {
    groups::<R, N>(args, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn fused<R: Kernel<N>, const N: usize>(x: [f64; N]) -> f64 {
    first::<R, N>(x)
}

#[inline(always)]
fn first<R: Kernel<N>, const N: usize>(x: [f64; N]) -> f64 {
    R::lanes(x.map(|x| [x]))[0]
}

#[inline(always)]
fn groups<R: Kernel<N>, const N: usize>(args: [&[f64]; N], out: &mut [f64]) {
    let len = out.len();
    let (groups, rest) = out.as_chunks_mut::<GROUP>();
    let args = args.map(|list| list[..len].as_chunks::<GROUP>());
    for (k, group) in groups.iter_mut().enumerate() {
        *group = R::lanes(args.map(|(groups, _)| groups[k]));
    }
    let (halves, rest) = rest.as_chunks_mut::<HALF>();
    let args = args.map(|(_, rest)| rest.as_chunks::<HALF>());
    for (k, half) in halves.iter_mut().enumerate() {
        *half = R::lanes(args.map(|(halves, _)| halves[k]));
    }
    if !rest.is_empty() {
        let padded = args.map(|(_, rest)| {
            let mut padded = [1.0; HALF];
            padded[..rest.len()].copy_from_slice(rest);
            padded
        });
        rest.copy_from_slice(&R::lanes(padded)[..rest.len()]);
    }
}
