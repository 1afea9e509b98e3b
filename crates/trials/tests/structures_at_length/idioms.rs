//! What types of the user's bring along: sums, conversions, defaults, indexing; and lists of them that calls give.

// Some functions are recorded.
#![allow(deprecated)]

use std::collections::HashMap;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Index, Mul, Neg};
use wengert::Differentiable;
use wengert::prelude::*;

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * (1.0 + b.abs()), "{a} {b}");
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Triple {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl Add for Triple {
    type Output = Triple;
    fn add(self, o: Triple) -> Triple {
        Triple { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

#[differentiable]
impl Mul<Triple> for f64 {
    type Output = Triple;
    fn mul(self, v: Triple) -> Triple {
        Triple { x: self * v.x, y: self * v.y, z: self * v.z }
    }
}

#[differentiable]
impl AddAssign<&Triple> for Triple {
    fn add_assign(&mut self, o: &Triple) {
        self.x += o.x;
        self.y += o.y;
        self.z += o.z;
    }
}

#[differentiable]
impl Index<usize> for Triple {
    type Output = f64;
    fn index(&self, k: usize) -> &f64 {
        match k {
            0 => &self.x,
            1 => &self.y,
            _ => &self.z,
        }
    }
}

impl Sum for Triple {
    fn sum<I: Iterator<Item = Triple>>(iter: I) -> Self {
        iter.fold(Self::default(), |a, b| a + b)
    }
}

#[differentiable]
impl From<[f64; 3]> for Triple {
    fn from([x, y, z]: [f64; 3]) -> Self {
        Triple { x, y, z }
    }
}

#[differentiable]
fn summed(points: &[Triple], w: f64) -> f64 {
    let total: Triple = points.iter().map(|p| w * *p).sum();
    let mut other = Triple { x: w, ..Default::default() };
    for p in points {
        other += p;
    }
    total.x * total.y + other.x
}

#[differentiable]
fn converted(p: [f64; 3]) -> f64 {
    let v = Triple::from(p);
    let u: Triple = p.into();
    v.x * u.y
}

#[test]
fn sums_conversions_and_defaults() {
    let points = [Triple { x: 1.0, y: 2.0, z: 3.0 }, Triple { x: 0.5, y: -1.0, z: 2.0 }];
    // w^2 1.5 1.0 + w + 1.5
    let (value, (by_points, by_w)) = summed::value_and_gradient(&points, 0.5);
    close(value, 0.375 + 2.0);
    close(by_w, 1.5 + 1.0);
    assert_eq!(by_points[1], Triple { x: 0.25 + 1.0, y: 0.25 * 1.5, z: 0.0 });
    assert_eq!(converted::gradient([3.0, 5.0, 7.0]), [5.0, 3.0, 0.0]);
}

/// Numbers of one kind only, which no signature here names.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Single {
    x: f32,
}

#[differentiable]
impl Neg for Single {
    type Output = Single;
    fn neg(self) -> Single {
        Single { x: -self.x }
    }
}

#[differentiable]
fn negated(s: Single) -> f32 {
    (-s).x * s.x
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Law {
    Table(Vec<f64>),
    Power { k: f64 },
}

#[differentiable]
impl Law {
    fn at(&self, i: usize, r: f64) -> f64 {
        match self {
            Law::Table(list) => list[i % list.len()] * r,
            Law::Power { k } => r.powf(*k),
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Scene {
    points: Vec<Triple>,
    law: Law,
}

#[differentiable]
impl Scene {
    fn grown(&self, k: f64) -> Vec<Triple> {
        let mut out = vec![];
        for p in &self.points {
            if p.x > 0.0 {
                out.push(k * *p);
            } else {
                out.push(*p);
            }
        }
        out
    }
    fn total(&self, k: f64) -> f64 {
        let mut s = 0.0;
        for p in &self.grown(k) {
            for axis in 0..3 {
                s += p[axis] * axis as f64;
            }
        }
        for (i, p) in self.grown(k).iter().enumerate() {
            s += self.law.at(i, p.x);
        }
        s + length(self.points[1])
    }
}

#[differentiable]
fn length(p: Triple) -> f64 {
    p.x.hypot(p.y)
}

#[differentiable]
fn total(scene: &Scene, k: f64, picks: &HashMap<&str, usize>) -> f64 {
    scene.total(k) * scene.points[picks["first"]].y
}

#[test]
fn lists_that_calls_give() {
    assert_eq!(negated::gradient(Single { x: 2.0 }), Single { x: -4.0 });
    let points = vec![Triple { x: 1.0, y: 2.0, z: 3.0 }, Triple { x: -3.0, y: 4.0, z: 0.5 }];
    let mut scene = Scene { points, law: Law::Table(vec![10.0, 20.0]) };
    let picks = HashMap::from([("first", 0)]);
    // (k (y0 + 2 z0) + y1 + 2 z1 + 10 k x0 + 20 x1 + 5) y0
    let (value, (by_scene, by_k)) = total::value_and_gradient(&scene, 0.5, &picks);
    close(value, (0.5 * 8.0 + 5.0 + 5.0 - 60.0 + 5.0) * 2.0);
    close(by_k, 18.0 * 2.0);
    assert_eq!(by_scene.law, Law::Table(vec![0.5 * 2.0, -3.0 * 2.0]));
    close(by_scene.points[1].x, 2.0 * (20.0 - 0.6));
    scene.law = Law::Power { k: 2.0 };
    let by_scene = total::gradient(&scene, 0.5, &picks).0;
    // The derivatives of 0.5^k and (-3)^k.
    close(by_scene.points[0].x, 2.0 * 0.5);
}

/// Functions in boxes, rows that closures take along, and what may not be there.
#[differentiable]
fn applied(f: impl Fn(usize, f64) -> f64, n: usize, x: f64) -> f64 {
    (0..n).map(|k| f(k, x)).sum()
}

#[differentiable]
fn carried(rows: &[Vec<f64>], at: Triple, x: f64) -> f64 {
    let scale: Box<dyn Fn(f64) -> f64> = Box::new(move |t| t * x + 1.0);
    applied(|k, t| rows[k][0] * t + at.y, rows.len(), x) + scale(2.0)
}

#[differentiable]
fn observed(#[constant] data: &[Option<f64>], x: &[f64], scale: f64) -> f64 {
    let known: f64 = data.iter().flatten().map(|d| d * scale * scale).sum();
    known + x.iter().map(|v| if *v > scale { Some(v * scale) } else { None }).flatten().sum::<f64>()
}

#[test]
fn closures_and_options() {
    let rows = vec![vec![3.0, 1.0], vec![4.0]];
    let at = Triple { x: 0.0, y: 3.5, z: 0.0 };
    let (value, (by_rows, by_at, by_x)) = carried::value_and_gradient(&rows, at, 0.5);
    close(value, 7.0 * 0.5 + 7.0 + 2.0);
    assert_eq!(by_rows, vec![vec![0.5, 0.0], vec![0.5]]);
    assert_eq!((by_at.y, by_x), (2.0, 7.0 + 2.0));
    let (by_x, by_scale) = observed::gradient(&[Some(2.0), None, Some(0.5)], &[1.0, 0.25, 3.0], 0.5);
    assert_eq!(by_x, [0.5, 0.0, 0.5]);
    close(by_scale, 2.5 + 4.0);
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Spring {
    stretch: f64,
}
#[differentiable]
impl Spring {
    const STIFFNESS: f64 = 0.3;
}

/// Constants of a type that are numbers stand in lists beside numbers, not beside structures.
#[differentiable]
fn alternating(a: &[f64], spring: &Spring) -> f64 {
    let s = spring.stretch;
    let m: f64 = a.iter().zip([s, Spring::STIFFNESS].iter().cycle()).map(|(p, q)| p * q).sum();
    m + [Spring::STIFFNESS, s].iter().sum::<f64>() * 2.0 + [-Spring::STIFFNESS; 2].iter().sum::<f64>()
}

#[test]
fn constants_of_a_type_in_lists() {
    let (a, spring) = ([0.3, 0.5, -0.2], Spring { stretch: 0.4 });
    let (v, (ga, gs)) = alternating::value_and_gradient(&a, &spring);
    assert_eq!(v.to_bits(), alternating(&a, &spring).to_bits());
    assert_eq!(ga, [0.4, 0.3, 0.4]);
    close(gs.stretch, 0.3 - 0.2 + 2.0);
}
