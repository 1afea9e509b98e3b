//! Constants that hold functions, and lists of them beside what else there is.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use wengert::prelude::*;

fn cube(x: f64) -> f64 {
    x * x * x
}

const RAISED: [fn(f64) -> f64; 3] = [f64::sin, |x| 2.0 * x, cube];

type Named = (&'static str, fn(f64, f64) -> f64);

static NAMED: &[Named] = &[("sum", |a, b| a + b), ("power", f64::powf), ("product", |a, b| a * b)];

struct Rule {
    name: &'static str,
    f: fn(f64) -> f64,
    slope: fn(f64) -> f64,
}

const RULES: [Rule; 2] =
    [Rule { name: "square", f: |x| x * x, slope: |x| 2.0 * x }, Rule { name: "sine", f: f64::sin, slope: f64::cos }];

mod others {
    pub(super) const LAST: (fn(f64) -> f64, f64) = (super::cube, 0.5);
}

#[differentiable]
fn in_turn(p: &[f64]) -> f64 {
    let mut sum = RAISED.iter().zip(p).map(|(f, x)| f(*x)).sum::<f64>();
    for f in RAISED {
        sum += f(p[0]) * p[1];
    }
    sum * (others::LAST.0)(p[2]) * others::LAST.1
}

#[differentiable]
fn by_index(p: &[f64], k: usize) -> f64 {
    RAISED[k](p[0]) + RAISED[0](p[1])
}

#[differentiable]
fn by_name(p: &[f64], #[constant] name: &str) -> f64 {
    NAMED.iter().find(|(own, _)| *own == name).map_or(p[0], |(_, f)| f(p[0], p[1]))
}

#[differentiable]
fn by_field(p: &[f64]) -> f64 {
    RULES.iter().filter(|rule| rule.name.len() > 3).map(|rule| (rule.f)(p[0]) * (rule.slope)(p[1])).sum()
}

type Term = Box<dyn Fn(f64) -> f64>;

struct Model {
    terms: Vec<(String, Term)>,
    scale: f64,
}

impl Model {
    fn new(scale: f64) -> Model {
        Model { terms: Vec::new(), scale }
    }
    fn with(mut self, name: &str, f: impl Fn(f64) -> f64 + 'static) -> Model {
        self.terms.push((name.to_string(), Box::new(f)));
        self
    }
    fn at(&self, x: f64) -> f64 {
        self.scale * self.terms.iter().map(|(_, f)| f(x)).sum::<f64>()
    }
}

#[differentiable]
fn built(p: &[f64]) -> f64 {
    let (a, b) = (p[0], p[1]);
    Model::new(p[2]).with("line", move |x| a * x).with("sine", f64::sin).with("square", move |x| b * x * x).at(p[0])
}

#[differentiable]
fn registered(p: &[f64]) -> f64 {
    let (a, b) = (p[0], p[1]);
    let mut terms: Vec<(&str, f64, Term)> = Vec::new();
    terms.push(("line", 0.5, Box::new(move |x| a * x)));
    let first = terms.len();
    terms.push(("square", b, Box::new(move |x| b * x * x)));
    terms.push(("none", 1.0, Box::new(|_| 3.0)));
    terms.iter().filter(|(name, ..)| *name != "none").map(|(_, w, f)| w * f(p[2])).sum::<f64>() * first as f64
}

#[test]
fn functions_in_lists_that_grow_have_derivatives() {
    held(built, |p| built::value_and_gradient(p), &[0.7, 0.4, 1.3]);
    held(registered, |p| registered::value_and_gradient(p), &[0.7, 0.4, 1.3]);
}

/// What stands at an index is not known any more: these are recorded.
mod shortened {
    #![allow(deprecated)]
    use super::held;
    use wengert::prelude::*;

    type Weighted = (f64, fn(f64) -> f64);

    #[differentiable]
    fn again(p: &[f64]) -> f64 {
        let mut terms: Vec<Weighted> = vec![];
        terms.push((p[0], f64::sin));
        terms.push((p[1], f64::cos));
        if p[0] > 0.5 {
            terms.pop();
        }
        terms.push((0.3, f64::exp));
        terms.iter().map(|(w, f)| w * f(p[1])).sum()
    }

    #[test]
    fn a_list_that_became_shorter_grows_right() {
        held(again, |p| again::value_and_gradient(p), &[0.7, 0.4]);
        held(again, |p| again::value_and_gradient(p), &[0.3, 0.4]);
    }
}

#[test]
fn functions_in_constants_have_derivatives() {
    held(in_turn, |p| in_turn::value_and_gradient(p), &[0.7, 0.4, 1.3]);
    for k in 0..3 {
        held(|p| by_index(p, k), |p| by_index::value_and_gradient(p, k), &[0.7, 0.4]);
    }
    for name in ["sum", "power", "product", "none"] {
        held(|p| by_name(p, name), |p| by_name::value_and_gradient(p, name), &[0.7, 0.4]);
    }
    held(by_field, |p| by_field::value_and_gradient(p), &[0.7, 0.4]);
}
