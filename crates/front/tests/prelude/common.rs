//! Data, and what it is for two values to be the same.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::ops::ControlFlow;

/// What a value is, bit for bit; all NaN are one.
pub(crate) trait Bits {
    fn bits(&self, out: &mut Vec<u64>);
}

impl Bits for f64 {
    fn bits(&self, out: &mut Vec<u64>) {
        out.push(if self.is_nan() { u64::MAX } else { self.to_bits() });
    }
}

impl Bits for f32 {
    fn bits(&self, out: &mut Vec<u64>) {
        out.push(if self.is_nan() { u64::MAX } else { self.to_bits() as u64 });
    }
}

macro_rules! integers {
    ($($t:ty)+) => {$(
        impl Bits for $t {
            fn bits(&self, out: &mut Vec<u64>) {
                out.push(*self as u64);
            }
        }
    )+};
}
integers!(u8 i8 u16 i16 u32 i32 u64 i64 usize isize u128 i128 bool Ordering);

impl Bits for () {
    fn bits(&self, _out: &mut Vec<u64>) {}
}

impl Bits for &str {
    fn bits(&self, out: &mut Vec<u64>) {
        out.extend(self.bytes().map(u64::from));
    }
}

impl<T: Bits> Bits for [T] {
    fn bits(&self, out: &mut Vec<u64>) {
        out.push(self.len() as u64);
        self.iter().for_each(|x| x.bits(out));
    }
}

macro_rules! through {
    ($([$($g:tt)*] $t:ty, $e:ident => $to:expr;)+) => {$(
        impl<$($g)*> Bits for $t {
            fn bits(&self, out: &mut Vec<u64>) {
                let $e = self;
                $to.bits(out);
            }
        }
    )+};
}
through! {
    [T: Bits + ?Sized] &T, x => (**x);
    [T: Bits + ?Sized] &mut T, x => (**x);
    [T: Bits + ?Sized] Box<T>, x => (**x);
    [T: Bits] Vec<T>, x => x[..];
    [T: Bits, const N: usize] [T; N], x => x[..];
}

impl<T: Bits> Bits for Option<T> {
    fn bits(&self, out: &mut Vec<u64>) {
        out.push(self.is_some() as u64);
        self.iter().for_each(|x| x.bits(out));
    }
}

impl<T: Bits, E: Bits> Bits for Result<T, E> {
    fn bits(&self, out: &mut Vec<u64>) {
        out.push(self.is_ok() as u64);
        match self {
            Ok(x) => x.bits(out),
            Err(e) => e.bits(out),
        }
    }
}

impl<B: Bits, C: Bits> Bits for ControlFlow<B, C> {
    fn bits(&self, out: &mut Vec<u64>) {
        out.push(self.is_break() as u64);
        match self {
            ControlFlow::Break(x) => x.bits(out),
            ControlFlow::Continue(e) => e.bits(out),
        }
    }
}

impl<A: Bits, B: Bits> Bits for (A, B) {
    fn bits(&self, out: &mut Vec<u64>) {
        self.0.bits(out);
        self.1.bits(out);
    }
}

impl<A: Bits, B: Bits, C: Bits> Bits for (A, B, C) {
    fn bits(&self, out: &mut Vec<u64>) {
        self.0.bits(out);
        self.1.bits(out);
        self.2.bits(out);
    }
}

pub(crate) fn bits(x: impl Bits) -> Vec<u64> {
    let mut out = Vec::new();
    x.bits(&mut out);
    out
}

/// Ours is std's.
#[track_caller]
pub(crate) fn same<A: Bits + Debug>(ours: A, std: A) {
    assert!(bits(&ours) == bits(&std), "{ours:?} is not {std:?}");
}

/// What ours does to a list, and what it gives, is what std's does and gives.
#[track_caller]
pub(crate) fn changes<T: Clone + Bits + Debug, A: Bits + Debug>(
    list: &[T],
    ours: impl FnOnce(&mut Vec<T>) -> A,
    std: impl FnOnce(&mut Vec<T>) -> A,
) {
    let (mut mine, mut theirs) = (list.to_vec(), list.to_vec());
    same(ours(&mut mine), std(&mut theirs));
    same(mine, theirs);
}

/// Either both give something, or both panic.
#[track_caller]
pub(crate) fn panics<A: Bits + Debug>(ours: impl FnOnce() -> A, std: impl FnOnce() -> A) {
    let caught = |f: Box<dyn FnOnce() -> A + '_>| std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).ok();
    same(caught(Box::new(ours)), caught(Box::new(std)));
}

/// Random numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }

    /// A number: often one of a few, so that there are ties, and now and then a special one.
    pub(crate) fn number(&mut self) -> f64 {
        const SPECIAL: [f64; 8] = [f64::NAN, -0.0, 0.0, f64::INFINITY, f64::NEG_INFINITY, 5e-324, f64::MAX, 1.0];
        match self.below(8) {
            0 => SPECIAL[self.below(8)],
            1 | 2 => self.below(3) as f64 - 1.0,
            _ => (self.below(1 << 20) as f64 / 1e5 - 5.0) * 10f64.powi(self.below(7) as i32 - 3),
        }
    }

    pub(crate) fn list(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.number()).collect()
    }

    pub(crate) fn small(&mut self, n: usize) -> Vec<i32> {
        (0..n).map(|_| self.below(7) as i32 - 3).collect()
    }
}

/// Random lists of many lengths, 0 and 1 among them.
pub(crate) fn lists() -> Vec<Vec<f64>> {
    let mut random = Random(0x1234_5678_9abc_def1);
    let lengths = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 31, 64];
    lengths.iter().flat_map(|&n| [n, n, n]).map(|n| random.list(n)).collect()
}

/// Random lists of small numbers of many lengths.
pub(crate) fn integers() -> Vec<Vec<i32>> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let lengths = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 31, 64];
    lengths.iter().flat_map(|&n| [n, n, n]).map(|n| random.small(n)).collect()
}
