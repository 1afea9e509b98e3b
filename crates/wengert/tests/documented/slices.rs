//! Patterns of slices, arrays and tuples.

use wengert::prelude::*;

#[differentiable]
fn by_length(x: &[f64], a: f64, _n: usize, #[constant] _data: &[f64]) -> f64 {
    match x {
        [] => a * a,
        [v] => v * a,
        [p, q] if *p > *q => p * q * a,
        [first, .., last] if first * last > 0.5 => first * last,
        [first, rest @ ..] => {
            let mut s = first * a;
            for (i, r) in rest.iter().enumerate() {
                s += r * r * i as f64;
            }
            s * rest[0]
        }
    }
}

#[differentiable]
fn by_elements(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut s = 0.0;
    for i in 0..n {
        let [p, q] = [a * x[i], x[0]];
        let [w, .., u] = &v[i..] else {
            s += v[i];
            continue;
        };
        s += p * q * w + u;
        if let [.., before, _] = &mut v[..=i] {
            *before *= a;
        }
        if let &[f, 0.0.. | -1.0..0.0, ref g] = &data[i.min(1)..i.min(1) + 3] {
            s += f * g * v[i];
        }
    }
    let (ref r, whole @ (b, c)) = (s, (a, n));
    let _ = whole;
    r * b + c as f64
}

#[differentiable]
fn arrays_by_value(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut p = [a, 2.0 * a, a * a];
    let [q, r, _] = p;
    p[0] = 5.0 * a;
    let mut s = q * r * p[0];
    let [u, .., w] = p;
    p[2] = 1.0;
    s += u * w * p[2];
    for pair in x.chunks_exact(2) {
        let [u, w] = pair else { break };
        s += u * w;
    }
    match (p, n) {
        ([u, v, _], 1..) => s + u * v,
        (_, 0) => s,
    }
}

#[differentiable]
fn arrays_as_slices(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let v = [a, a * n as f64, 0.5];
    let s = match &v[..] {
        [] => 7.0,
        [p] => *p,
        [p, .., q] if p > q => p * q.sin(),
        [p, rest @ ..] => p * rest[0] * 0.5 + rest[1],
    };
    let t = if let [p] = &v[..] { *p } else { s * s };
    x.iter().fold(s, |s, v| s * 0.5 + v * t)
}

crate::programs! { by_length by_elements arrays_by_value arrays_as_slices }
