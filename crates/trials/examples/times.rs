//! What a value with its gradient takes over the function, for functions that call themselves and lend each other what they
//! know already, at sizes that grow: `cargo run --release -p wengert-trials --example times`.
//!
//! What is wanted: at most 4 times, at any size. It takes 1.4 to 6.7; when each call copied what it was lent, the lattice of
//! 24 steps took 2700 times, the alignment of 10 numbers 6800 times.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;
use wengert::prelude::*;

/// An option on a lattice, each node once.
fn node(i: usize, j: usize, steps: usize, x: &[f64; 4], known: &mut HashMap<(usize, usize), f64>) -> f64 {
    let [spot, strike, up, rate] = *x;
    let exercised = (strike - spot * up.powi(2 * j as i32 - i as i32)).max(0.0);
    if i == steps {
        return exercised;
    }
    if let Some(&v) = known.get(&(i, j)) {
        return v;
    }
    let q = (rate.exp() - 1.0 / up) / (up - 1.0 / up);
    let held = q * node(i + 1, j + 1, steps, x, known) + (1.0 - q) * node(i + 1, j, steps, x, known);
    let v = ((-rate).exp() * held).max(exercised);
    known.insert((i, j), v);
    v
}

#[differentiable]
fn lattice(x: &[f64], steps: usize) -> f64 {
    node(0, 0, steps, &[100.0 + x[0], 105.0, 1.05 + 0.01 * x[1], 0.01], &mut HashMap::new())
}

/// What it costs to take one list to the other, each pair of ends once.
fn cost(i: usize, j: usize, a: &[f64], b: &[f64], known: &mut Vec<Vec<Option<f64>>>) -> f64 {
    if i == 0 || j == 0 {
        return (i + j) as f64 * 0.7;
    }
    if let Some(v) = known[i][j] {
        return v;
    }
    let both = cost(i - 1, j - 1, a, b, known) + (a[i - 1] - b[j - 1]).powi(2);
    let left = cost(i - 1, j, a, b, known) + 0.7 * a[i - 1].abs();
    let v = both.min(left).min(cost(i, j - 1, a, b, known) + 0.7 * b[j - 1].abs());
    known[i][j] = Some(v);
    v
}

#[differentiable]
fn alignment(x: &[f64], n: usize) -> f64 {
    let mut known = vec![vec![None; n + 1]; n + 1];
    cost(n, n, &x[..n], &x[n..2 * n], &mut known)
}

/// When a job ends, each job once.
fn end(k: usize, x: &[f64], known: &mut [Option<f64>]) -> f64 {
    if let Some(end) = known[k] {
        return end;
    }
    let mut start = 0.0_f64;
    for back in [1, 3, 7] {
        if back <= k {
            start = start.max(end(k - back, x, known));
        }
    }
    known[k] = Some(start + x[k]);
    start + x[k]
}

#[differentiable]
fn project(x: &[f64], n: usize) -> f64 {
    let mut known = vec![None; n];
    (0..n).map(|k| end(k, x, &mut known)).fold(0.0, f64::max)
}

/// All paths of a tree, with what lies on the way in a list.
fn paths(n: usize, x: &[f64], path: &mut Vec<f64>, total: &mut f64) {
    if n == 0 {
        *total += path[0] * path[path.len() - 1] * path[path.len() / 2];
        return;
    }
    for v in [x[n], x[n] * path[path.len() - 1]] {
        path.push(v.sin());
        paths(n - 1, x, path, total);
        path.pop();
    }
}

#[differentiable]
fn tree(x: &[f64], depth: usize) -> f64 {
    let (mut path, mut total) = (vec![x[0]], 0.0);
    paths(depth, x, &mut path, &mut total);
    total
}

/// Nanoseconds of one run, the least of many.
fn time(run: impl Fn()) -> f64 {
    let once = |n: u32| {
        let start = Instant::now();
        (0..n).for_each(|_| run());
        start.elapsed().as_nanos() as f64 / f64::from(n)
    };
    let n = (2e6 / once(3).max(1.0)) as u32;
    (0..15).map(|_| once(n.max(1))).fold(f64::INFINITY, f64::min)
}

fn main() {
    let x: Vec<f64> = (0..200).map(|k| (0.37 * f64::from(k)).sin() * 0.8).collect();
    println!("{:<12} {:>5} {:>12} {:>12}", "function", "size", "ns", "gradient");
    macro_rules! row {
        ($f:ident: $($n:literal)*) => {$(
            let function = time(|| _ = black_box($f(black_box(&x), black_box($n))));
            let gradient = time(|| _ = black_box($f::value_and_gradient(black_box(&x), black_box($n))));
            println!("{:<12} {:>5} {function:>12.0} {:>12.2}", stringify!($f), $n, gradient / function);
        )*};
    }
    row!(lattice: 6 12 24);
    row!(alignment: 5 10 20);
    row!(project: 10 40 160);
    row!(tree: 3 6 9);
}
