//! What names mean, and what the compiler has to be told: the arguments of a trait, what an empty list is of, which of two
//! references to integers is meant.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use wengert::prelude::*;

trait System<const N: usize> {
    fn rhs(&self, y: &[f64; N]) -> [f64; N];
}

trait Stepper<const N: usize, S> {
    const ORDER: u32;
    const NAME: &'static str = "stepper";
    fn step(&self, system: &S, y: [f64; N], h: f64) -> [f64; N];
    fn scaled(&self, system: &S, y: [f64; N], h: f64) -> [f64; N] {
        self.step(system, y, h * 0.5f64.powi(Self::ORDER as i32))
    }
}

struct Euler;

struct Spring {
    k: f64,
}

impl System<2> for Spring {
    fn rhs(&self, y: &[f64; 2]) -> [f64; 2] {
        [y[1], -self.k * y[0]]
    }
}

impl<const N: usize, S: System<N>> Stepper<N, S> for Euler {
    const ORDER: u32 = 1;
    fn step(&self, system: &S, y: [f64; N], h: f64) -> [f64; N] {
        let slope = system.rhs(&y);
        std::array::from_fn(|i| y[i] + h * slope[i])
    }
}

fn run<const N: usize, S: System<N>, M: Stepper<N, S>>(m: &M, system: &S, mut y: [f64; N], h: f64) -> [f64; N] {
    for _ in 0..3 {
        y = m.step(system, y, h / f64::from(M::ORDER + 1));
        y = m.scaled(system, y, h / M::NAME.len() as f64);
    }
    y
}

#[differentiable]
fn stepped(x: &[f64]) -> f64 {
    let [p, q] = run(&Euler, &Spring { k: x[0] }, [x[1], x[2]], 0.3);
    p * q
}

#[test]
fn constants_of_traits_with_parameters() {
    held(stepped, stepped::value_and_gradient, &[0.4, -1.2, 2.5]);
}

fn doubled(needs: &[&str], known: &[String], x: f64) -> f64 {
    let mut s = x;
    for need in needs {
        if known.iter().any(|name| name == need) {
            s *= 2.0 * x;
        }
    }
    s
}

#[differentiable]
fn named(x: &[f64]) -> f64 {
    let known = vec!["a".to_string()];
    doubled(&[], &known, x[0]) + doubled(&["b", "a"], &known, x[1])
}

#[test]
fn empty_lists() {
    held(named, named::value_and_gradient, &[0.4, -1.2]);
}

fn between(years: &usize, all: &[usize], x: &[f64]) -> f64 {
    let most = all.iter().reduce(|a, b| a.max(b)).unwrap();
    let least = all.iter().fold(years, |a, b| a.min(b));
    let within = *(&3usize).clamp(&1, most);
    (0..*years.min(&x.len())).map(|k| x[k] * within as f64).sum::<f64>() * x[*least]
}

#[differentiable]
fn counted(x: &[f64]) -> f64 {
    between(&5, &[2, 1], x) + between(&1, &[9, 2], x)
}

#[test]
fn references_to_integers_are_compared() {
    held(counted, counted::value_and_gradient, &[0.4, -1.2, 2.5]);
}

mod turned {
    use std::f64::consts::*;
    use wengert::prelude::*;

    #[differentiable]
    pub(super) fn turned(x: &[f64]) -> f64 {
        let first = x.first().filter(|x| x.is_finite()).map_or(f64::NAN, |x| x / FRAC_PI_2);
        let all: Vec<f64> = x.iter().map(|x| x.max(f64::EPSILON) * PI).collect();
        match (all.last(), Some(first)) {
            (Some(a), Some(b)) => (a * b).sin() + E,
            _ => 0.0,
        }
    }
}

#[test]
fn constants_that_are_all_imported() {
    held(turned::turned, turned::turned::value_and_gradient, &[0.4, -1.2, 2.5]);
}

#[derive(Clone)]
enum Roots {
    No([f64; 0]),
    Two([f64; 2]),
}

impl Roots {
    fn of(p: f64, q: f64) -> Roots {
        let d = p * p - q;
        if d < 0.0 { Roots::No([]) } else { Roots::Two([-p - d.sqrt(), -p + d.sqrt()]) }
    }

    fn all(&self) -> &[f64] {
        match self {
            Roots::No(none) => none,
            Roots::Two(both) => both,
        }
    }
}

#[differentiable]
fn crossings(x: &[f64]) -> f64 {
    x.windows(2).map(|w| Roots::of(w[0], w[1]).all().iter().sum::<f64>() + w[0] * w[1]).sum()
}

#[test]
fn empty_arrays_of_numbers() {
    held(crossings, crossings::value_and_gradient, &[0.4, -1.2, 2.5]);
}

const NAMES: [&str; 3] = ["a", "b", "c"];
const LOG: usize = 1;

struct Taps;

impl Taps {
    const WEIGHTS: &'static [f64] = &[1.0, 0.5, 0.25];

    fn spread(x: f64) -> [f64; Self::WEIGHTS.len()] {
        let mut out = [0.0; Self::WEIGHTS.len()];
        for (out, w) in out.iter_mut().zip(Self::WEIGHTS) {
            *out = w * x;
        }
        out
    }
}

#[differentiable]
fn as_many(x: &[f64]) -> f64 {
    let mut sums = [0.0; NAMES.len()];
    for (k, x) in x.iter().enumerate() {
        sums[k % NAMES.len()] += x * x;
    }
    let pair = [x[0]; 1 << LOG];
    sums[0] * sums[2] + Taps::spread(x[1])[2] * pair[1]
}

#[test]
fn lengths_of_constants() {
    held(as_many, as_many::value_and_gradient, &[0.4, -1.2, 2.5]);
}

fn root<T>(x: Option<T>) -> Option<f64>
where
    T: Into<f64>,
{
    x.map(|x| x.into().abs().sqrt())
}

trait Spread<T> {
    fn variance(&self) -> Option<T>;
    fn deviation(&self) -> Option<f64>
    where
        T: Into<f64>,
    {
        self.variance().map(|v| v.into().sqrt())
    }
}

struct Normal {
    sigma: f64,
}

impl Spread<f64> for Normal {
    fn variance(&self) -> Option<f64> {
        (self.sigma > 0.0).then_some(self.sigma * self.sigma)
    }
}

#[differentiable]
fn deviations(x: &[f64]) -> f64 {
    let all = x.iter().map(|&sigma| Normal { sigma }.deviation().unwrap_or(sigma));
    all.sum::<f64>() * root(x.first().copied()).unwrap_or_default()
}

#[test]
fn what_a_bound_says_of_into() {
    held(deviations, deviations::value_and_gradient, &[0.4, -1.2, 2.5]);
}

fn degrees(text: &str) -> Option<f64> {
    let mut parts = text.split(&['d', '\'']).map(str::trim).filter(|part| !part.is_empty());
    let whole = parts.next()?.parse::<f64>().ok()?;
    Some(match parts.next() {
        Some(minutes) if minutes.ends_with(|c: char| c.is_ascii_digit()) => whole + minutes.parse::<f64>().ok()? / 60.0,
        _ => whole,
    })
}

#[differentiable]
fn turned_by(x: &[f64], sign: char) -> f64 {
    let all = "48d 8';11d 30';7".split([sign, '|']).filter_map(degrees);
    all.zip(x).map(|(angle, x)| angle * x * x).sum()
}

#[test]
fn letters_that_part_texts() {
    held(|x| turned_by(x, ';'), |x| turned_by::value_and_gradient(x, ';'), &[0.4, -1.2, 2.5]);
}
