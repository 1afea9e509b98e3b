//! Structures as locals, in tuples, in arms, in chains, and as constants.

use super::{close, flat};
use std::ops::*;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Vec2 {
    x: f64,
    y: f64,
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Ball {
    at: Vec2,
    v: Vec2,
    bounces: usize,
    corners: [Vec2; 2],
}
#[differentiable]
impl Vec2 {
    const UP: Vec2 = Vec2 { x: 0.0, y: 1.0 };
    fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
    fn norm(&self) -> f64 {
        self.x.hypot(self.y)
    }
}
#[differentiable]
impl Add for Vec2 {
    type Output = Vec2;
    fn add(self, o: Vec2) -> Vec2 {
        Vec2::new(self.x + o.x, self.y + o.y)
    }
}
#[differentiable]
impl Mul<f64> for Vec2 {
    type Output = Vec2;
    fn mul(self, s: f64) -> Vec2 {
        Vec2::new(self.x * s, self.y * s)
    }
}
#[differentiable]
impl Ball {
    fn bounced(&self, a: f64) -> Ball {
        let down = self.v.y < 0.0;
        let bounces = if down { self.bounces + 1 } else { self.bounces };
        let v = if down { Vec2::new(self.v.x, -self.v.y * a) } else { self.v };
        Ball { v, bounces, ..self.clone() }
    }
}
#[differentiable]
fn locals(p: Vec2, q: Vec2, a: f64, n: usize) -> f64 {
    let pair = (p, q);
    let (r, s) = (pair.0 + pair.1, p * a);
    let t = if a > 0.5 { r } else { Vec2::new(a, a) };
    let u = match n {
        0 => p,
        1 => Vec2 { x: a, ..q },
        _ => {
            let w = p + q;
            w * a
        }
    };
    let z: Vec2 = Default::default();
    let z2 = Vec2::default();
    let up = Vec2::UP * a + Vec2::UP;
    let f = |v: Vec2| v.norm() + a;
    let mut b = p;
    b = Vec2 { x: 1.0 * a, ..b };
    let mut sum = z + z2;
    for k in 0..n {
        sum = sum + u * k as f64;
        if sum.x > 100.0 {
            break;
        }
    }
    f(r) + s.x * t.y + u.norm() + up.y + b.x * b.y + sum.x
}
#[differentiable]
fn chains(points: &[Vec2], a: f64) -> f64 {
    let far = points.iter().map(|p| p.norm()).fold(0.0, f64::max);
    let best = points[1];
    let near: f64 = points.iter().filter(|p| p.x > 0.0).map(|p| p.y * a).sum();
    let total = points.iter().fold(Vec2::default(), |s, p| s + *p);
    let (first, last) = (points[0], points[points.len() - 1]);
    let lens: Vec<f64> = points.windows(2).map(|w| (w[0].x - w[1].x) * a).collect();
    far + best.y + near + total.x * first.x * last.y + lens[0]
}
#[differentiable]
fn ball(b: &Ball, a: f64) -> f64 {
    let mut c = b.bounced(a);
    c.corners[1].x += a;
    c.corners[0] = c.at * a;
    let mut s = c.bounces as f64 * a;
    for k in &c.corners {
        s += k.norm();
    }
    s + c.v.y
}
#[test]
fn structures_in_all_places() {
    let (p, q) = (Vec2::new(0.3, 0.8), Vec2::new(-0.4, 1.1));
    for n in 0..4 {
        for a in [0.2, 0.9] {
            let (v, (gp, gq, ga)) = locals::value_and_gradient(p, q, a, n);
            assert_eq!(v.to_bits(), locals(p, q, a, n).to_bits());
            let x = [flat(&p), flat(&q), vec![a]].concat();
            let g = [flat(&gp), flat(&gq), vec![ga]].concat();
            close(&g, &locals::function(p, q, a, n).gradient(&x));
        }
    }
    let pts = [p, q, Vec2::new(2.0, -0.3)];
    let (v, (gp, ga)) = chains::value_and_gradient(&pts, 0.4);
    assert_eq!(v.to_bits(), chains(&pts, 0.4).to_bits());
    let x = [flat(&pts.to_vec()), vec![0.4]].concat();
    let g = [flat(&gp), vec![ga]].concat();
    close(&g, &chains::function(&pts, 0.4).gradient(&x));
    let b = Ball { at: p, v: Vec2::new(0.4, -0.5), bounces: 2, corners: [q, p] };
    let (v, (gb, ga)) = ball::value_and_gradient(&b, 0.4);
    assert_eq!(v.to_bits(), ball(&b, 0.4).to_bits());
    close(&[flat(&gb), vec![ga]].concat(), &ball::function(&b, 0.4).gradient(&[flat(&b), vec![0.4]].concat()));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Trace {
    values: Vec<f64>,
    weights: Vec<Vec2>,
}

#[differentiable]
impl Trace {
    fn restart(&mut self, xs: &[f64], a: f64) {
        self.values[0] *= a;
        let first = self.values[0];
        self.values.fill(a);
        self.values[1..].copy_from_slice(xs);
        self.weights.fill(Vec2::new(first, a));
        self.weights[0].x *= self.values[2];
    }
}

#[differentiable]
fn restarted(trace: &Trace, xs: &[f64], a: f64) -> f64 {
    let mut t = trace.clone();
    t.restart(xs, a);
    t.values[0] * t.values[1] + t.weights[0].x * t.weights[1].y + t.values.len() as f64
}

#[test]
fn lists_in_structures_are_filled() {
    let trace = Trace { values: vec![0.5, 2.0, -1.0], weights: vec![Vec2::new(1.0, 2.0); 2] };
    let xs = [0.3, 0.7];
    let (v, (gt, gx, ga)) = restarted::value_and_gradient(&trace, &xs, 0.4);
    assert_eq!(v.to_bits(), restarted(&trace, &xs, 0.4).to_bits());
    let x = [flat(&trace), xs.to_vec(), vec![0.4]].concat();
    close(&[flat(&gt), gx, vec![ga]].concat(), &restarted::function(&trace, &xs, 0.4).gradient(&x));
}
