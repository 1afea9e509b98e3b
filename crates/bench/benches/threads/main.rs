//! What `#[independent]` costs and brings: gradients of loops without it, with it on one thread, and on more.
//!
//! `-- --threads 1,2,4` says how many threads; the least time of many runs counts.

#![forbid(unsafe_code)]

use clap::Parser;
use rayon::ThreadPoolBuilder;
use std::hint::black_box;
use std::time::{Duration, Instant};
use wengert::prelude::*;

#[derive(Parser)]
struct Options {
    /// Numbers of threads.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2])]
    threads: Vec<usize>,
    /// Seconds for each number in the table.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// What cargo passes to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

#[differentiable(reverse_only)]
fn call(s: f64, k: f64, v: f64, r: f64, t: f64) -> f64 {
    let d = ((s / k).ln() + (r + 0.5 * v * v) * t) / (v * t.sqrt());
    s * norm_cdf(d) - k * (-r * t).exp() * norm_cdf(d - v * t.sqrt())
}

macro_rules! programs {
    ($name:ident, $($mark:tt)*) => {
        mod $name {
            use wengert::prelude::*;

            #[differentiable(reverse_only)]
            pub(super) fn book(spot: &[f64], strike: &[f64], vol: f64, rate: f64) -> f64 {
                let mut total = 0.0;
                $($mark)*
                for i in 0..spot.len() {
                    total += super::call(spot[i], strike[i], vol, rate, 1.5);
                }
                total
            }

            #[differentiable(reverse_only)]
            pub(super) fn spread(spot: &[f64], strike: &[f64], vol: f64, rate: f64) -> f64 {
                let mut prices = vec![0.0; spot.len()];
                $($mark)*
                for i in 0..spot.len() {
                    prices[i] = super::call(spot[i], strike[i], vol, rate, 1.5);
                }
                let mut s = 0.0;
                for i in 1..prices.len() {
                    s += (prices[i] - prices[i - 1]).powi(2);
                }
                s
            }

            #[differentiable(reverse_only)]
            pub(super) fn pairs(x: &[f64]) -> f64 {
                let n = x.len() / 3;
                let mut e = 0.0;
                $($mark)*
                for i in 0..n {
                    let mut own = 0.0;
                    for j in 0..n {
                        let (a, b, c) = (x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]);
                        let q = (1.0 / (a * a + b * b + c * c + 0.1)).powi(3);
                        own += q * q - q;
                    }
                    e += own;
                }
                e
            }

            #[differentiable(reverse_only)]
            pub(super) fn product(a: &[f64], b: &[f64], n: usize) -> f64 {
                let mut c = vec![0.0; n * n];
                $($mark)*
                for i in 0..n {
                    for k in 0..n {
                        let f = a[i * n + k];
                        for j in 0..n {
                            c[i * n + j] += f * b[k * n + j];
                        }
                    }
                }
                let mut s = 0.0;
                for v in &c {
                    s += v * v;
                }
                s
            }
        }
    };
}

programs!(plain,);
programs!(marked, #[independent]);

/// The least time of a run, in milliseconds.
fn least(seconds: f64, mut run: impl FnMut() -> f64) -> f64 {
    let (start, mut least) = (Instant::now(), Duration::MAX);
    while start.elapsed().as_secs_f64() < seconds {
        let now = Instant::now();
        black_box(run());
        least = least.min(now.elapsed());
    }
    1e3 * least.as_secs_f64()
}

/// A line of the table: milliseconds of the function, its gradient, and that with the attribute on so many threads.
fn line(
    options: &Options,
    name: &str,
    value: impl FnMut() -> f64,
    plain: impl FnMut() -> f64,
    mut marked: impl FnMut() -> f64 + Send,
) {
    print!("{name:12}{:10.3}{:10.3}", least(options.seconds, value), least(options.seconds, plain));
    for &threads in &options.threads {
        match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => print!("{:10.3}", pool.install(|| least(options.seconds, &mut marked))),
            Err(error) => print!("{error:>10}"),
        }
    }
    println!();
}

fn main() {
    let options = Options::parse();
    print!("{:12}{:>10}{:>10}", "ms", "value", "gradient");
    options.threads.iter().for_each(|n| print!("{n:>10}"));
    println!();
    let list = |n: usize, by: usize| (0..n).map(|i| 80.0 + ((i * by) % 1001) as f64 / 25.0).collect::<Vec<_>>();
    let (spot, strike) = (list(20_000, 37), list(20_000, 57));
    let (mut ws, mut own) = (Workspace::new(), Workspace::new());
    macro_rules! book {
        ($f:ident) => {{
            let (mut g, mut h, mut v, mut r) = (vec![0.0; spot.len()], vec![0.0; spot.len()], 0.0, 0.0);
            let (mut g_own, mut h_own, mut v_own, mut r_own) = (g.clone(), h.clone(), 0.0, 0.0);
            line(
                &options,
                stringify!($f),
                || plain::$f(&spot, &strike, 0.2, 0.03),
                || {
                    plain::$f::value_and_gradient_into(
                        &spot, &strike, 0.2, 0.03, &mut g, &mut h, &mut v, &mut r, &mut ws,
                    )
                },
                || {
                    let targets = (&mut g_own, &mut h_own, &mut v_own, &mut r_own);
                    let (g, h, v, r) = targets;
                    marked::$f::value_and_gradient_into(&spot, &strike, 0.2, 0.03, g, h, v, r, &mut own)
                },
            );
        }};
    }
    book!(book);
    book!(spread);
    let x: Vec<f64> = (0..3 * 600).map(|i| (f64::from(i) * 1.7).sin() * 10.0).collect();
    let (mut g, mut g_own) = (vec![0.0; x.len()], vec![0.0; x.len()]);
    line(
        &options,
        "pairs",
        || plain::pairs(&x),
        || plain::pairs::value_and_gradient_into(&x, &mut g, &mut ws),
        || marked::pairs::value_and_gradient_into(&x, &mut g_own, &mut own),
    );
    let n = 128;
    let a: Vec<f64> = (0..n * n).map(|i| (i as f64).sin()).collect();
    let (mut g, mut h) = (vec![0.0; n * n], vec![0.0; n * n]);
    let (mut g_own, mut h_own) = (g.clone(), h.clone());
    line(
        &options,
        "product",
        || plain::product(&a, &a, n),
        || plain::product::value_and_gradient_into(&a, &a, n, &mut g, &mut h, &mut ws),
        || marked::product::value_and_gradient_into(&a, &a, n, &mut g_own, &mut h_own, &mut own),
    );
}
