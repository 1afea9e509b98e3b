use wengert::differentiable;

#[differentiable]
fn f(rate: f64) -> f64 {
    let growth = rate.exp();
    growth * rte
}

fn main() {
    f::gradient(1.0);
}
