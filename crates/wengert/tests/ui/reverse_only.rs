use wengert::differentiable;

#[differentiable(reverse_only)]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {
    square::gradient(1.0);
    square::hvp(1.0, 1.0);
}
