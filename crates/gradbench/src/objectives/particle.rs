//! The path of a charged particle between two fixed charges, steered by the place of one of them.

use wengert::differentiable;

/// The time of a step, and steps after which the particle will not come down.
const STEP: f64 = 0.1;
const STEPS: usize = 10_000;

/// The potential at a place of two charges, one at (10, 10 - w), the other at (10, 0).
#[differentiable]
pub fn potential(at: [f64; 2], w: f64) -> f64 {
    inverse_distance(10.0 - at[0], 10.0 - w - at[1]) + inverse_distance(10.0 - at[0], -at[1])
}

#[differentiable]
fn inverse_distance(dx: f64, dy: f64) -> f64 {
    1.0 / (dx * dx + dy * dy).sqrt()
}

/// The square of the distance from the origin at which the particle meets the axis, with the slope of the potential at a
/// place from `slope`; NaN if it never does.
#[differentiable]
pub fn miss(w: f64, slope: impl Fn([f64; 2], f64) -> [f64; 2]) -> f64 {
    let (mut at, mut speed) = ([0.0, 8.0], [0.75, 0.0]);
    for _ in 0..STEPS {
        let uphill = slope(at, w);
        at[0] += STEP * speed[0];
        at[1] += STEP * speed[1];
        if at[1] <= 0.0 {
            let x = at[0] - at[1] / speed[1] * speed[0];
            return x * x;
        }
        speed[0] -= STEP * uphill[0];
        speed[1] -= STEP * uphill[1];
    }
    f64::NAN
}

/// [`miss()`] by the gradient of the potential in reverse mode.
#[differentiable]
pub fn miss_reverse(w: f64) -> f64 {
    miss(w, |at, w| potential::gradient(at, w).0)
}

/// [`miss()`] by the slopes of the potential in forward mode, along one axis at a time.
#[differentiable]
pub fn miss_forward(w: f64) -> f64 {
    miss(w, |at, w| {
        let (_, by_x) = potential::jvp(at, w, [1.0, 0.0], 0.0);
        let (_, by_y) = potential::jvp(at, w, [0.0, 1.0], 0.0);
        [by_x, by_y]
    })
}
