//! Functions that take functions and iterators, called from functions that are recorded too.

use super::held;
use std::collections::VecDeque;
use wengert::prelude::*;

#[differentiable]
fn bisect(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let (mut a, mut b) = (a, b);
    for _ in 0..60 {
        let m = 0.5 * (a + b);
        if f(m) > 0.0 { b = m } else { a = m }
    }
    let x = 0.5 * (a + b);
    x - f(x) / ((f(x + 1e-5) - f(x - 1e-5)) / 2e-5)
}

#[differentiable]
fn integrate<F: Fn(f64) -> f64>(f: F, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    (0..n).map(|i| f(a + (i as f64 + 0.5) * h)).sum::<f64>() * h
}

#[differentiable]
fn rk4(f: &dyn Fn(f64, &[f64]) -> Vec<f64>, y: &[f64], t: f64, h: f64) -> Vec<f64> {
    let k1 = f(t, y);
    let y2: Vec<f64> = y.iter().zip(&k1).map(|(y, k)| y + 0.5 * h * k).collect();
    let k2 = f(t + 0.5 * h, &y2);
    y.iter().zip(&k2).map(|(y, k)| y + h * k).collect()
}

#[differentiable]
fn twice<F>(f: F, x: f64) -> f64
where
    F: Fn(f64) -> f64,
{
    f(f(x))
}

#[differentiable(tape)]
fn recorded(k: f64, xs: &[f64]) -> f64 {
    let mut q = VecDeque::new();
    for x in xs {
        q.push_back(integrate(|t| k * t * *x, 0.0, 1.0, 4));
    }
    let y = rk4(&|t, y| vec![y[1] * t, -k * y[0]], xs, 0.1, 0.2);
    q.iter().copied().sum::<f64>() + y[0] * y[1] + twice(|v| v * k, xs[0]) + bisect(|x| x * x - k, 0.0, 4.0)
}

#[differentiable]
fn mean(it: impl Iterator<Item = f64>) -> f64 {
    let (mut s, mut n) = (0.0, 0);
    for x in it {
        s += x;
        n += 1;
    }
    s / n as f64
}
#[differentiable]
fn rms<I: Iterator<Item = f64>>(it: I) -> f64 {
    it.map(|x| x * x).sum::<f64>().sqrt()
}
#[differentiable]
fn total<'a>(it: impl IntoIterator<Item = &'a f64>) -> f64 {
    it.into_iter().sum()
}
#[differentiable]
fn owned<I>(it: I, k: f64) -> f64
where
    I: IntoIterator<Item = f64>,
{
    it.into_iter().fold(0.0, |a, b| a * k + b)
}
#[differentiable]
fn first(mut it: impl Iterator<Item = f64>) -> f64 {
    let a = it.next().unwrap();
    let mut best = a;
    while let Some(x) = it.next() {
        if x > best {
            best = x;
        }
    }
    best * a
}
#[differentiable]
fn stats(xs: &[f64], k: f64) -> f64 {
    let v: Vec<f64> = xs.iter().map(|x| x * x).collect();
    let it = v.iter().copied();
    mean(xs.iter().map(|x| x * k))
        + rms(xs.iter().copied())
        + total(xs)
        + total(&v)
        + mean(xs.iter().copied().filter(|x| *x > 1.0))
        + owned(v.clone(), k)
        + owned([k, k * k], k)
        + first(xs.iter().map(|x| x.sin()))
        + mean(it)
}
#[differentiable(tape)]
fn taken(xs: &[f64], k: f64) -> f64 {
    let mut q = VecDeque::new();
    for x in xs {
        q.push_back(*x * k);
    }
    mean(q.iter().copied()) + total(&q) + owned(q.clone(), k) + total(xs) + first(xs.iter().map(|x| x * k))
}

#[test]
fn recorded_functions_call_what_takes_functions() {
    let x = [1.5, 0.7, 1.2];
    let (value, (by_k, by_x)) = recorded::value_and_gradient(x[0], &x[1..]);
    held(&x, |x| recorded(x[0], &x[1..]), value, &[vec![by_k], by_x].concat());
}

#[test]
fn iterators_are_taken_as_lists() {
    let x = [1.5, 0.7, 1.2];
    let (value, (by_x, by_k)) = stats::value_and_gradient(&x[..2], x[2]);
    held(&x, |x| stats(&x[..2], x[2]), value, &[by_x, vec![by_k]].concat());
    let (value, (by_x, by_k)) = taken::value_and_gradient(&x[..2], x[2]);
    held(&x, |x| taken(&x[..2], x[2]), value, &[by_x, vec![by_k]].concat());
    assert_eq!(mean::value_and_gradient(&[1.0, 3.0]), (2.0, vec![0.5, 0.5]));
}
