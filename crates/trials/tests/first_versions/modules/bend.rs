use wengert::prelude::*;

#[differentiable]
pub fn bend(x: f64) -> f64 {
    x * x.sin()
}

#[differentiable]
pub fn twice(x: f64) -> f64 {
    bend(bend(x))
}

pub fn here(x: f64) -> f64 {
    bend::gradient(x)
}

/// Has a name of what is beside the function.
#[allow(dead_code)]
pub fn hessian() {}
