use wengert::{Differentiable, differentiable};

#[derive(Clone, Copy)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive(Clone, Differentiable)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Line {
    fn ends(&self) -> Pair {
        Pair { a: -self.slope, b: self.slope }
    }
}

fn main() {
    Line { slope: 1.0 }.ends();
}
