//! What calls give: lists and rows that may not be there, parts that nobody looks at, rows of constants; and conditions
//! and lists that change something on the way.

use wengert::prelude::*;

#[differentiable]
fn scaled(x: &[f64], a: f64) -> Option<Vec<f64>> {
    let mut out = vec![];
    for v in x {
        if *v > 1.2 {
            return None;
        }
        out.push(v * a);
    }
    Some(out)
}

#[differentiable]
fn paired(x: &[f64], a: f64) -> Option<Vec<Vec<f64>>> {
    if x.len() > 4 {
        return None;
    }
    Some(x.iter().map(|v| vec![*v, v * a]).collect())
}

#[differentiable]
fn early(x: &[Vec<f64>], a: f64) -> Vec<Vec<f64>> {
    if a < 0.0 {
        return x.to_vec();
    }
    x.iter().map(|row| row.iter().map(|v| v * a).collect()).collect()
}

#[differentiable]
fn solved(m: &[Vec<f64>], b: &[f64]) -> (Vec<f64>, f64) {
    (b.iter().zip(m).map(|(p, row)| p / row[0]).collect(), m[0][0] * m[0][0])
}

#[differentiable]
fn transposed(m: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..m[0].len()).map(|j| m.iter().map(|row| row[j]).collect()).collect()
}

#[differentiable]
fn both(x: &[f64], a: f64) -> Option<f64> {
    let v = scaled(x, a)?;
    let m = paired(&v, a)?;
    Some(v[0] * m[v.len() - 1][1] + m[0][0] * m.len() as f64)
}

#[differentiable]
fn given(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = 0.0;
    if n > 0 {
        s += both(x, a).unwrap_or(a);
    }
    if let Some(v) = scaled(x, a) {
        s += v.iter().sum::<f64>() * a;
    }
    match paired(x, a) {
        Some(m) => {
            for row in &m {
                s += row[0] * row[1];
            }
        }
        None => s *= 2.0,
    }
    let Some(v) = scaled(x, s) else { return s * a };
    s + v.iter().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn unused(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let m = vec![vec![a + 3.0, 1.0], vec![2.0, a]];
    let (_, d) = solved(&m, x);
    let (v, _rest) = solved(&m, &[a, 2.0]);
    let e;
    let w: Vec<Vec<f64>> = early(&m, a);
    (_, e) = solved(&w, &[]);
    d * v[0] + e * n as f64
}

#[differentiable]
fn of_constants(x: &[f64], a: f64, _n: usize, #[constant] data: &[f64]) -> f64 {
    let m = vec![vec![1.0, data[0]], vec![0.5, 2.0]];
    let t: Vec<Vec<f64>> = transposed(&m);
    let mut s = a * t[1][0];
    for (k, v) in x.iter().enumerate() {
        s += v * t[k % 2][1];
    }
    s
}

#[differentiable]
fn on_the_way(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let (mut s, mut seen) = (0.0, 0.0);
    for i in 0..n {
        let c = [s, a];
        let list = vec![c[0], {
            for v in x {
                seen += v * a;
            }
            if seen > 4.0 {
                return seen * s;
            }
            seen * 0.1
        }];
        s += list[0] * 0.5 + list[1];
        if x[i] > 1.0 || {
            seen -= x[i] * 0.25;
            seen > 0.5
        } {
            s *= a;
        }
    }
    let mut k = 0;
    while k < n && {
        s += x[k] * a;
        s < 3.0
    } {
        k += 1;
    }
    s + seen
}

#[differentiable]
fn replaced(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let (mut p, mut v, mut e) = (a, x.to_vec(), 0);
    let mut s = 0.0;
    for i in 0..n {
        e += 1;
        let q = std::mem::replace(&mut p, x[i] * a);
        let w = std::mem::replace(&mut v, vec![q; i + 1]);
        s += q.powi(e) * p + w.iter().sum::<f64>();
    }
    let w = std::mem::take(&mut v);
    let r = &s;
    *r * w.len() as f64 + v.len() as f64 + std::mem::take(&mut p) + p
}

crate::programs! { given unused of_constants on_the_way replaced }
