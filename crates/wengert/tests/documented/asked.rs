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

#[differentiable]
fn relaxed(v: &mut [f64], a: f64) -> f64 {
    let mut most = 0.0;
    for e in v.iter_mut() {
        *e = *e * 0.5 + a * 0.1;
        most += *e * *e;
    }
    most
}

#[differentiable]
fn grown(p: &mut f64, by: f64) -> f64 {
    *p = *p * 1.3 + by * by + 0.2;
    *p
}

#[derive(Clone, Debug, wengert::Differentiable)]
struct Ball {
    at: f64,
    speed: f64,
}

#[differentiable]
impl Ball {
    fn step(&mut self, dt: f64) -> f64 {
        let before = self.at * self.speed;
        self.at += dt * self.speed;
        self.speed -= dt * self.at;
        before
    }
}

#[differentiable]
fn while_changing(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    if n < 2 {
        return a;
    }
    let (mut s, mut k) = (0.0, 0);
    let mut v = x.to_vec();
    while relaxed(&mut v, a) > 0.02 && k < 5 {
        s += v[0] * v[1];
        k += 1;
    }
    let mut p = a * a;
    while k < 7 || grown(&mut p, x[k % n]) < 5.0 {
        s += p * a;
        k += 1;
    }
    let mut ball = Ball { at: a, speed: x[0] + 1.0 };
    while ball.step(0.3) > -0.2 && k < 20 {
        s += ball.at * ball.speed;
        k += 1;
    }
    let mut c = 0.1;
    let mut add = |t: f64| {
        c = c * 0.8 + t * t + 0.3;
        c
    };
    while add(x[k % n]) < 1.4 {
        s *= a;
        k += 1;
    }
    s + c * p + ball.speed
}

crate::programs! { given unused of_constants on_the_way replaced while_changing }
