//! Lists of tuples: made, changed, sorted, run over.

use wengert::prelude::*;

#[differentiable]
fn changed(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut v = Vec::new();
    let mut s = 0.0;
    for i in 0..n {
        v.push((x[i] * a, i));
        if v.len() > 3 {
            let (p, k) = v.pop().unwrap();
            v[0].0 += p * k as f64;
        }
    }
    if n > 2 {
        v.swap(0, 1);
        v[1].0 *= 2.0;
        v[2] = (x[1], 7);
        let last = v[2];
        v[2].0 = a;
        s += last.0;
    }
    let w = v.clone();
    v.truncate(2);
    for (p, k) in v.iter_mut() {
        *p *= a;
        *k += 1;
    }
    for t in &mut v {
        t.0 += 1.0;
    }
    while let Some((p, k)) = v.pop() {
        s = s * 0.5 + p * k as f64;
    }
    v.extend(w.iter().copied());
    s + v.iter().map(|(p, k)| p * *k as f64).sum::<f64>() + v.first().map_or(a, |t| t.0 * a) + v.len() as f64 * a
}

#[differentiable]
fn gathered(x: &[f64], a: f64, _n: usize, #[constant] _data: &[f64]) -> f64 {
    let z: Vec<(f64, (f64, usize))> =
        x.iter().enumerate().filter(|(_, v)| **v > 0.0).map(|(i, v)| (v * v, (v.sin() * a, i))).collect();
    let mut s = 0.0;
    for &(p, (q, i)) in &z {
        s += p * q * i as f64;
    }
    if z.len() > 1 {
        s += z[1].1.0 * z[0].0 + z.last().unwrap().0;
    }
    let steps: Vec<(f64, f64)> = x.windows(2).map(|w| (w[0], w[1] - w[0])).collect();
    s + steps.iter().rev().map(|(at, by)| at * by).sum::<f64>()
}

#[differentiable]
fn edges(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut e: Vec<(f64, usize, usize)> = vec![];
    for i in 0..n {
        for j in 0..i {
            e.push(((x[i] - x[j]).abs() * a, i, j));
        }
    }
    e.sort_by(|p, q| p.0.partial_cmp(&q.0).unwrap());
    e.iter().enumerate().map(|(r, (w, i, j))| w * (r + 1) as f64 + x[*i] * x[*j] * r as f64).sum()
}

#[differentiable]
fn waves(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut z = vec![(0.0, a); 4];
    for k in 0..n.min(4) {
        z[k] = (x[k].cos(), x[k].sin());
    }
    for half in [1, 2] {
        for start in (0..4).step_by(2 * half) {
            for k in start..start + half {
                let ((p, q), (r, t)) = (z[k], z[k + half]);
                z[k] = (p + r, q + t);
                z[k + half] = ((p - r) * a, q - t);
            }
        }
    }
    let turned = z.iter().fold((1.0, 0.0), |p, q| (p.0 * q.0 - p.1 * q.1, p.0 * q.1 + p.1 * q.0));
    let corners = [(a, 0.0), (turned.0, 1.0), (0.5, turned.1)];
    let signs = [(0, 1), (1, 2), (2, 0)];
    signs.iter().map(|&(i, j)| corners[i].0 * corners[j].1 - corners[j].0 * corners[i].1).sum::<f64>()
        + z.iter().map(|(p, q)| p * p + q).sum::<f64>()
}

crate::programs!(changed gathered edges waves);
