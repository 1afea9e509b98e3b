use wengert::differentiable;

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

fn main() {
    f::gradient(1.0);
}
