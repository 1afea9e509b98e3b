//! Calls between functions that are recorded and functions that are transformed, in both directions.

use super::{moved, near};
use std::collections::VecDeque;
use wengert::prelude::*;

#[differentiable]
fn bend(x: f64, k: &f64) -> f64 {
    x.sin() * k + x * x
}

#[differentiable]
fn scale(v: &mut [f64], factor: &mut f64, #[constant] weights: &[f64]) -> f64 {
    for (x, w) in v.iter_mut().zip(weights) {
        *x *= *factor * w;
    }
    *factor *= 2.0;
    v[0]
}

#[differentiable]
fn root(a: f64) -> Result<f64, String> {
    if a < 0.0 { Err(format!("root of {a}")) } else { Ok(a.sqrt()) }
}

#[differentiable]
fn outer(rows: &[Vec<f64>], p: &[f64]) -> Vec<Vec<f64>> {
    rows.iter().map(|row| row.iter().zip(p).map(|(a, b)| a * b).collect()).collect()
}

#[differentiable(tape)]
fn queued(x: &[f64], a: f64) -> Result<f64, String> {
    let mut queue: VecDeque<f64> = x.iter().copied().collect();
    let (mut s, mut factor) = (0.0, a);
    let weights = [0.5, 2.0];
    while let (Some(p), Some(q)) = (queue.pop_front(), queue.pop_back()) {
        let mut pair = [p, q];
        s += scale(&mut pair, &mut factor, &weights) * bend(pair[1], &a);
        s += root(p * p + q)?;
    }
    let rows = outer(&[x.to_vec(), vec![a, factor]], &[a, s]);
    Ok(rows[0][1] + rows[1][0] * rows[1][1])
}

#[differentiable]
fn total(x: &[f64], a: f64) -> f64 {
    let mut s = 0.0;
    for i in 1..x.len() {
        s += queued(&x[i - 1..=i], a * x[i]).unwrap_or(a) * x[i];
    }
    let v = sorted(x, a);
    s + v[1]
}

#[differentiable(tape)]
fn sorted(x: &[f64], a: f64) -> Vec<f64> {
    let mut v: Vec<f64> = x.iter().map(|v| v * a).collect();
    v.sort_by(f64::total_cmp);
    v
}

#[differentiable(tape)]
fn countdown(n: u32, x: f64) -> f64 {
    if n == 0 { x } else { x * countdown(n - 1, x.cos()) + bend(x, &1.0) }
}

#[test]
fn they_call_each_other() {
    let (x, a) = ([0.7, 1.5, 2.5, 0.9], 1.3);
    let (value, (by_x, by_a)) = total::value_and_gradient(&x, a);
    assert_eq!(value.to_bits(), total(&x, a).to_bits());
    for (k, &g) in by_x.iter().enumerate() {
        near(g, |h| total(&moved(&x, k, h), a));
    }
    near(by_a, |h| total(&x, a + h));
    let (_, twice) = total::hvp(&x, a, &[0.0; 4], 1.0);
    near(twice, |h| total::gradient(&x, a + h).1);
    near(countdown::gradient(5, 0.8), |h| countdown(5, 0.8 + h));
}

#[test]
fn errors_of_callees_are_their_own() {
    assert_eq!(queued(&[0.5, -2.0], 1.0), Err("root of -1.75".to_owned()));
    assert_eq!(queued::value_and_gradient(&[0.5, -2.0], 1.0), None);
    let (_, (by_x, by_a)) = queued::value_and_gradient(&[0.7, 1.5], 1.3).expect("a value");
    near(by_x[1], |h| queued(&[0.7, 1.5 + h], 1.3).expect("a value"));
    near(by_a, |h| queued(&[0.7, 1.5], 1.3 + h).expect("a value"));
}

#[differentiable]
fn layer(w: &[f64], #[constant] x: &[f64]) -> f64 {
    w.iter().zip(x).map(|(w, x)| w * x).sum::<f64>().tanh()
}

#[differentiable(tape)]
fn batches(w: &[f64], #[constant] data: &[(Vec<f64>, usize, bool)], size: usize) -> f64 {
    let mut s = 0.0;
    for chunk in data.chunks(size) {
        for (x, label, up) in chunk {
            s += layer(w, x) * if *up { w[*label] } else { 0.5 };
        }
    }
    s
}

#[test]
fn constants_among_integers_and_flags_are_numbers_too() {
    let data = [(vec![0.5, 1.0], 1, true), (vec![-0.25, 0.75], 0, false), (vec![0.1, 0.2], 0, true)];
    let w = [0.7, 1.5];
    let (value, gradient) = batches::value_and_gradient(&w, &data, 2);
    assert_eq!(value.to_bits(), batches(&w, &data, 2).to_bits());
    for (k, &g) in gradient.iter().enumerate() {
        near(g, |h| batches(&moved(&w, k, h), &data, 2));
    }
}

mod elsewhere {
    pub(super) fn power(a: f64, n: usize) -> f64 {
        if n == 0 { 1.0 } else { a * power(a, n - 1) }
    }
}

/// It calls itself in another module, by a name that is not there here.
#[differentiable(tape)]
fn cube(a: f64) -> f64 {
    elsewhere::power(a, 3)
}

#[test]
fn a_function_calls_itself_in_another_module() {
    assert_eq!(cube::gradient(2.0), 12.0);
}

#[differentiable]
fn well(q: &[f64], k: f64) -> f64 {
    q.iter().map(|q| k * q.powi(4)).sum()
}

#[differentiable]
fn pull(q: &[f64], k: f64) -> Vec<f64> {
    well::gradient(q, k).0
}

#[differentiable]
fn slope(x: f64, a: f64) -> f64 {
    derivative(|y| y.powi(3) * a, x)
}

#[differentiable]
fn bow(x: f64) -> f64 {
    slope::gradient(x, x).0 + slope(x, 2.0)
}

#[differentiable(tape)]
fn kicked(x: f64, k: f64) -> f64 {
    let mut last = VecDeque::from(pull(&[x, 2.0 * x], k));
    last.rotate_left(1);
    last[0] * bow(x) + slope(k, x)
}

/// What takes derivatives is not written anew: its own form on any number is called.
#[test]
fn functions_that_take_derivatives() {
    let x = [0.6, 1.3];
    let (value, (by_x, by_k)) = kicked::value_and_gradient(x[0], x[1]);
    assert_eq!(value, kicked(x[0], x[1]));
    near(by_x, |h| kicked(x[0] + h, x[1]));
    near(by_k, |h| kicked(x[0], x[1] + h));
    let (.., second) = kicked::value_and_hvp(x[0], x[1], 1.0, 0.0);
    near(second.0, |h| kicked::gradient(x[0] + h, x[1]).0);
    near(second.1, |h| kicked::gradient(x[0] + h, x[1]).1);
}
