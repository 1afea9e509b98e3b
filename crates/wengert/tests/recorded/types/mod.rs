//! Texts that run on a tape with types, traits and functions of the crate that know nothing of derivatives.

mod borders;
mod idioms;
mod lasting;
mod lengths;
mod machines;
mod marks;
mod modules;
mod objects;
mod opened;
mod operators;
mod owned_slices;
mod states;
mod tables;
mod told;
mod trees;
mod tried;
#[allow(deprecated)]
mod unmarked;
#[allow(deprecated)]
mod written;

/// The gradient against differences, and the value to the bit.
#[track_caller]
fn holds(x: &[f64], f: impl Fn(&[f64]) -> f64, derivatives: impl Fn(&[f64]) -> (f64, Vec<f64>)) {
    let (value, gradient) = derivatives(x);
    assert_eq!(value.to_bits(), f(x).to_bits());
    assert_eq!(gradient.len(), x.len());
    for (k, g) in gradient.into_iter().enumerate() {
        super::near(g, |h| f(&super::moved(x, k, h)));
    }
}
