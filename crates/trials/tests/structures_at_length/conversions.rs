//! Conversions from several types, methods that are there under a condition, and wide tuples with structures in them.

use super::{near, slope};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl From<[f64; 2]> for Point {
    fn from(p: [f64; 2]) -> Point {
        Point { x: p[0], y: p[1] }
    }
}

#[differentiable]
impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Point {
        Point { x, y }
    }
}

#[differentiable]
impl From<f64> for Point {
    fn from(x: f64) -> Point {
        Point { x, y: x * x }
    }
}

#[differentiable(tape)]
fn converted(a: f64, b: f64) -> f64 {
    let (p, q, r) = (Point::from([a, b]), Point::from((b, a)), Point::from(a));
    let s: Point = [b, 2.0].into();
    p.x * q.x + p.y * r.y + s.x * s.y
}

#[differentiable]
impl Point {
    #[cfg(debug_assertions)]
    fn measured(&self, scale: f64) -> f64 {
        self.x * scale + self.y
    }
    #[cfg(not(debug_assertions))]
    fn measured(&self, scale: f64) -> f64 {
        self.x * scale + self.y * scale * scale
    }
    #[cfg(debug_assertions)]
    fn counts(&self) -> usize {
        (self.x > self.y) as usize
    }
    #[cfg(not(debug_assertions))]
    fn counts(&self) -> usize {
        (self.x > 0.0) as usize
    }
}

#[differentiable]
fn measures(p: &Point, scale: f64) -> f64 {
    p.measured(scale * scale) * p.x + p.counts() as f64 * p.y
}

#[differentiable]
fn apart(p: &Point, a: f64) -> (Point, f64, f64, f64, usize, f64, f64, f64) {
    (Point { x: p.y * a, y: a }, a, p.x, a * a, 3, p.x * a, p.y, p.x * p.y)
}

#[differentiable]
fn together(p: &Point, a: f64) -> f64 {
    let (q, b, c, d, n, e, f, g) = apart(p, a);
    q.x * b + q.y * c + d * n as f64 + e * f - g
}

fn check(value: f64, plain: impl Fn(f64, f64) -> f64, (x, y): (f64, f64), by: (f64, f64)) {
    assert_eq!(value.to_bits(), plain(x, y).to_bits());
    near(by.0, slope(|x| plain(x, y), x));
    near(by.1, slope(|y| plain(x, y), y));
}

#[test]
fn a_type_is_made_of_several() {
    let at = (0.7, 1.3);
    let (value, by) = converted::value_and_gradient(at.0, at.1);
    check(value, converted, at, by);
}

#[test]
fn methods_may_be_there_under_conditions() {
    let at = (1.7, 1.3);
    let point = |x| Point { x, y: 0.4 };
    let (value, (by_p, by_scale)) = measures::value_and_gradient(&point(at.0), at.1);
    check(value, |x, scale| measures(&point(x), scale), at, (by_p.x, by_scale));
    let (by_p, by_scale) = point(at.0).measured_gradient(at.1);
    check(point(at.0).measured(at.1), |x, scale| point(x).measured(scale), at, (by_p.x, by_scale));
}

#[test]
fn tuples_may_be_wide() {
    let at = (0.7, 1.3);
    let point = |x| Point { x, y: 0.4 };
    let (value, (by_p, by_a)) = together::value_and_gradient(&point(at.0), at.1);
    check(value, |x, a| together(&point(x), a), at, (by_p.x, by_a));
}
