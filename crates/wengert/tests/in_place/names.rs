//! Methods of structures that are called like those of lists.

use crate::checked;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Tank {
    level: f64,
    heat: f64,
    past: Vec<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Pump {
    flow: f64,
    work: f64,
}

#[differentiable]
impl Tank {
    fn push(&mut self, x: f64) -> f64 {
        self.level += x;
        self.past.push(self.level * self.heat);
        self.level * x
    }
    fn pop(&mut self) -> f64 {
        self.level *= 0.5;
        self.level
    }
    fn insert(&mut self, k: usize, x: f64) {
        self.past[k] *= x;
    }
    fn drain(&mut self, by: f64) -> f64 {
        self.heat += by * by;
        self.level -= by;
        self.heat
    }
    fn clear(&mut self) {
        self.heat = self.level.sin();
    }
    fn extend(&mut self, by: f64) {
        self.heat *= by;
    }
    fn fill(&mut self, x: f64) {
        self.level = x * x;
    }
}

#[differentiable]
impl Pump {
    fn push(&mut self, x: f64) -> f64 {
        self.work += x * self.flow;
        self.work * x
    }
    fn drain(&mut self, by: f64) -> Result<(), String> {
        if self.flow < by {
            return Err(String::from("dry"));
        }
        self.flow -= by * self.work;
        Ok(())
    }
    fn remove(&mut self, by: f64) -> f64 {
        self.flow *= by;
        self.flow
    }
    fn truncate(&mut self, by: f64) {
        self.flow = self.flow.min(by);
    }
}

#[differentiable]
fn tank(x: &[f64]) -> f64 {
    let mut t = Tank { level: x[0], heat: 0.3, past: vec![] };
    let mut sum = t.push(x[1]);
    t.push(x[0] * x[1]);
    t.insert(0, x[2]);
    sum += t.pop() * t.drain(0.1 * x[2]);
    t.extend(x[1]);
    for k in 0..3 {
        sum += t.drain(0.01 * k as f64);
        t.drain(x[0]);
    }
    t.clear();
    sum *= t.heat + t.past[0] * t.past[1];
    t.fill(x[2]);
    sum + t.level
}

#[differentiable]
fn pump(x: &[f64]) -> f64 {
    let mut p = Pump { flow: x[0], work: x[1] };
    let mut sum = p.push(x[1]);
    p.push(0.5);
    if p.drain(0.1 * x[0]).is_ok() {
        sum += p.remove(x[2]);
    }
    p.truncate(5.0);
    sum + p.flow * p.work
}

#[differentiable]
fn tried(x: f64, n: usize) -> Result<f64, String> {
    let mut p = Pump { flow: x, work: 0.1 };
    for k in 0..n {
        p.drain(0.1 * x * k as f64)?;
    }
    Ok(p.flow * x)
}

#[test]
fn methods_with_names_of_lists() {
    checked!(tank, [0.5, 0.8, 1.2]);
    checked!(pump, [0.9, 0.8, 1.2]);
    let gradient = |x: &[f64]| vec![tried::gradient(x[0], 3).expect("enough")];
    let h = 1e-6;
    let d = (tried(2.0 + h, 3).expect("enough") - tried(2.0 - h, 3).expect("enough")) / (2.0 * h);
    assert!((gradient(&[2.0])[0] - d).abs() < 1e-7, "{:?} is not {d}", gradient(&[2.0]));
    assert!(tried::gradient(2.0, 40).is_none());
}
