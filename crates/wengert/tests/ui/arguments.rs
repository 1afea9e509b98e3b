use wengert::differentiable;

#[differentiable]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiable]
fn f(x: f64) -> f64 {
    product(x)
}

fn main() {
    f::gradient(1.0);
}
