//! Functions that are generic over what their callers alone know: they have derivatives where they are called.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::ops::{Add, Mul};
use wengert::prelude::*;

/// Its states are of a type that the implementations choose.
trait System {
    type State: Copy;
    fn rate(&self, t: f64, s: Self::State) -> Self::State;
    fn step(s: Self::State, h: f64, k: Self::State) -> Self::State;
}

#[derive(Clone, Debug, Differentiable)]
struct Prey {
    grow: f64,
    eaten: f64,
}

#[differentiable]
impl System for Prey {
    type State = (f64, f64);
    fn rate(&self, t: f64, (x, y): (f64, f64)) -> (f64, f64) {
        (self.grow * x - self.eaten * x * y + t, self.eaten * x * y)
    }
    fn step(s: (f64, f64), h: f64, k: (f64, f64)) -> (f64, f64) {
        (s.0 + h * k.0, s.1 + h * k.1)
    }
}

#[differentiable]
fn euler<S: System>(system: &S, start: S::State, n: usize) -> S::State {
    let mut s = start;
    for i in 0..n {
        s = S::step(s, 0.1, system.rate(0.1 * i as f64, s));
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
struct Halves {
    h: f64,
    #[constant]
    n: usize,
}

#[differentiable]
impl Halves {
    fn run<S: System>(&self, system: &S, start: S::State) -> S::State {
        let mut s = start;
        for i in 0..self.n {
            let half = S::step(s, 0.5 * self.h, system.rate(self.h * i as f64, s));
            s = S::step(s, self.h, system.rate(self.h * (i as f64 + 0.5), half));
        }
        s
    }
    fn end(&self) -> f64 {
        self.h * self.n as f64
    }
}

#[differentiable]
fn hunted(p: &[f64]) -> f64 {
    let system = Prey { grow: p[0], eaten: p[1] };
    let (x, y) = euler(&system, (p[2], 0.5), 8);
    let halves = Halves { h: p[3], n: 4 };
    let (u, v) = halves.run(&system, (x, y));
    x.ln() + y * u + v + halves.end()
}

/// The same with the attribute, which nothing can stand beside.
#[differentiable]
trait Chain {
    type Item;
    fn next(&self, x: &Self::Item, k: f64) -> Self::Item;
}

#[derive(Clone, Debug, Differentiable)]
struct Doubling(f64);

#[differentiable]
impl Chain for Doubling {
    type Item = Vec<f64>;
    fn next(&self, x: &Vec<f64>, k: f64) -> Vec<f64> {
        x.iter().map(|v| v * self.0 + k).collect()
    }
}

#[differentiable]
fn linked<C: Chain>(chain: &C, first: C::Item, ks: &[f64]) -> C::Item {
    ks.iter().fold(first, |x, k| chain.next(&x, *k))
}

#[differentiable]
fn doubled(p: &[f64]) -> f64 {
    linked(&Doubling(p[0]), p[1..].to_vec(), p).iter().product()
}

/// A trait without the attribute.
trait Law {
    fn at(&self, r: f64) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Power {
    k: f64,
}

#[differentiable]
impl Law for Power {
    fn at(&self, r: f64) -> f64 {
        r.powf(self.k)
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Summed<L: Law> {
    law: L,
    scale: f64,
}

#[differentiable]
impl<L: Law> Summed<L> {
    fn one(&self, r: f64) -> f64 {
        self.scale * self.law.at(r)
    }
    fn all(&self, rs: &[f64]) -> f64 {
        rs.iter().map(|r| self.one(*r)).sum()
    }
}

#[differentiable]
fn twice<L>(law: &L, r: f64) -> f64
where
    L: Law,
{
    law.at(law.at(r))
}

#[differentiable]
fn of_laws(p: &[f64]) -> f64 {
    let law = Power { k: p[0] };
    twice(&law, p[1]) + Summed { law, scale: p[2] }.all(p)
}

#[differentiable]
fn weighted<V: Copy + Add<Output = V> + Mul<f64, Output = V>>(points: &[V], weights: &[f64], zero: V) -> V {
    points.iter().zip(weights).fold(zero, |sum, (p, w)| sum + *p * *w)
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair(f64, f64);

#[differentiable]
impl Add for Pair {
    type Output = Pair;
    fn add(self, o: Pair) -> Pair {
        Pair(self.0 + o.0, self.1 + o.1)
    }
}

#[differentiable]
impl Mul<f64> for Pair {
    type Output = Pair;
    fn mul(self, k: f64) -> Pair {
        Pair(self.0 * k, self.1 * k)
    }
}

#[differentiable]
fn of_operators(p: &[f64]) -> f64 {
    let pairs: Vec<Pair> = p.windows(2).map(|w| Pair(w[0], w[1].sin())).collect();
    let Pair(a, b) = weighted(&pairs, p, Pair(0.0, 1.0));
    a * b + weighted(p, &[0.5, 2.0], 0.25)
}

fn norm<A: AsRef<[f64]>>(list: A) -> f64 {
    list.as_ref().iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn raised(mut list: impl AsMut<[f64]>, by: f64) {
    for x in list.as_mut() {
        *x += by;
    }
}

#[differentiable]
fn of_lists(p: &[f64]) -> f64 {
    let mut list = p.to_vec();
    raised(&mut list, p[0]);
    let mut pair = [p[1], 0.5];
    raised(&mut pair, p[2]);
    norm(p) + norm(&p[1..]) * norm(&list) + norm(pair) * norm([p[0], 1.0])
}

#[differentiable(tape)]
fn recorded(p: &[f64]) -> f64 {
    weighted(&p[1..], &[0.5, 2.0], p[0]) * p[1]
}

#[test]
fn what_is_generic_has_derivatives_where_it_is_called() {
    held(hunted, |p| hunted::value_and_gradient(p), &[0.3, 0.2, 1.5, 0.05]);
    held(doubled, |p| doubled::value_and_gradient(p), &[0.7, 0.4, -0.3]);
    held(of_laws, |p| of_laws::value_and_gradient(p), &[1.3, 0.8, 2.5]);
    held(of_operators, |p| of_operators::value_and_gradient(p), &[0.7, 0.4, -0.3, 1.1]);
    held(of_lists, |p| of_lists::value_and_gradient(p), &[0.7, 0.4, -0.3]);
    held(recorded, |p| recorded::value_and_gradient(p), &[0.7, 0.4, -0.3]);
}
