use std::iter::Sum;
use std::ops::{Add, AddAssign, Index, Neg};
use wengert::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        Point { x: -self.x, y: -self.y }
    }
}

impl AddAssign for Point {
    fn add_assign(&mut self, other: Point) {
        *self = Point { x: self.x + other.x, y: self.y + other.y };
    }
}

impl Index<usize> for Point {
    type Output = f64;
    fn index(&self, k: usize) -> &f64 {
        if k == 0 { &self.x } else { &self.y }
    }
}

impl Sum for Point {
    fn sum<I: Iterator<Item = Point>>(all: I) -> Point {
        all.fold(Point { x: 0.0, y: 0.0 }, |p, q| p + q)
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Point {
        Point { x, y }
    }
}

// A text that grows is recorded.
#[differentiable]
fn added(p: Point, q: Point) -> f64 {
    let mut t = String::new();
    t.reserve(3);
    (p + q).x * t.len() as f64
}

#[differentiable]
fn turned(p: Point) -> f64 {
    let mut t = String::new();
    t.reserve(3);
    (-p).x * t.len() as f64
}

#[differentiable]
fn grown(p: Point, q: Point) -> f64 {
    let mut t = String::new();
    t.reserve(3);
    let mut sum = p;
    sum += q;
    sum.y * t.len() as f64
}

#[differentiable]
fn indexed(p: Point) -> f64 {
    let mut t = String::new();
    t.reserve(3);
    p[t.len() % 2]
}

#[differentiable]
fn summed(points: &[Point]) -> f64 {
    let mut t = String::new();
    t.reserve(3);
    points.iter().copied().sum::<Point>().x * t.len() as f64
}

#[differentiable]
fn turned_into(a: f64, b: f64) -> f64 {
    let mut t = String::new();
    t.reserve(3);
    let p: Point = (a, b).into();
    p.x * p.y * t.len() as f64
}

fn main() {
    let p = Point { x: 1.0, y: 2.0 };
    added::gradient(p, p);
    turned::gradient(p);
    grown::gradient(p, p);
    indexed::gradient(p);
    summed::gradient(&[p]);
    turned_into::gradient(1.0, 2.0);
}
