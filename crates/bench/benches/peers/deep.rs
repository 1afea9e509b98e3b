//! A chain too deep for any recursion, recorded and swept once.

use std::time::Instant;

use wengert::{Adjoints, Functions, Tape};

/// Records a chain of `operations` elementary operations, each on the result of the one before, sweeps it, compares the
/// derivative with the one carried along by hand, and says what it took.
pub(crate) fn run(operations: usize) {
    let steps = operations / 2;
    let tape = Tape::with_capacity(steps);
    let start = Instant::now();
    let (x, rate) = (tape.var(0.5), tape.var(0.9));
    let mut y = x;
    for _ in 0..steps {
        y = (y * rate).cos();
    }
    let recorded = start.elapsed();
    let mut adjoints = Adjoints::new();
    tape.adjoints_into(&[(y, 1.0)], &mut adjoints);
    let swept = start.elapsed();

    let (mut value, mut tangent) = (0.5f64, 0.0f64);
    for _ in 0..steps {
        (value, tangent) = ((value * 0.9).cos(), -(value * 0.9).sin() * (tangent * 0.9 + value));
    }
    assert_eq!(y.inner(), value, "the value of the chain");
    let derivative = adjoints.wrt(rate);
    let error = (derivative - tangent).abs();
    assert!(error <= 1e-12 * tangent.abs(), "derivative of the chain: {derivative} and {tangent}");

    let per_operation = |d: std::time::Duration| d.as_secs_f64() * 1e9 / (2 * steps) as f64;
    println!(
        "A chain of {} operations: recorded in {:.2} s ({:.2} ns/op), with the sweep {:.2} s ({:.2} ns/op), {:.1} B/op.",
        2 * steps,
        recorded.as_secs_f64(),
        per_operation(recorded),
        swept.as_secs_f64(),
        per_operation(swept),
        tape.statistics().bytes as f64 / (2 * steps) as f64,
    );
}
