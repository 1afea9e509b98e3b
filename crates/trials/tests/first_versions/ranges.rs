//! Integers of other types than `usize`: ranges over them, what they are compared with, the greater of two. Parts of
//! lists that are given back.

// Some functions are recorded.
#![allow(deprecated)]

use super::held;
use wengert::prelude::*;

#[differentiable]
fn recurrence(n: u32, x: f64) -> f64 {
    let (mut a, mut b) = (1.0, x);
    let m = 2 * ((n + (20.0 * n as f64).sqrt() as u32) / 2);
    for j in (1..=m).rev() {
        let t = j as f64 * 0.1 * a - b;
        a = b;
        b = t * x;
        if j == n {
            a *= x;
        }
    }
    for j in (1..2 * (n + 1)).rev() {
        b += (x * j as f64).sin();
    }
    a + b
}

#[differentiable]
fn outer(n: u32, x: f64) -> f64 {
    recurrence(n, x * x) * x
}

#[differentiable]
fn terms(order: f64, x: f64, least: usize) -> f64 {
    let of_literal = if x < 2.0 { (order + 0.5) as usize } else { 0usize.max((order - x + 1.5) as usize) };
    let of_parameter = least.max((x * 2.0) as usize);
    let mut s = order;
    for i in 0..of_literal + of_parameter {
        s *= x + i as f64;
    }
    s
}

#[differentiable]
fn rest(x: &[f64], k: usize) -> &[f64] {
    &x[k..]
}

#[differentiable]
fn named_rest<'a>(x: &'a [f64], k: usize) -> &'a [f64] {
    let part = &x[..k];
    part
}

#[differentiable]
fn of_parts(x: &[f64], a: f64) -> f64 {
    let (first, last) = (named_rest(x, 2), rest(x, 1));
    first[0] * last[1] * a + last[0] * first[1]
}

#[test]
fn ranges_of_small_integers() {
    for n in [0, 1, 3] {
        let (value, g) = outer::value_and_gradient(n, 0.8);
        held(&[0.8], |x| outer(n, x[0]), value, &[g]);
    }
    for x in [[2.2, 1.6], [3.6, 2.7]] {
        let (value, g) = terms::value_and_gradient(x[0], x[1], 2);
        held(&x, |x| terms(x[0], x[1], 2), value, &[g.0, g.1]);
    }
}

#[test]
fn parts_that_are_given_back() {
    let x = [0.5, 1.5, -2.0, 0.7];
    let (value, (by_x, by_a)) = of_parts::value_and_gradient(&x[..3], x[3]);
    held(&x, |x| of_parts(&x[..3], x[3]), value, &[by_x[0], by_x[1], by_x[2], by_a]);
    let (value, g) = rest::vjp(&x, 2, &[1.0, 3.0]);
    assert_eq!((value, g), (vec![-2.0, 0.7], vec![0.0, 0.0, 1.0, 3.0]));
}
