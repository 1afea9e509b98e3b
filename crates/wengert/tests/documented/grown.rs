//! Rows that grow, are gathered from chains, and are replaced.

use wengert::prelude::*;

#[differentiable]
fn pushed(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut m: Vec<Vec<f64>> = vec![];
    for i in 0..n {
        m.push(vec![x[i] * a; i]);
        m[0].push(x[i] * 2.0);
        m.push(x[..i].to_vec());
        let k = i / 2;
        m[k].push(a);
        m[k + 1].extend(x.iter().take(2));
    }
    if n > 2 {
        m[1] = x.iter().map(|v| v * v).collect();
        m[2] = vec![a];
        m[2].pop();
        m[3].clear();
        m.truncate(5);
    }
    let before = m.clone();
    m.pop();
    let mut s = before.len() as f64 * a;
    for (i, r) in m.iter().enumerate() {
        s += r.iter().sum::<f64>() * (i + r.len()) as f64;
    }
    for r in &mut m {
        for v in r.iter_mut() {
            *v *= a;
        }
    }
    if let Some(last) = m.last() {
        s += last.iter().product::<f64>();
    }
    m.clear();
    m.push(vec![s, a]);
    s + m[0][0] * m[0][1] * before.first().map_or(1.0, |r| r.len() as f64)
}

#[differentiable]
fn fixed_rows(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut p = Vec::new();
    for i in 0..n {
        p.push([x[i], a * x[i / 2]]);
        if p.len() > 3 {
            p.pop();
        }
    }
    let mut q: Vec<[f64; 2]> = p.iter().map(|[u, v]| [u * v, u - v]).collect();
    q.sort_by(|u, v| u[0].total_cmp(&v[0]));
    let far: Vec<[f64; 2]> = q.iter().copied().filter(|u| u[1] > 0.0).collect();
    let turn: [[f64; 2]; 2] = std::array::from_fn(|i| std::array::from_fn(|j| if i == j { a.cos() } else { a.sin() }));
    let mut s = 0.0;
    for (i, u) in q.iter().enumerate() {
        s += (u[0] * turn[0][1] + u[1] * turn[1][1]) * (i + 1) as f64;
    }
    s + far.iter().map(|u| u[0] * u[1]).sum::<f64>() + (p.len() + far.len()) as f64 * a
}

#[differentiable]
fn triangle(x: &[f64], a: f64) -> Vec<Vec<f64>> {
    (0..x.len()).map(|i| x[..=i].iter().map(|v| v * x[i] * a).collect()).collect()
}

#[differentiable]
fn some_rows(m: &[Vec<f64>], a: f64) -> Vec<Vec<f64>> {
    let mut out = Vec::with_capacity(m.len());
    for r in m.iter().rev() {
        if r[0] > a {
            continue;
        }
        let mut row = r.clone();
        row.push(a);
        out.push(row);
    }
    out
}

#[differentiable]
fn gathered(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let t: Vec<Vec<f64>> = triangle(x, a);
    let u: Vec<Vec<f64>> = some_rows(&t, a);
    let outer: Vec<Vec<f64>> = x.iter().map(|v| x.iter().map(|w| v * w).collect()).collect();
    let cube: Vec<Vec<Vec<f64>>> =
        (0..2).map(|i| (0..n).map(|j| (0..3).map(|k| x[j] * (i + k) as f64).collect()).collect()).collect();
    let parts = x.chunks(2).map(|c| c.to_vec()).collect::<Vec<_>>();
    let mut s = u.len() as f64 * a;
    for (i, r) in t.iter().chain(&u).enumerate() {
        s += r.iter().map(|v| v.sin()).sum::<f64>() * (i + 1) as f64;
    }
    for i in 0..n {
        s += outer[i][n - 1 - i] * cube[1][i][2];
    }
    s + parts.iter().map(|p| p.iter().product::<f64>()).sum::<f64>()
}

#[differentiable]
fn replaced_rows(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut u = vec![vec![0.0; n]; 2];
    let mut levels = vec![x.to_vec()];
    for i in 0..n {
        let mut next = vec![vec![a; n]; 2];
        next[0][i] = u[1][i] + x[i];
        next[1][n - 1] = u[0][i] * a;
        u = next;
        let below = &levels[levels.len() - 1];
        if below.len() > 1 {
            let above: Vec<f64> = below.chunks(2).map(|c| c.iter().sum::<f64>() * a).collect();
            levels.push(above);
        }
    }
    let mut paths = vec![vec![a]];
    for i in 0..n.min(3) {
        let mut more = vec![];
        for p in &paths {
            let mut q = p.clone();
            q.push(x[i] * p[0]);
            more.push(q);
        }
        paths = more;
        paths.push(vec![x[i]]);
    }
    let top = levels.last().unwrap();
    u.iter().flatten().sum::<f64>()
        + top.iter().sum::<f64>() * levels.len() as f64
        + paths.iter().map(|p| p.iter().product::<f64>()).sum::<f64>()
}

crate::programs!(pushed fixed_rows gathered replaced_rows);
