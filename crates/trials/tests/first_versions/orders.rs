//! Lists of structures put into order, parted, and searched for the best, by closures and by functions.

// Some functions are recorded.
#![allow(deprecated)]

use super::held;
use std::cmp::Ordering;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Hit {
    t: f64,
    w: f64,
    id: usize,
}
fn by_t(a: &Hit, b: &Hit) -> Ordering {
    a.t.partial_cmp(&b.t).unwrap()
}
fn desc(a: &f64, b: &f64) -> Ordering {
    b.partial_cmp(a).unwrap()
}
#[differentiable]
fn sorted(hits: &[Hit]) -> f64 {
    let mut h = hits.to_vec();
    h.sort_by(|a, b| a.t.partial_cmp(&b.t).unwrap());
    let mut s = 0.0;
    for (k, x) in h.iter().enumerate() {
        s += x.t * x.w * (k + 1) as f64;
    }
    s
}
#[differentiable]
fn sorted_named(hits: &[Hit]) -> f64 {
    let mut h = hits.to_vec();
    h.sort_by(by_t);
    h[0].t * h[1].w + h[2].t * h[2].w
}
#[differentiable]
fn sorted_unstable(hits: &[Hit]) -> f64 {
    let mut h: Vec<Hit> = hits.iter().cloned().filter(|h| h.t > 0.0).collect();
    h.sort_unstable_by(|a, b| b.w.total_cmp(&a.w));
    h.iter().enumerate().map(|(i, h)| h.t * h.w / (i + 1) as f64).sum()
}
#[differentiable]
fn numbers(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(desc);
    v[0] * v[1] + v[2]
}
#[differentiable]
fn by_key(hits: &[Hit]) -> f64 {
    let mut h = hits.to_vec();
    h.sort_by_key(|h| std::cmp::Reverse(h.id));
    h[0].t * h[1].w
}
#[differentiable]
fn nearest(hits: &[Hit]) -> f64 {
    let m = hits.iter().min_by(|a, b| a.t.partial_cmp(&b.t).unwrap()).unwrap();
    let n = hits.iter().max_by(|a, b| by_t(a, b)).unwrap();
    m.w * m.t + n.w
}
#[differentiable]
fn nearest_named(hits: &[Hit]) -> f64 {
    match hits.iter().filter(|h| h.w > 0.0).min_by(|a, b| a.t.partial_cmp(&b.t).unwrap_or(Ordering::Equal)) {
        Some(h) => h.t * h.w,
        None => 0.0,
    }
}
#[differentiable]
fn parts(hits: &[Hit]) -> f64 {
    let (near, far): (Vec<Hit>, Vec<Hit>) = hits.iter().cloned().partition(|h| h.t < 1.5);
    near.iter().map(|h| h.t * h.w).sum::<f64>() * far.iter().map(|h| h.w).sum::<f64>()
}
#[differentiable]
fn part_refs(hits: &[Hit]) -> f64 {
    let (near, far): (Vec<&Hit>, Vec<&Hit>) = hits.iter().partition(|h| h.t < 1.5);
    near.iter().map(|h| h.t * h.w).sum::<f64>() * far.len() as f64
}
#[differentiable]
fn positions(hits: &[Hit]) -> f64 {
    let mut order: Vec<usize> = (0..hits.len()).collect();
    order.sort_by(|&i, &j| hits[i].t.partial_cmp(&hits[j].t).unwrap());
    let k = hits.iter().position(|h| h.t > 1.0).unwrap_or(0);
    hits[order[0]].w * hits[order[2]].t + hits[k].w
}
#[differentiable]
fn refs(hits: &[Hit]) -> f64 {
    let mut v: Vec<&Hit> = hits.iter().collect();
    v.sort_by(|a, b| a.t.partial_cmp(&b.t).unwrap());
    v[0].w * v[1].t
}
#[differentiable]
fn reversed(hits: &[Hit]) -> f64 {
    let mut v = hits.to_vec();
    v.reverse();
    v.sort_by(|a, b| a.t.partial_cmp(&b.t).unwrap().then(a.w.partial_cmp(&b.w).unwrap()));
    v[0].w * v[1].t
}
#[differentiable]
fn tuples(x: &[f64], w: &[f64]) -> f64 {
    let mut pairs: Vec<(f64, f64)> = x.iter().copied().zip(w.iter().copied()).collect();
    pairs.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
    let total: f64 = pairs.iter().map(|p| p.1).sum();
    let mut acc = 0.0;
    for (v, w) in &pairs {
        acc += w;
        if acc > 0.5 * total {
            return v * w;
        }
    }
    0.0
}

fn hits(x: &[f64]) -> Vec<Hit> {
    let ids = [3, 1, 2].into_iter();
    x.chunks(2).zip(ids).map(|(x, id)| Hit { t: x[0], w: x[1], id }).collect()
}

const X: [f64; 6] = [2.0, 0.3, 1.2, 0.8, 1.7, 0.5];

macro_rules! hold {
    ($($test:ident)*) => {
        $({
            let (value, g) = $test::value_and_gradient(&hits(&X));
            let g: Vec<f64> = g.iter().flat_map(|h| [h.t, h.w]).collect();
            held(&X, |x| $test(&hits(x)), value, &g);
        })*
    };
}

#[test]
fn structures_are_sorted() {
    hold!(sorted sorted_named sorted_unstable by_key refs reversed positions);
    let (value, g) = numbers::value_and_gradient(&X);
    held(&X, numbers, value, &g);
    let (value, (by_x, by_w)) = tuples::value_and_gradient(&X[..3], &X[3..]);
    held(&X, |x| tuples(&x[..3], &x[3..]), value, &[by_x, by_w].concat());
}

#[test]
fn the_best_is_found_behind_a_filter_too() {
    hold!(nearest nearest_named);
}

#[test]
fn structures_are_parted() {
    hold!(parts part_refs);
}

// Numbers beside structures, of which an order is made.
#[differentiable]
fn ranked(x: &[f64], hits: &[Hit]) -> f64 {
    let mut a = vec![0.5; x.len()];
    for (v, x) in a.iter_mut().zip(x) {
        *v += x * hits[0].w;
    }
    let mut sum = 0.0;
    for i in 0..a.len() {
        let mut m = a[i];
        for w in x {
            m = m * 0.5 + w;
        }
        sum += m.sin();
    }
    let mut order: Vec<usize> = (0..a.len()).collect();
    order.sort_by(|&i, &j| a[j].partial_cmp(&a[i]).unwrap());
    for (k, &i) in order.iter().enumerate() {
        if a[i].is_finite() && !a[i].total_cmp(&9.0).is_gt() {
            sum = sum * 0.7 + a[i] * k as f64;
        }
    }
    sum + hits[1].t
}

#[test]
fn numbers_are_ordered_beside_structures() {
    let (value, (g, h)) = ranked::value_and_gradient(&X[..3], &hits(&X));
    let all: Vec<f64> = g.into_iter().chain(h.iter().flat_map(|h| [h.t, h.w])).collect();
    let x = [&X[..3], &X[..]].concat();
    held(&x, |x| ranked(&x[..3], &hits(&x[3..])), value, &all);
}
