//! Arrays that arms give.

use wengert::prelude::*;

#[differentiable]
fn arrays(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let v = if n > 2 { [a, x[0]] } else { [1.0, a] };
    let w = if v[0] > 0.5 { x.to_vec() } else { vec![a; n + 2] };
    let mut s = v[0] * v[1];
    for e in w.iter() {
        s += e * e;
    }
    for i in 0..n {
        let (part, k) = match i % 3 {
            0 => (&x[..i], 2.0 * a),
            1 => (&w[1..], a),
            _ => (&data[..2], 3.0),
        };
        let mut row = if part.is_empty() { vec![s, a, k] } else { part.to_vec() };
        row[0] *= k;
        for e in &row {
            s += 0.1 * e * x[i];
        }
    }
    s
}

#[differentiable]
fn given(x: &[f64], a: f64, n: usize) -> Vec<f64> {
    if n == 0 {
        vec![]
    } else if a > 0.0 {
        let m = n - 1;
        let mut v = vec![a; m];
        for i in 0..m {
            v[i] *= x[i];
        }
        v
    } else {
        x.to_vec()
    }
}

#[differentiable]
fn by_call(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let v = given(x, a, n);
    let mut s = a;
    for (i, e) in v.iter().enumerate() {
        s += e * e * (i + 1) as f64;
    }
    s
}

crate::programs! { arrays by_call }
