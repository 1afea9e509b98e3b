//! Integers and flags among numbers: in lists of tuples, in what is returned.

use super::held;
use wengert::prelude::*;

#[differentiable]
fn sparse(entries: &[(usize, usize, f64)], x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    for &(i, j, v) in entries {
        y[i] += v * x[j];
    }
    y
}

#[differentiable]
fn flagged(terms: Vec<(bool, f64)>) -> f64 {
    let mut s = 1.0;
    for (up, v) in &terms {
        if *up {
            s *= v;
        } else {
            s += v;
        }
    }
    for (k, t) in terms.iter().enumerate() {
        if t.0 && k > 0 {
            s += t.1 * t.1;
        }
    }
    s
}

#[differentiable]
fn greatest(x: &[f64]) -> (usize, f64) {
    let mut best = (0, x[0]);
    for (i, v) in x.iter().enumerate() {
        if *v > best.1 {
            best = (i, *v);
        }
    }
    best
}

#[differentiable]
fn root(a: f64, tolerance: f64) -> (f64, usize) {
    let mut x = a;
    let mut n = 0;
    while (x * x - a).abs() > tolerance {
        x = 0.5 * (x + a / x);
        n += 1;
    }
    (x, n)
}

#[differentiable]
fn squares(a: &[f64]) -> (Vec<f64>, usize, bool) {
    let v: Vec<f64> = a.iter().map(|t| t * t).filter(|t| *t > 0.5).collect();
    let n = v.len();
    (v, n, n > 2)
}

#[differentiable]
fn above(a: &[f64], t: f64) -> Option<(usize, f64)> {
    for (i, v) in a.iter().enumerate() {
        if *v > t {
            return Some((i, v * t));
        }
    }
    None
}

#[differentiable]
fn all(x: &[f64], a: f64) -> f64 {
    let entries = vec![(0usize, 1usize, x[0]), (1, 2, a), (2, 0, 2.0)];
    let y = sparse(&entries, x);
    let (k, m) = greatest(&y);
    let (r, n) = root(m, 1e-12);
    let (v, len, many) = squares(x);
    let mut s = y[k] * m * r + n as f64 * a + v[len - 1];
    if many {
        s += a;
    }
    if let Some((i, p)) = above(x, 1.0) {
        s += p * x[i];
    }
    s + root(a, 1e-12).0
}

#[test]
fn constants_are_returned_beside_numbers() {
    let y = [0.7, 1.3, 2.4, 0.9, 1.25];
    let (value, (mut gradient, by_a)) = all::value_and_gradient(&y[..4], y[4]);
    gradient.push(by_a);
    held(&y, |y| all(&y[..4], y[4]), value, &gradient);
    let ((r, n), by_a) = root::vjp(4.0, 1e-12, 1.0);
    assert_eq!((r, n), root(4.0, 1e-12));
    assert!((by_a.0 - 0.25).abs() < 1e-9);
}

#[test]
fn constants_stay_in_adjoints_of_lists() {
    let entries = [(0, 1, 2.0), (1, 1, 3.0)];
    let (y, (by_entries, by_x)) = sparse::vjp(&entries, &[5.0, 7.0], &[1.0, 10.0]);
    assert_eq!(y, [14.0, 21.0]);
    assert_eq!(by_entries, [(0, 1, 7.0), (1, 1, 70.0)]);
    assert_eq!(by_x, [0.0, 32.0]);
    let terms = |y: &[f64]| vec![(true, y[0]), (false, y[1]), (true, y[2])];
    let y = [0.7, 1.3, 2.4];
    let (value, gradient) = flagged::value_and_gradient(terms(&y));
    let numbers: Vec<f64> = gradient.iter().map(|t| t.1).collect();
    held(&y, |y| flagged(terms(y)), value, &numbers);
    assert!(gradient[0].0 && !gradient[1].0);
}

#[differentiable]
fn moved(x: &[f64], by: &[f64], a: f64) -> Vec<f64> {
    x.iter().zip(by).map(|(x, z)| x * (a * z).exp()).collect()
}

#[differentiable]
fn mean(payoff: &dyn Fn(&[f64]) -> f64, x: &[f64], a: f64, #[constant] draws: &[Vec<f64>]) -> f64 {
    let mut s = 0.0;
    for z in draws {
        let turned: Vec<f64> = z.iter().map(|v| -v).collect();
        s += payoff(&moved(x, z, a)) + payoff(&moved(x, &turned, a)) * z.len() as f64;
    }
    s / draws.len() as f64
}

