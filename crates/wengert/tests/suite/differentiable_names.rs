//! Names of the user's that generated functions bind too.

// What users write: loops over indices.
#![allow(clippy::needless_range_loop)]

use wengert::prelude::*;

#[differentiable]
fn plain(x: &[f64], a: f64, p: (f64, f64), #[constant] b: f64, #[constant] c: f64, n: usize) -> f64 {
    let mut s = 0.0;
    let q = a * b;
    for i in 0..x.len() {
        s += x[i] * q * x[i];
    }
    let mut v = vec![0.0; n];
    for i in 0..n {
        let d = p.0 * i as f64;
        v[i] = d.sin() * c;
    }
    let mut k = 0;
    while k < n {
        s = s.sin() * v[k] + p.1;
        k += 1;
    }
    let mut m = x[0];
    for i in 1..x.len() {
        if x[i] > m {
            m = x[i];
        }
    }
    s * m
}

#[differentiable]
fn named(
    weights: &[f64],
    rest: f64,
    seeds: (f64, f64),
    #[constant] flat: f64,
    #[constant] lens: f64,
    life: usize,
) -> f64 {
    let mut result = 0.0;
    let lane_sum = rest * flat;
    for at in 0..weights.len() {
        result += weights[at] * lane_sum * weights[at];
    }
    let mut record_x = vec![0.0; life];
    for lane in 0..life {
        let record_row = seeds.0 * lane as f64;
        record_x[lane] = record_row.sin() * lens;
    }
    let mut iteration = 0;
    while iteration < life {
        result = result.sin() * record_x[iteration] + seeds.1;
        iteration += 1;
    }
    let mut ws = weights[0];
    for logged in 1..weights.len() {
        if weights[logged] > ws {
            ws = weights[logged];
        }
    }
    result * ws
}

#[differentiable]
fn constants(x: &[f64], #[constant] gradient: f64, #[constant] record_n: f64, #[constant] record_w: f64) -> f64 {
    let mut logged_at = gradient;
    for i in 0..x.len() {
        let record_bits = logged_at * x[i];
        logged_at = record_bits.sin() * record_n + record_w;
    }
    logged_at
}

#[differentiable]
fn constants_plain(x: &[f64], #[constant] a: f64, #[constant] b: f64, #[constant] c: f64) -> f64 {
    let mut s = a;
    for i in 0..x.len() {
        let p = s * x[i];
        s = p.sin() * b + c;
    }
    s
}

#[test]
fn names_of_generated_code_are_free() {
    let (x, p) = ([0.5, 1.25, -0.75], (0.3, 0.2));
    assert_eq!(named(&x, 0.4, p, 2.0, 3.0, 4), plain(&x, 0.4, p, 2.0, 3.0, 4));
    assert_eq!(named::value_and_gradient(&x, 0.4, p, 2.0, 3.0, 4), plain::value_and_gradient(&x, 0.4, p, 2.0, 3.0, 4));
    assert_eq!(named::hessian(&x, 0.4, p, 2.0, 3.0, 4).as_slice(), plain::hessian(&x, 0.4, p, 2.0, 3.0, 4).as_slice());
    assert_eq!(
        constants::value_and_gradient(&x, 0.4, 1.5, 2.0),
        constants_plain::value_and_gradient(&x, 0.4, 1.5, 2.0)
    );
    assert_eq!(
        constants::jacobian(&x, 0.4, 1.5, 2.0).as_slice(),
        constants_plain::jacobian(&x, 0.4, 1.5, 2.0).as_slice()
    );
}

/// What versions of a variable are called, and what the way back calls what it takes out of lists.
#[differentiable]
fn underscored(x: &[f64], n: usize) -> f64 {
    let mut g_ = x[0];
    g_ *= x[1];
    let l = [g_, x[0], x[1]];
    let m = l[n] * g_.sin();
    m * g_
}

#[differentiable]
fn outward(x: &[f64]) -> f64 {
    let x_adj = x[0] * x[1];
    let x_out = x_adj.sin() + x[0];
    let given_value = x_out * x_adj;
    given_value + x_out
}

#[derive(Clone, Debug, wengert::Differentiable)]
struct Sheet {
    rows: Vec<Vec<f64>>,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, wengert::Differentiable)]
struct Part {
    far: Vec<f64>,
}

/// Indices called as those of the sort that is written out for them, and of the conditions.
#[differentiable]
fn sorted(x: &[f64], k: usize, i: usize) -> f64 {
    let mut sheet = Sheet {
        rows: vec![vec![x[0], x[1]], vec![x[1], x[0] * x[1]]],
        parts: vec![Part { far: vec![x[0]] }, Part { far: vec![x[1], x[0], x[0] * x[1]] }],
    };
    let (n, j, p, q) = (1, 1, 0, 2);
    sheet.parts[k].far.sort_by(|a, b| b.partial_cmp(a).unwrap());
    sheet.rows[n].sort_by(|a, b| a.partial_cmp(b).unwrap());
    let item = x[0];
    let mut kept = vec![x[1], x[0] + 1.0, x[0] * 0.5];
    kept.retain(|v| *v > item);
    sheet.parts[j].far[p] * sheet.rows[i][p].sin() + sheet.parts[k].far[q] * kept[0] * kept.len() as f64
}

/// A variable hides the parameter that is given back.
#[differentiable]
fn hidden(x: f64, part: &mut Part) -> f64 {
    part.far[0] *= x;
    let part = Part { far: vec![part.far[0] * x, x] };
    let mut sum = 0.0;
    for part in part.far.iter() {
        sum += part.sin();
    }
    sum * part.far[1]
}

#[differentiable]
fn behind(x: &[f64]) -> f64 {
    let mut part = Part { far: vec![x[0]] };
    hidden(x[1], &mut part) * part.far[0]
}

#[test]
fn names_of_variables_change_no_derivative() {
    type Value = fn(&[f64]) -> f64;
    type Gradient = fn(&[f64]) -> Vec<f64>;
    let all: [(Value, Gradient); 4] = [
        (|x| underscored(x, 1), |x| underscored::gradient(x, 1)),
        (outward, outward::gradient),
        (|x| sorted(x, 1, 1), |x| sorted::gradient(x, 1, 1)),
        (behind, behind::gradient),
    ];
    for (k, (value, gradient)) in all.into_iter().enumerate() {
        let x = [0.3, 0.7];
        let g = gradient(&x);
        for i in 0..2 {
            let at = |h: f64| {
                let mut x = x;
                x[i] += h;
                value(&x)
            };
            let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!((g[i] - slope).abs() < 1e-8, "{k} {i}: {} {slope}", g[i]);
        }
    }
}
