//! What is moved, copied and lent: types decide, not the text.

use crate::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair {
    v: [f64; 2],
    w: f64,
}

#[differentiable]
impl Pair {
    fn turned(self, by: f64) -> Pair {
        Pair { v: [self.v[0] * by - self.v[1], self.v[1] * by + self.v[0]], w: self.w + by }
    }
    fn size(&self) -> f64 {
        self.v[0] * self.v[1] + self.w * self.w
    }
}

#[differentiable]
fn replaced_in_turn(x: &[f64]) -> f64 {
    let mut v = vec![x[0], x[1]];
    let old = std::mem::replace(&mut v, vec![x[2] * x[0]; 3]);
    let mut w = std::mem::take(&mut v);
    w[0] *= old[1];
    v.push(w[0] + old[0]);
    v[0] * w[1] + old[0] * old[1] * v.len() as f64
}

#[differentiable]
fn exchanged(x: &[f64]) -> f64 {
    let (mut v, mut w) = (vec![x[0], x[1]], vec![x[2]]);
    (v, w) = (w, v);
    v.push(x[1] * w[0]);
    w[1] *= v[0];
    v[1] * w[1] + w[0]
}

#[differentiable]
fn of_a_closure_that_moves(x: &[f64]) -> f64 {
    let mut k = x[0];
    let f = move |t: f64| t * k;
    k *= x[1];
    f(x[2]) + f(k)
}

#[differentiable]
fn of_a_closure_that_counts(x: &[f64]) -> f64 {
    let mut sum = x[0];
    let mut add = |t: f64| {
        sum += t * t;
        sum
    };
    let first = add(x[1]);
    let second = add(x[2]);
    first * second + sum
}

#[differentiable]
fn of_a_copied_structure(x: &[f64]) -> f64 {
    let p = Pair { v: [x[0], x[1]], w: x[2] };
    let mut q = p;
    q.v[0] *= x[2];
    q.w += p.v[0];
    let mut r = q.turned(x[1]);
    r.v = p.v;
    r.v[1] *= q.w;
    p.size() * q.size() + r.size() + q.turned(p.w).v[0]
}

#[differentiable]
fn asked_on_the_way(x: &[f64]) -> f64 {
    let (mut s, mut k) = (1.0, 0);
    while k < x.len() && {
        s *= x[k] + 1.0;
        s < 10.0
    } {
        k += 1;
    }
    let last = x.last();
    if let Some(&t) = last
        && t > 0.0
        && let Some(u) = x.first()
    {
        s += t * u;
    }
    s
}

#[differentiable]
fn left_from_inside(x: &[f64]) -> f64 {
    let found = 'search: {
        for (i, a) in x.iter().enumerate() {
            for b in &x[i + 1..] {
                if a * b > 1.5 {
                    break 'search a * b * b;
                }
            }
        }
        x[0]
    };
    let most = x.iter().copied().fold((0.0, x[0]), |(n, m): (f64, f64), v| (n + v * v, if v > m { v } else { m }));
    found * most.0 + most.1
}

#[differentiable]
fn rows_of_their_own(x: &[f64]) -> f64 {
    let mut m = [[x[0], x[1]], [x[2], 1.0]];
    let kept = m[0];
    let mut row = m[1];
    row[0] *= 2.0;
    m[0][1] += row[0];
    for mut r in m {
        r[0] += 1.0;
        m[1][1] += r[0] * 0.5;
    }
    kept[1] * m[0][1] + m[1][1] * m[1][0]
}

macro_rules! programs {
    ($($f:ident)*) => {$(
        let x = [0.7, 1.3, 1.9];
        let (value, gradient) = $f::value_and_gradient(&x);
        held(&x, $f, value, &gradient);
    )*};
}

#[test]
fn what_is_moved_is_apart_from_what_comes_after() {
    programs!(replaced_in_turn exchanged of_a_closure_that_moves of_a_closure_that_counts of_a_copied_structure);
    programs!(asked_on_the_way left_from_inside rows_of_their_own);
}
