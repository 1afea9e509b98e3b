//! Structures, their operators and methods, in functions that are recorded.

use super::near;
use std::collections::VecDeque;
use std::ops::{Add, AddAssign, Index, Mul, Neg, Sub};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V {
    x: f64,
    y: f64,
}

#[differentiable]
impl Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        V { x: self.x + o.x, y: self.y + o.y }
    }
}

#[differentiable]
impl Sub<&V> for &V {
    type Output = V;
    fn sub(self, o: &V) -> V {
        V { x: self.x - o.x, y: self.y - o.y }
    }
}

#[differentiable]
impl Mul<f64> for V {
    type Output = V;
    fn mul(self, k: f64) -> V {
        V { x: self.x * k, y: self.y * k }
    }
}

#[differentiable]
impl AddAssign for V {
    fn add_assign(&mut self, o: V) {
        self.x += o.x;
        self.y += o.y;
    }
}

#[differentiable]
impl Neg for V {
    type Output = V;
    fn neg(self) -> V {
        V { x: -self.x, y: -self.y }
    }
}

#[differentiable]
impl Index<usize> for V {
    type Output = f64;
    fn index(&self, k: usize) -> &f64 {
        if k == 0 { &self.x } else { &self.y }
    }
}

#[differentiable]
impl V {
    const UP: V = V { x: 0.0, y: 1.0 };
    fn new(x: f64, y: f64) -> V {
        V { x, y }
    }
    fn norm(&self) -> f64 {
        self.x.hypot(self.y)
    }
    fn shift(&mut self, dx: f64) {
        self.x += dx;
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    at: V,
    speed: V,
    #[constant]
    mass: f64,
    trail: Vec<f64>,
}

/// Its mass has a derivative, a body's has none.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Load {
    mass: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Shape {
    Circle { r: f64 },
    Rectangle(f64, f64),
    Nothing,
}

#[differentiable]
impl Body {
    fn energy(&self) -> f64 {
        0.5 * self.mass * self.speed.norm().powi(2) + self.at.y
    }
    fn step(&mut self, dt: f64) -> f64 {
        self.at += self.speed * dt;
        self.trail.push(self.at.x);
        self.at.norm()
    }
    fn checked(&self, k: f64) -> Result<f64, String> {
        if self.at.y < 0.0 { Err(format!("below by {k}")) } else { Ok(self.at.y.sqrt() * k) }
    }
    #[tape]
    fn length(&self, k: f64) -> f64 {
        let (mut s, mut points) = (k, self.trail.iter().peekable());
        while let Some(p) = points.next() {
            if let Some(q) = points.peek() {
                s += (*q - p).abs() * k;
            }
        }
        s
    }
}

const G: f64 = 9.81;

#[differentiable(tape)]
fn simulated(b: &Body, shapes: &[Shape], n: usize, dt: f64) -> (f64, Body) {
    let mut b = b.clone();
    let mut queue: VecDeque<V> = VecDeque::new();
    let mut energy = 0.0;
    for _ in 0..n {
        energy += b.step(dt) + b.energy();
        b.speed += V { x: 0.0, y: -G } * dt;
        queue.push_back(b.at);
        if queue.len() > 2 {
            queue.pop_front();
        }
    }
    let area = |s: &Shape| match s {
        Shape::Circle { r } => std::f64::consts::PI * r * r,
        Shape::Rectangle(w, h) => w * h,
        Shape::Nothing => 0.0,
    };
    let area: f64 = shapes.iter().map(area).sum();
    let last = queue.iter().fold(V::UP, |s, v| s + *v);
    let mut w = V::new(dt, 2.0);
    w.shift(dt);
    let d = &w - &last;
    b.trail.push((-d).norm());
    let (rounder, heavier) = (Shape::Circle { r: b.at.x }, Body { mass: b.mass * 2.0, ..b.clone() });
    (
        energy * area
            + w[1]
            + d[0]
            + heavier.energy()
            + heavier.length(dt)
            + matches!(rounder, Shape::Circle { r } if r > 0.0) as usize as f64,
        b,
    )
}

#[differentiable(tape)]
fn shaken(b: &mut Body, others: &mut [V], k: f64) -> f64 {
    for (v, w) in others.iter_mut().zip([1.0, 2.0].iter().peekable()) {
        v.x *= w * k;
        b.at += *v;
    }
    if k > 5.0 {
        return k;
    }
    b.speed.x -= 0.5 * (b.speed.x + STEPS[1]);
    b.speed.y = b.mass.max(0.5);
    STEPS.iter().fold(b.at.x, |s, v| s * v)
}

const STEPS: [f64; 2] = [0.5, 3.0];

#[test]
fn what_is_changed_is_given_back() {
    let mut b = Body { at: V::UP, speed: V::UP, mass: 1.0, trail: vec![] };
    let mut others: Vec<V> = vec![V { x: 1.0, y: 2.0 }, V { x: 3.0, y: 4.0 }];
    let (value, given, moved) = shaken::eval::<f64>(
        &wengert::generated::over::<f64, f64, Body>(&b),
        &wengert::generated::over::<f64, f64, Vec<V>>(&others),
        2.0,
    );
    assert_eq!(value, shaken(&mut b, &mut others, 2.0));
    assert_eq!((given.at.x, given.speed.x, moved[1].x), (b.at.x, b.speed.x, others[1].x));
    let pushed = |k: f64| {
        let mut others = vec![V { x: 1.0, y: 2.0 }, V { x: 3.0, y: 4.0 }];
        shaken(&mut b.clone(), &mut others, k)
    };
    near(pushing::gradient(&b, 2.0).1, pushed_by(&pushed, 2.0));
}

#[differentiable]
fn pushing(b: &Body, k: f64) -> f64 {
    let mut b = b.clone();
    let mut others: Vec<V> = vec![V { x: 1.0, y: 2.0 }, V { x: 3.0, y: 4.0 }];
    shaken(&mut b, &mut others, k)
}

fn pushed_by<'f>(f: &'f impl Fn(f64) -> f64, at: f64) -> impl Fn(f64) -> f64 + 'f {
    move |h| f(at + h)
}

