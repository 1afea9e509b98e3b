//! What comes up on the way: lists in loops, functions that are chosen, names in several patterns, lists of new lengths.

use super::held;
use wengert::prelude::*;

#[differentiable]
fn payoff(s: f64, k: f64, call: bool) -> f64 {
    let f: Box<dyn Fn(f64) -> f64> =
        if call { Box::new(move |v| (v - k).max(0.0)) } else { Box::new(move |v| (k - v).max(0.0)) };
    f(s) * 2.0
}

#[differentiable]
fn patterns(x: &[f64], n: usize) -> f64 {
    let a;
    let b;
    if n > 2 {
        a = x[0];
        b = 2.0;
    } else {
        a = x[1];
        b = x[0];
    }
    let (mut u, mut v) = (a, b);
    for k in 0..n {
        (u, v) = (v, u + 0.5 * v);
        match (k, n) {
            (0 | 1, m) | (m, 3) if m > 1 => u += m as f64,
            _ => v *= 1.5,
        }
    }
    u * v
}

#[differentiable]
fn casteljau(p: &[f64], t: f64) -> f64 {
    let mut b = p.to_vec();
    while b.len() > 1 {
        b = b.windows(2).map(|w| (1.0 - t) * w[0] + t * w[1]).collect();
    }
    b[0]
}

#[differentiable]
fn poly_mul(a: &[f64], b: &[f64]) -> f64 {
    let mul = |p: &[f64], q: &[f64]| -> Vec<f64> {
        let mut r = vec![0.0; p.len() + q.len() - 1];
        for (i, x) in p.iter().enumerate() {
            for (j, y) in q.iter().enumerate() {
                r[i + j] += x * y;
            }
        }
        r
    };
    let mut acc = vec![1.0];
    for _ in 0..3 {
        acc = mul(&acc, a);
        acc = mul(&acc, b);
    }
    acc.iter().enumerate().map(|(k, c)| c * (k as f64 + 1.0)).sum()
}

#[differentiable]
fn last_best(x: &[f64]) -> f64 {
    let mut best: Option<Vec<f64>> = None;
    let mut low = f64::INFINITY;
    for k in 0..3 {
        let trial: Vec<f64> = x.iter().map(|v| v - k as f64 * 0.4).collect();
        let cost: f64 = trial.iter().map(|v| v * v).sum();
        if cost < low {
            low = cost;
            best = Some(trial);
        }
    }
    best.map_or(0.0, |b| b.iter().sum::<f64>()) + low
}

#[differentiable]
fn history(x0: f64, n: usize) -> f64 {
    let mut states: Vec<[f64; 2]> = vec![[x0, 1.0]];
    for _ in 0..n {
        let s = *states.last().unwrap();
        let next = [s[0] + 0.1 * s[1], s[1] - 0.1 * s[0]];
        states.push(next);
    }
    states.iter().map(|s| s[0] * s[1]).sum()
}

#[differentiable]
fn printed(x: &[f64], verbose: bool) -> f64 {
    let mut s = 0.0;
    for (k, v) in x.iter().enumerate() {
        s += v * v;
        if verbose {
            println!("step {k}: {s:.3} {v:?}");
        }
    }
    assert!(s >= 0.0, "negative sum {s} of {} values", x.len());
    s.sqrt()
}

#[differentiable]
fn dfs(tree: &[f64], k: usize) -> f64 {
    if k >= tree.len() {
        return 0.0;
    }
    tree[k] * tree[k] + 0.5 * dfs(tree, 2 * k + 1) + 0.25 * dfs(tree, 2 * k + 2)
}

#[differentiable]
fn stack(x: &[f64]) -> f64 {
    let mut todo = vec![(0usize, x.len(), 1.0)];
    let mut total = 0.0;
    while let Some((lo, hi, w)) = todo.pop() {
        if hi - lo == 1 {
            total += w * x[lo];
            continue;
        }
        let mid = (lo + hi) / 2;
        todo.push((lo, mid, w * x[lo]));
        todo.push((mid, hi, 0.5 * w));
    }
    total
}

#[differentiable]
fn declared(c: &[f64], x: f64) -> f64 {
    let (a, mut b): (f64, f64);
    if x > 0.5 {
        a = c[0];
        b = x;
    } else {
        a = c[1];
        b = 2.0 * x;
    }
    b += a;
    let (mut b1, mut b2) = (0.0, 0.0);
    for k in c.iter().rev() {
        (b1, b2) = (2.0 * x * b1 - b2 + k, b1);
    }
    a * b + b1 - x * b2
}

#[test]
fn on_the_way() {
    for x in [0.3, 0.8] {
        let c = [0.7, -0.4, 1.3];
        let (value, (g, d)) = declared::value_and_gradient(&c, x);
        held(&[0.7, -0.4, 1.3, x], |x| declared(&x[..3], x[3]), value, &[g, vec![d]].concat());
    }
    for call in [true, false] {
        let (value, (a, b)) = payoff::value_and_gradient(1.2, if call { 1.0 } else { 1.4 }, call);
        let k = if call { 1.0 } else { 1.4 };
        held(&[1.2, k], |x| payoff(x[0], x[1], call), value, &[a, b]);
    }
    let x = [0.7, -0.4, 1.3, 0.9];
    for n in [2, 3, 4] {
        let (value, g) = patterns::value_and_gradient(&x[..2], n);
        held(&x[..2], |x| patterns(x, n), value, &g);
    }
    let (value, (g, t)) = casteljau::value_and_gradient(&x, 0.3);
    held(&[0.7, -0.4, 1.3, 0.9, 0.3], |x| casteljau(&x[..4], x[4]), value, &[g, vec![t]].concat());
    let (value, (a, b)) = poly_mul::value_and_gradient(&x[..2], &x[2..]);
    held(&x, |x| poly_mul(&x[..2], &x[2..]), value, &[a, b].concat());
    for f in
        [(last_best as fn(&[f64]) -> f64, last_best::value_and_gradient(&x)), (stack, stack::value_and_gradient(&x))]
    {
        held(&x, f.0, f.1.0, &f.1.1);
    }
    let (value, g) = history::value_and_gradient(0.6, 4);
    held(&[0.6], |x| history(x[0], 4), value, &[g]);
    let (value, g) = printed::value_and_gradient(&x, false);
    held(&x, |x| printed(x, false), value, &g);
    let (value, g) = dfs::value_and_gradient(&x, 0);
    held(&x, |x| dfs(x, 0), value, &g);
}

#[test]
#[should_panic(expected = "of 2 values")]
fn an_assertion_says_values() {
    printed::gradient(&[f64::NAN, 1.0], false);
}
