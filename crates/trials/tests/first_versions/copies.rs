//! What is a copy of an array of fixed length, and what is another name for it.

// As people write them first.
#![allow(clippy::let_and_return, clippy::toplevel_ref_arg)]

use super::held;
use wengert::prelude::*;

#[differentiable]
fn row_by_value(a: f64, b: f64) -> f64 {
    let m = [[a, b], [1.0, a]];
    let mut r = m[0];
    r[0] *= b;
    let q = r;
    r[1] = 3.0;
    m[0][0] * r[0] * q[1] + r[1]
}

#[differentiable]
fn rows_in_loops(a: f64, b: f64) -> f64 {
    let mut m = [[a, b], [1.0, a]];
    for mut row in m {
        row[0] *= 5.0;
        row[1] += row[0];
        m[1][0] += 0.1 * row[1];
    }
    let turned = m.map(|mut row| {
        row[0] += 1.0;
        row[0]
    });
    let sum: f64 = m
        .iter()
        .copied()
        .map(|mut row| {
            row.iter_mut()
                .map(|v| {
                    *v *= 2.0;
                    *v
                })
                .sum::<f64>()
        })
        .sum();
    for row in m.iter_mut() {
        let mut c = *row;
        c[0] = 7.0;
        row[1] *= c[0] * row[0];
    }
    m[0][0] * m[0][1] * m[1][1] + turned[0] * sum
}

#[differentiable]
fn changed_while_run_over(a: f64, b: f64) -> f64 {
    let mut v = [a, b, 2.0];
    for x in v {
        v[1] += x;
        v[2] *= x * v[0];
    }
    v[1] * v[2]
}

#[differentiable]
fn taken_apart(a: f64, b: f64) -> f64 {
    let mut m = [[a, b], [1.0, a]];
    let [mut p, q] = m;
    p[0] = q[1] * b;
    m[0][0] *= p[0];
    m[0][0] * p[0] + m[0][1] + q[1]
}

#[differentiable]
fn shadowed_by_a_reference(a: f64, b: f64) -> f64 {
    let mut m = [[a, b], [1.0, a]];
    let mut v = [a, 2.0];
    {
        let m = &mut v;
        let z = m;
        z[0] = b;
    }
    let mut r = m;
    r[0][0] = 9.0 * b;
    m[1][1] += r[0][0];
    m[0][0] * m[1][1] * v[0]
}

#[differentiable]
fn reborrowed(a: f64, b: f64) -> f64 {
    let mut v = [a, b];
    let w = &mut v;
    let x = &mut *w;
    let y = x;
    y[0] *= b;
    let mut c = *y;
    c[1] = 4.0;
    y[1] += c[0];
    v[0] * v[1]
}

#[differentiable]
fn through_closures(a: f64, b: f64) -> f64 {
    let mut v = [a, b];
    let f = |w: &mut [f64; 2]| {
        let z = w;
        z[0] *= z[1];
    };
    f(&mut v);
    f(&mut v);
    let g = |mut w: [f64; 2]| {
        w[0] = 2.0 * w[1];
        w[0]
    };
    g(v) + v[0]
}

#[differentiable]
fn ends_of_a_list(a: f64, b: f64) -> f64 {
    let mut m = vec![[a, b], [b, 1.0]];
    if let Some(r) = m.first_mut() {
        let z = r;
        z[0] *= 3.0 * b;
    }
    if let Some(r) = m.last() {
        let mut z = *r;
        z[0] = 100.0;
        m[0][1] += 0.01 * z[0];
    }
    let last = m[1];
    m[1][0] = 6.0 * a;
    let (p, q) = (m[0], m[1]);
    m[0][0] = 1.0;
    p[0] * q[0] * last[0] + m[0][0]
}

#[differentiable]
fn in_tuples(a: f64, b: f64) -> f64 {
    let mut v = [a, b, 1.0];
    let (p, q) = (&mut v, 3.0);
    let r = p;
    r[0] = q * b;
    let old = v;
    v[1] = old[0] * old[1];
    let t = (v, old);
    let (mut x, y) = t;
    x[0] = 0.5;
    v[0] * v[1] * y[1] * x[0]
}

#[differentiable]
fn layers(a: f64, b: f64) -> f64 {
    let mut g = [[[a, b], [1.0, a]], [[b, b], [a, 2.0]]];
    let layer = &mut g[0];
    let l = layer;
    let row = &mut l[1];
    let r = row;
    r[0] *= a;
    let copy = g[0];
    g[0][1][0] = 2.0 * b;
    let mut other = copy;
    other[0][0] = 0.0;
    copy[0][0] * copy[1][0] + g[0][1][0] * other[0][1]
}

