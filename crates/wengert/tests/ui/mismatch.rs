use wengert::prelude::*;

#[differentiable]
fn f(x: f64) -> f64 {
    let steps: usize = x * 2.0;
    x.powi(steps as i32)
}

fn main() {}
