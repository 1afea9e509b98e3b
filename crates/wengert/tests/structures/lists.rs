//! Lists of structures: made, grown, passed on, and changed where they lie.

use super::{close, flat};
use std::ops::*;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec2 {
    x: f64,
    y: f64,
}
#[differentiable]
impl Vec2 {
    const ZERO: Vec2 = Vec2 { x: 0.0, y: 0.0 };
    fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
    fn zero() -> Self {
        Vec2::new(0.0, 0.0)
    }
    fn norm(&self) -> f64 {
        self.x.hypot(self.y)
    }
    fn scale(&self, s: f64) -> Vec2 {
        Vec2::new(self.x * s, self.y * s)
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
impl AddAssign for Vec2 {
    fn add_assign(&mut self, o: Vec2) {
        self.x += o.x;
        self.y += o.y;
    }
}
#[differentiable]
impl Mul<f64> for Vec2 {
    type Output = Vec2;
    fn mul(self, s: f64) -> Vec2 {
        self.scale(s)
    }
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    at: Vec2,
    v: Vec2,
    m: f64,
}
#[differentiable]
impl Body {
    fn step(&mut self, dt: f64) {
        self.at += self.v * dt;
        self.v.y -= dt * self.m * self.at.y;
    }
}
#[differentiable]
fn moved(bodies: &[Body], a: f64, n: usize) -> f64 {
    let mut b = bodies.to_vec();
    for k in 0..n {
        for body in b.iter_mut() {
            body.step(a);
            body.v.x *= 1.0 + a;
        }
        for body in &mut b {
            body.m += a * body.at.x;
        }
        b[k].at.x += a * b[0].m;
        b[0].v = b[k].v * a;
        let last = b.len() - 1;
        b.swap(0, last);
        let r = &mut b[last];
        r.at.y *= a;
        r.step(a);
        if b[k].at.x > 0.0 {
            b[k].step(0.5);
            let c = b[0].clone();
            b[k] = Body { m: c.m * a, ..c };
        }
    }
    let mut e = 0.0;
    for (i, p) in b.iter().enumerate() {
        e += p.at.norm() * p.m + p.v.x * i as f64;
    }
    e
}
#[differentiable]
fn kept(bodies: &[Body], a: f64, n: usize) -> f64 {
    let mut b = bodies.to_vec();
    #[checkpoint(slots = 2)]
    for k in 0..n {
        let mut speeds = vec![Vec2::zero()];
        for body in b.iter_mut() {
            body.step(a);
            speeds.push(body.v * a);
        }
        b[k % 2].at += speeds[1 + k % 2];
    }
    b[0].at.x * b[1].v.y
}

#[differentiable]
fn local(points: &[Vec2], a: f64) -> f64 {
    let mut acc = vec![Vec2::zero(); points.len()];
    for i in 0..points.len() {
        for j in 0..points.len() {
            acc[i] += points[j] * (a * points[i].x);
        }
    }
    let mut grown = Vec::with_capacity(points.len());
    for (p, q) in points.iter().zip(&acc) {
        grown.push(Vec2::new(p.x * q.y, a));
        grown.push(p.scale(a));
    }
    let scaled = grown.iter().map(|p| p.scale(a)).collect::<Vec<Vec2>>();
    let again: Vec<Vec2> = scaled.iter().map(|p| *p + Vec2::new(a, 1.0)).collect();
    let norms: Vec<f64> = again.iter().map(|p| p.norm()).collect();
    let total = again.iter().fold(Vec2::zero(), |s, p| s + *p);
    let trio = [total, points[0], total * a];
    let mut s = 0.0;
    for t in trio.iter() {
        s += t.x * t.y;
    }
    let mut w = [Vec2::ZERO; 3];
    w[1] = trio[0];
    w[2].x = a;
    s + norms[0] * norms[1] + again.iter().map(|p| p.norm()).sum::<f64>() + w[1].x * w[2].x
}
#[differentiable]
fn shifted(points: &[Vec2], a: f64) -> Vec<Vec2> {
    points.iter().map(|p| p.scale(a)).collect()
}
#[differentiable]
fn all_shifted(points: &[Vec2], a: f64) -> f64 {
    let s: Vec<Vec2> = shifted(points, a);
    let t = shifted(&s, a);
    let mut sum = 0.0;
    for p in &t {
        sum += p.x * p.y;
    }
    sum + s[0].x
}

fn bodies() -> Vec<Body> {
    (0..3)
        .map(|k| {
            let k = k as f64;
            Body { at: Vec2::new(0.3 + k, 0.5 - k), v: Vec2::new(0.1 * k + 0.2, 0.7), m: 1.0 + 0.1 * k }
        })
        .collect()
}

fn unpoints(x: &[f64]) -> Vec<Vec2> {
    x.chunks_exact(2).map(|c| Vec2::new(c[0], c[1])).collect()
}

#[test]
fn lists_of_structures_are_made_and_changed() {
    let b = bodies();
    for n in 0..=3 {
        let (v, (gb, ga)) = moved::value_and_gradient(&b, 0.3, n);
        assert_eq!(v.to_bits(), moved(&b, 0.3, n).to_bits());
        let g = [flat(&gb), vec![ga]].concat();
        let x = [flat(&b), vec![0.3]].concat();
        close(&g, &moved::function(&b, 0.3, n).gradient(&x));
    }
    for n in [0, 1, 7] {
        let (v, (gb, ga)) = kept::value_and_gradient(&b, 0.3, n);
        assert_eq!(v.to_bits(), kept(&b, 0.3, n).to_bits());
        let x = [flat(&b), vec![0.3]].concat();
        close(&[flat(&gb), vec![ga]].concat(), &kept::function(&b, 0.3, n).gradient(&x));
    }
    let p = unpoints(&[0.4, -0.3, 1.2, 0.9, -0.6, 0.2]);
    let (v, (gp, ga)) = local::value_and_gradient(&p, 0.7);
    assert_eq!(v.to_bits(), local(&p, 0.7).to_bits());
    let g = [flat(&gp), vec![ga]].concat();
    let x = [flat(&p), vec![0.7]].concat();
    close(&g, &local::function(&p, 0.7).gradient(&x));
    let (v, (gp, ga)) = all_shifted::value_and_gradient(&p, 0.7);
    assert_eq!(v.to_bits(), all_shifted(&p, 0.7).to_bits());
    close(&[flat(&gp), vec![ga]].concat(), &all_shifted::function(&p, 0.7).gradient(&x));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Tank {
    levels: Vec<f64>,
    area: f64,
}
#[differentiable]
impl Tank {
    /// What comes out of the other tank stays the other's.
    fn take(&mut self, other: &mut Tank) {
        self.area += other.levels[0] * self.levels[1] + other.levels[1] * other.levels[0];
    }
}
#[differentiable]
fn taken(one: &Tank, other: &Tank) -> f64 {
    let (mut one, mut other) = (one.clone(), other.clone());
    one.take(&mut other);
    one.area * other.levels[1]
}

#[test]
fn lists_of_what_is_given_as_it_came() {
    let (one, other) = (Tank { levels: vec![1.0, 2.0], area: 0.5 }, Tank { levels: vec![3.0, 4.0], area: 1.0 });
    let (v, (by_one, by_other)) = taken::value_and_gradient(&one, &other);
    close(&[v], &[18.5 * 4.0]);
    close(&[by_one.levels[0], by_one.levels[1], by_one.area], &[0.0, 12.0, 4.0]);
    close(&[by_other.levels[0], by_other.levels[1], by_other.area], &[24.0, 12.0 + 18.5, 0.0]);
}

/// Lists that are gathered, copied and changed, the copy and what it was made of.
#[differentiable]
fn copied(x: &[f64], a: f64) -> f64 {
    let mut one = (0..3).map(|i| Vec2 { x: a, y: x[i] * a }).collect::<Vec<Vec2>>();
    let mut other = one.clone();
    let s = other[0].y * other[1].x;
    one[1] = Vec2 { x: a, y: s };
    other[2].x = one[1].y;
    s + one[1].y * other[2].x * other[2].y
}

#[differentiable]
fn copied_again(x: &[f64], a: f64) -> f64 {
    let mut s = 0.0;
    for k in 0..3 {
        let one = (0..3).map(|i| Vec2 { x: a + s, y: x[i] * a }).collect::<Vec<Vec2>>();
        let mut other = one.clone();
        other[k].x *= x[2];
        s += other[1].x * copied(x, s) + one[0].x;
    }
    s
}

#[test]
fn copies_of_lists_have_their_own_derivatives() {
    let (x, a) = ([0.5, 1.5, -0.7], 0.8);
    // s = x0 a^2, and s + s^2 x2 a in the end.
    let s = x[0] * a * a;
    let (v, (by_x, by_a)) = copied::value_and_gradient(&x, a);
    close(&[v], &[s + s * s * x[2] * a]);
    let slope = 1.0 + 2.0 * s * x[2] * a;
    close(&by_x, &[slope * a * a, 0.0, s * s * a]);
    close(&[by_a], &[slope * 2.0 * x[0] * a + s * s * x[2]]);

    let (by_x, by_a) = copied_again::gradient(&x, a);
    let ahead = |i: usize| {
        let mut along = [0.0; 3];
        along[i] = 1.0;
        copied_again::jvp(&x, a, &along, 0.0).1
    };
    close(&by_x, &[ahead(0), ahead(1), ahead(2)]);
    close(&[by_a], &[copied_again::jvp(&x, a, &[0.0; 3], 1.0).1]);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Cloth {
    at: Vec2,
    knots: Vec<Vec2>,
    far: Vec<f64>,
    row: [f64; 3],
}

#[differentiable]
impl Cloth {
    fn gathered(&self, a: f64) -> Cloth {
        let row = [a, self.row[1], a * self.row[2]];
        Cloth { at: self.knots[0], knots: vec![self.at; 3], far: self.far.clone(), row }
    }
    fn ends(&self, a: f64) -> f64 {
        match &self.far[1..] {
            [] => a,
            [p] => a * p,
            [p, .., q] if p > q => a * q,
            [p, rest @ ..] => p * rest[0] * a,
        }
    }
}

#[differentiable]
fn hung(cloth: &Cloth, a: f64) -> f64 {
    let other = cloth.gathered(a);
    let mut s = other.knots[2].x * other.at.y + other.ends(a);
    if let [p, q, ..] = &cloth.row[..]
        && p < q
    {
        s *= p * q.sin();
    } else if let [.., q] = &cloth.far[..] {
        s *= q;
    }
    if let [_, .., last] = &other.row[..] {
        s += last * a;
    }
    s
}

#[test]
fn lists_in_structures_by_their_elements() {
    let knots = vec![Vec2 { x: 0.3, y: 1.7 }, Vec2 { x: -0.4, y: 0.9 }];
    for far in [vec![2.0], vec![2.0, 0.5], vec![0.1, 2.0, 1.5], vec![0.3, 1.5, 2.0, 2.5]] {
        for row in [[0.5, 0.8, 1.1], [0.8, 0.5, 1.2]] {
            let cloth = Cloth { at: Vec2 { x: 1.1, y: 0.7 }, knots: knots.clone(), far: far.clone(), row };
            let (v, (by_cloth, by_a)) = hung::value_and_gradient(&cloth, 0.6);
            assert_eq!(v.to_bits(), hung(&cloth, 0.6).to_bits());
            let all = hung::function(&cloth, 0.6);
            let inputs = [flat(&cloth), vec![0.6]].concat();
            close(&[flat(&by_cloth), vec![by_a]].concat(), &all.gradient(&inputs));
        }
    }
}
