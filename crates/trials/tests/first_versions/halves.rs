//! Functions that call themselves with lists of structures and tuples.

use super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: f64,
    y: f64,
}
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Complex {
    re: f64,
    im: f64,
}
#[derive(Clone, Copy, Debug, PartialEq)]
struct Body {
    at: Point,
    mass: f64,
}

/// The same list each time, by an index.
fn moment(bodies: &[Body], k: usize) -> f64 {
    if k == bodies.len() {
        return 0.0;
    }
    let b = bodies[k];
    b.mass * (b.at.x * b.at.x + b.at.y * b.at.y) + moment(bodies, k + 1)
}

/// Halves of a list.
fn spread(p: &[Point]) -> f64 {
    if p.len() < 2 {
        return p.iter().map(|p| p.x * p.y).sum();
    }
    let (a, b) = p.split_at(p.len() / 2);
    spread(a) * spread(b) + (a[0].x - b[0].y).powi(2)
}

/// A list beside a number, and an empty one.
fn merged(p: &Vec<Point>, depth: usize) -> (Vec<Point>, f64) {
    if depth == 0 || p.is_empty() {
        return (vec![], p.iter().map(|p| p.x).sum());
    }
    let half: Vec<Point> = p.iter().take(p.len() / 2).map(|q| Point { x: q.x * 0.5, y: q.y * q.x }).collect();
    let (mut rest, sum) = merged(&half, depth - 1);
    rest.push(Point { x: p[0].y, y: sum });
    (rest, sum + p[p.len() - 1].x * p[0].y)
}

/// A list that is given as it came, or grows.
#[differentiable]
fn doubled(p: &[Complex], n: usize) -> Vec<Complex> {
    if n == 0 {
        return p.to_vec();
    }
    let mut all = doubled(p, n - 1);
    let first = all[0];
    for c in all.iter_mut() {
        c.re = c.re * first.im - c.im;
    }
    all.push(Complex { re: first.im, im: first.re * 2.0 });
    all
}

/// What may not be there.
fn found(p: &[(f64, f64)], least: f64) -> Option<Vec<(f64, f64)>> {
    if p.is_empty() {
        return None;
    }
    if p[0].0 > least {
        return Some(p.iter().map(|(a, b)| (a * b, b - a)).collect());
    }
    found(&p[1..], least)
}

/// Constants among them.
fn mixed(p: &[(f64, f64)], q: &[(f64, f64)], k: usize) -> f64 {
    if k == 0 {
        return p[0].0 * q[0].1;
    }
    let next: Vec<(f64, f64)> = p.iter().zip(q).map(|(a, b)| (a.0 * b.1, a.1 + b.0)).collect();
    mixed(&next, q, k - 1) + p[1].1
}

/// A list by value.
fn sorted(mut v: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    if v.len() <= 1 {
        return v;
    }
    let pivot = v.pop().unwrap();
    let (low, high): (Vec<(f64, f64)>, Vec<(f64, f64)>) = v.into_iter().partition(|p| p.0 < pivot.0);
    let mut out = sorted(low);
    out.push(pivot);
    out.extend(sorted(high));
    out
}
fn swirl(p: &mut [(f64, f64)], n: usize) {
    if n < 2 {
        return;
    }
    for k in 0..n {
        p[k] = (p[k].0 * p[(k + 1) % n].1, p[k].1 + p[k].0);
    }
    swirl(p, n / 2);
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    let bodies: Vec<Body> = x.windows(3).map(|w| Body { at: Point { x: w[0], y: w[1] }, mass: w[2] }).collect();
    let points: Vec<Point> = x.windows(2).map(|w| Point { x: w[0], y: w[1] }).collect();
    let numbers: Vec<Complex> = x.windows(2).map(|w| Complex { re: w[0], im: w[1] }).collect();
    let pairs: Vec<(f64, f64)> = x.windows(2).map(|w| (w[0], w[1])).collect();
    let fixed: Vec<(f64, f64)> = (0..x.len()).map(|k| (0.3 * k as f64, 0.7 - 0.1 * k as f64)).collect();
    let (rest, sum) = merged(&points, 3);
    let d = doubled(&numbers, 3);
    let f = found(&pairs, 0.9).unwrap_or_default();
    let s = sorted(pairs.clone());
    let mut w = pairs.clone();
    swirl(&mut w, pairs.len());
    moment(&bodies, 0)
        + spread(&points)
        + sum
        + rest.iter().map(|p| p.x * p.y).sum::<f64>()
        + d.iter().enumerate().map(|(k, c)| c.re * c.im * k as f64).sum::<f64>()
        + f.iter().map(|p| p.0 - p.1 * p.0).sum::<f64>()
        + mixed(&pairs, &fixed, 3)
        + mixed(&fixed, &pairs, 2)
        + s.iter().enumerate().map(|(k, p)| p.0 * p.1 * k as f64).sum::<f64>()
        + w.iter().map(|p| p.0 * p.1).sum::<f64>()
}

#[test]
fn lists_of_structures_go_down_and_come_back() {
    let x = [0.3, 1.7, -0.4, 0.9, 1.2, 0.6, -0.8];
    let (value, gradient) = all::value_and_gradient(&x);
    held(&x, all, value, &gradient);
    let direction = [0.5, -0.2, 0.1, 0.7, -0.3, 0.4, 0.2];
    let moved = |h: f64| {
        let at: Vec<f64> = x.iter().zip(&direction).map(|(x, d)| x + h * d).collect();
        all::gradient(&at)
    };
    let second = all::hvp(&x, &direction);
    let (above, below) = (moved(1e-5), moved(-1e-5));
    for (k, second) in second.iter().enumerate() {
        let by_difference = (above[k] - below[k]) / 2e-5;
        assert!((second - by_difference).abs() < 1e-6 * (1.0 + second.abs()), "{second} for {by_difference}");
    }
}
