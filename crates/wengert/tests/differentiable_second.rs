//! The value, the gradient and the Hessian times a direction from one run, beside each of them alone.

#![allow(clippy::needless_range_loop)]

#[path = "independent/mod.rs"]
mod independent;

use wengert::prelude::*;

#[differentiable]
fn mixed(a: f64, pair: (f64, f64), x: &[f64], m: [f64; 2], #[constant] w: &[f64], v: Vec<f64>) -> f64 {
    let mut s = a * pair.0 * pair.1;
    for i in 0..x.len() {
        s += w[i] * (x[i] * m[0]).sin() * v[i];
    }
    s * s + m[1] * a.exp()
}

#[test]
fn together_and_alone() {
    let (x, w, v) = ([0.5, -1.5, 2.0], [1.0, 2.0, -0.5], vec![0.3, 0.1, -0.7]);
    let (m, pair) = ([0.4, 1.1], (0.9, -0.2));
    let along = (1.0, (0.5, -0.5), [1.0, 2.0, 3.0], [0.25, -1.0], [0.1, 0.2, 0.3]);
    let (value, gradient, product) =
        mixed::value_and_hvp(0.7, pair, &x, m, &w, v.clone(), along.0, along.1, &along.2, along.3, &along.4);
    assert_eq!(value.to_bits(), mixed(0.7, pair, &x, m, &w, v.clone()).to_bits());
    assert_eq!(gradient, mixed::gradient(0.7, pair, &x, m, &w, v.clone()));
    let alone = mixed::hvp(0.7, pair, &x, m, &w, v.clone(), along.0, along.1, &along.2, along.3, &along.4);
    assert_eq!(product, alone);
    let hessian = mixed::hessian(0.7, pair, &x, m, &w, v);
    let flat = [1.0, 0.5, -0.5, 1.0, 2.0, 3.0, 0.25, -1.0, 0.1, 0.2, 0.3];
    let rows: Vec<f64> =
        [product.0, product.1.0, product.1.1].into_iter().chain(product.2).chain(product.3).chain(product.4).collect();
    for (i, got) in rows.into_iter().enumerate() {
        let want: f64 = (0..flat.len()).map(|j| hessian[(i, j)] * flat[j]).sum();
        assert!((got - want).abs() <= 1e-13 * want.abs().max(1.0), "row {i}: {got} for {want}");
    }
}

/// At zero the square root's slope is infinite, but the direction does not move `x[0]`, and `x[1]` does not meet it.
#[differentiable]
fn apart(x: &[f64]) -> f64 {
    x[0].sqrt() + x[1] * x[1] * x[1]
}

#[test]
fn what_does_not_move_adds_nothing() {
    let (value, gradient, product) = apart::value_and_hvp(&[0.0, 2.0], &[0.0, 1.0]);
    assert_eq!((value, gradient), (8.0, vec![f64::INFINITY, 12.0]));
    assert_eq!(product, [0.0, 12.0]);
    assert_eq!(apart::hvp(&[0.0, 2.0], &[0.0, 1.0]), [0.0, 12.0]);
}
