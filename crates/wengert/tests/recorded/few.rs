//! Recorded functions of few inputs: they run on lanes, and on a tape where a NaN comes out.

use allocation_counter::measure;
use wengert::prelude::*;

#[differentiable(tape)]
fn decayed(x: f64, rate: f64, steps: usize) -> f64 {
    let mut x = x;
    for _ in 0..steps {
        x -= rate * x;
    }
    x
}

#[test]
fn few_inputs_leave_no_tape() {
    let (x, rate, steps) = (2.0, 1e-4, 1000);
    let (value, (by_x, by_rate)) = decayed::value_and_gradient(x, rate, steps);
    assert_eq!(value.to_bits(), decayed(x, rate, steps).to_bits());
    let left: f64 = 1.0 - rate;
    assert!((by_x - left.powi(1000)).abs() < 1e-12);
    assert!((by_rate / (-1000.0 * x * left.powi(999)) - 1.0).abs() < 1e-12);
    assert_eq!(measure(|| _ = decayed::value_and_gradient(x, rate, steps)).count_total, 0);
}

#[differentiable(tape)]
fn root_and_cube(x: f64, y: f64) -> [f64; 2] {
    [x.sqrt(), y * y * y]
}

#[differentiable(tape)]
fn root_aside(x: f64, y: f64) -> f64 {
    let (root, [_, cube]) = (x.sqrt(), root_and_cube(x, y));
    let all = [root, cube];
    if all[0] > 1.0 { all[0] } else { all[1] + (root * y).min(-1.0) }
}

/// The root of 0 is left behind, and the way to it has an infinite slope.
#[test]
fn a_way_that_nothing_takes_adds_nothing() {
    let y = 1.5;
    assert_eq!(root_and_cube::vjp(0.0, y, &[0.0, 1.0]), ([0.0, y * y * y], (0.0, 3.0 * y * y)));
    assert_eq!(root_and_cube::vjp(0.0, y, &[2.0, 1.0]).1, (f64::INFINITY, 3.0 * y * y));
    assert_eq!(root_aside::value_and_gradient(0.0, y), (y * y * y - 1.0, (0.0, 3.0 * y * y)));
}

#[differentiable(tape)]
fn product(x: &[f64]) -> f64 {
    x.iter().product()
}

/// Up to eight inputs, and more: for each the product of the others.
#[test]
fn of_any_number_of_inputs() {
    for n in 0..12 {
        let x: Vec<f64> = (1..=n).map(|k| k as f64 / 4.0).collect();
        let (value, gradient) = product::value_and_gradient(&x);
        assert_eq!(value, product(&x));
        let others = |k: usize| x.iter().enumerate().filter(|&(i, _)| i != k).map(|(_, x)| x).product::<f64>();
        for (k, g) in gradient.iter().enumerate() {
            assert!((g / others(k) - 1.0).abs() < 1e-14, "{n} inputs: {gradient:?}");
        }
        assert_eq!(gradient.len(), n);
    }
}
