use wengert::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Side {
    a: f64,
}

impl Side {
    fn power(&self, n: usize) -> f64 {
        if n == 0 { 1.0 } else { self.a * self.power(n - 1) }
    }
}

#[differentiable]
fn area(s: &Side, k: f64) -> f64 {
    k * s.power(2) + 1.0
}

fn main() {
    area::gradient(&Side { a: 1.0 }, 1.0);
}
