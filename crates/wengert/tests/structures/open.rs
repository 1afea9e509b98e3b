//! What is a structure although no type says so, and what is a constant one.

use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable(reverse_only)]
impl std::ops::Add for Point {
    type Output = Point;
    fn add(self, o: Point) -> Point {
        Point { x: self.x + o.x, y: self.y + o.y }
    }
}

#[differentiable(reverse_only)]
impl std::ops::Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        Point { x: -self.x, y: -self.y }
    }
}

#[differentiable(reverse_only)]
impl Point {
    fn across(&self, o: &Point, a: f64) -> f64 {
        self.x * o.y * a
    }
    // Its type parameter says nothing about the structure that it makes.
    fn through(&self, f: &impl Fn(f64) -> f64, a: f64) -> f64 {
        let q = Point { x: f(a), y: self.x };
        q.x * q.y
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    at: Point,
    parts: Vec<Point>,
    speed: Point,
}

#[differentiable(reverse_only)]
fn size(p: &Point, a: f64) -> f64 {
    p.x * a
}

#[differentiable(reverse_only)]
fn lists(r: &Body, a: f64, n: usize) -> f64 {
    let mut s = r.parts[n % 2].x;
    let all = [r.at, r.parts[1], r.at + r.speed];
    for _part in r.parts.iter() {
        s += a;
    }
    let mut more = vec![r.parts[0], r.at];
    more[1] = r.parts[1];
    more.push(r.parts[n]);
    s + all[1].y * all[2].x + more[1].y * more[2].x
}

#[test]
fn a_list_is_one_of_structures_where_it_is_used_as_such() {
    let at = Point { x: 0.5, y: 2.0 };
    let parts = vec![Point { x: 3.0, y: 5.0 }, Point { x: 7.0, y: 11.0 }];
    let r = Body { at, parts, speed: Point { x: 13.0, y: 17.0 } };
    let (value, (by_r, by_a)) = lists::value_and_gradient(&r, 2.0, 0);
    assert_eq!((value, by_a), (3.0 + 4.0 + 11.0 * 13.5 + 11.0 * 3.0, 2.0));
    assert_eq!(by_r.at, Point { x: 11.0, y: 0.0 });
    assert_eq!(by_r.parts, [Point { x: 1.0 + 11.0, y: 0.0 }, Point { x: 0.0, y: 13.5 + 3.0 }]);
    assert_eq!(by_r.speed, Point { x: 11.0, y: 0.0 });
}

#[differentiable(reverse_only)]
fn constants(x: f64, n: usize) -> f64 {
    let q = Point { x: 1.0, y: 2.0 };
    let all = vec![Point { x: 1.0, y: 2.0 }, Point { x: 3.0, y: 4.0 }];
    let mut s = x;
    for k in 0..n {
        s += size(&all[k], 1.0) * x + q.across(&all[k], 1.0) * x;
    }
    for p in &all {
        s += size(p, 2.0) * x + size(&q, 2.0) * p.across(&q, x);
    }
    let far = -Point { x: 0.75f64.cos(), y: 1.0 } + Point { x, y: x };
    s + far.y
}

#[test]
fn constant_structures_are_lent() {
    // 1 + (1 + 2) + (3 + 4) + (1 + 3) * 2 + 2 * (1 + 3) * 2, and 1 for the last.
    assert_eq!(constants::value_and_gradient(3.0, 2), (36.0 * 3.0 - 1.0, 36.0));
}

#[differentiable(reverse_only)]
fn rows(p: Point, b: &[f64]) -> f64 {
    let mut m = Vec::new();
    for i in 0..b.len() {
        m.push(vec![b[i] * p.x; i % 3]);
        m[i / 2].push(b[i] * p.y);
    }
    m[0][1] * m[1][0] + p.through(&|v| v * p.y, b[0])
}

#[test]
fn rows_stay_rows_beside_structures() {
    // The first row is b0 y, b1 y, the second b1 x, ..
    let (p, b) = (Point { x: 2.0, y: 3.0 }, [5.0, 7.0, 11.0]);
    let (value, (by_p, by_b)) = rows::value_and_gradient(p, &b);
    assert_eq!(value, 21.0 * 14.0 + 15.0 * 2.0);
    assert_eq!(by_p, Point { x: 21.0 * 7.0 + 15.0, y: 7.0 * 14.0 + 5.0 * 2.0 });
    assert_eq!(by_b, [3.0 * 2.0, 3.0 * 14.0 + 21.0 * 2.0, 0.0]);
}

#[differentiable(reverse_only)]
fn clipped(x: f64, #[constant] limit: f64) -> f64 {
    if x > limit { limit } else { x * x }
}

#[differentiable(reverse_only)]
fn asked(p: Point) -> f64 {
    if clipped(p.x, 0.5).atan() <= p.y { p.y * p.y } else { p.x }
}

#[test]
fn what_a_call_gives_is_asked_beside_structures() {
    assert_eq!(asked::gradient(Point { x: 0.1, y: 3.0 }), Point { x: 0.0, y: 6.0 });
    assert_eq!(asked::gradient(Point { x: 0.4, y: -3.0 }), Point { x: 1.0, y: 0.0 });
}
