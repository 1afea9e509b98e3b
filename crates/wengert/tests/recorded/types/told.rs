//! Types of closures that name what is not repeated, traits of plain types with a form over the number, values of `break`.

use super::holds;
use std::error::Error;
use std::num::ParseIntError;
use wengert::differentiable;

#[derive(Clone, Debug, PartialEq)]
enum Bad {
    Low(f64),
    Told(String),
}

impl From<String> for Bad {
    fn from(said: String) -> Bad {
        Bad::Told(said)
    }
}

fn root(p: f64) -> Result<f64, String> {
    if p > 0.5 { Ok(p.sqrt()) } else { Err("low".into()) }
}

fn parsed(p: f64, text: &str) -> Result<f64, Box<dyn Error>> {
    let n: i32 = text.parse()?;
    Ok(p * n as f64)
}

#[differentiable(tape)]
fn errors(x: &[f64]) -> f64 {
    let labelled = |p: f64, q: f64| -> Result<(String, f64), String> {
        let (a, b) = (root(p)?, root(q)?);
        Ok(("ab".to_string(), a * b))
    };
    let own = |p: f64, q: f64| -> Result<f64, Bad> {
        let (a, b) = (root(p)?, root(q)?);
        if b > 1.2 { Err(Bad::Low(a)) } else { Ok(a * b) }
    };
    let any = |p: f64, text: &str| -> Result<f64, Box<dyn Error>> { Ok(root(p)? * parsed(p, text)?) };
    let number = |p: f64, text: &str| -> Result<f64, ParseIntError> { Ok(p * text.parse::<u8>()? as f64) };
    let (label, s) = labelled(x[0], x[1]).unwrap_or_default();
    let told = own(x[1], x[2]).map_err(|e| matches!(e, Bad::Told(_))).unwrap_or(x[0]);
    s * label.len() as f64
        + told
        + any(x[0], "3").unwrap_or(0.0)
        + any(x[2], "a").unwrap_or(x[1])
        + number(x[2], "7").unwrap_or(1.0)
}

trait Model {
    const DT: f64 = 0.1;
    const STEPS: usize = 3;
    fn step(s: f64, p: f64) -> f64;
}

struct Slow;
struct Fast;

trait Unit {
    const TEN: f64 = 10.0;
}

impl Unit for usize {}

impl Model for Slow {
    fn step(s: f64, p: f64) -> f64 {
        s - Self::DT * p * s * [s; Self::STEPS][2]
    }
}

impl Model for Fast {
    const DT: f64 = 0.3;
    const STEPS: usize = 2;
    fn step(s: f64, p: f64) -> f64 {
        s * p.sin() + Fast::DT * Slow::DT
    }
}

fn run<M: Model>(p: f64) -> f64 {
    (0..M::STEPS).fold(1.0, |s, _| M::step(s, p) + M::DT * s)
}

#[differentiable(tape)]
fn constants(x: &[f64]) -> f64 {
    run::<Slow>(x[0]) * run::<Fast>(x[1]) + Fast::DT * x[2] * <Slow as Model>::DT * usize::TEN
}

/// A law of types that hold no float: the compiler sees the trait and its form over the number.
trait Law {
    const K: f64;
    fn rate(&self, t: f64) -> f64 {
        Self::K * t * self.order() as f64
    }
    fn order(&self) -> usize;
    fn base(t: f64) -> f64 {
        t * Self::K
    }
    fn new() -> Self
    where
        Self: Sized;
}

trait Curve {
    fn at(&self, t: f64) -> f64;
}

struct First;
struct Power {
    n: usize,
}

impl Law for First {
    const K: f64 = 0.5;
    fn order(&self) -> usize {
        1
    }
    fn new() -> Self {
        First
    }
}

impl Law for Power {
    const K: f64 = 0.7;
    fn rate(&self, t: f64) -> f64 {
        t * t * self.n as f64
    }
    fn order(&self) -> usize {
        self.n
    }
    fn new() -> Self {
        Power { n: 2 }
    }
}

impl Law for u8 {
    const K: f64 = 1.5;
    fn order(&self) -> usize {
        *self as usize
    }
    fn new() -> Self {
        3
    }
}

impl Power {
    fn both(&self, t: f64) -> f64 {
        Self::base(t) + Power::K * self.rate(t)
    }
}

impl Curve for First {
    fn at(&self, t: f64) -> f64 {
        t.sin()
    }
}

fn by_law<L: Law>(law: &L, t: f64) -> f64 {
    law.rate(t) + L::base(t) * L::new().order() as f64
}

fn by_curve(curve: &dyn Curve, t: f64) -> f64 {
    curve.at(t)
}

#[differentiable(tape)]
fn laws(x: &[f64]) -> f64 {
    let (first, power) = (First, Power { n: 3 });
    let sum = first.rate(x[0]) + power.rate(x[1]) + First::base(x[2]) + <Power as Law>::base(x[0]) + 2u8.rate(x[1]);
    let all = by_law(&first, x[0]) * by_law(&power, x[1]) + power.both(x[2]) + by_law(&1u8, x[2]);
    sum + all + First::new().order() as f64 * by_curve(&first, x[0]) + first.at(x[1]) + Law::rate(&power, x[0])
}

#[derive(Clone, Copy)]
struct Pair(f64, f64);

impl From<(f64, f64)> for Pair {
    fn from((a, b): (f64, f64)) -> Pair {
        Pair(a, b)
    }
}

#[differentiable(tape)]
fn converted(x: &[f64]) -> f64 {
    let pairs: Vec<Pair> = x.iter().map(|v| (*v, x[0])).map(Into::into).collect();
    pairs.iter().map(|Pair(a, b)| a * b).sum()
}

#[differentiable(tape)]
fn found(x: &[f64]) -> f64 {
    let mut k = 0;
    let first = loop {
        if k == x.len() {
            break None;
        }
        if x[k] > 1.0 {
            break Some((x[k], k));
        }
        k += 1;
    };
    let none = 'all: {
        for v in x {
            if *v < 0.0 {
                break 'all std::f64::consts::E;
            }
        }
        x[0]
    };
    first.map_or(0.0, |(v, k)| v * x[k - 1]) * none
}

#[test]
fn what_bodies_name_on_a_tape() {
    let x = [0.7, 0.9, 2.1];
    holds(&x, errors, errors::value_and_gradient);
    holds(&x, constants, constants::value_and_gradient);
    holds(&x, laws, laws::value_and_gradient);
    holds(&x, converted, converted::value_and_gradient);
    holds(&x, found, found::value_and_gradient);
}
