use wengert::Differentiable;
use wengert::prelude::*;

#[differentiable]
fn level(x: &[f64], k: f64) -> Vec<f64> {
    x.iter().map(|v| v * k).collect()
}

#[derive(Clone, Debug, Differentiable)]
struct State {
    p: Vec<f64>,
    #[constant]
    q: f64,
}

#[differentiable]
impl State {
    fn step(&self, h: f64) -> State {
        State { p: self.p.iter().map(|v| v * h).collect(), q: self.q }
    }
    fn energy(&self) -> f64 {
        self.p.iter().sum::<f64>() * self.q
    }
}

#[differentiable]
fn weight(a: f64) -> f64 {
    a * a
}

#[differentiable]
pub fn run(x: &[f64], k: f64) -> f64 {
    let mut s = State { p: x.to_vec(), q: 0.5 };
    for _ in 0..3 {
        s = s.step(k);
    }
    let e = level(x, k);
    s.energy() * weight(k) + e[0] * e[1]
}