#[differentiable]
fn basket(x: &[f64], a: f64, #[constant] draws: &[Vec<f64>]) -> f64 {
    let payoff = |s: &[f64]| (s[0] * s[1] - a).max(0.0);
    mean(&payoff, x, a, draws)
}

#[test]
fn rows_of_constants_are_iterated_over_and_passed_as_numbers() {
    let (y, draws) = ([0.7, 1.3, 0.4], [vec![0.5, 1.0], vec![-0.25, 0.75]]);
    let (value, (mut gradient, by_a)) = basket::value_and_gradient(&y[..2], y[2], &draws);
    gradient.push(by_a);
    held(&y, |y| basket(&y[..2], y[2], &draws), value, &gradient);
}

#[derive(Clone, Debug, PartialEq, wengert::Differentiable)]
struct Corner {
    x: f64,
    y: f64,
}

#[differentiable]
fn scaled_corners(corners: &[Corner], s: f64) -> f64 {
    corners.iter().map(|c| c.x * c.y * s).sum()
}

#[differentiable]
fn scaled_pairs(pairs: &[(f64, f64)], s: f64) -> f64 {
    pairs.iter().map(|p| p.0 * p.1.powi(2) * s).sum()
}

#[differentiable]
fn scaled_constants(#[constant] pairs: &[(f64, f64)], s: f64) -> f64 {
    pairs.iter().map(|p| p.0 * p.1 * s).sum()
}

#[differentiable]
fn handed_on(#[constant] corners: &[Corner], #[constant] pairs: &[(f64, f64)], s: f64) -> f64 {
    let mut t = scaled_corners(corners, s);
    for k in 1..corners.len() {
        t += scaled_corners(&corners[..k], s * s) + scaled_pairs(pairs, s * s) + scaled_constants(pairs, s);
        t *= scaled_pairs(&pairs[1..], s) + scaled_constants(&pairs[..k], s);
    }
    t
}

#[test]
fn constant_slices_of_structures_and_tuples_are_handed_on() {
    let corners = [Corner { x: 1.0, y: 2.0 }, Corner { x: 0.4, y: 2.0 }];
    let pairs = [(1.0, 0.3), (2.0, 0.7)];
    let (value, g) = handed_on::value_and_gradient(&corners, &pairs, 0.7);
    held(&[0.7], |x| handed_on(&corners, &pairs, x[0]), value, &[g]);
}

#[derive(Clone, Copy, Debug, wengert::Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[differentiable]
fn power(x: f64, #[constant] k: f64) -> f64 {
    x.powf(k) + k * x
}

#[differentiable]
fn weighted(p: Pair, #[constant] w: f64) -> f64 {
    p.a * w + p.b * w * w
}

#[differentiable]
fn scaled(x: &[f64], #[constant] w: f64) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v * w;
    }
    s
}

#[differentiable]
fn handed(x: f64, y: f64) -> f64 {
    let w = stop_gradient(x);
    power(x, stop_gradient(y * 0.5)) + weighted(Pair { a: x, b: y }, w) + scaled(&[x, y], stop_gradient(x + y))
}

#[differentiable]
fn stopped(x: f64, y: f64) -> f64 {
    let (k, w, u) = (stop_gradient(y * 0.5), stop_gradient(x), stop_gradient(x + y));
    let listed = scaled(&[x, y], u);
    x.powf(k) + k * x + (x * w + y * w * w) + listed
}

/// What is given to a constant parameter has no derivative, whether its function is called or written out.
#[test]
fn constant_parameters_are_given_what_is_stopped() {
    let (x, y) = (1.2, 0.7);
    assert_eq!(handed::value_and_gradient(x, y), stopped::value_and_gradient(x, y));
    let plain = |x: f64, y: f64, k: f64, w: f64, u: f64| x.powf(k) + k * x + (x * w + y * w * w) + (x * u + y * u);
    let by_x = (plain(x + 1e-6, y, 0.35, 1.2, 1.9) - plain(x - 1e-6, y, 0.35, 1.2, 1.9)) / 2e-6;
    let by_y = (plain(x, y + 1e-6, 0.35, 1.2, 1.9) - plain(x, y - 1e-6, 0.35, 1.2, 1.9)) / 2e-6;
    let (_, (gx, gy)) = handed::value_and_gradient(x, y);
    assert!((gx - by_x).abs() < 1e-8 && (gy - by_y).abs() < 1e-8, "{gx} {by_x}, {gy} {by_y}");
    assert_eq!(handed::hessian(x, y), stopped::hessian(x, y));
}
