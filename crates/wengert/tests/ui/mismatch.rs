use wengert::differentiable;

#[differentiable]
fn f(x: f64, n: usize) -> f64 {
    let y = x * n;
    y.sin()
}

fn main() {
    f::gradient(1.0, 2);
}
