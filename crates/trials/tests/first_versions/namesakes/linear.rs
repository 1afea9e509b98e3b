use wengert::Differentiable;
use wengert::prelude::*;

#[differentiable]
fn level(x: &[f64], k: f64) -> f64 {
    x[0] * k + x[1]
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct State {
    p: f64,
    q: f64,
}

#[differentiable]
impl State {
    fn step(&mut self, h: f64) {
        self.p += h * self.q;
    }
    fn energy(self) -> f64 {
        self.p * self.q
    }
}

fn weight(a: f64) -> f64 {
    if a > 1.0 { 2.0 } else { 1.0 }
}

#[differentiable]
pub fn run(x: &[f64], k: f64) -> f64 {
    let mut s = State { p: x[0], q: x[1] };
    for _ in 0..3 {
        s.step(k);
    }
    s.energy() * weight(2.0) * level(x, k)
}
