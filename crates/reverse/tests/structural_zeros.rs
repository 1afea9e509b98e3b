//! What an output does not depend on adds nothing to its derivatives, even against infinity and NaN.

use reverse::{Linear, Tape, Var};
use rules::{Functions, functions::*};

const INF: f64 = f64::INFINITY;

#[test]
fn a_constant_exponent_asks_for_no_logarithm() {
    let tape: Tape = Tape::new();
    let x = tape.var(-2.0);
    let y = x.powf(3.0);
    assert_eq!((y.inner(), y.grad().wrt(x)), (-8.0, 12.0));
    let e = tape.var(3.0);
    let g = x.powf(e).grad();
    assert_eq!(g.wrt(x), 12.0);
    assert!(g.wrt(e).is_nan());
}

#[test]
fn a_dead_arm_does_not_leak() {
    let tape: Tape = Tape::new();
    let (x, y) = (tape.var(0.0), tape.var(1.0));
    let dead = (x * y).ln().sqrt() * y;
    let z = select(gt(x, Var::from(1.0)), dead, 3.0 * x + y);
    assert_eq!((z.grad().wrt(x), z.grad().wrt(y)), (3.0, 1.0));
    let lanes = tape.adjoints_of(&[z, dead]);
    assert_eq!((lanes.wrt(x)[0], lanes.wrt(y)[0]), (3.0, 1.0));
    assert!(lanes.wrt(x)[1].is_nan());
}

#[test]
fn an_infinite_partial_stays_with_its_own_input() {
    let tape: Tape = Tape::new();
    let (x, y) = (tape.var(0.0), tape.var(1.0));
    let z = x.sqrt() + y;
    assert_eq!((z.grad().wrt(x), z.grad().wrt(y)), (INF, 1.0));
    let (z, u) = ((x * y).sqrt() + y, x + 2.0 * y);
    let lanes = tape.adjoints_of(&[z, u]);
    assert_eq!((lanes.wrt(x)[0], lanes.wrt(x)[1]), (INF, 1.0));
    // 1 from y itself, and infinity times x = 0 through the product: that one is an ordinary zero.
    assert!(lanes.wrt(y)[0].is_nan());
    assert_eq!(lanes.wrt(y)[1], 2.0);
}

#[test]
fn another_output_does_not_poison() {
    let tape: Tape = Tape::new();
    let (x, y) = (tape.var(0.0), tape.var(2.0));
    let s = x * y;
    let bad = (s.sqrt() * y).ln() / x;
    let good = s + 3.0 * y;
    assert!(bad.inner().is_infinite());
    assert_eq!((good.grad().wrt(x), good.grad().wrt(y)), (2.0, 3.0));
    assert_eq!(tape.adjoints(&[(good, 2.0), (bad, 0.0)]).wrt(x), 4.0);
    assert_eq!(tape.adjoints_of(&[bad, good]).wrt(y)[1], 3.0);
    assert!(!bad.grad().wrt(x).is_finite());
    let late = tape.var(5.0);
    assert_eq!((good * late).grad().wrt(late), good.inner());
    assert_eq!(bad.grad().wrt(late), 0.0);
}

#[test]
fn an_infinite_adjoint_does_not_turn_an_input_into_nan() {
    let tape: Tape = Tape::new();
    let mut inputs = Vec::new();
    for _ in 0..3 {
        let x = tape.var(0.0);
        let z = (x + inputs.last().copied().unwrap_or(Var::from(0.0))).sqrt();
        assert_eq!(z.grad().wrt(x), INF);
        inputs.push(x);
    }
}

#[test]
fn what_is_lost_is_nan_not_a_wrong_number() {
    let tape: Tape = Tape::new();
    let x = tape.var(0.0);
    for z in [(x * x * x).cbrt(), x.powi(3).cbrt(), 1.0 / (1.0 / x)] {
        let d = z.grad().wrt(x);
        assert!(d.is_nan() || d == 1.0, "{d}");
    }
}

#[test]
fn differences_and_products_that_vanish_still_depend() {
    let tape: Tape = Tape::new();
    let x = tape.var(3.0);
    for z in [x - x, x * 0.0, 0.0 * x * x] {
        let g = z.reach();
        assert_eq!(g.wrt(x), 0.0);
        assert!(g.reaches(x));
    }
    let y = tape.var(1.0);
    assert!(!(x * 2.0).reach().reaches(y));
    assert!((x * y).grad().reaches(y));
}

#[test]
fn a_linear_map_keeps_them_both_ways() {
    let (y, map) = Linear::record(&[0.0, 1.0], |x| vec![(x[0] * x[1]).sqrt(), 2.0 * x[1], x[0] + x[1], Var::from(7.0)]);
    assert_eq!(y, [0.0, 2.0, 1.0, 7.0]);
    assert_eq!((map.inputs(), map.outputs()), (2, 4));
    assert_eq!(map.push(&[1.0, 0.0])[1..], [0.0, 1.0, 0.0]);
    assert_eq!(map.push(&[1.0, 0.0])[0], INF);
    assert!(map.push(&[0.0, 1.0])[0].is_nan());
    assert_eq!(map.push(&[0.0, 1.0])[1..], [2.0, 1.0, 0.0]);
    assert_eq!(map.pull(&[0.0, 1.0, 3.0, 9.0]), [3.0, 5.0]);
    assert_eq!(map.pull(&[1.0, 0.0, 0.0, 0.0])[0], INF);
}

#[test]
fn a_pole_outside_the_direction_adds_nothing_to_a_push() {
    let (y, map) = Linear::record(&[1.5, 0.0], |x| vec![x[0].floor() / x[1], x[0].floor() * x[1].ln(), x[0] + x[1]]);
    assert_eq!(y, [INF, -INF, 1.5]);
    assert_eq!(map.push(&[1.0, 0.0]), [0.0, 0.0, 1.0]);
    assert_eq!(map.push(&[0.0, 1.0]), [-INF, INF, 1.0]);
    assert_eq!(map.pull(&[0.0, 0.0, 1.0]), [1.0, 1.0]);
    assert_eq!(map.pull(&[0.0, 1.0, 0.0]), [0.0, INF]);
}

#[test]
fn an_infinite_factor_of_an_output_stays_in_its_lane() {
    let tape = Tape::new();
    let x = tape.var(0.0);
    let y = tape.var(3.0);
    // The root takes no statement: its derivative is a factor of the output.
    let adjoints = tape.adjoints_of(&[x.sqrt(), x * y]);
    assert_eq!(adjoints.wrt(x), [f64::INFINITY, 3.0]);
    assert_eq!(adjoints.wrt(y), [0.0, 0.0]);
}
