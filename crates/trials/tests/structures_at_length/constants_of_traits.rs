//! Constants that a trait gives all types, and that some give themselves: numbers, lists, texts, lengths.

use wengert::prelude::*;

trait Model {
    const DT: f64 = 0.1;
    const N: usize = 3;
    const WEIGHTS: [f64; 2] = [0.5, 0.25];
    const NAME: &'static str = "abc";
    fn step(s: f64, p: f64) -> f64;
    fn twice() -> usize {
        Self::N * 2
    }
}

struct Pendulum {
    k: f64,
}

impl Model for Pendulum {
    fn step(s: f64, p: f64) -> f64 {
        let mut v = [s; Self::N];
        for i in 0..Self::N {
            v[i] *= p * Self::WEIGHTS[i % 2];
        }
        v[0] + v[1] * v[2] - Self::DT * p * s * Self::NAME.len() as f64
    }
}

impl Pendulum {
    fn scaled(&self, p: f64) -> f64 {
        self.k * p * Pendulum::DT + <Self as Model>::DT * Pendulum::WEIGHTS[1] * Self::twice() as f64
    }
}

struct Decay;

impl Model for Decay {
    const DT: f64 = 0.2;
    const N: usize = 2;
    fn step(s: f64, p: f64) -> f64 {
        let v = [s * p; Self::N];
        match v.len() {
            Self::N => v[1] * Decay::DT + <Pendulum as Model>::DT,
            _ => s,
        }
    }
}

fn simulated<M: Model>(p: f64) -> f64 {
    (0..M::N).fold(1.0, |s, _| M::step(s, p) + M::DT * s)
}

#[differentiable]
fn models(x: f64, y: f64) -> f64 {
    let listed = vec![x; <Pendulum as Model>::N];
    simulated::<Pendulum>(x) * simulated::<Decay>(y)
        + Pendulum { k: y }.scaled(x)
        + listed[2] * [y; <Pendulum as Model>::N][1]
}

#[test]
fn constants_that_a_trait_gives() {
    held_at!([[0.4, 1.2], [1.7, -0.6]]; models);
}
