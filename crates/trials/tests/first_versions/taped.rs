//! What recorded text calls without the attribute, and how numbers are written in it.

#![allow(deprecated)]

use super::held;
use std::collections::BTreeMap;
use std::ops::Neg;
use wengert::Differentiable;
use wengert::prelude::*;

const WEIGHTS: [f64; 3] = [0.5, 0.25, 0.125];

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

fn factorial(n: u32) -> f64 {
    (1..=n).map(f64::from).product()
}

fn choose(n: usize, k: usize) -> f64 {
    if k == 0 || k == n { 1.0 } else { choose(n - 1, k - 1) + choose(n - 1, k) }
}

fn square(x: f64) -> f64 {
    x * x
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn falling(n: usize) -> Vec<f64> {
    (0..n).map(|k| 1.0 / (k + 1) as f64).collect()
}

fn normalize(x: &mut [f64]) {
    let s: f64 = x.iter().map(|v| square(*v)).sum::<f64>().sqrt();
    for v in x.iter_mut() {
        *v /= s;
    }
}

fn twice<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(x) + f(2.0 * x)
}

fn last<const N: usize>(x: [f64; N]) -> f64 {
    x[N - 1] * N as f64
}

fn length(p: &Point) -> f64 {
    (square(p.x) + square(p.y)).sqrt()
}

fn point(x: f64) -> Point {
    Point { x, y: 2.0 * x }
}

#[differentiable(tape)]
fn calls(x: &[f64]) -> f64 {
    if x.is_empty() {
        return factorial(3);
    }
    let mut v = x.to_vec();
    normalize(&mut v);
    let series: f64 = x.iter().enumerate().map(|(k, v)| v / factorial(k as u32)).sum();
    let products = dot(x, &WEIGHTS) + dot(&v, x) + dot(&falling(x.len()), x) + falling(2)[1] * x[0];
    let functions = twice(|t| t * t + x[0], x[1]) + twice(f64::sin, 1.0) + x.iter().copied().map(square).sum::<f64>();
    let points =
        length(&point(x[0])) + length(&Point { x: x[1], y: 1.0 }) + [point(x[2])].iter().map(length).sum::<f64>();
    series + products + functions + points + choose(5, 2) * x[0] + last([x[0], x[1]]) + last::<1>([2.0])
}

#[differentiable(tape)]
fn spelled(x: &[f64]) -> f64 {
    let (least, digits) = (f64::MIN_EXP, f64::DIGITS as usize);
    let turned = x.iter().copied().map(Neg::neg).sum::<f64>();
    let boxed: Vec<Box<dyn Fn(f64) -> f64>> = vec![Box::new(square), Box::new(f64::exp), Box::new(|t| 2.0 * t)];
    let sum = boxed.iter().zip(x).map(|(f, x)| f(*x)).sum::<f64>();
    x[0] * least as f64 + 0f64 + 2f64 * digits as f64 * x[1] + 1_f64 + turned + sum
}

/// A `BTreeMap` of functions is not looked into, so that this goes to a tape by itself.
#[differentiable]
fn by_itself(x: &[f64]) -> f64 {
    let mut by_name: BTreeMap<&str, Box<dyn Fn(f64) -> f64>> = BTreeMap::new();
    by_name.insert("square", Box::new(square));
    by_name.insert("half", Box::new(|t| 0.5 * t));
    by_name["square"](x[0]) * by_name["half"](x[1]) + dot(x, &WEIGHTS)
}

/// Defaults are numbers where numbers are.
#[differentiable(tape)]
fn by_default(x: &[f64]) -> f64 {
    let mut sums: BTreeMap<usize, f64> = Default::default();
    for (i, v) in x.iter().enumerate() {
        *sums.entry(i % 2).or_default() += v * v;
    }
    let mut pair: [f64; 2] = Default::default();
    pair[1] = x.iter().copied().reduce(f64::max).unwrap_or_default();
    let taken = std::mem::take(&mut pair[1]);
    sums[&0] * sums[&1] + taken + pair[1] + x.get(7).copied().unwrap_or_default() + f64::default()
}

type Stage<'s> = Box<dyn Fn(f64) -> f64 + 's>;

struct Stages<'s> {
    all: Vec<(usize, Stage<'s>)>,
}

impl<'s> Stages<'s> {
    fn then(mut self, stage: impl Fn(f64) -> f64 + 's) -> Self {
        self.all.push((self.all.len(), Box::new(stage)));
        self
    }
}

#[differentiable(tape)]
fn staged(x: f64, k: f64) -> f64 {
    let stages = Stages { all: vec![] }.then(|v| v * k).then(f64::sin);
    stages.all.iter().fold(x, |v, (n, stage)| stage(v) * (n + 1) as f64)
}

#[differentiable(tape)]
fn by_ranges(x: f64, y: f64) -> f64 {
    let first = match x {
        0.0 => y,
        -1.0 | 3.0 => 2.0 * y,
        1.0..=2.0 => x * y,
        _ => x,
    };
    match (x, &y) {
        (0.0, z) | (_, z @ 2.0) if *z > 0.0 => first + *z,
        (_, ..0.5) => first * x,
        _ => first + y * x,
    }
}

trait Mean {
    fn mean(&self) -> f64;
}

trait Middle {
    fn mean(&self) -> f64;
}

impl Mean for Stages<'_> {
    fn mean(&self) -> f64 {
        self.all[0].1(2.0)
    }
}

impl Middle for Stages<'_> {
    fn mean(&self) -> f64 {
        self.all[0].1(3.0) * Mean::mean(self)
    }
}

#[differentiable(tape)]
fn of_two_traits(k: f64) -> f64 {
    let stages = Stages { all: vec![] }.then(|v| v * k);
    <Stages as Mean>::mean(&stages) + Middle::mean(&stages)
}

#[test]
fn functions_in_a_type_with_a_lifetime() {
    let (value, (by_x, by_k)) = staged::value_and_gradient(0.4, 1.7);
    held(&[0.4, 1.7], |x| staged(x[0], x[1]), value, &[by_x, by_k]);
}

#[test]
fn two_traits_of_one_method() {
    let (value, by_k) = of_two_traits::value_and_gradient(1.7);
    held(&[1.7], |x| of_two_traits(x[0]), value, &[by_k]);
}

#[test]
fn numbers_in_patterns() {
    for (x, y) in [(1.5, 0.7), (1.5, 0.2), (5.0, 0.3)] {
        let (value, (by_x, by_y)) = by_ranges::value_and_gradient(x, y);
        held(&[x, y], |x| by_ranges(x[0], x[1]), value, &[by_x, by_y]);
    }
    assert_eq!(by_ranges::value_and_gradient(0.0, 0.7), (0.7 + 0.7, (0.0, 2.0)));
    assert_eq!(by_ranges::value_and_gradient(3.0, 0.7), (1.4 + 0.7 * 3.0, (0.7, 5.0)));
    assert_eq!(by_ranges::value_and_gradient(5.0, 2.0), (7.0, (1.0, 1.0)));
}

#[test]
fn functions_without_the_attribute_are_recorded() {
    let x = [0.7, -0.4, 1.3];
    let (value, by_x) = calls::value_and_gradient(&x);
    held(&x, calls, value, &by_x);
    let (value, by_x) = spelled::value_and_gradient(&x);
    held(&x, spelled, value, &by_x);
    let (value, by_x) = by_itself::value_and_gradient(&x);
    held(&x, by_itself, value, &by_x);
    let (value, by_x) = by_default::value_and_gradient(&x);
    held(&x, by_default, value, &by_x);
}
