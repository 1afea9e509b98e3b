//! What a method picks from a list and lends in a list, and copies of lists of numbers beside lists of structures.

use super::{all_near, slopes};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Part {
    x: f64,
    weight: f64,
    fixed: bool,
    id: u32,
}

#[derive(Clone, Debug, Differentiable)]
struct Group {
    parts: Vec<Part>,
    volts: Vec<f64>,
    gain: f64,
    hidden: Vec<usize>,
}

#[differentiable]
impl Group {
    fn free(&self) -> Vec<&Part> {
        self.parts.iter().filter(|p| !p.fixed).collect()
    }
    fn heaviest(&self, n: usize) -> Vec<&Part> {
        let mut all: Vec<&Part> = self.parts.iter().collect();
        all.sort_by(|a, b| b.weight.partial_cmp(&a.weight).unwrap());
        all.truncate(n);
        all
    }
    fn spread(&self) -> f64 {
        let free = self.free();
        let mean = free.iter().map(|p| p.x).sum::<f64>() / free.len() as f64;
        let mut s = 0.0;
        for p in self.heaviest(2) {
            s += p.x * p.weight;
        }
        for p in &free {
            s += (p.x - mean) * (p.x - mean) * p.weight;
        }
        s * self.gain
    }
    fn shown(&self) -> f64 {
        let mut s = 0.0;
        for p in &self.parts {
            if !self.hidden.contains(&(p.id as usize)) {
                s += p.x * p.x;
            }
        }
        s + self.parts.iter().filter(|p| self.hidden.contains(&(p.id as usize + 1))).map(|p| p.weight).sum::<f64>()
    }
    fn relax(&mut self, h: f64) {
        let mut guess = self.volts.clone();
        for _ in 0..2 {
            guess = guess.iter().map(|v| v + h * self.gain * v.sin()).collect();
        }
        self.volts = guess;
    }
    fn shift(&mut self, h: f64) {
        let old = self.volts.clone();
        for i in 0..old.len() {
            self.volts[i] += h * old[(i + 1) % old.len()];
        }
    }
}

#[differentiable]
fn picked(x: &[f64]) -> f64 {
    let parts = (0..x.len() / 2)
        .map(|k| Part { x: x[2 * k], weight: x[2 * k + 1], fixed: x[2 * k] < 0.5, id: k as u32 })
        .collect();
    let mut g = Group { parts, volts: x.to_vec(), gain: x[0], hidden: vec![1, 3] };
    let spread = g.spread();
    g.relax(x[1]);
    g.shift(x[2]);
    spread * g.shown() + g.volts.iter().map(|v| v * v).sum::<f64>()
}

#[test]
fn lists_of_references_and_copies_of_lists() {
    let x = [1.3, 0.4, 0.7, 0.9, 0.2, 1.2, 0.8, 0.1];
    let (value, g) = picked::value_and_gradient(&x);
    assert_eq!(value.to_bits(), picked(&x).to_bits());
    all_near(&g, &slopes(picked, &x));
    all_near(&g, &picked::function(&x).gradient(&x));
}
