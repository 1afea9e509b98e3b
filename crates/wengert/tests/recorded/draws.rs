//! Functions that give another value each time: the way back has the values of the way forward.

use std::sync::atomic::{AtomicU64, Ordering};
use wengert::prelude::*;

static DRAWN: AtomicU64 = AtomicU64::new(1);

fn next(n: usize) -> f64 {
    (DRAWN.fetch_add(1, Ordering::Relaxed) * n as u64) as f64
}

fn weights(n: usize) -> Vec<f64> {
    (0..n).map(|_| next(n)).collect()
}

std::thread_local! {
    static STATE: std::cell::Cell<u64> = const { std::cell::Cell::new(1) };
}

fn random(n: u64) -> f64 {
    STATE.with(|state| {
        state.set(state.get() * 5 + n);
        state.get() as f64 / 8.0
    })
}

#[differentiable]
fn noisy(x: f64) -> f64 {
    let y = x * next(3);
    y * y * random(3)
}

#[differentiable]
fn weighted(x: &[f64]) -> f64 {
    let w = weights(x.len());
    x.iter().zip(&w).map(|(x, w)| x * w).product()
}

#[test]
fn values_that_are_drawn_are_drawn_once() {
    let (value, by_x) = noisy::value_and_gradient(2.0);
    assert_eq!(by_x, value);
    let (value, by_x) = weighted::value_and_gradient(&[2.0, 4.0]);
    assert_eq!(by_x, [value / 2.0, value / 4.0]);
}

fn listed(n: usize) -> Vec<usize> {
    let all: std::collections::HashSet<String> = (0..n).map(|k| ["at", &k.to_string()].join("-")).collect();
    all.iter().map(|text| text[3..].parse().unwrap()).collect()
}

#[differentiable]
fn product(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for k in listed(x.len()) {
        s *= x[k];
    }
    s
}

#[differentiable]
fn products(x: &[f64], n: usize) -> f64 {
    (0..n).map(|_| product(x)).sum()
}

/// A `HashSet` has another order each time.
#[test]
fn lists_by_hashes_are_made_once() {
    let x: Vec<f64> = (0..12).map(|k| 0.5 + 0.125 * k as f64).collect();
    let (value, by_x) = products::value_and_gradient(&x, 2);
    for (x, by_x) in x.iter().zip(by_x) {
        assert!((by_x * x - value).abs() < 1e-12 * value);
    }
}

fn step(state: &std::cell::Cell<u64>) -> f64 {
    state.set(state.get() * 5 + 1);
    state.get() as f64
}

#[differentiable]
fn steps(#[constant] state: &std::cell::Cell<u64>, x: &[f64]) -> f64 {
    x.iter().map(|x| x * step(state)).product()
}

#[differentiable]
fn twice(#[constant] state: &std::cell::Cell<u64>, x: &[f64]) -> f64 {
    steps(state, x) + steps(state, x)
}

/// What is in a cell is another each time.
#[test]
fn cells_are_changed_once() {
    let (value, by_x) = twice::value_and_gradient(&std::cell::Cell::new(1), &[2.0, 4.0]);
    assert_eq!(value, twice(&std::cell::Cell::new(1), &[2.0, 4.0]));
    assert_eq!(by_x, [value / 2.0, value / 4.0]);
}
