//! Numbers, lists, rows, results that may not be there; first and second order.

use super::{moved, near};
use std::collections::{BTreeMap, HashMap, VecDeque};
use wengert::prelude::*;

const DECAY: f64 = 0.5;
static TABLE: [f64; 3] = [1.0, 0.25, 4.0];

#[differentiable(tape)]
fn smoothed(x: &[f64], a: f64, n: usize) -> f64 {
    let mut window: VecDeque<f64> = VecDeque::with_capacity(n);
    let (mut s, mut worst) = (0.0, f64::NEG_INFINITY);
    for (i, v) in x.iter().enumerate() {
        window.push_back(v * a * DECAY);
        if window.len() > n {
            window.pop_front();
        }
        s += window.iter().sum::<f64>() / window.len() as f64 * (i as f64 + 1.0).sqrt() * TABLE[i % 3];
        worst = worst.max(-v);
    }
    let halvings: f64 = std::iter::successors(Some(a), |t| (*t < 10.0).then(|| t * 2.0)).map(|t| 1.0 / t).sum();
    let bin = ((a * 4.0) as usize).min(x.len() - 1);
    if s.is_nan() || !a.is_finite() {
        return f64::NAN;
    }
    s + halvings * std::f64::consts::PI + x[bin] * worst + f64::from(2) * a.to_radians()
}

#[test]
fn values_are_those_of_the_function_and_gradients_those_of_differences() {
    let x = [1.0, -2.0, 3.0, 0.5, 0.7];
    let (value, (by_x, by_a)) = smoothed::value_and_gradient(&x, 0.3, 3);
    assert_eq!(value.to_bits(), smoothed(&x, 0.3, 3).to_bits());
    assert_eq!(smoothed::eval::<f64>(&x, 0.3, 3).to_bits(), value.to_bits());
    for (k, &g) in by_x.iter().enumerate() {
        near(g, |h| smoothed(&moved(&x, k, h), 0.3, 3));
    }
    near(by_a, |h| smoothed(&x, 0.3 + h, 3));
}

#[test]
fn orders_and_directions_agree() {
    let x = [1.0, -2.0, 3.0, 0.5, 0.7];
    let (dx, da) = ([0.5, 0.1, -1.0, 2.0, 0.0], 0.7);
    let (by_x, by_a) = smoothed::gradient(&x, 0.3, 3);
    let (_, along) = smoothed::jvp(&x, 0.3, 3, &dx, da);
    let dot = by_x.iter().zip(&dx).map(|(g, d)| g * d).sum::<f64>() + by_a * da;
    assert!((along - dot).abs() < 1e-12 * dot.abs());
    let (_, twice) = smoothed::hvp(&x, 0.3, 3, &dx, da);
    let gradient = |h: f64| {
        let x: Vec<f64> = x.iter().zip(&dx).map(|(x, d)| x + h * d).collect();
        smoothed::gradient(&x, 0.3 + h * da, 3).1
    };
    near(twice, gradient);
    let hessian = smoothed::hessian(&x, 0.3, 3);
    let row: f64 = (0..5).map(|k| hessian[(5, k)] * dx[k]).sum::<f64>() + hessian[(5, 5)] * da;
    assert!((row - twice).abs() < 1e-10 * twice.abs().max(1.0));
    let bound = smoothed::function(&x, 0.3, 3);
    let flat = [1.0, -2.0, 3.0, 0.5, 0.7, 0.3];
    for (g, h) in bound.gradient(&flat).iter().zip(by_x.iter().chain([&by_a])) {
        assert!((g - h).abs() < 1e-12 * h.abs());
    }
}

#[differentiable(tape)]
fn scaled(rows: &[Vec<f64>], #[constant] weights: &[f64], m: &mut [[f64; 2]; 2]) -> (Vec<Vec<f64>>, f64) {
    let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
    for row in rows {
        *sums.entry(row.len()).or_insert(0.0) += row.iter().zip(weights).map(|(v, w)| v * w).sum::<f64>();
    }
    for (row, sum) in m.iter_mut().zip(sums.values()) {
        row[0] *= sum;
    }
    let scaled = rows.iter().map(|row| row.iter().map(|v| v * m[0][1]).collect()).collect();
    (scaled, sums.values().product())
}

