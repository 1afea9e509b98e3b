//! Lists that grow and shrink.

// Some functions are recorded.
#![allow(deprecated)]

use wengert::prelude::*;

#[differentiable]
fn pushes(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut v = Vec::new();
    v.push(a);
    for i in 0..n {
        let last = v[v.len() - 1];
        v.push(last * x[i] + a);
        if v[i] > 0.5 {
            v.push(v[i] * v[i + 1]);
        }
        v[0] *= a;
    }
    let mut s = 0.0;
    for (k, w) in v.iter().enumerate() {
        s += w * w * (k + 1) as f64;
    }
    for c in v.windows(2) {
        s += c[0] * c[1];
    }
    s + v.len() as f64 * v[v.len() / 2]
}

#[differentiable]
fn stack(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut v = vec![a; 2];
    let mut s = 0.0;
    for i in 0..n {
        v.push(x[i] * a);
        v.push(x[i].sin());
        let top = v.pop().unwrap();
        let below = *v.last().unwrap();
        s += top * below;
        if i % 2 == 1 {
            v.pop();
            v.pop();
        }
        v[0] += s.sin();
        s += 0.1 * v[0] * v.first().unwrap() * v.len() as f64;
    }
    while v.len() > 1 {
        s = s * 0.5 + v.pop().unwrap();
    }
    v.clear();
    v.pop();
    s + v.len() as f64 + if v.is_empty() { a } else { 0.0 }
}

#[differentiable]
fn whole_lists(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut v: Vec<f64> = Vec::with_capacity(2 * n);
    v.extend_from_slice(x);
    v.extend(x.iter());
    v.extend(&x[..n / 2]);
    v.resize(v.len() + 3, a * a);
    v.insert(1, a);
    v.insert(v.len(), 2.0 * a);
    v[0] *= a;
    let gone = v.remove(2);
    v.truncate(n + 3);
    v.resize(n + 1, 7.0);
    let mut u = x.to_vec();
    u.push(a);
    u.resize(n / 2, a);
    u.push(3.0 * a);
    u.resize(n + 4, x.len() as f64 * a);
    let mut w = vec![gone, a];
    w.append(&mut v);
    let taken = w.swap_remove(0);
    let mut s = taken * 3.0;
    for (i, e) in w.iter().enumerate() {
        s += e * e * (1.0 + i as f64);
    }
    std::mem::swap(&mut v, &mut w);
    w.push(s);
    s += w[0] * v[0];
    v.push(w[0]);
    v = u;
    s += v[n / 2] * v[n + 3];
    u = vec![a];
    u.push(s);
    s * v.len() as f64 + v[v.len() - 1] * u[0] + w.len() as f64
}

#[differentiable]
fn in_each_iteration(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        let mut v = Vec::new();
        for j in 0..=i {
            v.push(x[j] * a);
            if j % 3 == 2 {
                v.pop();
                v.push(v[0] * x[i]);
                v.push(a);
            }
        }
        let mut t = 1.0;
        for e in &v {
            t *= 1.0 + 0.1 * e;
        }
        s += t * v[v.len() - 1];
    }
    s
}

#[differentiable]
fn constant_lists(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut order: Vec<usize> = Vec::new();
    let (mut kept, mut weights) = (Vec::new(), Vec::new());
    for i in 0..n {
        if x[i] > 0.0 {
            order.push(i);
        }
        kept.push(x[i] < 1.0);
        weights.push(data[i % data.len()] * 0.5);
    }
    let mut s = a;
    for k in 0..order.len() {
        s += x[order[k]] * weights[k] * (k + 1) as f64;
        if kept[k] {
            s *= a;
        }
    }
    while order.len() > 1 {
        let i = order.pop().unwrap();
        s += x[i] * x[order[0]];
    }
    s
}

#[differentiable]
fn collect_up(x: &[f64], a: f64) -> Vec<f64> {
    let mut v = Vec::new();
    for e in x {
        if *e > -0.5 {
            v.push(e * a);
        }
        v.push(e * e);
    }
    v.pop();
    v
}

#[differentiable]
fn grown(mut v: Vec<f64>, a: f64) -> Vec<f64> {
    let n = v.len();
    for i in 0..n {
        v.push(v[i] * a);
        v[i] *= 2.0;
    }
    v
}

#[differentiable]
fn total(v: &[f64], a: f64) -> f64 {
    let mut s = 0.0;
    for e in v {
        s += e * e * a;
    }
    s
}

#[differentiable]
fn scale(v: &mut [f64], a: f64) {
    for e in v.iter_mut() {
        *e *= a;
    }
}

#[differentiable]
fn calls(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let v = collect_up(x, a);
    let mut s = total(&v, a);
    let mut w = grown(v, a);
    for i in 0..n {
        w.push(x[i]);
        s += total(&w, a) + total(&w[i..], x[i]);
        scale(&mut w, 0.5 * a);
        if w.len() > 5 {
            w.pop();
            w.pop();
        }
    }
    w.push(a);
    let more = grown(w.clone(), s);
    w.push(more[0]);
    s + total(&more, 0.1) + w[w.len() - 1]
}

#[differentiable]
fn turned(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.push(a);
    v.reverse();
    let mut s = 0.0;
    for (i, e) in v.iter().enumerate() {
        s += e * e * i as f64;
    }
    v[n / 2..].reverse();
    for (i, e) in v.iter().enumerate() {
        s += e * a * i as f64;
    }
    s
}

#[differentiable]
fn ends(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut s = a;
    if let Some(p) = x.last() {
        s += p * p;
    } else {
        s *= a;
    }
    while let Some(p) = v.pop() {
        if p > 1.0 {
            continue;
        }
        s = s * a + p;
        if let Some(q) = v.first() {
            s += q * p * n as f64;
        }
        if s > 20.0 {
            break;
        }
    }
    if let Some(k) = data.first() {
        s *= k;
    }
    let Some(&top) = v.last() else {
        return s;
    };
    s * top
}

crate::programs! {
    ends pushes stack whole_lists in_each_iteration constant_lists calls turned
}
