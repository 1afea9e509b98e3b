use wengert::differentiable;

fn through(_x: f64, weight: f64) -> f64 {
    weight
}

#[differentiable(rule = through)]
fn rounded(x: f64) -> f64 {
    x.round()
}

fn main() {
    rounded::gradient(1.0);
}
