use wengert::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Side {
    a: f64,
}

impl Side {
    fn sq(&self, k: f64) -> f64 {
        self.a * self.a * k
    }
}

#[differentiable]
fn area(s: &Side, k: f64) -> f64 {
    s.sq(k) + 1.0
}

fn bend(x: f64) -> f64 {
    x.sin()
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn passed(x: f64) -> f64 {
    twice(bend, x)
}

fn main() {
    area::gradient(&Side { a: 1.0 }, 1.0);
    passed::gradient(1.0);
}
