//! What published code names by paths: functions behind other names, methods of numbers, choices of other modules.

mod kinds;

use crate::held as check;
use kinds as k;
use wengert::prelude::*;

type Curve = fn(f64, f64) -> f64;
type Sampled<'a> = &'a dyn Fn(f64) -> f64;

#[differentiable]
fn secant(of: Curve, level: f64, a: f64, b: f64) -> f64 {
    let (at_a, at_b) = (of(a, level), of(b, level));
    (a * at_b - b * at_a) / (at_b - at_a)
}

#[differentiable]
fn trapezium(of: Sampled, a: f64, b: f64) -> f64 {
    0.5 * (b - a) * (of(a) + of(b))
}

#[differentiable]
fn parabola(x: f64, level: f64) -> f64 {
    x * x - level
}

#[differentiable]
fn by_other_names(x: &[f64]) -> f64 {
    secant(parabola, x[0], 0.5, x[1]) + trapezium(&|v| v * v * x[0], x[0], x[1])
}

#[differentiable]
fn by_their_paths(x: &[f64]) -> f64 {
    if f64::is_nan(x[0]) || f64::is_infinite(x[1]) || !x.iter().copied().all(f64::is_finite) {
        return f64::NAN;
    }
    let product = x.iter().copied().fold(1.0, std::ops::Mul::mul);
    let turned = x.iter().copied().map(std::ops::Neg::neg).fold(0.0, std::ops::Add::add);
    (product - turned / x[0]) * f64::round_ties_even(x[1] * 2.5) + std::ops::Sub::sub(x[0], x[1])
}

/// Questions in a recorded text, by paths too, of what is not alone there.
#[differentiable(tape)]
fn asked_on_a_tape(x: &[f64], scale: &k::Scale) -> f64 {
    let factor = match scale {
        k::Scale::Single => 1.0,
        k::Scale::Double => 2.0,
    };
    if f64::is_nan(x[0]) || k::state(x[0] * 2.0, 1) == "none" || k::state(x[0] - x[1], 3) == "few" {
        return x[1] * x[1] * factor;
    }
    x[0] * x[0] * factor
}

#[test]
fn by_paths() {
    check(by_other_names, by_other_names::value_and_gradient, &[0.7, 1.9]);
    check(by_their_paths, by_their_paths::value_and_gradient, &[0.7, 1.9]);
    assert!(by_their_paths::value_and_gradient(&[f64::NAN, 1.0]).0.is_nan());
    for (scale, x) in [(k::Scale::Single, [0.7, 1.9]), (k::Scale::Double, [1.7, 0.4]), (k::Scale::Double, [0.1, 0.4])] {
        check(|x| asked_on_a_tape(x, &scale), |x| asked_on_a_tape::value_and_gradient(x, &scale), &x);
    }
}
