use wengert::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    x[0] = 1.0;
    x[0] * x[1]
}

fn main() {
    f::gradient(&[1.0, 2.0]);
}
