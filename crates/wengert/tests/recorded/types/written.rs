//! Code that runs unseen: a `Clone` that is written by hand, where what holds the value is copied, and `Drop`.

use super::holds;
use wengert::differentiable;

#[derive(Debug)]
struct Noisy {
    v: f64,
    copies: u32,
}

impl Clone for Noisy {
    fn clone(&self) -> Self {
        Noisy { v: self.v * 1.5, copies: self.copies + 1 }
    }
}

#[derive(Clone, Debug)]
struct Outer {
    inner: Noisy,
    k: f64,
}

fn made(x: &[f64]) -> Vec<Noisy> {
    x.iter().map(|v| Noisy { v: *v, copies: 1 }).collect()
}

fn sum(all: &[Noisy]) -> f64 {
    all.iter().map(|n| n.v * n.copies as f64).sum()
}

#[differentiable]
fn itself(x: &[f64]) -> f64 {
    sum(&[made(x)[0].clone()]) + sum(&made(x).iter().cloned().collect::<Vec<_>>())
}

#[differentiable]
fn of_list(x: &[f64]) -> f64 {
    sum(&made(x).clone()) + 2.0 * sum(&made(x)[1..].to_vec())
}

#[differentiable]
fn repeated(x: &[f64]) -> f64 {
    sum(&vec![made(x).remove(0); 3])
}

#[differentiable]
fn resized(x: &[f64]) -> f64 {
    let mut all = made(x);
    let last = all.remove(0);
    all.resize(5, last);
    sum(&all)
}

#[differentiable]
fn in_others(x: &[f64]) -> f64 {
    let outer = Outer { inner: made(x).remove(1), k: 2.0 };
    let copy = outer.clone();
    let (maybe, pair) = (Some(made(x).remove(0)), (made(x).remove(0), x[1]));
    let (maybe, pair, boxed) = (maybe.clone(), pair.clone(), Box::new(made(x).remove(2)).clone());
    copy.inner.v * copy.k + outer.inner.v + maybe.map_or(0.0, |n| n.v) * pair.0.v * pair.1 + boxed.v
}

#[test]
fn a_clone_that_changes_what_it_copies() {
    type Function = fn(&[f64]) -> f64;
    type Derivatives = fn(&[f64]) -> (f64, Vec<f64>);
    let all: [(Function, Derivatives); 5] = [
        (itself, itself::value_and_gradient),
        (of_list, of_list::value_and_gradient),
        (repeated, repeated::value_and_gradient),
        (resized, resized::value_and_gradient),
        (in_others, in_others::value_and_gradient),
    ];
    for (f, derivatives) in all {
        holds(&[1.0, 2.0, 0.5], f, derivatives);
    }
}

struct Guard<'a> {
    total: &'a mut f64,
    v: f64,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        *self.total += self.v * self.v;
    }
}

fn added(total: &mut f64, v: f64) -> f64 {
    let guard = Guard { total, v };
    guard.v.sin()
}

#[differentiable]
fn guarded(x: f64, y: f64) -> f64 {
    let mut total = x;
    let s = added(&mut total, x * y);
    {
        let _guard = Guard { total: &mut total, v: y };
    }
    total * s
}

#[test]
fn what_ends_does_so() {
    holds(
        &[0.7, 1.3],
        |x| guarded(x[0], x[1]),
        |x| {
            let (value, (dx, dy)) = guarded::value_and_gradient(x[0], x[1]);
            (value, vec![dx, dy])
        },
    );
}
