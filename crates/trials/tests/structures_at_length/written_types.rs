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