#[differentiable]
fn changed_and_chosen(a: f64, b: f64) -> f64 {
    let mut m = [[a, b], [1.0, a]];
    let swap = |m: &mut [[f64; 2]; 2]| {
        let n = m;
        n.swap(0, 1);
        n[0][0] *= b;
    };
    swap(&mut m);
    let best = if m[0][0] > m[1][0] { &m[0] } else { &m[1] };
    let mut c = *best;
    c[0] = 1.0;
    let d = *best;
    m[0][0] + d[0] * c[1]
}

#[differentiable]
fn history(a: f64, b: f64) -> f64 {
    let v = [a, b];
    let mut hist = vec![v];
    let mut state = v;
    for _ in 0..3 {
        let old = state;
        state[0] += 0.1 * old[1];
        state[1] -= 0.2 * old[0] * old[1];
        hist.push(state);
    }
    let first = hist[0];
    let last = hist[hist.len() - 1];
    hist[0][0] = 44.0;
    first[0] * last[1] + hist[1][0] + state[0]
}

#[differentiable]
fn tuples_of_copies(a: f64, b: f64) -> f64 {
    let mut v = [a, b, 1.0];
    let old = v;
    let t = (v, old);
    let (mut x, y) = t;
    x[0] = 0.5;
    let mut u = t;
    u.1[1] = 7.0;
    v[1] *= x[1] * y[0];
    let mut w = t.0;
    w[0] += 1.0;
    v[0] * v[1] * t.0[1] * u.1[1] + w[0]
}

#[differentiable]
fn references_in_tuples(a: f64, b: f64) -> f64 {
    let mut v = [a, b];
    let mut t = (v, 1.0);
    t.0[0] = 2.0 * b;
    let s = (&mut v, t);
    s.0[1] *= a;
    let (r, (q, _)) = s;
    r[0] += q[0];
    v[0] * v[1] + t.0[0]
}

#[differentiable]
fn in_options(a: f64, b: f64) -> f64 {
    let mut v = [a, b];
    let o = Some(v);
    v[0] = 3.0 * b;
    let w = o.unwrap();
    let mut z = match o {
        Some(mut y) => {
            y[1] += w[0];
            y
        }
        None => [0.0; 2],
    };
    z[0] *= v[0];
    let c = || v;
    let mut d = c();
    d[1] = 100.0;
    v[1] += d[1];
    z[0] * z[1] * w[0] * v[1]
}

#[differentiable]
fn moved_into_a_closure(a: f64, b: f64) -> f64 {
    let mut k = a;
    let mut v = [a, b];
    let f = move |t: f64| t * k * v[1];
    k *= 2.0;
    v[1] = 3.0;
    let g = |t: f64| t * k;
    let s = g(b) + f(b);
    k = b;
    s * k + v[1] * v[0]
}

#[differentiable]
fn best_so_far(a: f64, b: f64) -> f64 {
    let mut v = [a, b];
    let mut best = v;
    let mut lowest = f64::INFINITY;
    for k in 0..4 {
        v[0] -= 0.3 * v[1];
        v[1] += 0.1 * k as f64 * a;
        let f = (v[0] - 0.2).powi(2);
        if f < lowest {
            lowest = f;
            best = v;
        }
    }
    let (mut p, n) = if b > 0.0 { (v, best) } else { (best, v) };
    p[0] = 11.0;
    best[0] * best[1] + v[0] * n[1] + p[1]
}

#[differentiable]
fn named_again(a: f64, b: f64) -> f64 {
    let mut m = [[a, b], [1.0, a]];
    let p = &mut m;
    let q = p;
    q[0][1] *= a;
    let row = &mut q[1];
    let r = row;
    r[0] = b * b;
    let n = m;
    n[0][1] * n[1][0] + m[1][1]
}

#[differentiable]
fn parts_named_again(a: f64, b: f64) -> f64 {
    let mut v = [a, b, 1.0];
    let p = &mut v;
    let q = p;
    q[1] *= a;
    q[2] += b;
    let (l, r) = q.split_at_mut(1);
    let l2 = l;
    l2[0] *= r[0];
    let mut w = v;
    w[0] = 3.0;
    v[0] * v[1] * v[2] + w[0]
}

#[differentiable]
fn turn(m: &mut [[f64; 2]; 2], a: f64) {
    let r = m;
    r[0][0] *= a;
    r[1] = r[0];
}

