//! What a gradient keeps of structures that change: what changes, not the whole for each call.

use wengert::prelude::*;
use wengert::{Differentiable, Workspace};

#[derive(Clone, Debug, Differentiable)]
struct Reservoir {
    level: f64,
    spilled: f64,
    log: Vec<f64>,
}

#[differentiable]
impl Reservoir {
    fn outflow(&self, release: f64) -> f64 {
        release * self.level.max(0.1).sqrt()
    }
    fn advance(&mut self, inflow: f64, release: f64) -> f64 {
        let out = self.outflow(release);
        self.level += 0.5 * (inflow - out);
        if self.level > 1.2 {
            self.spilled += self.level - 1.2;
            self.level = 1.2;
        }
        self.log.push(self.level);
        out
    }
}

#[differentiable]
fn revenue(release: f64, inflow: f64, steps: usize) -> f64 {
    let mut r = Reservoir { level: 1.0, spilled: 0.0, log: Vec::new() };
    let mut income = 0.0;
    for k in 0..steps {
        income += r.advance(inflow * (0.3 * k as f64).sin().abs(), release) * r.level;
    }
    income - 2.0 * r.spilled + r.log[steps / 2]
}

#[test]
fn a_state_that_takes_down_its_history_costs_as_much_as_it_changes() {
    let bytes = |steps: usize| {
        let mut ws = Workspace::new();
        revenue::value_and_gradient_into(0.7, 0.9, steps, &mut 0.0, &mut 0.0, &mut ws);
        ws.high_water_bytes()
    };
    let (short, long) = (bytes(100), bytes(200));
    assert!(long < 2 * short + 1000, "{short} bytes for 100 steps, {long} for 200");
    assert!(long < 200 * 150, "{long} bytes for 200 steps");
}

#[test]
fn it_is_right() {
    let f = |x: &[f64]| revenue(x[0], x[1], 30);
    let gradient = |x: &[f64]| {
        let (a, b) = revenue::gradient(x[0], x[1], 30);
        vec![a, b]
    };
    let product = |x: &[f64], v: &[f64]| {
        let (a, b) = revenue::hvp(x[0], x[1], 30, v[0], v[1]);
        vec![a, b]
    };
    let tangent = |x: &[f64], v: &[f64]| revenue::jvp(x[0], x[1], 30, v[0], v[1]);
    crate::check(f, gradient, product, tangent, &[0.7, 0.9]);
}
