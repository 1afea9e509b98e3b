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

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair {
    v: f64,
    w: f64,
}
#[differentiable]
impl Pair {
    fn make(&self, k: f64) -> Pair {
        Pair { v: self.w * k, w: -self.v }
    }
    fn is_finite(&self) -> bool {
        self.v.is_finite() && self.w.is_finite()
    }
    fn a(&self) -> f64 {
        self.v.to_radians() + self.w.to_degrees() * 0.1
    }
    fn b(&self) -> f64 {
        self.v.rem_euclid(0.2) + self.w.copysign(self.v) + self.v.clamp(0.0, 0.2) + self.w.recip() + self.v.fract()
    }
    fn c(&self, k: f64) -> f64 {
        let d = self.make(k);
        d.v.to_radians().sin()
            + d.w.rem_euclid(1.0)
            + d.v.log(2.0)
            + d.w.exp_m1()
            + d.v.log10()
            + d.v.cbrt()
            + d.w.signum() * d.v.mul_add(2.0, 1.0)
    }
    fn d(&self) -> f64 {
        let (s, c) = self.v.sin_cos();
        s * c + self.w.powi(3) + self.v.powf(self.w) + self.v.hypot(self.w) + self.v.atan2(self.w)
    }
    fn f(&self, k: f64) -> f64 {
        let d = self.make(k);
        if d.is_finite() && self.v.total_cmp(&self.w).is_lt() { d.v.max(self.w).min(1.0) } else { 0.0 }
    }
    fn g(&self) -> f64 {
        if self.v.partial_cmp(&self.w) == Some(std::cmp::Ordering::Less) { self.v } else { self.w }
    }
    fn h(&self) -> f64 {
        match self.v.partial_cmp(&self.w) {
            Some(std::cmp::Ordering::Less) => self.v * 2.0,
            Some(_) => self.w,
            None => 0.0,
        }
    }
    fn i(&self) -> f64 {
        if (0.0..1.0).contains(&self.v) { self.w } else { self.v }
    }
    fn j(&self) -> f64 {
        self.w
            + f64::max(self.v, self.w)
            + f64::from(2u8) * self.w
            + self.v.exp2()
            + self.w.ln_1p()
            + self.v.asinh()
            + self.v.tanh()
            + self.v.sqrt().ln()
    }
}
#[differentiable]
fn asked_of_fields(s: &Pair, k: f64) -> f64 {
    s.a() + s.b() + s.c(k) + s.d() + s.f(k) + s.g() + s.h() + s.i() + s.j()
}
#[differentiable]
impl Pair {
    fn slope(&self, k: f64) -> Pair {
        Pair { v: self.w * k, w: -self.v }
    }
    fn finite(&self, k: f64) -> f64 {
        let d = self.slope(k);
        if d.v.is_finite() { d.v * d.w } else { 0.0 }
    }
    fn not_nan(&self, k: f64) -> f64 {
        if self.v.is_nan() || !self.slope(k).w.is_finite() { 0.0 } else { self.v * k }
    }
    fn or_error(&self, k: f64) -> Result<Pair, String> {
        let d = self.slope(k);
        if d.v.is_finite() { Ok(d) } else { Err(format!("no {}", k)) }
    }
    fn or_later(&self, k: f64) -> Result<Pair, String> {
        for _ in 0..3 {
            let d = self.slope(k);
            if d.v.abs() < 1e-12 {
                return Ok(d);
            }
        }
        let d = self.slope(k);
        if d.v.is_finite() { Ok(d) } else { Err(format!("no {}", k)) }
    }
}
#[differentiable]
fn asked_of_results(s: &Pair, k: f64) -> f64 {
    s.finite(k)
        + s.not_nan(k)
        + s.or_error(k).unwrap_or(*s).v
        + match s.or_later(k) {
            Ok(d) => d.w,
            Err(_) => 0.0,
        }
}
#[differentiable]
fn ordered(x: f64, y: f64) -> f64 {
    let a = match x.partial_cmp(&y) {
        Some(std::cmp::Ordering::Less) => x * 2.0,
        Some(_) => y,
        None => 0.0,
    };
    let b = if x.total_cmp(&y) == std::cmp::Ordering::Greater { x } else { y * y };
    let c = match x.total_cmp(&y) {
        std::cmp::Ordering::Less => x,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => y,
    };
    let d = if x.partial_cmp(&y) == Some(std::cmp::Ordering::Less) { x } else { y };
    a + b + c + d
}

#[test]
fn fields_are_asked_what_numbers_are() {
    let pair = |x: &[f64]| Pair { v: x[0], w: x[1] };
    let x = [0.3, 0.4, 0.7];
    let (value, (g, by_k)) = asked_of_fields::value_and_gradient(&pair(&x), x[2]);
    held(&x, |x| asked_of_fields(&pair(x), x[2]), value, &[g.v, g.w, by_k]);
    let (value, (g, by_k)) = asked_of_results::value_and_gradient(&pair(&x), x[2]);
    held(&x, |x| asked_of_results(&pair(x), x[2]), value, &[g.v, g.w, by_k]);
}

#[test]
fn an_ordering_is_a_constant() {
    for x in [[0.3, 0.4], [0.4, 0.3]] {
        let (value, (g, h)) = ordered::value_and_gradient(x[0], x[1]);
        held(&x, |x| ordered(x[0], x[1]), value, &[g, h]);
    }
}
