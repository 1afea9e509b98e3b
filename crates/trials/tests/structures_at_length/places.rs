//! Loops over places that are listed, and tables of what is known already.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Gate {
    open: f64,
    shut: f64,
    slow: f64,
}

#[differentiable]
impl Gate {
    fn step(&mut self, v: f64) {
        for (x, (a, b)) in [(&mut self.open, (v, 1.0)), (&mut self.shut, (v * v, 2.0)), (&mut self.slow, (1.0, v))] {
            *x = a / (a + b) + *x * (-v).exp();
        }
    }
}

#[differentiable]
fn gated(x: &[f64]) -> f64 {
    let mut gate = Gate { open: x[0], shut: x[1], ..Default::default() };
    for k in 0..3 {
        gate.step(x[0] + f64::from(k));
    }
    gate.open * gate.shut + gate.slow
}

#[differentiable]
fn numbers_and_lists(x: &[f64]) -> f64 {
    let (mut p, mut q) = (x[0], x[1]);
    for place in [&mut p, &mut q] {
        *place *= 2.0;
        if *place > 1.5 {
            continue;
        }
        *place += x[1];
    }
    let (mut long, mut short) = (x.to_vec(), vec![0.5; 2]);
    for list in [&mut long, &mut short] {
        list.push(p);
        list[0] = list[1] * q;
    }
    let mut parts = [p, q, 0.0];
    let [a, b, c] = &mut parts;
    for (part, k) in [(a, 1.0), (b, 2.0), (c, 3.0)] {
        *part += k * x[0];
    }
    parts.iter().product::<f64>() + long[0] + short[2] * long.len() as f64
}

#[test]
fn places_one_by_one() {
    held(gated, |x| gated::value_and_gradient(x), &[0.4, 0.9]);
    held(numbers_and_lists, |x| numbers_and_lists::value_and_gradient(x), &[0.4, 0.9]);
}

#[differentiable]
fn finished(k: usize, duration: &[f64], #[constant] after: &[Vec<usize>], known: &mut [Option<f64>]) -> f64 {
    if let Some(end) = known[k] {
        return end;
    }
    let mut start = 0.0_f64;
    for &j in &after[k] {
        start = start.max(finished(j, duration, after, known));
    }
    known[k] = Some(start + duration[k]);
    start + duration[k]
}

#[differentiable]
fn critical(duration: &[f64], #[constant] after: &[Vec<usize>]) -> f64 {
    let mut known = vec![None; duration.len()];
    (0..duration.len()).map(|k| finished(k, duration, after, &mut known)).fold(0.0, f64::max)
}

#[test]
fn what_is_known_already_is_kept() {
    let after = [vec![], vec![0], vec![0], vec![1, 2]];
    held(|d| critical(d, &after), |d| critical::value_and_gradient(d, &after), &[1.0, 2.0, 3.0, 1.5]);
}

struct Track {
    points: Vec<Gate>,
    bias: Gate,
}

impl std::ops::Index<&str> for Track {
    type Output = Gate;
    fn index(&self, name: &str) -> &Gate {
        match name {
            "bias" => &self.bias,
            "last" => self.points.last().unwrap(),
            _ => &self.points[0],
        }
    }
}

impl std::ops::IndexMut<&str> for Track {
    fn index_mut(&mut self, name: &str) -> &mut Gate {
        match name {
            "bias" => &mut self.bias,
            "last" => {
                let n = self.points.len();
                &mut self.points[n - 1]
            }
            _ => &mut self.points[0],
        }
    }
}

fn half(x: &mut [f64], second: bool) -> &mut [f64] {
    if second {
        let (_, half) = x.split_at_mut(x.len() / 2);
        half
    } else {
        let n = x.len() - 1;
        &mut x[..n]
    }
}

#[differentiable]
fn named_places(x: &[f64]) -> f64 {
    let points = x.iter().map(|&open| Gate { open, shut: 1.0, slow: open * open }).collect();
    let mut track = Track { points, bias: Gate { open: x[0], ..Default::default() } };
    let mut list = x.to_vec();
    for (k, name) in ["bias", "last", "first", "last"].into_iter().enumerate() {
        track[name].open *= x[1];
        let slow = track["last"].slow;
        track[name].shut += slow * track["first"].open;
        half(&mut list, k % 2 == 0)[1] *= track[name].shut;
    }
    track.bias.open * track.points[0].shut + track.points[2].open + list.iter().sum::<f64>() * track["bias"].shut
}

#[test]
fn indices_of_places_that_arms_make() {
    held(named_places, |x| named_places::value_and_gradient(x), &[0.4, 0.9, -1.3]);
}
