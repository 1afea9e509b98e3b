//! Local recordings and preaccumulated blocks.

use reverse::{Tape, Var};
use rules::{Functions, functions::*};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn a_local_recording_leaves_no_trace() {
    let tape: Tape = Tape::default();
    let x = tape.var(2.0);
    let slope = tape.local(|t| {
        let y = t.var(x.inner());
        let slope = t.local(|u| {
            let z = u.var(3.0);
            (z * z * z).grad().wrt(z)
        });
        (y * y * slope).grad().wrt(y)
    });
    assert_eq!(slope, 4.0 * 27.0);
    assert_eq!(tape.statistics().statements, 0);
    assert_eq!((x * slope).grad().wrt(x), 108.0);
}

#[test]
fn a_block_records_its_jacobian() {
    let tape = Tape::default();
    let (a, b) = (tape.var(2.0), tape.var(3.0));
    let [p, q] = tape.preaccumulate([a, b], |[a, b]| [a * b + (a * b).sin(), (a * a).exp() * 2.0]);
    // The first output depends on both, the second on one alone: that is a factor and no statement.
    assert_eq!(tape.statistics().statements, 1);
    let (p, q) = (p.reach(), q.reach());
    assert_eq!(p.wrt(a), 3.0 * (1.0 + 6f64.cos()));
    assert_eq!(p.wrt(b), 2.0 * (1.0 + 6f64.cos()));
    assert!((q.wrt(a) - 8.0 * 4f64.exp()).abs() < 1e-12);
    assert!(!q.reaches(b));
}

#[test]
fn blocks_nest_and_take_constants_in_and_out() {
    let tape = Tape::default();
    let (a, b) = (tape.var(2.0), tape.var(3.0));
    let [x, c, d] = tape.preaccumulate([a, Var::from(5.0), b], |[a, c, b]| [a * b * b * c, c * c, Var::from(1.0) + c]);
    assert_eq!((c.inner(), d.inner()), (25.0, 6.0));
    assert!(!c.reach().reaches(a));
    assert_eq!(x.grad().wrt(a), 45.0);
    let [z] = tape.preaccumulate([x, a], |[x, a]| [x * a]);
    assert_eq!((z.grad().wrt(a), z.grad().wrt(b)), (180.0, 120.0));
    let nested = tape.local(|t| {
        let u = t.var(2.0);
        let [v] = t.preaccumulate([u], |[u]| [u * u * u]);
        (v * u).grad().wrt(u)
    });
    assert_eq!(nested, 32.0);
    let [] = tape.preaccumulate([a], |_| []);
}

#[test]
fn the_same_variable_may_enter_twice() {
    let tape = Tape::default();
    let a = tape.var(3.0);
    let [z] = tape.preaccumulate([a, 2.0 * a], |[x, y]| [x * y]);
    assert_eq!(z.grad().wrt(a), 12.0);
}

#[test]
fn a_partial_that_is_nan_or_infinite_stays_with_its_input() {
    let tape = Tape::default();
    let (a, b) = (tape.var(0.0), tape.var(1.0));
    let [p, q] = tape.preaccumulate([a, b], |[a, b]| [a.sqrt() + b, atan2_at_zero(a) + b * b]);
    assert_eq!((p.grad().wrt(a), p.grad().wrt(b)), (f64::INFINITY, 1.0));
    assert!(q.grad().wrt(a).is_nan());
    assert_eq!(q.grad().wrt(b), 2.0);
    let [r] = tape.preaccumulate([a, b], |[a, b]| [select(gt(a, b), a.ln(), b)]);
    assert!(!r.reach().reaches(a));
    assert_eq!((r.grad().wrt(a), r.grad().wrt(b)), (0.0, 1.0));
}

/// A function of derivative NaN at 0.
fn atan2_at_zero(x: Var<'_>) -> Var<'_> {
    x.atan2(x)
}

#[test]
fn a_panic_in_a_block_loses_nothing() {
    let tape = Tape::default();
    let (a, b) = (tape.var(2.0), tape.var(3.0));
    let z = a * b;
    let before = tape.statistics();
    let boom = catch_unwind(AssertUnwindSafe(|| {
        tape.local(|t| t.var(1.0).inner() / f64::from(u8::from(t.statistics().inputs == 9)))
    }));
    assert!(boom.is_ok_and(f64::is_infinite));
    assert!(catch_unwind(AssertUnwindSafe(|| tape.local::<()>(|_| panic!("in local")))).is_err());
    let block = || tape.preaccumulate([a, b], |[x, y]| if x < y { panic!("in a block") } else { [x * y] });
    assert!(catch_unwind(AssertUnwindSafe(block)).is_err());
    assert_eq!(tape.statistics(), before);
    assert_eq!(z.grad().wrt(a), 3.0);
    let [again] = tape.preaccumulate([a, b], |[x, y]| [x * y * y]);
    assert_eq!(again.grad().wrt(b), 12.0);
}
