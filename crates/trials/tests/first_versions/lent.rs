//! Lists of lists of tuples and of structures, and references inside of what is taken.

use super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[differentiable]
fn area(polys: &[Vec<(f64, f64)>], scale: f64) -> f64 {
    let mut total = 0.0;
    for p in polys {
        let n = p.len();
        for i in 0..n {
            let (x0, y0) = p[i];
            let (x1, y1) = p[(i + 1) % n];
            total += 0.5 * (x0 * y1 - x1 * y0) * scale;
        }
    }
    total
}
#[differentiable]
fn area2(polys: &[Vec<(f64, f64)>]) -> f64 {
    polys.iter().map(|p| p.iter().map(|(x, y)| x * y * y).sum::<f64>()).sum()
}
#[differentiable]
fn weighted(groups: &[(f64, &[f64])], k: f64) -> f64 {
    let mut s = 0.0;
    for (w, xs) in groups {
        s += w * xs.iter().map(|x| x * x * k).sum::<f64>();
    }
    s
}
#[differentiable]
fn weighted2(groups: &[(f64, Vec<f64>)], k: f64) -> f64 {
    let mut s = 0.0;
    for (w, xs) in groups.iter() {
        for x in xs {
            s += w * x * x * k;
        }
    }
    s
}
#[differentiable]
fn mean(x: &[f64], weights: Option<&[f64]>) -> f64 {
    match weights {
        Some(w) => x.iter().zip(w).map(|(a, b)| a * b).sum::<f64>() / w.iter().sum::<f64>(),
        None => x.iter().sum::<f64>() / x.len() as f64,
    }
}
#[differentiable]
fn mean2(x: &[f64], weights: Option<&Vec<f64>>) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let w = if let Some(w) = weights { w[i] } else { 1.0 };
        s += w * x[i] * x[i];
    }
    s
}
#[differentiable]
fn both(x: &[f64], w: &[f64]) -> f64 {
    mean(x, Some(w)) * mean(x, None)
}

#[differentiable]
fn rows_of(rows: &[&[f64]], k: f64) -> f64 {
    let mut s = 0.0;
    for r in rows {
        for v in r.iter() {
            s += v * v * k;
        }
    }
    s + rows[0][1]
}
#[differentiable]
fn scaled(k: Option<&f64>, x: f64) -> f64 {
    match k {
        Some(k) => k * x,
        None => x,
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Place {
    x: f64,
    y: f64,
}
#[differentiable]
fn pts(ps: &[(f64, &Place)]) -> f64 {
    ps.iter().map(|(w, p)| w * p.x * p.y).sum()
}
#[differentiable]
fn groups(ps: &[Vec<Place>]) -> f64 {
    let mut s = 0.0;
    for g in ps {
        for p in g {
            s += p.x * p.y;
        }
    }
    s + ps[0][0].x
}
#[differentiable(tape)]
fn taken(a: &[f64], b: &[f64], k: f64) -> f64 {
    let p = Place { x: k, y: a[0] };
    rows_of(&[a, b], k)
        + scaled(Some(&k), a[0])
        + scaled(None, b[0])
        + pts(&[(k, &p), (2.0, &p)])
        + groups(&[vec![p.clone()], vec![]])
        + weighted(&[(k, a), (2.0, b)], k)
}

#[differentiable]
fn handed(a: &[f64], b: &[f64], k: f64) -> f64 {
    let p = Place { x: k, y: a[0] };
    let all = vec![vec![p.clone(), Place { x: b[1], y: k }], vec![p.clone()]];
    let lists = groups(&all);
    rows_of(&[a, b], k) + scaled(Some(&k), a[0]) + scaled(None, b[0]) + pts(&[(k, &p), (2.0, &p)]) + lists
}

fn polygon(x: &[f64]) -> Vec<Vec<(f64, f64)>> {
    vec![vec![(x[0], x[1]), (x[2], x[3]), (x[4], x[5])], vec![]]
}

fn numbers(all: &[Vec<(f64, f64)>]) -> Vec<f64> {
    all.iter().flatten().flat_map(|p| [p.0, p.1]).collect()
}

const X: [f64; 7] = [0.1, 0.2, 1.0, 0.3, 0.9, 1.1, 2.0];

#[test]
fn lists_of_lists_of_tuples() {
    let (value, (g, by_scale)) = area::value_and_gradient(&polygon(&X), X[6]);
    held(&X, |x| area(&polygon(x), x[6]), value, &[numbers(&g), vec![by_scale]].concat());
    let (value, g) = area2::value_and_gradient(&polygon(&X));
    held(&X[..6], |x| area2(&polygon(x)), value, &numbers(&g));
}

#[test]
fn what_is_lent_inside_is_taken_by_value_beside_the_function() {
    let (value, (g, by_k)) = weighted::value_and_gradient(&[(X[0], X[1..3].to_vec()), (X[3], X[4..6].to_vec())], X[6]);
    let g: Vec<f64> = g.into_iter().flat_map(|(w, x)| [vec![w], x].concat()).chain([by_k]).collect();
    held(&X, |x| weighted(&[(x[0], &x[1..3]), (x[3], &x[4..6])], x[6]), value, &g);
    let (_, (g, by_k)) = weighted2::value_and_gradient(&[(X[0], X[1..3].to_vec()), (X[3], X[4..6].to_vec())], X[6]);
    assert_eq!((g[1].0, by_k), (2.0 * (0.9 * 0.9 + 1.1 * 1.1), value / 2.0));
    let (value, (g, by_w)) = mean::value_and_gradient(&X[..3], Some(X[3..6].to_vec()));
    held(&X[..6], |x| mean(&x[..3], Some(&x[3..])), value, &[g, by_w.unwrap()].concat());
    let (value, (g, by_w)) = mean2::value_and_gradient(&X[..3], None);
    held(&X[..3], |x| mean2(x, None), value, &g);
    assert_eq!(by_w, None);
}

#[test]
fn such_functions_are_called_and_recorded() {
    let (value, (a, b)) = both::value_and_gradient(&X[..3], &X[3..6]);
    held(&X[..6], |x| both(&x[..3], &x[3..]), value, &[a, b].concat());
    let (value, (a, b, k)) = handed::value_and_gradient(&X[..2], &X[2..4], X[4]);
    held(&X[..5], |x| handed(&x[..2], &x[2..4], x[4]), value, &[a, b, vec![k]].concat());
    let (value, (a, b, k)) = taken::value_and_gradient(&X[..2], &X[2..4], X[4]);
    held(&X[..5], |x| taken(&x[..2], &x[2..4], x[4]), value, &[a, b, vec![k]].concat());
}

/// What a map lends, or else an empty list.
#[differentiable]
fn lent_or_empty(w: &[f64], k: f64) -> f64 {
    let edges = std::collections::BTreeMap::from([(0, vec![(1, w[0]), (2, w[1])]), (1, vec![(2, w[2])])]);
    let mut s = 0.0;
    for from in 0..3 {
        for &(to, w) in edges.get(&from).map(Vec::as_slice).unwrap_or(&[]) {
            s += w * k.powi(to);
        }
        let last = edges.get(&from).map(|all| all.as_slice()).unwrap_or_default().last();
        s += last.map_or(k, |(_, w)| w * w);
    }
    s
}

#[test]
fn an_empty_list_stands_for_nothing() {
    let x = [0.7, 1.9, -0.4, 1.3];
    let (value, (by_w, by_k)) = lent_or_empty::value_and_gradient(&x[..3], x[3]);
    held(&x, |x| lent_or_empty(&x[..3], x[3]), value, &[&by_w[..], &[by_k]].concat());
}
