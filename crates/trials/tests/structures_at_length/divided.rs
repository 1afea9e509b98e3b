//! Functions that call themselves with structures that carry derivatives, and have not the derive: curves that are halved,
//! transforms, trees of prices, searches in space, meshes that are refined.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::collections::HashMap;
use std::ops::{Add, Mul, Sub};
use wengert::prelude::*;

#[derive(Clone, Copy)]
struct P {
    x: f64,
    y: f64,
}

impl P {
    fn middle(self, o: P) -> P {
        P { x: 0.5 * (self.x + o.x), y: 0.5 * (self.y + o.y) }
    }
    fn distance(&self, o: &P) -> f64 {
        (self.x - o.x).hypot(self.y - o.y)
    }
}

struct Curve {
    p0: P,
    p1: P,
    p2: P,
}

impl Curve {
    fn halves(&self) -> (Curve, Curve) {
        let (a, b) = (self.p0.middle(self.p1), self.p1.middle(self.p2));
        let m = a.middle(b);
        (Curve { p0: self.p0, p1: a, p2: m }, Curve { p0: m, p1: b, p2: self.p2 })
    }
    fn length(&self, tolerance: f64) -> f64 {
        let (chord, way) = (self.p0.distance(&self.p2), self.p0.distance(&self.p1) + self.p1.distance(&self.p2));
        if way - chord < tolerance {
            return 0.5 * (way + chord);
        }
        let (left, right) = self.halves();
        left.length(0.5 * tolerance) + right.length(0.5 * tolerance)
    }
}

impl Curve {
    /// Takes nothing but itself.
    fn area(&self, halved: u32) -> f64 {
        match halved {
            0 => self.p0.x * self.p2.y - self.p0.y * self.p2.x,
            _ => {
                let (left, right) = self.halves();
                left.area(halved - 1) + right.area(halved - 1)
            }
        }
    }
}

#[differentiable]
fn area(x: &[f64]) -> f64 {
    let p = |i: usize| P { x: x[2 * i], y: x[2 * i + 1] };
    Curve { p0: p(0), p1: p(1), p2: p(2) }.area(3)
}

#[differentiable]
fn length(x: &[f64]) -> f64 {
    let p = |i: usize| P { x: x[2 * i], y: x[2 * i + 1] };
    Curve { p0: p(0), p1: p(1), p2: p(2) }.length(1e-2)
}

#[derive(Clone, Copy)]
struct C(f64, f64);

impl Add for C {
    type Output = C;
    fn add(self, o: C) -> C {
        C(self.0 + o.0, self.1 + o.1)
    }
}

impl Sub for C {
    type Output = C;
    fn sub(self, o: C) -> C {
        C(self.0 - o.0, self.1 - o.1)
    }
}

impl Mul for C {
    type Output = C;
    fn mul(self, o: C) -> C {
        C(self.0 * o.0 - self.1 * o.1, self.0 * o.1 + self.1 * o.0)
    }
}

fn transform(x: &[C]) -> Vec<C> {
    let n = x.len();
    if n == 1 {
        return x.to_vec();
    }
    let even = transform(&x.iter().step_by(2).copied().collect::<Vec<_>>());
    let odd = transform(&x.iter().skip(1).step_by(2).copied().collect::<Vec<_>>());
    let mut out = vec![C(0.0, 0.0); n];
    for k in 0..n / 2 {
        let angle = -2.0 * std::f64::consts::PI * k as f64 / n as f64;
        let t = C(angle.cos(), angle.sin()) * odd[k];
        out[k] = even[k] + t;
        out[k + n / 2] = even[k] - t;
    }
    out
}

#[differentiable]
fn power(x: &[f64]) -> f64 {
    let signal: Vec<C> = x.iter().chain(&[0.5, -0.2]).map(|v| C(*v, 0.0)).collect();
    let C(re, im) = transform(&signal)[1];
    re * re + im * im
}

#[derive(Clone, Copy)]
struct Market {
    spot: f64,
    up: f64,
    discount: f64,
}

fn price(m: &Market, i: usize, j: usize, known: &mut HashMap<(usize, usize), f64>) -> f64 {
    if let Some(v) = known.get(&(i, j)) {
        return *v;
    }
    let s = m.spot * m.up.powi(2 * j as i32 - i as i32);
    let v = match i {
        4 => (1.0 - s).max(0.0),
        _ => {
            let goes_on = 0.5 * m.discount * (price(m, i + 1, j, known) + price(m, i + 1, j + 1, known));
            goes_on.max(1.0 - s)
        }
    };
    known.insert((i, j), v);
    v
}

#[differentiable]
fn put(x: &[f64]) -> f64 {
    let m = Market { spot: 1.0 + 0.1 * x[0], up: 1.0 + x[1] * x[1], discount: 0.99 };
    price(&m, 0, 0, &mut HashMap::new())
}

