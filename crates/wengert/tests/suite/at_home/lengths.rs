//! Lengths that have names, which are others elsewhere.

use wengert::Differentiable;
use wengert::prelude::*;

pub(super) const N: usize = 3;

pub(super) type Triple = [f64; N];

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub(super) struct Held {
    pub(super) a: [f64; N],
    pub(super) b: [[f64; 2]; N],
    pub(super) c: Triple,
}

impl Held {
    #[allow(dead_code)]
    pub(super) const ONES: [f64; N] = [1.0, 2.0, 4.0];
}

#[differentiable]
pub(super) fn given(x: f64) -> [f64; N] {
    [x, x * x, x * x * x]
}

#[differentiable]
pub(super) fn taken(f: impl Fn(&[f64; N]) -> f64, x: f64) -> f64 {
    f(&[x, 2.0 * x, 3.0 * x])
}
