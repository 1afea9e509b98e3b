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

mod elsewhere {
    use super::DRAWN;
    use std::sync::atomic::Ordering;

    /// By names that say nothing.
    pub(crate) fn sample(n: u64) -> f64 {
        DRAWN.store(DRAWN.load(Ordering::Relaxed) + n, Ordering::Relaxed);
        DRAWN.load(Ordering::Relaxed) as f64
    }
}

fn weight(n: u64) -> f64 {
    elsewhere::sample(n) * 2.0
}

struct Counter {
    count: AtomicU64,
}

impl Counter {
    fn up(&self) -> u64 {
        let count = self.count.load(Ordering::Relaxed) + 1;
        self.count.store(count, Ordering::Relaxed);
        count
    }
}

static COUNTER: Counter = Counter { count: AtomicU64::new(1) };

fn share(n: u64) -> f64 {
    (COUNTER.up() * n) as f64
}

thread_local! {
    static SEED: std::cell::Cell<u64> = const { std::cell::Cell::new(1) };
}

fn chance(n: u64) -> f64 {
    SEED.set(SEED.get() * 5 + n);
    SEED.get() as f64
}

fn elapsed(n: u32) -> f64 {
    let now = std::time::SystemTime::now();
    f64::from(now.duration_since(std::time::UNIX_EPOCH).unwrap().subsec_nanos() % 1000 + n)
}

trait Source {
    fn take(&self) -> f64;
}

struct Steps(std::cell::Cell<u64>);

impl Source for Steps {
    fn take(&self) -> f64 {
        step(&self.0)
    }
}

fn of_any<S: Source>(source: &S, n: usize) -> f64 {
    source.take() * n as f64
}

#[differentiable]
fn weighed(x: f64) -> f64 {
    let y = x * weight(3) * share(2);
    y * chance(2) * y * elapsed(1)
}

#[differentiable]
fn of_source(#[constant] source: &Steps, x: f64) -> f64 {
    let y = x * of_any(source, 2);
    y * y
}

#[differentiable]
fn given(x: f64) -> f64 {
    x * weight(5)
}

/// What a function with the attribute gives for constants.
#[differentiable]
fn of_given(x: &[f64]) -> f64 {
    x.iter().map(|x| x * given(2.0)).product()
}

#[test]
fn no_name_says_what_varies() {
    let (value, by_x) = weighed::value_and_gradient(2.0);
    assert_eq!(by_x, value);
    let (value, by_x) = of_source::value_and_gradient(&Steps(std::cell::Cell::new(1)), 2.0);
    assert_eq!(by_x, value);
    let (value, by_x) = of_given::value_and_gradient(&[2.0, 4.0]);
    assert_eq!(by_x, [value / 2.0, value / 4.0]);
}

impl Source for std::cell::Cell<u64> {
    fn take(&self) -> f64 {
        step(self)
    }
}

#[differentiable]
fn of_trait(#[constant] source: &dyn Source, x: &[f64]) -> f64 {
    let mut product = 1.0;
    for x in x {
        product *= x * source.take();
    }
    product
}

#[differentiable]
fn times(#[constant] draw: &dyn Fn() -> f64, x: f64) -> f64 {
    x * draw()
}

#[differentiable]
fn of_closure(#[constant] draw: &dyn Fn() -> f64, x: &[f64]) -> f64 {
    let mut product = 1.0;
    for x in x {
        product *= times(draw, *x) * times(draw, 2.0) * draw();
    }
    product
}

/// What is handed in may do anything: it is asked as often as the function asks it.
#[test]
fn constants_that_are_asked_are_asked_once() {
    let (value, by_x) = of_trait::value_and_gradient(&std::cell::Cell::new(1), &[2.0, 4.0]);
    assert_eq!(value, of_trait(&std::cell::Cell::new(1), &[2.0, 4.0]));
    assert_eq!(by_x, [value / 2.0, value / 4.0]);
    let count = std::cell::Cell::new(1.0);
    let draw = || {
        count.set(count.get() + 1.0);
        count.get()
    };
    let (value, by_x) = of_closure::value_and_gradient(&draw, &[2.0, 4.0]);
    assert_eq!(by_x, [value / 2.0, value / 4.0]);
    count.set(1.0);
    assert_eq!(value, of_closure(&draw, &[2.0, 4.0]));
}