#[differentiable]
fn cost(b: &Body, dt: f64) -> f64 {
    let shapes = vec![Shape::Circle { r: dt }, Shape::Rectangle(dt, 2.0), Shape::Nothing];
    let (e, end) = simulated(b, &shapes, 4, dt);
    e * end.at.norm() + end.trail[4]
}

#[test]
fn structures_are_recorded() {
    let body = |x: f64, v: f64| Body { at: V { x, y: 1.0 }, speed: V { x: v, y: 2.0 }, mass: 3.0, trail: vec![] };
    let (value, (by_body, by_dt)) = cost::value_and_gradient(&body(0.2, 1.0), 0.3);
    assert_eq!(value.to_bits(), cost(&body(0.2, 1.0), 0.3).to_bits());
    near(by_body.at.x, |h| cost(&body(0.2 + h, 1.0), 0.3));
    near(by_body.speed.x, |h| cost(&body(0.2, 1.0 + h), 0.3));
    near(by_dt, |h| cost(&body(0.2, 1.0), 0.3 + h));
    let zero = Body { at: V { x: 0.0, y: 0.0 }, speed: V { x: 0.0, y: 0.0 }, mass: 0.0, trail: vec![] };
    let (_, twice) = cost::hvp(&body(0.2, 1.0), 0.3, &zero, 1.0);
    near(twice, |h| cost::gradient(&body(0.2, 1.0), 0.3 + h).1);
}

#[test]
fn methods_are_recorded() {
    let b = Body { at: V::UP, speed: V::UP, mass: 1.0, trail: vec![1.0, 3.0, 2.5] };
    let (by_b, by_k) = b.length_gradient(2.0);
    assert_eq!((by_b.trail, by_k), (vec![-2.0, 4.0, -2.0], 1.0 + 2.5));
    assert_eq!(b.checked_value_and_gradient(2.0).map(|(value, (_, by_k))| (value, by_k)), Some((2.0, 1.0)));
}

#[differentiable(tape)]
fn loaded(b: &Body, load: &Load) -> f64 {
    let sum = b.trail.iter().fold(b.mass, |s, x| s * load.mass + x);
    let mut lighter = load.clone();
    lighter.mass -= 0.5 * b.mass;
    sum * lighter.mass
}

#[test]
fn fields_of_one_name_are_constant_in_some_types() {
    let b = Body { at: V::UP, speed: V::UP, mass: 1.5, trail: vec![0.3, -0.7] };
    let (v, (gb, gl)) = loaded::value_and_gradient(&b, &Load { mass: 0.8 });
    let m = 0.8_f64;
    let sum = 1.5 * m * m + 0.3 * m - 0.7;
    assert!((v - sum * (m - 0.75)).abs() < 1e-15);
    assert!((gl.mass - (sum + (3.0 * m + 0.3) * (m - 0.75))).abs() < 1e-15);
    assert_eq!(gb.trail, [m * (m - 0.75), m - 0.75]);
}

