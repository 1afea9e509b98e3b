//! The gradient of a function that gives several numbers.

use wengert::prelude::*;

#[differentiable]
fn polar(r: f64, phi: f64) -> [f64; 2] {
    [r * phi.cos(), r * phi.sin()]
}

fn main() {
    polar::gradient(2.0, 1.0);
}
