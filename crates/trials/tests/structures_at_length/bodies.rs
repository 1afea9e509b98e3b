//! Arrays in structures of which lists are made, methods that fill arrays, types of constants alone.

use super::{near, slope};
use std::collections::BTreeMap;
use wengert::Differentiable;
use wengert::prelude::*;

const ORDER: usize = 3;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    mass: f64,
    at: [f64; 3],
    speed: [f64; 3],
}

#[differentiable]
fn pulls(at: &[[f64; 3]], masses: &[f64], soft: f64) -> Vec<[f64; 3]> {
    let mut all = vec![[0.0; 3]; at.len()];
    for i in 0..at.len() {
        for j in 0..at.len() {
            if i != j {
                for k in 0..3 {
                    all[i][k] += masses[j] * (at[j][k] - at[i][k]) * soft;
                }
            }
        }
    }
    all
}

#[differentiable]
fn add(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[differentiable]
fn times(s: f64, a: [f64; 3]) -> [f64; 3] {
    [s * a[0], s * a[1], s * a[2]]
}

#[differentiable]
fn step(bodies: &mut [Body], dt: f64, soft: f64) {
    let n = bodies.len();
    let at: Vec<[f64; 3]> = bodies.iter().map(|b| b.at).collect();
    let speed: Vec<[f64; 3]> = bodies.iter().map(|b| b.speed).collect();
    let masses: Vec<f64> = bodies.iter().map(|b| b.mass).collect();
    let first = pulls(&at, &masses, soft);
    let half: Vec<[f64; 3]> = (0..n).map(|i| add(at[i], times(0.5 * dt, speed[i]))).collect();
    let second = pulls(&half, &masses, soft * masses[0]);
    for i in 0..n {
        bodies[i].at = add(bodies[i].at, times(dt, add(speed[i], first[i])));
    }
    for (b, pull) in bodies.iter_mut().zip(second.iter()) {
        b.speed = add(b.speed, times(dt, *pull));
    }
}

#[differentiable]
fn shadow(bodies: &[Body], dt: f64, soft: f64) -> f64 {
    let mut all = bodies.to_vec();
    step(&mut all, dt, soft);
    step(&mut all, dt, soft);
    all[0].at[0] * all[1].speed[2] + all[1].at[1]
}

#[test]
fn lists_of_arrays_in_structures() {
    let bodies = |x: f64| {
        let body = |k: f64| Body { mass: 1.0 + k, at: [x + k, 0.2, k], speed: [0.1, x * k, 0.3] };
        vec![body(0.5), body(-0.7)]
    };
    let (value, (by, by_dt, by_soft)) = shadow::value_and_gradient(&bodies(0.4), 0.1, 0.5);
    assert_eq!(value.to_bits(), shadow(&bodies(0.4), 0.1, 0.5).to_bits());
    let along: f64 = by.iter().zip([0.5, -0.7]).map(|(b, k)| b.at[0] + k * b.speed[1]).sum();
    near(along, slope(|x| shadow(&bodies(x), 0.1, 0.5), 0.4));
    near(by_dt, slope(|x| shadow(&bodies(0.4), x, 0.5), 0.1));
    near(by_soft, slope(|x| shadow(&bodies(0.4), 0.1, x), 0.5));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Line {
    scale: f64,
    c: [f64; ORDER],
}

#[differentiable]
fn series<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
    let mut s = 0.0;
    for k in 0..N {
        s = s * x + c[N - 1 - k];
    }
    s
}

#[differentiable]
impl Line {
    fn coefficients(&self, x: f64, c: &mut [f64; ORDER]) {
        let mut power = 1.0;
        for k in 0..ORDER {
            c[k] = power * self.c[k] * self.scale;
            power *= x;
        }
    }

    fn along(&self, x: f64) -> f64 {
        let mut c = [0.0; ORDER];
        self.coefficients(x, &mut c);
        series(x, &self.c) * series(x * self.scale, &c)
    }
}

#[test]
fn methods_that_fill_arrays() {
    let line = |s: f64, c: f64| Line { scale: s, c: [0.5, c, 0.25] };
    let (value, (by, by_x)) = line(1.5, 0.7).along_value_and_gradient(0.3);
    assert_eq!(value.to_bits(), line(1.5, 0.7).along(0.3).to_bits());
    near(by.scale, slope(|s| line(s, 0.7).along(0.3), 1.5));
    near(by.c[1], slope(|c| line(1.5, c).along(0.3), 0.7));
    near(by_x, slope(|x| line(1.5, 0.7).along(x), 0.3));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Kind(usize);

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Table(#[constant] BTreeMap<u64, (f64, f64)>, bool);

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Way {
    Steps(usize),
    Straight,
}

#[differentiable]
impl Way {
    fn walked(&self, x: f64) -> f64 {
        match self {
            Way::Steps(n) => x.powi(*n as i32),
            Way::Straight => x,
        }
    }
}

#[differentiable]
impl Kind {
    fn bent(&self, x: f64) -> f64 {
        x * x * self.0 as f64
    }
}

#[differentiable]
fn by_constants(kind: &Kind, way: Way, table: &Table, x: f64) -> f64 {
    let s = kind.bent(x) + way.walked(x);
    if table.1 { s * x } else { s }
}

#[test]
fn types_of_constants_alone() {
    let table = Table(BTreeMap::from([(1, (0.5, 2.0))]), true);
    for way in [Way::Steps(3), Way::Straight] {
        let f = |x: f64| by_constants(&Kind(2), way, &table, x);
        let (value, by) = by_constants::value_and_gradient(&Kind(2), way, &table, 0.7);
        assert_eq!(value.to_bits(), f(0.7).to_bits());
        near(by.3, slope(f, 0.7));
        assert_eq!((by.0, by.1, &by.2), (Kind(2), way, &table));
    }
}