#[differentiable]
fn scale(v: &mut [f64; 2], a: f64) {
    let r = v;
    r[0] *= a;
    r[1] *= r[0];
}

macro_rules! copies {
    ($($f:ident)*) => {$(
        let (value, (by_a, by_b)) = $f::value_and_gradient(0.7, 1.3);
        held(&[0.7, 1.3], |y| $f(y[0], y[1]), value, &[by_a, by_b]);
    )*};
}

#[test]
fn copies_are_apart_and_references_are_not() {
    copies!(changed_while_run_over row_by_value rows_in_loops taken_apart shadowed_by_a_reference reborrowed through_closures ends_of_a_list in_tuples layers changed_and_chosen history tuples_of_copies references_in_tuples in_options moved_into_a_closure best_so_far named_again parts_named_again);
}

#[test]
fn references_that_are_parameters_stay_references() {
    let (mut m, mut plain) = ([[0.3, 0.8], [1.1, -0.4]], [[0.3, 0.8], [1.1, -0.4]]);
    turn(&mut plain, 0.7);
    let ((), (by_m, by_a)) = turn::vjp(&mut m, 0.7, &[[1.0, 2.0], [3.0, 5.0]]);
    assert_eq!(m, plain);
    assert_eq!((by_m, by_a), ([[4.0 * 0.7, 7.0], [0.0, 0.0]], 4.0 * 0.3));
    let (mut v, mut plain) = ([0.5, 3.0], [0.5, 3.0]);
    scale(&mut plain, 4.0);
    let ((), (by_v, by_a)) = scale::vjp(&mut v, 4.0, &[1.0, 10.0]);
    assert_eq!(v, plain);
    assert_eq!((by_v, by_a), ([124.0, 20.0], 15.5));
}

const SIDE: usize = 3;

#[differentiable]
fn swept(u: &mut [[f64; SIDE]; SIDE], k: f64) {
    let old = *u;
    for i in 1..SIDE {
        for j in 1..SIDE {
            u[i][j] = old[i - 1][j] * k + old[i][j - 1];
        }
    }
}

#[differentiable]
fn swept_beside(u: &mut [[f64; SIDE]; SIDE], v: &mut [f64; SIDE], k: f64) {
    let (old, w) = (*u, *v);
    let again = { *v };
    for i in 1..SIDE {
        for j in 1..SIDE {
            u[i][j] = old[i - 1][j] * k + old[i][j - 1];
        }
        v[i] = w[i - 1] * again[i - 1] + old[i][0];
    }
}

#[differentiable]
fn swept_by_rows(u: &mut [[f64; SIDE]; SIDE], k: f64) {
    for r in u.iter_mut() {
        let old = *r;
        for j in 1..SIDE {
            r[j] = old[j - 1] * k + old[j];
        }
    }
    let rows = u.to_vec();
    let first = u[0];
    for i in 1..SIDE {
        for j in 0..SIDE {
            u[i][j] += rows[i - 1][j] * first[j];
        }
        u[0][i] = first[i - 1];
    }
}

#[differentiable]
fn sweeps(x: f64, k: f64) -> f64 {
    let mut g = [[x; SIDE]; SIDE];
    g[0][1] = k;
    swept(&mut g, k);
    g[2][2] + g[1][1] * g[1][2]
}

#[differentiable]
fn sweeps_beside(x: f64, k: f64) -> f64 {
    let mut g = [[x; SIDE]; SIDE];
    g[0][1] = k;
    let mut h = [k, x, k * x];
    swept_beside(&mut g, &mut h, k);
    g[2][2] + g[1][1] * g[1][2] + h[1] * h[2]
}

#[differentiable]
fn sweeps_by_rows(x: f64, k: f64) -> f64 {
    let mut g = [[x; SIDE]; SIDE];
    g[0][1] = k;
    swept_by_rows(&mut g, k);
    g[2][2] + g[1][1] * g[1][2] + g[0][1] * g[0][2]
}

#[test]
fn rows_behind_a_reference_are_copied() {
    let x = [1.3, 0.7];
    let (value, (g, h)) = sweeps::value_and_gradient(x[0], x[1]);
    held(&x, |x| sweeps(x[0], x[1]), value, &[g, h]);
    let (value, (g, h)) = sweeps_beside::value_and_gradient(x[0], x[1]);
    held(&x, |x| sweeps_beside(x[0], x[1]), value, &[g, h]);
    let (value, (g, h)) = sweeps_by_rows::value_and_gradient(x[0], x[1]);
    held(&x, |x| sweeps_by_rows(x[0], x[1]), value, &[g, h]);
}

