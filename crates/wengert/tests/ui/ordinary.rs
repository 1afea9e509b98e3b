use wengert::differentiable;

fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn f(x: f64) -> f64 {
    square(x).sin()
}

fn main() {
    f::gradient(1.0);
}
