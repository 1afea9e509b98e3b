//! Flags, counts and choices that methods and functions answer of what carries derivatives; comparisons of structures.

use super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default, Differentiable)]
struct At {
    x: f64,
    y: f64,
}

impl At {
    fn is_low(&self) -> bool {
        self.y < 0.5
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Ball {
    at: At,
    radius: f64,
    #[constant]
    side: Side,
}

#[differentiable]
impl Ball {
    fn overlaps(&self, o: &Ball) -> bool {
        (self.at.x - o.at.x).hypot(self.at.y - o.at.y) < self.radius + o.radius
    }
    fn side_of(&self, x: f64) -> Side {
        if self.at.x < x { Side::Left } else { Side::Right }
    }
    fn among(&self, edges: &[f64]) -> usize {
        edges.iter().filter(|e| **e < self.at.x).count()
    }
    fn turned(&mut self, x: f64) {
        self.side = self.side_of(x);
    }
}

fn crowded(balls: &[Ball], at: At) -> bool {
    balls.iter().filter(|b| (b.at.x - at.x).abs() < b.radius).count() > 1
}

#[differentiable]
fn is_above(b: &Ball, level: f64) -> bool {
    b.at.y > level
}

#[differentiable]
fn score(balls: &[Ball], at: At, edges: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut best = at;
    for (i, b) in balls.iter().enumerate() {
        if balls[i + 1..].iter().any(|o| b.overlaps(o)) {
            s += b.radius * at.x;
        }
        match b.side_of(at.x) {
            Side::Left => s += b.at.y * at.y,
            Side::Right => s -= b.at.y * b.at.x,
        }
        s += b.among(edges) as f64 * b.radius * edges[0];
        if is_above(b, at.y) && b.at > best {
            best = b.at;
        }
        let mut other = b.clone();
        other.turned(at.x);
        if other.side == Side::Left || b.at.is_low() {
            s *= 1.0 + other.radius;
        }
    }
    if crowded(balls, at) { s + best.x * best.y } else { s * best.y }
}

#[test]
fn what_carries_derivatives_is_asked() {
    let balls = |x: &[f64]| {
        let ball = |k: usize, radius| Ball { at: At { x: x[k], y: x[k + 1] }, radius, side: Side::Right };
        [ball(0, x[6]), ball(2, 0.4), ball(4, 0.3)]
    };
    for shift in [0.0, 1.1] {
        let x = [0.2, 0.3, 0.7, 0.8, 0.9 + shift, 0.6, 0.5, 0.6, 0.4, 0.1, 0.65];
        let f = |x: &[f64]| score(&balls(x), At { x: x[7], y: x[8] }, &x[9..]);
        let (value, (b, at, e)) = score::value_and_gradient(&balls(&x), At { x: x[7], y: x[8] }, &x[9..]);
        let [b0, b1, b2] = [&b[0], &b[1], &b[2]];
        let g = [b0.at.x, b0.at.y, b1.at.x, b1.at.y, b2.at.x, b2.at.y, b0.radius, at.x, at.y, e[0], e[1]];
        held(&x, f, value, &g);
    }
}

#[differentiable]
impl Ball {
    fn steps(&self, limit: f64) -> f64 {
        let mut b = self.clone();
        let mut n = 0;
        while !b.overlaps(self) || n < 2 {
            b.at.x += limit * b.radius;
            b.radius *= 0.9;
            n += 1;
        }
        b.at.x * b.radius
    }
}

#[test]
fn loops_ask_too() {
    let ball = |x: &[f64]| Ball { at: At { x: x[0], y: 0.1 }, radius: x[1], side: Side::Left };
    let x = [0.4, 0.3, 0.2];
    let (value, (b, by)) = ball(&x).steps_value_and_gradient(x[2]);
    held(&x, |x| ball(x).steps(x[2]), value, &[b.at.x, b.radius, by]);
}
