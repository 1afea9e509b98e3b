use wengert::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let y = x * x;
    y.sin();
}

fn main() {
    f::gradient(1.0);
}
