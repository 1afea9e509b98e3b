//! Functions that are recorded while they run: `#[differentiable(tape)]`, on what the transformation does not support.

// As people write them: their form is not for lints to judge.
#![allow(warnings, clippy::all)]

mod boxes;
mod calls;
mod constants;
mod draws;
mod few;
mod functions;
mod handed;
mod lent;
mod structures;
mod traits;
mod types;

/// Holds a derivative against a central difference of values.
#[track_caller]
fn near(derivative: f64, f: impl Fn(f64) -> f64) {
    let h = 1e-5;
    let difference = (f(h) - f(-h)) / (2.0 * h);
    let error = (derivative - difference).abs() / difference.abs().max(1.0);
    assert!(error < 1e-7, "{derivative} and {difference} by a difference");
}

/// The point, moved along one axis.
fn moved(x: &[f64], k: usize, h: f64) -> Vec<f64> {
    let mut x = x.to_vec();
    x[k] += h;
    x
}
