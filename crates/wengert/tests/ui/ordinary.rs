use wengert::differentiable;

fn power(x: f64, n: usize) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}

#[differentiable]
fn f(x: f64) -> f64 {
    power(x, 2).sin()
}

fn main() {
    f::gradient(1.0);
}