/// Sorts a part of what it is lent, by the one way and the other in turns.
fn nearest(points: &mut [P], to: &P, by_x: bool, best: &mut f64) {
    if points.is_empty() {
        return;
    }
    points.sort_by(|a, b| if by_x { a.x.total_cmp(&b.x) } else { a.y.total_cmp(&b.y) });
    let at = points.len() / 2;
    let middle = points[at];
    *best = best.min(middle.distance(to));
    let apart = if by_x { to.x - middle.x } else { to.y - middle.y };
    let (left, right) = points.split_at_mut(at);
    let (near, far) = if apart < 0.0 { (left, &mut right[1..]) } else { (&mut right[1..], left) };
    nearest(near, to, !by_x, best);
    if apart.abs() < *best {
        nearest(far, to, !by_x, best);
    }
}

#[differentiable]
fn least(x: &[f64]) -> f64 {
    let mut points: Vec<P> = x.chunks(2).map(|c| P { x: c[0], y: c[1] }).collect();
    let mut best = f64::INFINITY;
    nearest(&mut points, &P { x: 0.2, y: 0.5 }, true, &mut best);
    best * points[0].x
}

struct Cell {
    a: f64,
    b: f64,
    level: u32,
    area: f64,
}

#[derive(Default)]
struct Mesh {
    cells: Vec<Cell>,
    finest: u32,
}

impl Mesh {
    fn refine(&mut self, f: &impl Fn(f64) -> f64, (a, b): (f64, f64), level: u32) {
        let middle = 0.5 * (a + b);
        let (coarse, fine) = ((b - a) * f(middle), 0.5 * (b - a) * (f(0.5 * (a + middle)) + f(0.5 * (middle + b))));
        if (coarse - fine).abs() > 1e-3 && level < 5 {
            self.refine(f, (a, middle), level + 1);
            self.refine(f, (middle, b), level + 1);
        } else {
            self.finest = self.finest.max(level);
            self.cells.push(Cell { a, b, level, area: fine });
        }
    }
}

#[differentiable]
fn refined(x: &[f64]) -> f64 {
    let mut mesh = Mesh::default();
    mesh.refine(&|t| (-x[0] * x[0] * t * t).exp(), (0.0, 1.0 + x[1]), 0);
    let finest = mesh.finest;
    mesh.cells.iter().map(|c| if c.level == finest { c.area + c.b - c.a } else { c.area }).sum()
}

struct Joint {
    name: &'static str,
    parent: Option<usize>,
    offset: [f64; 2],
}

#[derive(Clone, Copy)]
struct Pose {
    angle: f64,
    at: [f64; 2],
}

struct Arm {
    joints: Vec<Joint>,
}

impl Arm {
    fn pose(&self, i: usize, angles: &[f64], known: &mut HashMap<usize, Pose>) -> Pose {
        if let Some(p) = known.get(&i) {
            return *p;
        }
        let j = &self.joints[i];
        let pose = match j.parent {
            None => Pose { angle: angles[i], at: j.offset },
            Some(up) => {
                let up = self.pose(up, angles, known);
                let (s, c) = up.angle.sin_cos();
                let at = [up.at[0] + c * j.offset[0] - s * j.offset[1], up.at[1] + s * j.offset[0] + c * j.offset[1]];
                Pose { angle: up.angle + angles[i], at }
            }
        };
        known.insert(i, pose);
        pose
    }
}

#[differentiable]
fn reached(x: &[f64]) -> f64 {
    let joint = |name, parent, length: f64| Joint { name, parent, offset: [length, 0.1 * x[0]] };
    let arm = Arm { joints: vec![joint("root", None, 0.0), joint("arm", Some(0), 1.0), joint("hand", Some(1), x[1])] };
    let hand = arm.joints.iter().position(|j| j.name == "hand").unwrap();
    let pose = arm.pose(hand, x, &mut HashMap::new());
    pose.at[0] * pose.at[1] + pose.angle
}

/// Changes what it is lent as a whole, and gives a structure that may not be there.
fn climbed(p: &mut P, steps: usize) -> Option<P> {
    if steps == 0 || p.x > 9.0 {
        return None;
    }
    p.x += p.y * p.y;
    let above = climbed(p, steps - 1);
    Some(above.map_or(P { x: p.x, y: p.x }, |a| P { x: a.x * p.y, y: a.y + 1.0 }))
}

#[differentiable]
fn climbing(x: &[f64]) -> f64 {
    let mut p = P { x: x[0], y: x[1] };
    let top = climbed(&mut p, 3);
    p.x + top.map_or(0.0, |t| t.x * t.y)
}

#[test]
fn structures_without_the_derive() {
    for point in [[0.3, 0.9, 1.4, 2.1, 2.0, 0.3], [-0.4, 1.3, 0.7, -0.8, 0.1, 0.25]] {
        held(length, length::value_and_gradient, &point);
        held(area, area::value_and_gradient, &point);
        held(power, power::value_and_gradient, &point);
        held(put, put::value_and_gradient, &[point[0], 0.3]);
        held(least, least::value_and_gradient, &point);
        held(refined, refined::value_and_gradient, &point[..2]);
        held(reached, reached::value_and_gradient, &point[..3]);
        held(climbing, climbing::value_and_gradient, &point[..2]);
    }
}
