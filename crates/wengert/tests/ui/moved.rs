use wengert::differentiable;

#[differentiable]
fn total(x: Vec<f64>) -> f64 {
    x[0] + x[1]
}

#[differentiable]
fn f(x: Vec<f64>) -> f64 {
    let s = total(x);
    s * x[0]
}

fn main() {
    f::gradient(vec![1.0, 2.0]);
}
