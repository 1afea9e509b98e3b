//! Callers whose module has other items under the names that are meant elsewhere.

// Some functions are recorded.
#![allow(deprecated)]

use super::geometry::{V, W, applied, plainly, recorded, together};
use wengert::prelude::*;

#[allow(dead_code)]
const SCALE: f64 = 166.0;

#[allow(dead_code)]
#[differentiable]
fn weigh(x: f64) -> f64 {
    x * 41.0
}

#[differentiable]
fn total(points: &[V], k: f64) -> f64 {
    let s: V = points.iter().map(|p| V { x: p.x * k, y: p.y }).sum();
    s.x + s.y * k
}

#[differentiable(tape)]
fn total_recorded(points: &[V], k: f64) -> f64 {
    let s = points.iter().map(|p| V { x: p.x * k, y: p.y }).sum::<V>();
    s.x + s.y * k
}

#[differentiable]
fn light(points: &[W], k: f64) -> f64 {
    points.iter().copied().sum::<W>().x * k
}

#[differentiable(tape)]
fn light_recorded(points: &[W], k: f64) -> f64 {
    points.iter().copied().sum::<W>().x * k
}

#[differentiable]
fn called(x: f64, k: f64) -> f64 {
    applied(|t| t * k, x)
}

#[differentiable(tape)]
fn called_recorded(x: f64, k: f64) -> f64 {
    applied(|t| t * k, x)
}

#[differentiable(tape)]
fn called_plainly(x: f64, k: f64) -> f64 {
    plainly(&|t| t * k, x)
}

const POINTS: [V; 2] = [V { x: 3.0, y: 5.0 }, V { x: 7.0, y: 11.0 }];

#[test]
fn sums_are_those_of_their_module() {
    // 2 (3 + 7) k + 2 (5 + 11) k
    let expected = (52.0 * 3.0, (vec![V { x: 6.0, y: 6.0 }; 2], 52.0));
    assert_eq!(total(&POINTS, 3.0), expected.0);
    assert_eq!(total::value_and_gradient(&POINTS, 3.0), expected);
    assert_eq!(total::jvp(&POINTS, 3.0, &[V { x: 0.0, y: 0.0 }; 2], 1.0), (156.0, 52.0));
    assert_eq!(total_recorded::value_and_gradient(&POINTS, 3.0), expected);
    let points = [W { x: 3.0 }, W { x: 4.0 }];
    assert_eq!(light::value_and_gradient(&points, 2.0), (14.0, (vec![W { x: 2.0 }; 2], 7.0)));
    assert_eq!(light_recorded::value_and_gradient(&points, 2.0), (14.0, (vec![W { x: 2.0 }; 2], 7.0)));
}

#[test]
fn functions_that_take_functions_are_those_of_their_module() {
    // 2 k x + 2
    assert_eq!(called(2.0, 1.0), 6.0);
    assert_eq!(called::value_and_gradient(2.0, 1.0), (6.0, (2.0, 4.0)));
    assert_eq!(called_recorded::value_and_gradient(2.0, 1.0), (6.0, (2.0, 4.0)));
    // 3 k x + k k x
    assert_eq!(called_plainly::value_and_gradient(2.0, 5.0), (80.0, (40.0, 26.0)));
}

#[test]
fn in_the_same_module_nothing_else_is_meant() {
    // (2 * 10 k) (2 * 16)
    assert_eq!(together::value_and_gradient(&POINTS, 3.0), (1920.0, (vec![V { x: 192.0, y: 120.0 }; 2], 640.0)));
    // (2 k (20 k)^2 + 2) * 32
    let (value, (_, k)) = recorded::value_and_gradient(&POINTS, 3.0);
    assert_eq!((value, k), ((800.0 * 27.0 + 2.0) * 32.0, 2400.0 * 9.0 * 32.0));
}

fn refined<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64, opts: &(f64, usize), depth: usize) -> f64 {
    let m = 0.5 * (a + b);
    let (l, r) = ((m - a) * f(0.5 * (a + m)), (b - m) * f(0.5 * (m + b)));
    if depth >= opts.1 || (l - r).abs() < opts.0 {
        l + r
    } else {
        refined(f, a, m, opts, depth + 1) + refined(f, m, b, opts, depth + 1)
    }
}

/// A tuple with a count is handed to what calls itself.
#[differentiable]
fn area(k: f64, w: &[f64], b: f64) -> f64 {
    let g = |x: f64| (k * x).sin() * w[0] + w[1] * x;
    refined(&g, 0.0, b, &(1e-9, 10), 0)
}

#[test]
fn counts_in_tuples_have_their_type() {
    let (by_k, by_w, _) = area::gradient(1.0, &[1.0, 0.5], 2.0);
    let by = |h: f64| (area(1.0 + h, &[1.0, 0.5], 2.0) - area(1.0 - h, &[1.0, 0.5], 2.0)) / (2.0 * h);
    assert!((by_k - by(1e-5)).abs() < 1e-6, "{by_k}");
    assert!((by_w[1] - 2.0).abs() < 1e-12, "{by_w:?}");
}
