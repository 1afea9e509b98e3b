//! References of which an arm chooses one: to constants, to what it makes, to parameters.

use wengert::prelude::*;

const NEAR: [f64; 3] = [1.0, -0.5, 0.25];
const MIDDLE: [f64; 3] = [0.5, 2.0, -1.0];
const FAR: [f64; 3] = [2.0, 0.1, 3.0];

/// A polynomial whose coefficients lie in a table for each range, as special functions have them.
#[differentiable]
fn by_ranges(x: f64, y: f64) -> f64 {
    let p: &[f64; 3];
    let q;
    if x >= 2.0 {
        p = &FAR;
        q = &NEAR;
    } else if x >= 1.0 {
        p = &MIDDLE;
        q = &FAR;
    } else {
        p = &NEAR;
        q = &MIDDLE;
    }
    let z = 1.0 / (x * x + 1.0);
    p[0] + z * (p[1] + z * p[2]) + y * (q[0] + z * q[1])
}

#[differentiable]
fn by_value(x: f64, y: f64) -> f64 {
    let p = if x > 1.2 { &NEAR } else { &FAR };
    let (a, b) = if y > 0.5 { (&NEAR[..], &FAR[..2]) } else { (&FAR[1..], &NEAR[..]) };
    p.iter().fold(0.0, |s, c| s * x + c) + a[0] * y * b.iter().sum::<f64>()
}

#[differentiable]
fn kept_or_moved(x: f64, y: f64) -> f64 {
    let mut p = &NEAR;
    if x > 1.0 {
        p = &MIDDLE;
    }
    if y > 0.5 {
        p = &FAR;
    }
    p[0] * x + p[1] * y * y
}

#[differentiable]
fn of_what_an_arm_makes(x: f64, y: f64) -> f64 {
    let (near, far);
    let p: &[f64; 2];
    let q: Option<&[f64; 2]>;
    if x > y {
        near = [x * y, x];
        p = &near;
        q = None;
    } else {
        far = [y, x * x];
        p = &far;
        q = Some(&far);
    }
    p[0] * p[1] + q.map_or(x, |q| q[1] * 3.0)
}

#[differentiable]
fn of_numbers(x: f64, y: f64) -> f64 {
    let p: &f64;
    let q: &f64 = if y > 0.5 { &x } else { &0.3 };
    match (x > 1.0, y > 0.5) {
        (true, true) => p = &x,
        (true, false) => p = &y,
        _ => p = &1.5,
    }
    p * x * q + y
}

#[test]
fn a_reference_that_an_arm_chooses_is_what_it_refers_to() {
    let points = [[0.4, 0.3], [0.4, 0.9], [1.1, 0.4], [1.4, 0.8], [2.5, 0.2], [2.5, 3.0]];
    held_at!(points; by_ranges by_value kept_or_moved of_what_an_arm_makes of_numbers);
}
