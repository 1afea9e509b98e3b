//! Lists of values of a type that a trait with the attribute alone is known of: trajectories, swarms, stages.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use wengert::prelude::*;

#[differentiable]
trait State: Clone {
    fn step(&self, h: f64) -> Self;
    fn energy(&self) -> f64;
    fn relaxed(&self, h: f64) -> f64 {
        let path = vec![self.clone(), self.step(h)];
        path.iter().map(|s| s.energy()).sum()
    }
    fn loss(&self, h: f64, n: usize) -> f64 {
        self.energy() - travelled(self, h, n)
    }
}

/// The same for a number of stages that the type tells.
#[differentiable]
trait Staged<const N: usize>: State {
    fn stages(&self, h: f64) -> f64 {
        let all: Vec<Self> = (0..N).map(|k| self.step(h * k as f64)).collect();
        all.iter().rev().fold(0.0, |sum, s| 0.5 * sum + s.energy())
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    q: f64,
    p: f64,
}

#[differentiable]
impl State for Spring {
    fn step(&self, h: f64) -> Self {
        Spring { q: self.q + h * self.p, p: self.p - h * self.q }
    }
    fn energy(&self) -> f64 {
        0.5 * (self.q * self.q + self.p * self.p)
    }
}

#[differentiable]
impl Staged<3> for Spring {}

#[derive(Clone, Debug, Differentiable)]
struct Chain {
    at: Vec<f64>,
    stiff: f64,
}

#[differentiable]
impl State for Chain {
    fn step(&self, h: f64) -> Self {
        let at = self.at.iter().map(|x| x - h * self.stiff * x.sin()).collect();
        Chain { at, stiff: self.stiff }
    }
    fn energy(&self) -> f64 {
        self.at.iter().map(|x| self.stiff * (1.0 - x.cos())).sum()
    }
    // Its own in the place of the trait's.
    fn relaxed(&self, h: f64) -> f64 {
        self.step(h).energy()
    }
}

#[differentiable]
fn travelled<S: State>(start: &S, h: f64, n: usize) -> f64 {
    let mut path = vec![start.clone()];
    for i in 0..n {
        let next = path[i].step(h);
        path.push(next);
    }
    let mut sum = 0.0;
    for s in &path {
        sum += s.energy();
    }
    sum
}

#[differentiable]
fn swarm<S: State>(all: &[S], h: f64) -> f64 {
    let next: Vec<S> = all.iter().map(|s| s.step(h)).collect();
    next.iter().zip(all).map(|(b, a)| b.energy() * a.energy()).sum()
}

#[differentiable]
fn twins<S: State>(a: &S, h: f64) -> f64 {
    let two = [a.step(h), a.step(2.0 * h)];
    two[0].energy() - two[1].energy()
}

#[differentiable]
fn by_provided<S: State>(s: &S, h: f64) -> f64 {
    s.relaxed(h) * s.energy()
}

struct Solver {
    n: usize,
}

#[differentiable]
impl Solver {
    fn total<S: State>(&self, s: &S, h: f64) -> f64 {
        let mut all = vec![];
        for k in 0..self.n {
            all.push(s.step(h * k as f64));
        }
        all.iter().map(|a| a.energy()).sum()
    }
}

#[differentiable]
fn springs(x: &[f64]) -> f64 {
    let s = Spring { q: x[0], p: x[1] };
    let swarmed = swarm(&[s.clone(), s.step(0.3)], 0.2);
    travelled(&s, x[2], 5) + swarmed + twins(&s, x[2]) + s.relaxed(0.3) + Solver { n: 3 }.total(&s, 0.4)
}

#[differentiable]
fn provided(x: &[f64]) -> f64 {
    let s = Spring { q: x[0], p: x[1] };
    by_provided(&s, x[2]) + s.loss(0.1, 4) + s.stages(x[2])
}

#[differentiable]
fn chains(x: &[f64]) -> f64 {
    let s = Chain { at: vec![x[0], x[1], 0.3], stiff: x[2] };
    travelled(&s, 0.2, 3) + by_provided(&s, 0.4) + s.loss(0.1, 4)
}

#[test]
fn hold_types_that_callers_know() {
    let x = [0.7, -0.4, 0.9];
    held(springs, springs::value_and_gradient, &x);
    held(provided, provided::value_and_gradient, &x);
    held(chains, chains::value_and_gradient, &x);
}
