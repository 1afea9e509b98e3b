//! Tuples, `Option`s, rows, and lists of tuples that are fields, parameters and results.

use super::{Vec3, close};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Curve {
    points: Vec<(f64, f64)>,
    scale: (f64, f64),
    rows: Vec<Vec<f64>>,
    shift: Option<Vec3>,
    #[constant]
    knots: Vec<f64>,
    order: Vec<usize>,
}

#[differentiable]
impl Curve {
    fn new(x: &[f64], a: f64) -> Curve {
        Curve {
            points: x.iter().map(|v| (*v, v * a)).collect(),
            scale: (a, x[0]),
            rows: vec![x.to_vec(), vec![a; 2]],
            shift: if a > 0.0 { Some(Vec3::new(a, x[1], 1.0)) } else { None },
            knots: vec![0.5, 2.0],
            order: vec![1, 0],
        }
    }
    fn at(&self, t: f64) -> f64 {
        let mut s = self.scale.0 * t + self.scale.1;
        for i in 1..self.points.len() {
            let (x0, y0) = self.points[i - 1];
            let (x1, y1) = self.points[i];
            s += (x1 - x0) * (y0 + y1);
        }
        for (x, y) in &self.points {
            s += x * y * t;
        }
        for (row, knot) in self.rows.iter().zip(&self.knots) {
            s += row.iter().sum::<f64>() * knot;
        }
        for k in &self.order {
            s += self.rows[*k][0] * self.knots[self.order[*k]];
        }
        if let Some(p) = &self.shift {
            s *= p.norm();
        }
        s
    }
}

#[differentiable]
fn area(points: &[(f64, f64)], a: f64) -> f64 {
    points.iter().map(|&(x, y)| x * y * a).sum::<f64>() + points[0].0 * points[points.len() - 1].1
}

#[differentiable]
fn pairs(x: &[f64], a: f64) -> Vec<(f64, f64)> {
    x.iter().map(|v| (*v, v * a)).collect()
}

#[differentiable]
fn apart(p: (Vec3, Vec3), far: Option<f64>) -> f64 {
    match far {
        Some(far) => (p.0 - p.1).norm() * far,
        None => p.0.dot(p.1),
    }
}

#[differentiable]
fn program(x: &[f64], a: f64) -> f64 {
    let c = Curve::new(x, a);
    let mut s = c.at(x[1]) + area(&[(a, x[0]), (x[1], 2.0)], a);
    let list: Vec<(f64, f64)> = x.iter().map(|v| (v * a, *v)).collect();
    s += area(&list, x[0]);
    let p = pairs(x, s);
    for (u, v) in &p {
        s += u * v;
    }
    let (u, v) = (Vec3::new(x[0], x[1], a), Vec3::new(a, 1.0, s));
    s + apart((u, v), Some(a)) + apart((u, v), None)
}

/// Lists of structures that grow and shrink.
#[differentiable]
fn lists(x: &[f64], a: f64) -> f64 {
    let mut list: Vec<Vec3> = x.iter().map(|t| Vec3::new(*t, a, 1.0)).collect();
    let more = list.clone();
    list.extend(more);
    list.insert(1, Vec3::new(a, a, x[0]));
    let first = list.remove(0);
    list.retain(|p| p.x > -0.3);
    let top = list.iter().max_by(|p, q| p.x.total_cmp(&q.x)).unwrap();
    let mut s = first.norm() * top.norm();
    list.truncate(4);
    while let Some(p) = list.pop() {
        s = s * 0.5 + p.norm() * p.x;
    }
    list.push(Vec3::new(s, a, x[1]));
    let low = list.iter().min_by(|p, q| p.y.partial_cmp(&q.y).unwrap()).unwrap();
    s + low.norm() * list.len() as f64
}

#[test]
fn lists_that_change_their_length_have_derivatives() {
    let (x, a) = ([0.7, -0.4, 1.3], 0.6);
    let (value, (gx, ga)) = lists::value_and_gradient(&x, a);
    assert_eq!(value, lists(&x, a));
    for (k, got) in gx.iter().chain([&ga]).enumerate() {
        let moved = |h: f64| {
            let mut p = [x[0], x[1], x[2], a];
            p[k] += h;
            lists(&p[..3], p[3])
        };
        let want = (moved(1e-6) - moved(-1e-6)) / 2e-6;
        assert!((got - want).abs() < 1e-6 * (1.0 + want.abs()), "{k}: {got} {want}");
    }
}

#[test]
fn what_is_kept_whole_has_derivatives() {
    for a in [0.6, -0.7] {
        let x = [0.7, -0.4, 1.3];
        let (value, (gx, ga)) = program::value_and_gradient(&x, a);
        assert_eq!(value, program(&x, a));
        let got = [&gx[..], &[ga]].concat();
        let moved = |k: usize, h: f64| {
            let mut p = [x[0], x[1], x[2], a];
            p[k] += h;
            p
        };
        for (k, got) in got.into_iter().enumerate() {
            let (p, m) = (moved(k, 1e-6), moved(k, -1e-6));
            let want = (program(&p[..3], p[3]) - program(&m[..3], m[3])) / 2e-6;
            assert!((got - want).abs() < 1e-6 * (1.0 + want.abs()), "{k}: {got} {want}");
        }
        let t = [0.3, -1.0, 0.5];
        let (_, along) = program::jvp(&x, a, &t, 2.0);
        close(&[along], &[gx.iter().zip(t).map(|(g, t)| g * t).sum::<f64>() + 2.0 * ga]);
    }
    let (by_points, by_a) = area::gradient(&[(1.0, 2.0), (3.0, 4.0)], 0.5);
    assert_eq!((by_points, by_a), (vec![(1.0 + 4.0, 0.5), (2.0, 1.5 + 1.0)], 14.0));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Basis<const G: usize> {
    start: [f64; G],
    end: [f64; G],
}

#[differentiable]
impl<const G: usize> Basis<G> {
    fn total(&self, x: f64) -> f64 {
        let rows = [self.start, self.end];
        rows.iter().flatten().enumerate().map(|(k, v)| v * x * k as f64).sum::<f64>() + rows[1][G - 1] * x
    }
}

/// Rows of a length that is a parameter are listed.
#[test]
fn rows_of_any_length() {
    let basis = Basis { start: [1.0, 2.0], end: [3.0, 4.0] };
    let (value, (by, by_x)) = basis.total_value_and_gradient(0.5);
    assert_eq!((value, by_x), (0.5 * 24.0, 24.0));
    assert_eq!(by, Basis { start: [0.0, 0.5], end: [1.0, 2.0] });
}