#[derive(Clone, Debug, Default, PartialEq, Differentiable)]
struct Polynomial {
    terms: Vec<f64>,
}

#[differentiable]
impl Polynomial {
    fn linear(a: f64, b: f64) -> Self {
        Polynomial { terms: vec![b, a] }
    }
    fn at(&self, x: f64) -> f64 {
        self.terms.iter().rev().fold(0.0, |s, c| s * x + c)
    }
    fn times(&self, o: &Polynomial) -> Polynomial {
        let mut terms = vec![0.0; self.terms.len() + o.terms.len() - 1];
        for (i, a) in self.terms.iter().enumerate() {
            for (j, b) in o.terms.iter().enumerate() {
                terms[i + j] += a * b;
            }
        }
        Polynomial { terms }
    }
}

impl std::iter::Product for Polynomial {
    fn product<I: Iterator<Item = Polynomial>>(iter: I) -> Polynomial {
        iter.fold(Polynomial { terms: vec![1.0] }, |a, b| a.times(&b))
    }
}

impl std::iter::Sum for V {
    fn sum<I: Iterator<Item = V>>(mut iter: I) -> V {
        let first = iter.next().unwrap_or(V { x: 0.0, y: 0.0 });
        iter.fold(first, |a, b| a + b)
    }
}

/// A namesake of what the sums above go through.
fn iter(roots: &[f64]) -> f64 {
    roots.iter().sum()
}

#[differentiable(tape)]
fn multiplied(roots: &[f64], x: f64) -> f64 {
    let p: Polynomial = roots.iter().map(|r| Polynomial::linear(1.0, -r)).product();
    let all = roots.iter().map(|r| V { x: *r, y: r * x }).sum::<V>();
    p.at(x) * all.x + all.y
}

#[test]
fn sums_and_products_of_structures() {
    let (roots, x) = ([0.5, -1.0, 2.0], 0.75);
    let (value, (by_roots, by_x)) = multiplied::value_and_gradient(&roots, x);
    assert_eq!(value.to_bits(), multiplied(&roots, x).to_bits());
    assert_eq!(iter(&roots), 1.5);
    near(by_x, |h| multiplied(&roots, x + h));
    (0..3).for_each(|k| near(by_roots[k], |h| multiplied(&super::moved(&roots, k, h), x)));
}

/// Constant fields of a structure, and of a variant, that hold lists.
#[derive(Clone, Debug, Differentiable)]
enum Paper {
    Bond {
        coupon: f64,
        #[constant]
        dates: Vec<f64>,
    },
    Cash(f64),
}

#[derive(Clone, Debug, Differentiable)]
struct Curve {
    #[constant]
    times: [f64; 2],
    zeros: Vec<f64>,
}

#[differentiable(tape)]
fn worth(p: &[f64], #[constant] given: &[f64]) -> f64 {
    let bond = Paper::Bond { coupon: p[0], dates: vec![0.5, 1.0] };
    let (cash, later) = (Paper::Cash(p[1]), Paper::Bond { coupon: p[1], dates: given.to_vec() });
    let curve = Curve { times: [given[0], 2.0], zeros: p.to_vec() };
    let mut sum = curve.times[0] * curve.zeros[0];
    for paper in [bond, cash, later] {
        sum += match &paper {
            Paper::Bond { coupon, dates } => dates.iter().map(|t| coupon * t * t).sum(),
            Paper::Cash(amount) => *amount,
        };
    }
    sum
}

#[differentiable(tape)]
fn by_made_functions(p: &[f64]) -> f64 {
    let times = |a: f64| move |x: f64| a * x * x;
    let f = times(p[0]);
    f(p[1]) + times(p[1])(3.0)
}

#[test]
fn constant_fields_are_filled_with_lists() {
    let p = [3.0, 5.0];
    assert_eq!(worth(&p, &[2.0, 1.0]), 2.0 * 3.0 + 1.25 * 3.0 + 5.0 + 5.0 * 5.0);
    assert_eq!(worth::gradient(&p, &[2.0, 1.0]), [2.0 + 1.25, 1.0 + 5.0]);
    assert_eq!(by_made_functions::value_and_gradient(&p), (75.0 + 45.0, vec![25.0, 30.0 + 9.0]));
}
