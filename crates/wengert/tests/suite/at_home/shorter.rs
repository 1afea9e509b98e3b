//! A module in which the name of a length stands for another one.

use super::lengths::{Held, given, taken};
use wengert::prelude::*;

#[allow(dead_code)]
const N: usize = 2;

#[differentiable]
fn fields(h: &Held, k: f64) -> f64 {
    let mut s = 0.0;
    for x in h.a.iter() {
        s += x * x;
    }
    for row in &h.b {
        s += row[0] * k;
    }
    s + h.c.iter().map(|x| x * k).sum::<f64>()
}

#[differentiable]
fn copied(h: &Held, k: f64) -> f64 {
    let mut a = h.a;
    for x in a.iter_mut() {
        *x *= k;
    }
    let c = h.c;
    a[2] * a[0] + c[2]
}

#[differentiable]
fn results(x: f64) -> f64 {
    let all = given(x);
    let mut s = 0.0;
    for y in all {
        s += y;
    }
    let ones = Held::ONES;
    s + ones.iter().sum::<f64>() * x + given(2.0 * x).iter().sum::<f64>()
}

#[differentiable]
fn passed(x: f64, k: f64) -> f64 {
    taken(|v: &[f64; 3]| v[0] * v[2] * k, x)
}

#[differentiable(tape)]
fn recorded(h: &Held, x: f64) -> f64 {
    let all = given(x);
    all.iter().zip(&h.a).map(|(x, a)| x * a).sum::<f64>() + taken(|v: &[f64; 3]| v[0] * v[2] * h.c[1], x)
}

fn held() -> Held {
    Held { a: [1.0, 2.0, 3.0], b: [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], c: [7.0, 8.0, 9.0] }
}

#[test]
fn lengths_are_those_of_the_type() {
    let (value, (h, k)) = fields::value_and_gradient(&held(), 2.0);
    assert_eq!((value, k), (14.0 + 18.0 + 48.0, 9.0 + 24.0));
    assert_eq!(h, Held { a: [2.0, 4.0, 6.0], b: [[2.0, 0.0]; 3], c: [2.0; 3] });
    let (value, (h, k)) = copied::value_and_gradient(&held(), 2.0);
    assert_eq!((value, k), (21.0, 12.0));
    assert_eq!(h, Held { a: [12.0, 0.0, 4.0], b: [[0.0; 2]; 3], c: [0.0, 0.0, 1.0] });
    // x + x^2 + x^3 + 7 x + 2 x + 4 x^2 + 8 x^3
    assert_eq!(results::value_and_gradient(2.0), (20.0 + 20.0 + 72.0, 10.0 + 20.0 + 108.0));
    assert_eq!(passed::value_and_gradient(2.0, 5.0), (60.0, (60.0, 12.0)));
    let (value, (h, x)) = recorded::value_and_gradient(&held(), 2.0);
    // x + 2 x^2 + 3 x^3 + 3 x^2 c1
    assert_eq!((value, x), (2.0 + 8.0 + 24.0 + 96.0, 1.0 + 8.0 + 36.0 + 96.0));
    assert_eq!(h, Held { a: [2.0, 4.0, 8.0], b: [[0.0; 2]; 3], c: [0.0, 12.0, 0.0] });
}
