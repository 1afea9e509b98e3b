//! Types that a number may not fit, methods that give iterators by a trait, methods of floats beside the table.

use super::holds;
use std::str::FromStr;
use wengert::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug)]
struct Positive(f64);

impl TryFrom<f64> for Positive {
    type Error = String;
    fn try_from(x: f64) -> Result<Self, Self::Error> {
        if x > 0.0 { Ok(Positive(x)) } else { Err(format!("{x} is not positive")) }
    }
}

trait Nodes {
    fn nodes(&self) -> impl Iterator<Item = f64>;
    fn lent<'a>(&'a self) -> impl Iterator<Item = &'a f64> + 'a;
}

struct Grid(Vec<f64>);

impl Nodes for Grid {
    fn nodes(&self) -> impl Iterator<Item = f64> {
        self.0.iter().map(|v| v * 2.0)
    }
    fn lent<'a>(&'a self) -> impl Iterator<Item = &'a f64> + 'a {
        self.0.iter()
    }
}

#[differentiable(tape)]
fn tried(x: f64) -> f64 {
    let p: Result<Positive, _> = x.try_into();
    let root = p.map_or(0.0, |p: Positive| p.0.sqrt());
    root + match Positive::try_from(x - 1.0) {
        Ok(p) => p.0 * p.0,
        Err(_) => -x,
    }
}

#[differentiable(tape)]
fn summed(x: f64) -> f64 {
    let grid = Grid(vec![x, x * x]);
    grid.nodes().sum::<f64>() * grid.lent().product::<f64>()
}

#[differentiable(tape)]
fn divided(x: f64, y: f64) -> f64 {
    x.div_euclid(y) * x + f64::midpoint(x, y) * x.midpoint(3.0)
}

#[test]
fn numbers_that_may_not_fit() {
    for x in [-0.4, 0.4, 1.7] {
        holds(&[x], |x| tried(x[0]), |x| (tried(x[0]), vec![tried::gradient(x[0])]));
        holds(&[x], |x| summed(x[0]), |x| (summed(x[0]), vec![summed::gradient(x[0])]));
    }
}

#[test]
fn methods_of_floats() {
    for (x, y) in [(1.7, 0.3), (-1.7, 0.3), (1.7, -0.3), (-1.7, -0.3)] {
        holds(
            &[x, y],
            |x| divided(x[0], x[1]),
            |x| {
                let (value, (dx, dy)) = divided::value_and_gradient(x[0], x[1]);
                (value, vec![dx, dy])
            },
        );
    }
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

struct Sample<'s>(&'s Vec<f64>);

impl Spread<f64> for Sample<'_> {
    fn variance(&self) -> Option<f64> {
        let mean = self.0.iter().sum::<f64>() / self.0.len() as f64;
        Some(self.0.iter().map(|x| (x - mean).powi(2)).sum())
    }
}

/// A list by reference, which is no slice in the text.
#[differentiable(tape)]
fn deviation(x: &Vec<f64>, rows: &Vec<Vec<f64>>) -> f64 {
    Sample(x).deviation().unwrap_or(0.0) * rows[0][1]
}

#[test]
fn bounds_of_the_trait_itself() {
    let rows = vec![vec![1.0, 2.0]];
    holds(
        &[0.4, 1.7, -0.3],
        |x| deviation(&x.to_vec(), &rows),
        |x| {
            let (value, (dx, _)) = deviation::value_and_gradient(&x.to_vec(), &rows);
            (value, dx)
        },
    );
}

#[derive(Debug, PartialEq)]
struct Reading {
    channel: u8,
    gain: f64,
}

impl FromStr for Reading {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (channel, gain) = text.split_once('=').ok_or("no '='")?;
        let channel = channel.trim().parse().map_err(|e| format!("{e}"))?;
        Ok(Reading { channel, gain: gain.trim().parse().map_err(|_| "no gain".to_owned())? })
    }
}

#[differentiable(tape)]
fn read(text: &str, x: f64) -> f64 {
    let all: Vec<f64> = text.lines().map(str::parse::<Reading>).map(|r| r.map_or(0.0, |r| r.gain * x)).collect();
    let first: Result<Reading, _> = text.lines().next().unwrap_or_default().parse();
    let again = Reading::from_str("1=0.5").map_or(0.0, |r| r.gain * f64::from(r.channel));
    all.iter().sum::<f64>() * first.map_or(again, |r| r.gain * x)
}

#[test]
fn types_that_are_read_from_texts() {
    for text in ["1 = 1.5\n2=2.5\nx", "", "3"] {
        holds(&[0.7], |x| read(text, x[0]), |x| (read(text, x[0]), vec![read::gradient(text, x[0])]));
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Scaled {
    by: f64,
}

#[differentiable(tape)]
impl Scaled {
    fn times(&self, x: f64) -> f64 {
        self.by * x
    }
    fn twice(f: &impl Fn(f64) -> f64, x: f64) -> f64 {
        f(f(x))
    }
}

#[differentiable(tape)]
fn scaled(by: f64, x: f64) -> f64 {
    let scaled = Scaled { by };
    Scaled::twice(&|x| scaled.times(x).sin(), x)
}

/// One of several methods takes a function, which what calls it records.
#[test]
fn methods_that_take_functions() {
    holds(
        &[0.7, 1.3],
        |x| scaled(x[0], x[1]),
        |x| {
            let (value, (by, dx)) = scaled::value_and_gradient(x[0], x[1]);
            (value, vec![by, dx])
        },
    );
}

#[differentiable(tape)]
fn scaled_by<T: Into<f64>>(x: f64, k: T) -> f64 {
    x * k.into()
}

fn square_of<T: Into<f64> + Copy>(k: T) -> f64 {
    k.into() * Into::<f64>::into(k)
}

fn sum_of<T: Copy>(k: &[T]) -> f64
where
    f64: From<T>,
{
    k.iter().map(|&k| f64::from(k)).sum()
}

#[differentiable(tape)]
fn of_many_kinds(x: f64) -> f64 {
    let counts = scaled_by(x, 3i32) + square_of(3u8) + sum_of(&[1u16, 2]) + square_of(true);
    counts * (scaled_by(1.0, x) + square_of(x) + sum_of(&[x, x * x]))
}

#[test]
fn integers_that_go_into_floats_by_a_bound() {
    holds(&[0.7], |x| of_many_kinds(x[0]), |x| (of_many_kinds(x[0]), vec![of_many_kinds::gradient(x[0])]));
}
