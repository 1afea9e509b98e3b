//! Derivatives inside of functions work in memory that is kept from one to the next.

use super::{close, differences};
use allocation_counter::measure;
use wengert::prelude::*;

#[differentiable]
fn potential(at: [f64; 2], w: f64) -> f64 {
    far(at[0] - 1.0, at[1] - w) + far(at[0], at[1] + 2.0)
}

#[differentiable]
fn far(x: f64, y: f64) -> f64 {
    1.0 / (x * x + y * y).sqrt()
}

/// Where a particle is after some steps.
#[differentiable]
fn path(w: f64, steps: usize) -> f64 {
    let (mut at, mut speed) = ([0.3, 4.0], [0.1, 0.0]);
    for _ in 0..steps {
        let (uphill, _) = potential::gradient(at, w);
        for i in 0..2 {
            at[i] += 0.01 * speed[i];
            speed[i] -= 0.01 * uphill[i];
        }
    }
    at[0] * at[0] + at[1]
}

/// With a loop whose record is on duals.
#[differentiable]
fn chained(x: f64, w: f64, n: usize) -> f64 {
    let mut y = x;
    for _ in 0..n {
        y = (w * y).sin() + y * y * 0.1;
    }
    y
}

#[differentiable]
fn relaxed(w: f64, steps: usize, n: usize) -> f64 {
    let mut x = 0.4;
    for _ in 0..steps {
        let (by_x, _) = chained::gradient(x, w, n);
        x -= 0.1 * by_x;
    }
    x
}

#[test]
fn steps_allocate_nothing() {
    // A NaN that another test meets may make a run go again.
    let allocations = |run: &dyn Fn()| {
        run();
        run();
        (0..8).map(|_| measure(run).count_total).min()
    };
    let of_path = |steps| allocations(&|| assert!(path::gradient(0.3, steps).is_finite()));
    assert_eq!(of_path(3), of_path(40));
    let of_relaxed = |steps| allocations(&|| assert!(relaxed::gradient(0.3, steps, 7).is_finite()));
    assert_eq!(of_relaxed(3), of_relaxed(40));
}

#[test]
fn second_derivatives_of_functions_that_take_derivatives() {
    let (value, slope) = path::value_and_gradient(0.3, 20);
    assert_eq!(value, path(0.3, 20));
    close(&[slope], &differences(|w| path(w[0], 20), &[0.3]));
    close(&[path::hvp(0.3, 20, 1.0)], &differences(|w| path::gradient(w[0], 20), &[0.3]));
    close(&[relaxed::gradient(0.3, 5, 4)], &differences(|w| relaxed(w[0], 5, 4), &[0.3]));
    close(&[relaxed::hvp(0.3, 5, 4, 1.0)], &differences(|w| relaxed::gradient(w[0], 5, 4), &[0.3]));
}

/// A path that ends where it comes down: of an array of known length only its numbers are kept.
#[differentiable]
fn landed(w: f64, steps: usize) -> f64 {
    let (mut at, mut speed) = ([0.3, 4.0], [0.1, 0.0]);
    for _ in 0..steps {
        let (uphill, _) = potential::gradient(at, w);
        at[0] += 0.01 * speed[0];
        at[1] += 0.01 * speed[1];
        if at[1] < 0.0 {
            break;
        }
        speed[0] -= 0.01 * uphill[0];
        speed[1] -= 0.01 * uphill[1];
    }
    at[0] * at[0] + at[1]
}

#[test]
fn steps_keep_the_numbers_of_an_array() {
    let bytes = |steps| {
        let mut ws = Workspace::new();
        landed::value_and_gradient_into(0.3, steps, &mut 0.0, &mut ws);
        ws.high_water_bytes()
    };
    assert!(bytes(40) - bytes(20) <= 20 * 40, "{} bytes for a step", (bytes(40) - bytes(20)) as f64 / 20.0);
    close(&[landed::gradient(0.3, 30)], &differences(|w| landed(w[0], 30), &[0.3]));
}
