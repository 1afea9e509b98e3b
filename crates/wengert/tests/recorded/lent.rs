//! Methods that lend what they find, and that are recorded.

// Some functions are recorded.
#![allow(deprecated)]

use super::{moved, near};
use std::collections::BTreeMap;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Item {
    id: usize,
    place: Vec<f64>,
    bias: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    items: Vec<Item>,
    hidden: Vec<usize>,
}

#[differentiable(tape)]
impl Model {
    fn scores(&self, k: f64) -> Vec<f64> {
        self.items.iter().map(|i| i.bias * k + i.place[0]).collect()
    }
    fn best(&self, k: f64) -> Option<(&Item, f64)> {
        let shown = |item: &Item| !self.hidden.contains(&item.id);
        self.items.iter().zip(self.scores(k)).filter(|(item, _)| shown(item)).max_by(|a, b| a.1.total_cmp(&b.1))
    }
    fn by_id(&self, id: usize) -> &Item {
        let all: BTreeMap<usize, &Item> = self.items.iter().map(|i| (i.id, i)).collect();
        all[&id]
    }
    fn heavy(&self, least: f64) -> Vec<&Item> {
        let all: BTreeMap<usize, &Item> = self.items.iter().map(|i| (i.id, i)).collect();
        if all.is_empty() {
            return vec![];
        }
        all.into_values().filter(|i| i.bias > least).collect()
    }
    fn place(&self, id: usize) -> &[f64] {
        let all: BTreeMap<usize, &Item> = self.items.iter().map(|i| (i.id, i)).collect();
        &all[&id].place
    }
}

#[differentiable]
fn found(model: &Model, k: f64) -> f64 {
    let mut s = 0.0;
    if let Some((item, score)) = model.best(k) {
        s += item.bias * score * item.place[1];
    }
    let (one, other) = (model.by_id(2), model.by_id(1));
    s += one.bias * other.bias;
    for i in model.heavy(0.3) {
        s += i.bias * i.bias * k;
    }
    s + model.place(1).iter().map(|v| v * v).sum::<f64>()
}

fn model(x: &[f64]) -> Model {
    let item = |(id, c): (usize, &[f64])| Item { id, place: c[..2].to_vec(), bias: c[2] };
    Model { items: x.chunks(3).enumerate().map(item).collect(), hidden: vec![1] }
}

#[test]
fn what_is_lent_is_given_by_value() {
    let x = [0.1, 0.5, 0.4, 0.9, 0.2, 0.7, 0.3, 0.6, 0.25, 1.3];
    let f = |x: &[f64]| found(&model(&x[..9]), x[9]);
    let (value, (by_model, by_k)) = found::value_and_gradient(&model(&x[..9]), x[9]);
    assert_eq!(value.to_bits(), f(&x).to_bits());
    let mut g: Vec<f64> = by_model.items.iter().flat_map(|i| [i.place[0], i.place[1], i.bias]).collect();
    g.push(by_k);
    for (k, g) in g.into_iter().enumerate() {
        near(g, |h| f(&moved(&x, k, h)));
    }
    assert_eq!(model(&x[..9]).best(1.3).map(|(item, _)| item.id), Some(2));
}

/// An enum with a lifetime of its own.
#[derive(Clone, Copy)]
enum Part<'a> {
    Dot(&'a [f64]),
    Line { from: f64, by: &'a f64 },
    Nothing,
}

impl Part<'_> {
    fn at(self, x: f64) -> f64 {
        match self {
            Part::Dot(w) => w.iter().map(|w| w * x).sum(),
            Part::Line { from, by } => from + by * x,
            Self::Nothing => 0.0,
        }
    }
}

#[differentiable(tape)]
fn parts(w: &[f64], x: f64) -> f64 {
    let parts = [Part::Dot(w), Part::Nothing, Part::Line { from: x, by: &w[0] }];
    parts.iter().map(|part| part.at(x)).sum()
}

#[test]
fn enums_that_lend() {
    assert_eq!(parts::value_and_gradient(&[2.0, 3.0], 5.0), (25.0 + 15.0, (vec![10.0, 5.0], 5.0 + 1.0 + 2.0)));
}

trait Rate {
    fn rate(&self, x: f64) -> f64;
    fn all(&self, k: f64) -> Box<dyn Iterator<Item = f64> + '_>;
}

struct Power(usize);

impl Rate for Power {
    fn rate(&self, x: f64) -> f64 {
        x.powi(self.0 as i32)
    }
    fn all(&self, k: f64) -> Box<dyn Iterator<Item = f64> + '_> {
        Box::new((0..self.0).map(move |i| (i + self.0) as f64 * k))
    }
}

impl Power {
    fn walk(&self, k: f64) -> impl Iterator<Item = f64> + '_ {
        (0..self.0).map(move |i| (i * self.0) as f64 * k.sin())
    }
}

fn steps<R: Rate>(r: &R, k: f64) -> impl Iterator<Item = f64> + '_ {
    std::iter::successors(Some(k), move |x| Some(r.rate(*x))).take(3)
}

fn named<'a>(r: &'a Power, k: f64, _: &str) -> impl Iterator<Item = f64> + 'a {
    (0..r.0).map(move |i| i as f64 * k * r.0 as f64)
}

fn captured<'a>(names: &'a [&'a str], k: f64) -> impl Fn(&str) -> f64 + use<'a> {
    move |name| names.iter().position(|n| *n == name).map_or(0.0, |p| p as f64 * k)
}

#[differentiable(tape)]
fn for_a_time(a: f64, b: f64) -> f64 {
    let p = Power(3);
    let s = steps(&p, a).sum::<f64>() + named(&p, b, "").skip(1).product::<f64>();
    s + captured(&["u", "v"], b)("v") + p.walk(a).sum::<f64>() * p.all(b).sum::<f64>()
}

#[test]
fn numbers_in_what_borrows_constants() {
    let (a, b) = (0.7, 1.3);
    let (value, (by_a, by_b)) = for_a_time::value_and_gradient(a, b);
    assert_eq!(value.to_bits(), for_a_time(a, b).to_bits());
    near(by_a, |h| for_a_time(a + h, b));
    near(by_b, |h| for_a_time(a, b + h));
}
