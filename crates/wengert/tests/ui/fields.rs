use std::collections::VecDeque;
use std::rc::Rc;
use wengert::prelude::*;

#[derive(Clone)]
struct Plain {
    a: f64,
}

#[derive(Clone, Differentiable)]
struct Held {
    plain: Plain,
    shared: Rc<std::cell::Cell<f64>>,
    by_turn: Option<VecDeque<f64>>,
    b: f64,
}

#[derive(Clone, Differentiable)]
struct Precise {
    a: f64,
    b: Vec<f32>,
}

#[derive(Clone, Differentiable)]
struct Layer {
    weight: f64,
    act: fn(f64) -> f64,
}

#[differentiable]
fn product(held: &Held) -> f64 {
    held.b * held.plain.a
}

#[differentiable]
impl Held {
    fn moved(&mut self, x: f64) -> f64 {
        self.b += x + self.by_turn.iter().flatten().sum::<f64>();
        self.b
    }
}

#[differentiable]
fn output(layer: &Layer, x: f64) -> f64 {
    (layer.act)(layer.weight * x)
}

#[differentiable]
fn other(layer: &Layer) -> f64 {
    Layer { weight: 1.0, bias: 2.0 }.weight * layer.weight
}

fn main() {
    output::gradient(&Layer { weight: 1.0, act: f64::tanh }, 1.0);
}

#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    Won,
    Lost,
}

#[differentiable]
fn rated(games: &[(f64, Outcome)]) -> f64 {
    games.iter().map(|(x, of)| if *of == Outcome::Won { *x } else { 1.0 - x }).sum()
}

#[derive(Clone, Differentiable)]
struct Games {
    all: Vec<(Outcome, f64)>,
    last: Outcome,
    a: f64,
}

#[differentiable]
impl Games {
    fn won(&self) -> f64 {
        self.all.iter().map(|(_, x)| x * self.a).sum()
    }
}

#[derive(Clone, Differentiable)]
struct Sliced {
    parts: Vec<Box<[f64]>>,
    a: f64,
}

#[differentiable]
fn of_parts(of: &Sliced) -> f64 {
    of.a
}