#[test]
fn rows_come_and_go() {
    let rows = [vec![1.0, 2.0], vec![3.0], vec![4.0, 5.0]];
    let (weights, mut m) = ([2.0, 0.5], [[1.0, 3.0], [2.0, 5.0]]);
    let result = scaled::vjp(
        &rows,
        &weights,
        &mut m,
        &[vec![1.0, 0.0], vec![10.0], vec![0.0, 1.0]],
        100.0,
        &[[1.0, 0.0], [0.5, 0.0]],
    );
    let ((given, product), (by_rows, by_m)) = result;
    // Sums by the length of the row: 6 for one, 2 + 1 + 8 + 2.5 for two.
    assert_eq!(given, [vec![3.0, 6.0], vec![9.0], vec![12.0, 15.0]]);
    assert_eq!((product, m), (6.0 * 13.5, [[6.0, 3.0], [27.0, 5.0]]));
    // By the product 100 * 13.5 and 100 * 6, by the entries of m 1 * m00 and 0.5 * m10.
    let (one, two) = (1350.0 + 1.0, 600.0 + 1.0);
    assert_eq!(by_rows, [vec![3.0 + 2.0 * two, 0.5 * two], vec![30.0 + 2.0 * one], vec![2.0 * two, 3.0 + 0.5 * two]]);
    assert_eq!(by_m, [[6.0, 1.0 + 30.0 + 5.0], [6.75, 0.0]]);
}

#[differentiable(tape)]
fn ratio(p: &f64, q: f64, r: (f64, [f64; 2])) -> Result<f64, String> {
    let known: HashMap<&str, f64> = HashMap::from([("p", *p), ("q", q)]);
    if known["q"].abs() < 0.1 {
        return Err(format!("division of {p} by {q}"));
    }
    Ok(known["p"] / known["q"] * r.0.max(0.5) * r.1[1])
}

#[test]
fn what_is_not_there_has_no_derivative() {
    assert_eq!(ratio::value_and_gradient(1.0, 0.01, (1.0, [2.0, 3.0])), None);
    let (value, (by_p, by_q, (by_r, by_s))) = ratio::value_and_gradient(3.0, 2.0, (4.0, [1.0, 0.5])).expect("a ratio");
    assert_eq!((value, by_p, by_q, by_r, by_s), (3.0, 1.0, -1.5, 0.75, [0.0, 6.0]));
}

#[differentiable(tape)]
fn grown(mut v: Vec<f64>, n: usize) -> Vec<f64> {
    fn next(a: f64, b: f64) -> f64 {
        if a > b { a - 0.5 * b } else { a + b }
    }
    for _ in 0..n {
        let last = v.iter().rev().take(2).copied().collect::<Vec<_>>();
        if let [b, a] = last[..] {
            v.push(next(a, b));
        }
    }
    let mut order: Vec<usize> = (0..v.len()).collect();
    order.sort_by(|&i, &j| v[j].total_cmp(&v[i]));
    order.into_iter().map(|i| v[i]).collect()
}

#[test]
fn functions_inside_and_lists_that_grow() {
    assert_eq!(grown(vec![1.0, 2.0], 2), [5.0, 3.0, 2.0, 1.0]);
    let j = grown::jacobian(vec![1.0, 2.0], 2);
    assert_eq!(j.as_slice(), [1.0, 2.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0]);
}

#[differentiable]
fn scale(x: &[f64]) -> Option<f64> {
    if x[0] < 0.0 {
        return None;
    }
    Some(x[0] * x[1])
}

#[differentiable]
fn shift(v: f64) -> f64 {
    v.sin()
}

#[differentiable]
fn tail(x: &[f64]) -> Option<f64> {
    x.last().map(|v| v * v)
}

#[differentiable(tape)]
fn namesakes(x: &[f64]) -> f64 {
    let Some(scale) = scale(x) else { return 0.0 };
    let shift = shift(scale);
    match tail(x) {
        Some(tail) if tail > 0.0 => scale * tail + shift,
        _ => shift,
    }
}

/// What is bound to a function's name is a value: what is called is the function.
#[test]
fn values_have_the_names_of_functions() {
    let x = [0.5, 0.7, 1.1];
    let (value, g) = namesakes::value_and_gradient(&x);
    assert_eq!(value, namesakes(&x));
    for (k, g) in g.into_iter().enumerate() {
        near(g, |h| namesakes(&moved(&x, k, h)));
    }
}
