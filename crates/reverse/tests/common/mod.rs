//! What several tests share: programs made at random.
#![allow(dead_code)]

use proptest::prelude::*;
use rules::{Real, functions::*};

/// Statements of a program: an operation and two places to take operands from.
pub(crate) type Program = Vec<(u8, usize, usize)>;

/// Programs of all shapes: straight lines, branches, and such as use their latest results again and again.
pub(crate) fn programs(len: usize) -> impl Strategy<Value = Program> {
    let anywhere = prop::collection::vec((0..OPERATIONS, any::<usize>(), any::<usize>()), 1..len);
    let sharing = prop::collection::vec((0..OPERATIONS, 0..2usize, 0..3usize), 1..len)
        .prop_map(|list| list.into_iter().map(|(op, i, j)| (op, usize::MAX - i, usize::MAX - j)).collect());
    prop_oneof![anywhere, sharing]
}

pub(crate) fn inputs(n: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-1.5..1.5f64, n)
}

const OPERATIONS: u8 = 17;

/// Runs a program; an operand near `usize::MAX` is counted from the end. Returns everything that it computed.
pub(crate) fn run<T: Real>(program: &Program, x: &[T]) -> Vec<T> {
    let mut pool = x.to_vec();
    for &(op, i, j) in program {
        let n = pool.len();
        let pick = |i: usize| if i > usize::MAX - n { pool[n - 1 - (usize::MAX - i)] } else { pool[i % n] };
        let (a, b) = (pick(i), pick(j));
        pool.push(match op {
            0 => a + b,
            1 => a - b,
            2 => a * b,
            3 => a / (b * b + 1.5),
            4 => a.sin(),
            5 => (0.5 * a).tanh(),
            6 => 2.0 - a,
            7 if a > b => a * 0.75,
            7 => b - a,
            8 => a.max(b),
            9 => a.hypot(b + 3.0),
            10 => a.mul_add(b, 0.5 * a),
            11 => select(ge(a, b), a, b * b),
            12 => (a * a + 0.5).sqrt(),
            13 => T::from(1.25),
            14 => a + a,
            15 => b.atan2(a * a + 1.0),
            _ => -a,
        });
    }
    pool
}

/// The same number, any NaN being the same as any other.
pub(crate) fn same(a: f64, b: f64) -> bool {
    a == b || a.is_nan() && b.is_nan()
}
