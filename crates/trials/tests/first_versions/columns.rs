//! Lists of enums, of Options and of references, and comparisons of what is made of parts.

use super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Solid,
    Liquid,
    Mixed(usize),
}

#[differentiable]
fn phases(t: f64, n: usize) -> f64 {
    let mut all = Vec::new();
    for k in 0..n {
        all.push(if k % 3 == 0 {
            Phase::Solid
        } else if k % 3 == 1 {
            Phase::Mixed(k)
        } else {
            Phase::Liquid
        });
    }
    all[0] = Phase::Mixed(7);
    let mut heat = 0.0;
    for p in &all {
        if *p == Phase::Mixed(4) {
            heat += t.cos();
        }
        if *p != Phase::Liquid {
            heat += t.sin();
        }
    }
    let of = |(k, p): (usize, &Phase)| match p {
        Phase::Solid => t,
        Phase::Liquid => t * t * k as f64,
        Phase::Mixed(j) => t.powi(*j as i32),
    };
    heat + all.iter().enumerate().map(of).sum::<f64>()
}

#[derive(Clone, Debug, Differentiable)]
enum Shape {
    Circle { r: f64 },
    Box(f64, f64),
    Nothing,
}

#[differentiable]
fn areas(x: &[f64]) -> f64 {
    let of = |w: &[f64]| if w[0] > w[1] { Shape::Circle { r: w[0] } } else { Shape::Box(w[0], w[1]) };
    let mut shapes: Vec<Shape> = x.windows(2).map(of).collect();
    shapes.push(Shape::Nothing);
    shapes.reverse();
    shapes.swap(1, 2);
    for s in shapes.iter_mut() {
        if let Shape::Circle { r } = s {
            *r *= 2.0;
        }
    }
    let area = |s: &Shape| match s {
        Shape::Circle { r } => 3.0 * r * r,
        Shape::Box(a, b) => a * b,
        Shape::Nothing => 1.0,
    };
    shapes.iter().enumerate().map(|(k, s)| (k + 1) as f64 * area(s)).sum::<f64>() + shapes.len() as f64
}

#[differentiable]
fn gaps(x: &[f64]) -> f64 {
    let mut best: Vec<Option<f64>> = vec![None; x.len()];
    for (k, v) in x.iter().enumerate() {
        if *v > 0.0 {
            best[k] = Some(v * v);
        }
    }
    let pair = [Some(x[0]), None, Some(x[1])];
    best.iter().flatten().sum::<f64>() + pair.iter().map(|p| p.unwrap_or(2.0)).product::<f64>()
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Hit {
    t: f64,
    w: f64,
}

#[differentiable]
fn in_order(x: &[f64]) -> f64 {
    let hits: Vec<Hit> = x.windows(2).map(|w| Hit { t: w[0], w: w[1] }).collect();
    let mut order: Vec<&Hit> = hits.iter().filter(|h| h.w > 0.0).collect();
    let first = order[0];
    order.sort_by(|a, b| b.t.partial_cmp(&a.t).unwrap());
    let mut v: Vec<&f64> = x.iter().collect();
    v.sort_by(|a, b| a.total_cmp(b));
    let named: Vec<(usize, &Hit)> = hits.iter().enumerate().collect();
    let same = if hits[0] == *order[0] { 1.0 } else { x[0] };
    let sum = order.iter().enumerate().map(|(k, h)| h.t * h.w * (k + 1) as f64).sum::<f64>();
    same * sum * *v[0] + v[1] * first.w * first.t + named[1].1.t
}

#[differentiable]
fn compared(x: &[f64]) -> f64 {
    let a: Vec<usize> = (0..x.len()).collect();
    let mut b = a.clone();
    b.reverse();
    let (u, v) = ((1, true), (1, a.len() > 2));
    let found = [1, 5, 7].iter().position(|&v| v == 5);
    let scale = if found != Some(1) { 0.0 } else { x[2] };
    scale
        * if a == b {
            x[0]
        } else if u == v {
            x[0] * x[1]
        } else {
            x[1]
        }
}

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Level {
    Low,
    Mid,
    High,
}

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Version(usize, usize);

#[derive(Clone, Copy, Debug)]
struct About(f64);

impl PartialEq for About {
    fn eq(&self, other: &About) -> bool {
        (self.0 - other.0).abs() < 0.5
    }
}

#[differentiable]
fn ordered(x: &[f64], n: usize) -> f64 {
    let level = if n > 3 {
        Level::High
    } else if n > 1 {
        Level::Mid
    } else {
        Level::Low
    };
    let version = Version(n, 2);
    let a = if level >= Level::Mid && version < Version(5, 1) { x[0] } else { x[1] };
    let (near, far) = (About(0.1) != About(0.2), About(0.1) != About(0.9));
    a * if near { x[0] } else { x[2] } * if far { x[1] } else { x[2] }
}

#[test]
fn comparisons() {
    let x = [0.7, -0.4, 1.3];
    for n in [0, 2, 4, 6] {
        let (value, g) = ordered::value_and_gradient(&x, n);
        held(&x, |x| ordered(x, n), value, &g);
    }
}

#[test]
fn columns() {
    let (value, g) = phases::value_and_gradient(0.7, 6);
    held(&[0.7], |x| phases(x[0], 6), value, &[g]);
    let x = [0.7, -0.4, 1.3, 0.9, 1.1];
    let (value, g) = areas::value_and_gradient(&x);
    held(&x, areas, value, &g);
    let (value, g) = gaps::value_and_gradient(&x);
    held(&x, gaps, value, &g);
    let (value, g) = in_order::value_and_gradient(&x);
    held(&x, in_order, value, &g);
    let (value, g) = compared::value_and_gradient(&x);
    held(&x, compared, value, &g);
}
