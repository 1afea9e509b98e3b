//! What is without the attribute, or known by a trait alone, in functions that go to a tape by themselves.

use super::holds;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Index, Neg};
use wengert::{Differentiable, differentiable};

#[differentiable]
trait Filter {
    fn process(&mut self, x: f64) -> f64;
}

#[derive(Clone, Differentiable)]
struct OnePole {
    a: f64,
    z: f64,
}

#[differentiable]
impl Filter for OnePole {
    fn process(&mut self, x: f64) -> f64 {
        self.z += self.a * (x - self.z);
        self.z
    }
}

#[differentiable]
fn filtered(a: f64, x: f64) -> f64 {
    let mut chain: Vec<Box<dyn Filter>> = vec![Box::new(OnePole { a, z: 0.0 }), Box::new(OnePole { a: 0.5, z: a })];
    chain.iter_mut().fold(x, |s, f| f.process(s))
}

#[differentiable]
trait Gains {
    fn gain(&mut self, k: usize) -> Option<&mut f64>;
    fn total(&self) -> f64;
}

#[derive(Clone, Differentiable)]
struct Two(f64, f64);

#[differentiable]
impl Gains for Two {
    fn gain(&mut self, k: usize) -> Option<&mut f64> {
        match k {
            0 => Some(&mut self.0),
            1 => Some(&mut self.1),
            _ => None,
        }
    }
    fn total(&self) -> f64 {
        self.0 + 2.0 * self.1
    }
}

#[differentiable]
fn amplified(a: f64, x: f64) -> f64 {
    let mut gains: Box<dyn Gains> = Box::new(Two(a, x));
    if let Some(gain) = gains.gain(1) {
        *gain *= 5.0 * x;
    }
    gains.total()
}

#[test]
fn objects_and_places_in_them() {
    holds(
        &[0.3, 0.8],
        |x| filtered(x[0], x[1]),
        |x| {
            let (value, (a, b)) = filtered::value_and_gradient(x[0], x[1]);
            (value, vec![a, b])
        },
    );
    holds(
        &[0.3, 0.8],
        |x| amplified(x[0], x[1]),
        |x| {
            let (value, (a, b)) = amplified::value_and_gradient(x[0], x[1]);
            (value, vec![a, b])
        },
    );
}

#[derive(Clone, Differentiable)]
struct Side {
    a: f64,
}

impl Side {
    fn power(&self, n: usize) -> f64 {
        if n == 0 { 1.0 } else { self.a * self.power(n - 1) }
    }
}

#[differentiable]
fn area(s: &Side, k: f64) -> f64 {
    k * s.power(2) + 1.0
}

#[derive(Clone, Differentiable)]
enum Tree {
    Leaf(f64),
    Fork(Box<Tree>, Box<Tree>),
}

#[differentiable]
impl Tree {
    fn sum(&self) -> f64 {
        match self {
            Tree::Leaf(x) => *x,
            Tree::Fork(a, b) => a.sum() + b.sum(),
        }
    }
    #[constant]
    fn depth(&self) -> usize {
        match self {
            Tree::Leaf(_) => 0,
            Tree::Fork(a, b) => 1 + a.depth().max(b.depth()),
        }
    }
}

#[differentiable]
fn weighed(t: &Tree) -> f64 {
    t.sum() * t.depth() as f64
}

#[test]
fn methods_that_call_themselves() {
    holds(
        &[0.7, 1.3],
        |x| area(&Side { a: x[0] }, x[1]),
        |x| {
            let (value, (side, k)) = area::value_and_gradient(&Side { a: x[0] }, x[1]);
            (value, vec![side.a, k])
        },
    );
    let tree = |x: &[f64]| Tree::Fork(Box::new(Tree::Leaf(x[0])), Box::new(Tree::Leaf(x[1])));
    holds(
        &[0.7, 1.3],
        |x| weighed(&tree(x)),
        |x| {
            let (value, by) = weighed::value_and_gradient(&tree(x));
            let Tree::Fork(a, b) = by else { panic!("a leaf") };
            let leaf = |tree: &Tree| if let Tree::Leaf(x) = tree { *x } else { f64::NAN };
            (value, vec![leaf(&a), leaf(&b)])
        },
    );
}

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

// A text that is given room is recorded.
#[differentiable]
fn added(p: Point, q: Point) -> f64 {
    let mut t = String::from("abc");
    t.reserve(3);
    (p + q).x * t.len() as f64
}

#[differentiable]
fn turned(p: Point) -> f64 {
    let mut t = String::from("abc");
    t.reserve(3);
    (-p).x * t.len() as f64
}

#[differentiable]
fn grown(p: Point, q: Point) -> f64 {
    let mut t = String::from("abc");
    t.reserve(3);
    let mut sum = p;
    sum += q;
    sum.y * t.len() as f64
}

#[differentiable]
fn indexed(p: Point) -> f64 {
    let mut t = String::from("abc");
    t.reserve(3);
    p[t.len() % 2]
}

#[differentiable]
fn summed(points: &[Point]) -> f64 {
    let mut t = String::from("abc");
    t.reserve(3);
    points.iter().copied().sum::<Point>().x * t.len() as f64
}

#[differentiable]
fn turned_into(a: f64, b: f64) -> f64 {
    let mut t = String::from("abc");
    t.reserve(3);
    let p: Point = (a, b).into();
    p.x * p.y * t.len() as f64
}

#[test]
fn operators_without_the_attribute() {
    let point = |x: &[f64]| Point { x: x[0], y: x[1] };
    let parts = |p: Point| vec![p.x, p.y];
    let x = [0.7, 1.3, -0.4, 0.9];
    for (f, derivatives) in [
        (added as fn(Point, Point) -> f64, added::value_and_gradient as fn(Point, Point) -> (f64, (Point, Point))),
        (grown, grown::value_and_gradient),
    ] {
        holds(
            &x,
            |x| f(point(x), point(&x[2..])),
            |x| {
                let (value, (p, q)) = derivatives(point(x), point(&x[2..]));
                (value, [parts(p), parts(q)].concat())
            },
        );
    }
    holds(
        &x[..2],
        |x| turned(point(x)),
        |x| {
            let (value, p) = turned::value_and_gradient(point(x));
            (value, parts(p))
        },
    );
    holds(
        &x[..2],
        |x| indexed(point(x)),
        |x| {
            let (value, p) = indexed::value_and_gradient(point(x));
            (value, parts(p))
        },
    );
    let points = |x: &[f64]| [point(x), point(&x[2..])];
    holds(
        &x,
        |x| summed(&points(x)),
        |x| {
            let (value, all) = summed::value_and_gradient(&points(x));
            (value, all.into_iter().flat_map(parts).collect())
        },
    );
    holds(
        &x[..2],
        |x| turned_into(x[0], x[1]),
        |x| {
            let (value, (a, b)) = turned_into::value_and_gradient(x[0], x[1]);
            (value, vec![a, b])
        },
    );
}
