//! What lanes of tangents cost beside a dual written by hand, in one run: minima over interleaved rounds.
//!
//! cargo run --release -p wengert-forward --example lanes

use forward::{Dual, Taylor};
use rules::Functions;
use std::hint::black_box;
use std::ops::{Add, Mul};
use std::time::Instant;

/// A dual with `N` partials and nothing else.
#[derive(Clone, Copy)]
struct Hand<const N: usize> {
    value: f64,
    tangent: [f64; N],
}

impl<const N: usize> Add for Hand<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Hand { value: self.value + o.value, tangent: core::array::from_fn(|k| self.tangent[k] + o.tangent[k]) }
    }
}

impl<const N: usize> Mul for Hand<N> {
    type Output = Self;
    #[allow(clippy::suspicious_arithmetic_impl)]
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        let tangent = core::array::from_fn(|k| o.value * self.tangent[k] + self.value * o.tangent[k]);
        Hand { value: self.value * o.value, tangent }
    }
}

const LEN: usize = 256;

/// Two products and two sums for each pair.
#[inline(always)]
fn polynomial<T: Copy + Add<Output = T> + Mul<Output = T>>(x: &[T], y: &[T]) -> T {
    let mut sum = x[0];
    for (&x, &y) in x.iter().zip(y) {
        sum = sum + x * (y * x + y);
    }
    sum
}

#[inline(never)]
fn plain(x: &[f64], y: &[f64]) -> f64 {
    polynomial(x, y)
}

#[inline(never)]
fn hand<const N: usize>(x: &[Hand<N>], y: &[Hand<N>]) -> Hand<N> {
    polynomial(x, y)
}

#[inline(never)]
fn ours<const N: usize>(x: &[Dual<f64, [f64; N]>], y: &[Dual<f64, [f64; N]>]) -> Dual<f64, [f64; N]> {
    polynomial(x, y)
}

#[inline(never)]
fn single(x: &[Dual], y: &[Dual]) -> Dual {
    polynomial(x, y)
}

/// The least time of a call in nanoseconds, over many rounds.
fn least(mut calls: Vec<Call>) {
    let mut least = vec![f64::INFINITY; calls.len()];
    for _ in 0..400 {
        for (i, (_, call)) in calls.iter_mut().enumerate() {
            let start = Instant::now();
            for _ in 0..20 {
                call();
            }
            least[i] = least[i].min(start.elapsed().as_secs_f64() * 1e9 / 20.0);
        }
    }
    for ((name, _), ns) in calls.iter().zip(&least) {
        println!("{name:24} {ns:10.1} ns");
    }
}

/// A name and what to time.
type Call = (String, Box<dyn FnMut()>);

fn lanes<const N: usize>(calls: &mut Vec<Call>) {
    let value = |i: usize| 0.5 + (i % 17) as f64 / 32.0;
    let tangent = |i: usize| core::array::from_fn::<f64, N, _>(|k| (i * N + k) as f64 / 64.0);
    let x: Vec<Hand<N>> = (0..LEN).map(|i| Hand { value: value(i), tangent: tangent(i) }).collect();
    let y: Vec<Hand<N>> = x.iter().rev().copied().collect();
    let dx: Vec<Dual<f64, [f64; N]>> = x.iter().map(|h| Dual::new(h.value, h.tangent)).collect();
    let dy: Vec<Dual<f64, [f64; N]>> = dx.iter().rev().copied().collect();
    calls.push((
        format!("{N} lanes, by hand"),
        Box::new(move || {
            black_box(hand(black_box(&x), black_box(&y)));
        }),
    ));
    calls.push((
        format!("{N} lanes, Dual"),
        Box::new(move || {
            black_box(ours(black_box(&dx), black_box(&dy)));
        }),
    ));
}

fn series<const K: usize>(calls: &mut Vec<Call>) {
    let at = || black_box(Taylor::<f64, K>::new(0.5, [0.25; K]));
    let mut call = |name: &str, f: fn(Taylor<f64, K>) -> Taylor<f64, K>| {
        calls.push((
            format!("{name}, order {K}"),
            Box::new(move || {
                black_box(f(at()));
            }),
        ));
    };
    call("x * x", |x| x * x);
    call("1 / x", |x| 1.0 / x);
    call("exp(x)", |x| x.exp());
    call("sin(x)", |x| x.sin());
    call("atan(x)", |x| x.atan());
    call("x^2.5", |x| x.powf(2.5));
}

fn main() {
    let mut calls: Vec<Call> = Vec::new();
    let x: Vec<f64> = (0..LEN).map(|i| 0.5 + (i % 17) as f64 / 32.0).collect();
    let y = x.clone();
    calls.push((
        "plain".into(),
        Box::new(move || {
            black_box(plain(black_box(&x), black_box(&y)));
        }),
    ));
    lanes::<1>(&mut calls);
    let x: Vec<Dual> = (0..LEN).map(|i| Dual::new(0.5 + (i % 17) as f64 / 32.0, i as f64 / 64.0)).collect();
    let y: Vec<Dual> = x.iter().rev().copied().collect();
    calls.push((
        "one tangent, Dual".into(),
        Box::new(move || {
            black_box(single(black_box(&x), black_box(&y)));
        }),
    ));
    lanes::<4>(&mut calls);
    lanes::<8>(&mut calls);
    lanes::<16>(&mut calls);
    series::<4>(&mut calls);
    series::<10>(&mut calls);
    series::<20>(&mut calls);
    least(calls);
}
