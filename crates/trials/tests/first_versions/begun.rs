//! Variables that begin as arrays which a function with derivatives makes of constants, and take numbers later; folds that
//! carry arrays of arrays.

use super::held;
use wengert::prelude::*;

type Square = [[f64; 2]; 2];

#[differentiable]
fn ones(n: usize) -> Vec<f64> {
    vec![1.0; n]
}

#[differentiable]
fn eye(n: usize) -> Vec<Vec<f64>> {
    let mut m = vec![vec![0.0; n]; n];
    for (i, row) in m.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    m
}

#[differentiable]
fn unit() -> [f64; 2] {
    let mut u = [0.5; 2];
    u[1] = 1.0;
    u
}

#[differentiable]
fn neutral(one: i32) -> Square {
    let mut m = [[0.0; 2]; 2];
    for (i, row) in m.iter_mut().enumerate() {
        row[i] = one as f64;
    }
    m
}

#[differentiable]
fn compose(a: &Square, b: &Square) -> Square {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..2).map(|k| a[i][k] * b[k][j]).sum()))
}

#[differentiable]
fn turned(t: f64, l: f64) -> Square {
    [[t.cos(), -t.sin()], [t.sin() * l, t.cos()]]
}

#[differentiable]
fn of_lists(x: &[f64], n: usize) -> f64 {
    let mut v = ones(n);
    let mut u = unit();
    let mut w = ones(n);
    let mut t = unit();
    for (i, x) in x.iter().enumerate() {
        w[i] *= x;
        v[i % 2] += w[i];
        u[i % 2] += v[0] * x;
        t[1 - i % 2] -= u[0];
    }
    w = w.iter().map(|a| a * x[0]).collect();
    let plain = ones(n);
    w[0] * t[0] + t[1] * plain[1] + v[1]
}

#[differentiable]
fn of_rows(x: &[f64]) -> f64 {
    let mut m = eye(x.len());
    for i in 0..x.len() {
        m[i][0] *= x[i];
        m[0][i] += x[0];
    }
    let mut q = eye(2);
    q = q.iter().map(|row| row.iter().map(|v| v * x[0] + x[1]).collect()).collect();
    let mut p = neutral(1);
    for t in x {
        p = compose(&p, &turned(*t, 2.0));
    }
    m[0][1] * m[1][0] + m[2][2] * m[0][0] + q[0][0] * q[1][0] + p[0][1] * p[1][1]
}

#[differentiable]
fn chained(x: &[f64], links: &[[f64; 2]]) -> Square {
    x.iter().zip(links).fold(neutral(1), |p, (t, &[a, b])| compose(&p, &turned(*t, a + b)))
}

#[differentiable]
fn folded(x: &[f64], links: &[[f64; 2]]) -> f64 {
    let p = chained(x, links);
    let q = x.iter().rev().fold([[1.0, 0.5], [0.0, 1.0]], |q, t| compose(&turned(*t, 1.0), &q));
    p[0][1] * q[1][0] + p[1][1]
}

#[test]
fn variables_begin_as_arrays_that_functions_make() {
    let x = [0.3, 0.5, -0.2];
    let (value, g) = of_lists::value_and_gradient(&x, 3);
    held(&x, |x| of_lists(x, 3), value, &g);
    let (value, g) = of_rows::value_and_gradient(&x);
    held(&x, of_rows, value, &g);
}

#[test]
fn folds_carry_rows() {
    let x = [0.3, 0.5, -0.2, 0.1, 0.2, 0.3, 0.4, 1.0, 2.0];
    let links = |x: &[f64]| x[3..].chunks(2).map(|c| [c[0], c[1]]).collect::<Vec<_>>();
    let (value, (by_x, by_links)) = folded::value_and_gradient(&x[..3], &links(&x));
    held(&x, |x| folded(&x[..3], &links(x)), value, &[by_x, by_links.concat()].concat());
}
