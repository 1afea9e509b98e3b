//! Places that are changed by whoever sees them: counters beside closures, memo tables, structures that keep totals.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::cell::{Cell, RefCell};
use wengert::prelude::*;

#[differentiable]
fn counted(x: &[f64]) -> f64 {
    let calls = Cell::new(0);
    let square = |v: f64| {
        calls.set(calls.get() + 1);
        v * v * x[0]
    };
    let s: f64 = x.iter().map(|v| square(*v)).sum();
    (s + square(x[1])) * calls.get() as f64
}

#[differentiable]
fn smoothed(x: &[f64]) -> f64 {
    let acc = Cell::new(x[0]);
    let best = Cell::new(None);
    for v in x {
        acc.set(acc.get() * 0.5 + v * v);
        if best.get().is_none_or(|b| acc.get() > b) {
            best.set(Some(acc.get()));
        }
    }
    let before = acc.replace(x[1]);
    before * acc.into_inner() + best.take().unwrap_or(0.0)
}

#[differentiable]
fn logged(x: &[f64]) -> f64 {
    let log = RefCell::new(Vec::new());
    let note = |v: f64| log.borrow_mut().push(v * x[0]);
    for v in x {
        note(v.sin());
        if *v > 1.0 {
            note(*v);
        }
    }
    *log.borrow_mut().last_mut().unwrap() *= 3.0;
    let all = log.borrow();
    all.iter().zip(all.iter().skip(1)).map(|(a, b)| a * b).sum::<f64>() + all[0]
}

struct Totals {
    sum: Cell<f64>,
    count: Cell<usize>,
    seen: RefCell<Vec<f64>>,
}

impl Totals {
    fn new() -> Self {
        Totals { sum: Cell::new(0.0), count: Cell::new(0), seen: RefCell::new(vec![]) }
    }
    fn add(&self, v: f64) -> &Self {
        self.sum.set(self.sum.get() + v);
        self.count.set(self.count.get() + 1);
        self.seen.borrow_mut().push(v);
        self
    }
    fn mean(&self) -> f64 {
        self.sum.get() / self.count.get() as f64
    }
}

#[differentiable]
fn averaged(x: &[f64]) -> f64 {
    let totals = Totals::new();
    for v in x {
        totals.add(v * v).add(x[0]);
    }
    let m = totals.mean();
    let spread: f64 = totals.seen.borrow().iter().map(|v| (v - m) * (v - m)).sum();
    spread + totals.seen.into_inner()[1]
}

#[differentiable]
fn memo(x: f64, n: usize) -> f64 {
    let known = RefCell::new(vec![None; n + 1]);
    let mut s = 0.0;
    for k in [n, 2, n, 1] {
        let found = known.borrow()[k];
        let v = found.unwrap_or_else(|| {
            let v = x.powi(k as i32) * (known.borrow().iter().flatten().count() + 1) as f64;
            known.borrow_mut()[k] = Some(v);
            v
        });
        s = s * x + v;
    }
    s
}

fn steps(at: &Cell<f64>, by: f64, n: usize) -> usize {
    for _ in 0..n {
        at.set(at.get() + by * at.get().cos());
    }
    n + 1
}

#[differentiable]
fn handed(x: f64, y: f64) -> f64 {
    let at = Cell::new(x);
    let n = steps(&at, y, 3);
    steps(&at, 0.5, n);
    let other = &at;
    other.set(other.get() * y);
    at.get()
}

/// One of two, and what may be none.
#[differentiable]
fn picked(x: &[f64]) -> f64 {
    let (a, b) = (Cell::new(x[0]), Cell::new(x[1]));
    for v in x {
        let to = if *v > 1.0 { &a } else { &b };
        to.set(to.get() + v * v);
        let slot = if *v > 2.2 { Some(&b) } else { None };
        if let Some(slot) = slot {
            slot.set(slot.get() * v);
        }
    }
    a.get() * b.get()
}

#[test]
fn cells() {
    for point in [[0.4, -1.2, 2.5, 0.9], [1.4, 0.3, -0.5, 2.0]] {
        held(counted, counted::value_and_gradient, &point);
        held(smoothed, smoothed::value_and_gradient, &point);
        held(logged, logged::value_and_gradient, &point);
        held(averaged, averaged::value_and_gradient, &point);
        held(picked, picked::value_and_gradient, &point);
    }
    held(
        |v| memo(v[0], 4),
        |v| {
            let (value, by) = memo::value_and_gradient(v[0], 4);
            (value, vec![by])
        },
        &[1.3],
    );
    held(
        |v| handed(v[0], v[1]),
        |v| {
            let (value, (x, y)) = handed::value_and_gradient(v[0], v[1]);
            (value, vec![x, y])
        },
        &[1.3, 0.2],
    );
}
