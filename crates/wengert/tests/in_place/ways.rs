//! The ways by which structures that are changed come and go: arms, early returns, tapes, functions between.

use crate::checked;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Filter {
    taps: Vec<f64>,
    past: Vec<f64>,
    gain: f64,
    #[constant]
    limit: f64,
    count: usize,
}

#[differentiable]
impl Filter {
    fn new(x: &[f64]) -> Filter {
        Filter { taps: x.to_vec(), past: vec![0.0; x.len()], gain: 1.0, limit: 2.0, count: 0 }
    }
    /// Leaves early.
    fn push(&mut self, x: f64) -> f64 {
        self.count += 1;
        if x.abs() > self.limit {
            return self.gain * 0.5;
        }
        for k in (1..self.past.len()).rev() {
            self.past[k] = self.past[k - 1];
        }
        self.past[0] = x;
        let mut y = 0.0;
        for k in 0..self.taps.len() {
            y += self.taps[k] * self.past[k];
        }
        self.gain *= 1.0 + 0.01 * y;
        y
    }
    /// Gives a list.
    fn spectrum(&mut self, n: usize) -> Vec<f64> {
        self.gain += 0.1 * self.taps[0];
        (0..n).map(|k| self.gain * (k as f64 * self.taps[0]).cos()).collect()
    }
    /// Leaves early by loops, and its names are those of generated code.
    fn search(&mut self, value: usize, after: f64, given: f64, zero: f64) -> f64 {
        for k in 0..self.past.len() {
            self.past[value] *= after;
            if self.past[k] > given {
                self.gain += zero;
                return self.past[value] * given;
            }
        }
        self.taps[value] += given * zero;
        self.taps[value]
    }
    fn clipped(&mut self, x: f64) -> f64 {
        if x > self.limit {
            return ::wengert::stop_gradient(self.limit);
        }
        self.past[0] = x;
        x * x
    }
    /// Leaves early, and gives nothing.
    fn damp(&mut self, by: f64) {
        if by < 0.3 {
            return;
        }
        self.gain *= by;
        if self.gain > 0.4 {
            self.past[0] = self.gain;
            return;
        }
        self.past[1] = by * by;
    }
    #[tape]
    fn recorded(&mut self, after: f64, given: f64, zero: f64) -> f64 {
        self.gain *= after;
        self.past[0] = given;
        self.gain * zero
    }
    fn reset(&mut self) {
        self.past = vec![self.gain; self.taps.len()];
        self.taps.swap(0, 1);
    }
    fn shorten(&mut self) -> (f64, f64) {
        let last = self.past[self.past.len() - 1];
        self.past.truncate(2);
        self.gain = self.gain * self.gain;
        (last, self.gain)
    }
    #[tape]
    fn turn(&mut self, x: f64) -> f64 {
        for t in self.taps.iter_mut() {
            *t *= x.cos();
        }
        self.gain * x
    }
}

#[differentiable]
fn early(x: &[f64]) -> f64 {
    let mut f = Filter::new(x);
    let mut sum = 0.0;
    for k in 0..9 {
        sum += f.push(3.0 * (x[0] * k as f64).sin()) * f.gain;
    }
    sum * f.count as f64
}

#[test]
fn early_returns() {
    checked!(early, [0.9, 0.4, 0.3]);
}

#[differentiable]
fn searched(x: &[f64]) -> f64 {
    let mut f = Filter::new(x);
    f.past = x.to_vec();
    let mut sum = 0.0;
    for k in 0..4 {
        sum += f.search(k % 3, 0.9 * x[0], 0.1 * k as f64, x[1]) * f.gain;
        f.damp(x[2] + 0.1 * k as f64);
        sum += f.clipped(x[0] * k as f64 * 2.3);
        sum += f.recorded(x[0], x[1], x[2]);
    }
    sum + f.past[0] * f.past[1] + f.taps[2]
}

#[test]
fn early_returns_in_loops() {
    checked!(searched, [0.5, 0.4, 0.25]);
}

#[differentiable]
fn arms(x: &[f64]) -> f64 {
    let mut f = Filter::new(x);
    let mut sum = 0.0;
    for k in 0..8 {
        if k % 3 == 0 {
            sum += f.push(x[1] * k as f64 * 0.2);
        } else if x[0] * k as f64 > 2.2 {
            f.reset();
            let list = f.spectrum(3);
            sum += list[1] * list[2];
        } else {
            let before = f.clone();
            sum += f.push(before.taps[0]) - before.past[1];
        }
    }
    let (last, gain) = f.shorten();
    sum + last * gain + f.past[1]
}

#[test]
fn arms_of_conditions() {
    checked!(arms, [0.5, 0.4, 0.3]);
}

#[differentiable]
fn on_tapes(x: &[f64]) -> f64 {
    let mut f = Filter::new(x);
    let mut sum = f.push(x[2]);
    for k in 0..3 {
        sum += f.turn(x[0] + 0.1 * k as f64) * f.taps[1];
        sum += f.push(sum);
    }
    sum
}

#[test]
fn methods_on_tapes() {
    checked!(on_tapes, [0.5, 0.4, 0.3]);
}

/// It is changed in a function that another one calls, and in one that takes it.
#[differentiable]
fn driven(f: &mut Filter, x: f64, n: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..n {
        sum += f.push(x * (k as f64).cos());
    }
    sum
}

#[differentiable]
fn between(x: &[f64], scale: f64) -> f64 {
    let mut f = Filter::new(x);
    let a = driven(&mut f, scale, 4);
    f.gain *= a;
    let b = driven(&mut f, a, 3);
    a * b + f.gain + f.past.iter().sum::<f64>()
}

#[differentiable]
fn outer(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        sum += between(x, 0.3 + 0.2 * k as f64);
    }
    sum
}

#[test]
fn functions_between() {
    checked!(outer, [0.5, 0.4, 0.3]);
}

/// Each iteration has one of its own.
#[differentiable]
fn own(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 0..4 {
        let mut f = Filter::new(x);
        f.gain = x[0] * k as f64;
        sum += f.push(x[1]) * f.push(x[2]);
        sum += f.gain;
    }
    sum
}

#[test]
fn one_in_each_iteration() {
    checked!(own, [0.5, 0.4, 0.3]);
}
