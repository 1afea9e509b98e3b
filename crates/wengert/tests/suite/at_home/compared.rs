//! What the author's own `==` and `<` say of types of theirs: they borrow what they compare.

// None is recorded.
#![deny(deprecated)]

use std::cmp::Ordering;
use wengert::Differentiable;
use wengert::prelude::*;

/// The same by their first numbers, whatever else they hold.
#[derive(Clone, Debug, Differentiable)]
struct Poly {
    c: Vec<f64>,
    degree: usize,
}

impl PartialEq for Poly {
    fn eq(&self, other: &Poly) -> bool {
        self.c.len() == other.c.len() && self.c[0] == other.c[0]
    }
}

impl PartialOrd for Poly {
    fn partial_cmp(&self, other: &Poly) -> Option<Ordering> {
        other.degree.partial_cmp(&self.degree)
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        self.x == other.x
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        other.y.partial_cmp(&self.y)
    }
}

impl PartialEq<f64> for Point {
    fn eq(&self, other: &f64) -> bool {
        self.y == *other
    }
}

/// Without derivatives.
#[derive(Clone, Debug)]
struct Tag {
    names: Vec<usize>,
}

impl PartialEq for Tag {
    fn eq(&self, other: &Tag) -> bool {
        self.names.len() == other.names.len()
    }
}

#[differentiable]
fn lists(x: &[f64]) -> f64 {
    let a = Poly { c: x.to_vec(), degree: 1 };
    let b = Poly { c: vec![x[0]; x.len()], degree: 2 };
    if a != b {
        return 0.0;
    }
    let mut s = if a > b { x[1] } else { 1.0 };
    for (p, q) in a.c.iter().zip(&b.c) {
        s += p * q;
    }
    s + a.degree as f64 * b.c[0]
}

#[differentiable]
fn points(x: &[f64]) -> f64 {
    let a = Point { x: x[0], y: 2.0 };
    let b = Point { x: x[0], y: x[1] };
    let lent = &a;
    let mut s = if *lent == b { a.x * b.y } else { b.y };
    if a == 2.0 {
        s *= a.y;
    }
    if lent != &b {
        s += lent.y;
    }
    s * a.x
}

#[differentiable]
fn lent(p: &Poly, q: &Poly) -> f64 {
    let all = vec![p.clone(), q.clone()];
    let mut s = 0.0;
    for one in &all {
        if one == p {
            s += one.c[0] * one.c[1];
        }
        if *one != *q {
            s += one.c[0];
        }
    }
    if all[0] == all[1] {
        s += 1.0;
    }
    s + all[1].c[0] * all[0].c[1]
}

#[differentiable]
fn tags(x: &[f64]) -> f64 {
    let a = Tag { names: vec![1, 2] };
    let b = Tag { names: vec![x.len(), 7] };
    let s = if a == b { x[0] } else { x[1] };
    s * x[0] * (a.names[0] + b.names[0]) as f64
}

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Differentiable)]
struct Placed {
    at: Point,
    weight: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Maybe {
    At(Point),
    Nowhere,
}

/// What holds points is compared as these are: `y` says nothing.
#[differentiable]
fn inside(x: &[f64]) -> f64 {
    let (p, q) = (Point { x: x[0], y: x[1] }, Point { x: x[0], y: x[2] });
    let mut s = x[0];
    if (Placed { at: p, weight: 1.0 }) == (Placed { at: q, weight: 1.0 }) {
        s *= x[1];
    }
    if (Placed { at: p, weight: 1.0 }) < (Placed { at: q, weight: -1.0 }) {
        s *= x[2];
    }
    if Maybe::At(p) == Maybe::At(q) && Maybe::At(p) != Maybe::Nowhere {
        s *= x[1];
    }
    if (p, 1) == (q, 1) && Some(p) == Some(q) {
        s *= x[1];
    }
    if [p, q] == [q, p] && vec![(p, x[0])] == vec![(q, x[0])] {
        s *= x[1];
    }
    if let Maybe::At(p) = Maybe::At(q) { s + p.y } else { s }
}

/// The same on a tape.
#[differentiable(tape)]
fn inside_on_a_tape(x: &[f64]) -> f64 {
    let (p, q) = (Point { x: x[0], y: x[1] }, Point { x: x[0], y: x[2] });
    let mut s = if p < q { x[0] } else { x[0] * x[0] };
    if (Placed { at: p, weight: 1.0 }) == (Placed { at: q, weight: 1.0 }) && Some(p) == Some(q) {
        s *= x[1];
    }
    if Maybe::At(p) == Maybe::At(q) && Maybe::At(p) != Maybe::Nowhere && q == x[2] {
        s *= x[1];
    }
    s
}

#[differentiable(tape)]
fn lists_on_a_tape(x: &[f64]) -> f64 {
    let a = Poly { c: x.to_vec(), degree: 1 };
    let b = Poly { c: vec![x[0]; x.len()], degree: 2 };
    let s = if a == b && a > b { x[1] } else { 1.0 };
    s * a.c[0] * b.c[1]
}

/// A derivative by a difference of two values.
fn difference(f: impl Fn(&[f64]) -> f64, x: &[f64], k: usize) -> f64 {
    let h = 1e-6;
    let at = |by: f64| {
        let mut x = x.to_vec();
        x[k] += by;
        f(&x)
    };
    (at(h) - at(-h)) / (2.0 * h)
}

#[track_caller]
fn near(found: &[f64], f: impl Fn(&[f64]) -> f64, x: &[f64]) {
    for (k, found) in found.iter().enumerate() {
        let wanted = difference(&f, x, k);
        assert!((found - wanted).abs() <= 1e-6 * wanted.abs().max(1.0), "{k}: {found} instead of {wanted}");
    }
}

#[test]
fn what_is_compared_is_there_afterwards() {
    let x = [1.5, -0.7, 2.5];
    for (f, (value, gradient)) in [
        (lists as fn(&[f64]) -> f64, lists::value_and_gradient(&x)),
        (points, points::value_and_gradient(&x)),
        (tags, tags::value_and_gradient(&x)),
        (inside, inside::value_and_gradient(&x)),
        (inside_on_a_tape, inside_on_a_tape::value_and_gradient(&x)),
        (lists_on_a_tape, lists_on_a_tape::value_and_gradient(&x)),
    ] {
        assert_eq!(value, f(&x));
        near(&gradient, f, &x);
    }
}

#[test]
fn references() {
    let x = [1.5, -0.7];
    let poly = |c: &[f64]| Poly { c: c.to_vec(), degree: 1 };
    for y in [[1.25, 0.3], [1.5, 0.3]] {
        let (value, (p, q)) = lent::value_and_gradient(&poly(&x), &poly(&y));
        assert_eq!(value, lent(&poly(&x), &poly(&y)));
        if y[0] != x[0] {
            near(&p.c, |x| lent(&poly(x), &poly(&y)), &x);
            near(&q.c, |y| lent(&poly(&x), &poly(y)), &y);
        }
    }
}
