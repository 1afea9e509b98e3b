//! Rules in functions that are recorded: of few inputs too, the way back is the rule's.

use wengert::prelude::*;

/// The way back of a step function as if it were the number itself: a straight-through estimate.
#[differentiable(rule = through)]
fn step(x: f64) -> f64 {
    if x > 0.0 { 1.0 } else { 0.0 }
}

fn through<T: Real>(_x: T, weight: T) -> T {
    weight
}

#[differentiable(tape)]
fn recorded(x: f64, y: f64) -> f64 {
    step(x) * y + x * y
}

#[differentiable]
fn transformed(x: f64, y: f64) -> f64 {
    step(x) * y + x * y
}

#[test]
fn the_rule_is_the_way_back() {
    for (x, y) in [(0.5, 3.0), (-0.5, 3.0)] {
        let expected = (y + y, f64::from(u8::from(x > 0.0)) + x);
        assert_eq!(transformed::gradient(x, y), expected);
        assert_eq!(recorded::gradient(x, y), expected);
        assert_eq!(recorded::vjp(x, y, 2.0).1, (4.0 * y, 2.0 * expected.1));
    }
}
