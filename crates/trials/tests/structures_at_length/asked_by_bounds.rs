//! What methods of a trait answer with constants, where of a type only the trait is known.

use std::collections::BTreeSet;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Round,
    Flat,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
trait Shape: Clone {
    fn area(&self) -> f64;
    fn sides(&self) -> usize;
    fn kind(&self) -> Kind;
    fn contains(&self, p: &Point) -> bool;
    fn cell(&self, x: f64, k: usize) -> (usize, i32);
    fn within(&self, xs: &[f64]) -> Vec<usize>;
    fn grow(&mut self, k: f64);
    fn name(&self) -> String {
        "shape".to_string()
    }
    fn label(&self) -> &'static str {
        "abc"
    }
    fn limit(&self) -> Option<usize> {
        None
    }
    fn marks(&self) -> BTreeSet<usize> {
        [self.sides(), 2].into()
    }
    fn above(&self, x: f64) -> bool {
        self.area() > x
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Square {
    side: f64,
    n: usize,
}

#[differentiable]
impl Shape for Square {
    fn area(&self) -> f64 {
        self.side * self.side
    }
    fn sides(&self) -> usize {
        self.n
    }
    fn kind(&self) -> Kind {
        Kind::Flat
    }
    fn contains(&self, p: &Point) -> bool {
        p.x < self.side && p.y < self.side
    }
    fn cell(&self, x: f64, k: usize) -> (usize, i32) {
        ((x / self.side) as usize + k, -1)
    }
    fn within(&self, xs: &[f64]) -> Vec<usize> {
        (0..xs.len()).filter(|i| xs[*i] < self.side).collect()
    }
    fn grow(&mut self, k: f64) {
        self.side *= k;
    }
}

#[differentiable]
fn counted<S: Shape>(shape: &S, x: f64) -> f64 {
    let mut s = shape.area() * x.powi(shape.sides() as i32) * shape.limit().unwrap_or(3) as f64;
    for mark in shape.marks() {
        s += x * mark as f64;
    }
    match shape.kind() {
        Kind::Round => s,
        Kind::Flat => s * (shape.name().len() + shape.label().len()) as f64,
    }
}

#[differentiable]
fn located<S: Shape>(shape: &S, x: f64, y: f64) -> f64 {
    let p = Point { x, y };
    let inside = if shape.contains(&p) { shape.area() * p.x } else { p.y * shape.sides() as f64 };
    let (cell, sign) = shape.cell(x * y, 2);
    let xs = [x, y, x * y, 9.0];
    let within: f64 = shape.within(&xs[..3]).into_iter().map(|i| xs[i].powi(3)).sum();
    inside * y.powi(cell as i32) * f64::from(sign) + within + if shape.above(x * 0.1) { x } else { y }
}

#[differentiable]
fn grown<S: Shape>(shape: &S, x: f64) -> f64 {
    let (mut own, mut s) = (shape.clone(), 0.0);
    for _ in 0..3 {
        own.grow(x);
        s += own.area() * own.sides() as f64;
        if own.above(1.0) {
            s *= 2.0;
        }
    }
    s
}

#[differentiable]
fn summed<S: Shape>(shapes: &[S], least: f64) -> f64 {
    shapes.iter().filter(|shape| shape.above(least)).map(|shape| shape.area() * shape.sides() as f64).sum()
}

#[differentiable]
fn all(x: f64, y: f64) -> f64 {
    let square = Square { side: x + y, n: 4 };
    let shapes = vec![square.clone(), Square { side: x, n: 3 }];
    counted(&square, y) + located(&square, x, y) + grown(&square, x) * summed(&shapes, 0.5)
}

#[test]
fn constants_are_asked_of_types_known_by_their_traits() {
    held_at!([[0.4, 0.9], [1.3, 0.2], [0.7, 1.6]]; all);
    let square = Square { side: 2.0, n: 4 };
    let (by_square, by_x) = counted::gradient(&square, 1.0);
    assert_eq!((by_square.side, by_x), (8.0 * 12.0, 8.0 * (12.0 * 4.0 + 6.0)));
    let direction = Square { side: 1.0, n: 4 };
    let (by_square, by_least) = grown::hvp(&square, 1.5, &direction, 0.0);
    assert_eq!(by_square.n, 4);
    assert!(by_square.side > 0.0 && by_least > 0.0);
}
