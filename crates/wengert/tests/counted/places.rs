//! Places that are read and assigned to.

use super::told;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Pair {
    a: f64,
    l: Vec<f64>,
}

#[differentiable]
fn doubled(y: &mut f64, z: f64) {
    *y = *y * z + 2.0;
}

#[differentiable]
fn scaled(y: &mut [f64], z: f64) {
    for y in y.iter_mut() {
        *y = *y * z + 2.0;
    }
}

#[differentiable]
fn added_to(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v[next()] += x[next()];
    v[next()] *= v[next()];
    told(&v) * next() as f64
}

#[differentiable]
fn exchanged(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    let (a, b) = (next(), next());
    v.swap(a, b);
    let old = std::mem::replace(&mut v[next()], x[next()]);
    v.push(old);
    told(&v) * next() as f64
}

#[differentiable]
fn taken(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    let old = std::mem::take(&mut v[next()]);
    v.push(old * 2.0);
    told(&v) * next() as f64
}

#[differentiable]
fn lent(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    doubled(&mut v[next()], x[next()]);
    told(&v) * next() as f64
}

#[differentiable]
fn lent_part(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    scaled(&mut v[next()..], x[next()]);
    told(&v) * next() as f64
}

#[differentiable]
fn by_reference(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    let y = &mut v[next()];
    *y *= x[next()];
    *y += 1.0;
    told(&v) * next() as f64
}

#[differentiable]
fn each(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    for y in v[next()..].iter_mut() {
        *y *= 2.0;
    }
    told(&v) * next() as f64
}

#[differentiable]
fn each_of_two(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    for (y, z) in v[next()..].iter_mut().zip(&x[next()..]) {
        *y *= z;
    }
    told(&v) * next() as f64
}

#[differentiable]
fn field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![
        Pair { a: x[1], l: vec![x[2], x[3], x[4]] },
        Pair { a: x[4], l: vec![x[5], x[2], x[1]] },
        Pair { a: x[6], l: x[3..].to_vec() },
    ];
    all[next()].a *= x[next()];
    told(&all[1].l) * all[1].a * next() as f64
}

mod tests {
    use crate::counts;

    counts! {
        added_to
        exchanged
        taken
        lent
        lent_part
        by_reference
        each
        each_of_two
        field
    }
}
