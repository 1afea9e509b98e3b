use wengert::{Differentiable, differentiable};

#[differentiable]
fn scaled(x: f64, #[constant] by: &[f64]) -> f64 {
    x * by[0]
}

#[differentiable]
fn f(x: f64) -> f64 {
    scaled(x, &[2.0 * x])
}

#[differentiable]
fn raised(x: f64, #[constant] k: f64) -> f64 {
    x.powf(k)
}

#[differentiable]
fn g(x: f64) -> f64 {
    raised(x, 2.0 * x)
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    weights: Vec<f64>,
    rest: f64,
}

#[differentiable]
fn at(#[constant] model: &Model, x: f64) -> f64 {
    model.weights[0] * x + model.rest
}

#[differentiable]
fn of_parameter(model: &Model, x: f64) -> f64 {
    at(model, x)
}

#[differentiable]
fn of_local(x: f64) -> f64 {
    let model = Model { weights: vec![x], rest: 1.0 };
    at(&model, x)
}

fn main() {
    f::gradient(1.0);
}