#[differentiable]
fn renewed(u: &mut Vec<f64>, k: f64) {
    let r = u.clone();
    for _ in 0..2 {
        *u = r.iter().zip(u.iter()).map(|(a, b)| a * k + b * b).collect();
    }
    let v: Vec<f64> = u.iter().map(|x| x.sin()).collect();
    *u = v;
}

/// Lists behind references take others of their length.
#[differentiable]
fn taken_whole(x: &[f64], k: f64) -> f64 {
    let mut u = x.to_vec();
    renewed(&mut u, k);
    let mut m: Vec<Vec<f64>> = (1..4).map(|n| x[..n].to_vec()).collect();
    for row in &mut m {
        *row = row.iter().map(|v| v * k).collect();
    }
    for (i, row) in m.iter_mut().enumerate() {
        let n = row.len();
        if i > 0 {
            *row = vec![x[i]; n];
        }
        row[0] *= 2.0;
    }
    let mut g = vec![vec![0.0; 2]; 3];
    g.iter_mut().enumerate().for_each(|(i, r)| *r = vec![x[i], x[i] * k]);
    let (a, b) = x.split_at(2);
    let mut s = u.iter().product::<f64>();
    for part in [&a[1..], b] {
        s += part.iter().product::<f64>();
    }
    s + m.iter().flatten().map(|v| v * v).sum::<f64>() + g.iter().map(|r| r[0] * r[1]).sum::<f64>()
}

#[test]
fn lists_behind_references_take_others() {
    let x = [0.7, 0.4, 1.9, 0.6];
    let (value, (by_x, by_k)) = taken_whole::value_and_gradient(&x[..3], x[3]);
    held(&x, |x| taken_whole(&x[..3], x[3]), value, &[by_x, vec![by_k]].concat());
}

/// Without `Clone`, which the derive gives.
#[derive(wengert::Differentiable)]
struct Uncopied {
    a: f64,
    b: Vec<f64>,
}

#[derive(wengert::Differentiable, Debug, PartialEq)]
enum Either {
    Named { x: f64, n: usize },
    Two(f64, f64),
    Nothing,
}

#[differentiable]
fn without_clone(p: Uncopied, e: Either, x: f64) -> f64 {
    let all = [e, Either::Named { x, n: 2 }, Either::Nothing];
    let each = all.iter().map(|e| match e {
        Either::Named { x, n } => x * *n as f64,
        Either::Two(a, b) => a * b,
        Either::Nothing => 1.0,
    });
    p.a * each.sum::<f64>() + p.b.iter().sum::<f64>()
}

#[test]
fn types_without_clone() {
    let made = |a: f64| Uncopied { a, b: vec![2.0] };
    let (value, (p, e, x)) = without_clone::value_and_gradient(made(3.0), Either::Two(1.0, 2.0), 0.5);
    assert_eq!(value, without_clone(made(3.0), Either::Two(1.0, 2.0), 0.5));
    assert_eq!((p.a, p.b, x), (4.0, vec![1.0], 6.0));
    assert_eq!(e, Either::Two(6.0, 3.0));
}

/// A generator of random numbers, which holds no float: it is a constant, whether or not that is written.
#[derive(Clone)]
struct Lcg {
    state: u64,
}

impl Lcg {
    fn next(&mut self) -> f64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 11) as f64 / 9_007_199_254_740_992.0
    }
}

#[differentiable]
fn mean_of_payoffs(x: f64, rng: &mut Lcg) -> f64 {
    let mut sum = 0.0;
    for _ in 0..4 {
        sum += (x * rng.next() - 0.25).max(0.0);
    }
    sum / 4.0
}

#[test]
fn a_state_that_is_not_marked_as_constant() {
    let mut drawn = Lcg { state: 7 };
    let draws: Vec<f64> = (0..4).map(|_| drawn.next()).collect();
    let slope = draws.iter().filter(|&&u| 2.0 * u > 0.25).sum::<f64>() / 4.0;
    let mut rng = Lcg { state: 7 };
    let (value, gradient) = mean_of_payoffs::value_and_gradient(2.0, &mut rng);
    assert_eq!(value, mean_of_payoffs(2.0, &mut Lcg { state: 7 }));
    assert!((gradient - slope).abs() < 1e-15 && slope > 0.0, "{gradient} {slope}");
    assert_eq!(rng.state, drawn.state);
}
