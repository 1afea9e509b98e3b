//! Native code beside replay: points and batches, in turns, the least of all rounds.
//!
//! `cargo bench -p wengert-native`; words behind `--` choose programs by a part of their name.

#![forbid(unsafe_code)]

use native::{Native, Workspace};
use program::{Node, Program};
use rules::Real;
use rules::functions::norm_cdf;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The sum of 100 (x[i+1] - x[i]^2)^2 + (1 - x[i])^2.
fn rosenbrock<T: Real>(x: &[T]) -> T {
    x.windows(2).fold(T::from(0.0), |sum, x| {
        let (valley, slope) = (x[1] - x[0] * x[0], x[0] - 1.0);
        sum + (valley * valley * 100.0 + slope * slope)
    })
}

/// The price of a call option; spot, strike, rate, volatility, time.
fn black_scholes<T: Real>(x: &[T]) -> T {
    let deviation = x[3] * x[4].sqrt();
    let d1 = ((x[0] / x[1]).ln() + (x[2] + x[3] * x[3] * 0.5) * x[4]) / deviation;
    x[0] * norm_cdf(d1) - x[1] * (-x[2] * x[4]).exp() * norm_cdf(d1 - deviation)
}

/// Squares of errors of a network with one hidden layer of eight, over twelve samples; its 33 weights.
fn network<T: Real>(w: &[T]) -> T {
    (0..12).fold(T::from(0.0), |sum, k| {
        let (a, b) = (f64::from(k) * 0.17 - 1.0, (f64::from(k) * 0.7).sin());
        let hidden = (0..8).map(|j| ((w[4 * j] * a + w[4 * j + 1] * b + w[4 * j + 2]).tanh()) * w[4 * j + 3]);
        let error = hidden.fold(w[32], |y, h| y + h) - (a * b);
        sum + error * error
    })
}

/// The same with the rectifier, which is no call.
fn rectified<T: Real>(w: &[T]) -> T {
    (0..12).fold(T::from(0.0), |sum, k| {
        let (a, b) = (f64::from(k) * 0.17 - 1.0, (f64::from(k) * 0.7).sin());
        let hidden = (0..8).map(|j| (w[4 * j] * a + w[4 * j + 1] * b + w[4 * j + 2]).max(T::from(0.0)) * w[4 * j + 3]);
        let error = hidden.fold(w[32], |y, h| y + h) - (a * b);
        sum + error * error
    })
}

/// The state of the Lorenz system after Runge-Kutta steps; sigma, rho, beta, x, y, z.
fn lorenz<T: Real>(p: &[T], steps: usize) -> T {
    let h = 0.005;
    let slope = |s: [T; 3]| [p[0] * (s[1] - s[0]), s[0] * (p[1] - s[2]) - s[1], s[0] * s[1] - p[2] * s[2]];
    let along = |s: [T; 3], k: [T; 3], h: f64| [s[0] + k[0] * h, s[1] + k[1] * h, s[2] + k[2] * h];
    let mut s = [p[3], p[4], p[5]];
    for _ in 0..steps {
        let k1 = slope(s);
        let k2 = slope(along(s, k1, 0.5 * h));
        let k3 = slope(along(s, k2, 0.5 * h));
        let k4 = slope(along(s, k3, h));
        for i in 0..3 {
            s[i] += (k1[i] + (k2[i] + k3[i]) * 2.0 + k4[i]) * (h / 6.0);
        }
    }
    s[0] + s[1] + s[2]
}

fn log_sum_exp<T: Real>(x: &[T]) -> T {
    let largest = x[1..].iter().fold(x[0], |largest, &x| largest.max(x));
    x.iter().fold(T::from(0.0), |sum, &x| sum + (x - largest).exp()).ln() + largest
}

/// What is measured, and how often in one turn.
struct Candidate<'a> {
    name: &'static str,
    run: Box<dyn FnMut() + 'a>,
    calls: u32,
    least: f64,
}

fn candidate<'a>(name: &'static str, run: impl FnMut() + 'a) -> Candidate<'a> {
    Candidate { name, run: Box::new(run), calls: 1, least: f64::INFINITY }
}

fn time(candidate: &mut Candidate<'_>) -> Duration {
    let start = Instant::now();
    (0..candidate.calls).for_each(|_| (candidate.run)());
    start.elapsed()
}

/// Lets all take turns for some seconds; nanoseconds of the fastest.
fn race(candidates: &mut [Candidate<'_>], seconds: f64) {
    for candidate in candidates.iter_mut() {
        while time(candidate) < Duration::from_micros(300) {
            candidate.calls *= 2;
        }
    }
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds {
        for candidate in candidates.iter_mut() {
            let nanoseconds = time(candidate).as_secs_f64() * 1e9 / f64::from(candidate.calls);
            candidate.least = candidate.least.min(nanoseconds);
        }
    }
}

fn report(candidates: &[Candidate<'_>], operations: f64) {
    for pair in candidates.chunks(2) {
        let [replay, native] = pair else { continue };
        println!(
            "  {:<28} replay {:>8.3} ns, native {:>8.3} ns an operation: {:>5.2} times as fast",
            replay.name,
            replay.least / operations,
            native.least / operations,
            replay.least / native.least
        );
    }
}

fn measure(name: &str, x: &[f64], f: impl for<'p> Fn(&[Node<'p>]) -> Node<'p>) {
    let Ok(program) = Program::record_at(x, |x| vec![f(x)]).and_then(|p| p.optimised()) else { return };
    let start = Instant::now();
    let native = match Native::new(&program) {
        Ok(native) => native,
        Err(error) => return println!("{name}: {error}"),
    };
    let compiled = start.elapsed().as_secs_f64() * 1e9;
    let operations = program.len() as f64;
    println!(
        "{name}: {operations} operations, compiled in {:.0} ns for each, {} and {} bytes of code",
        compiled / operations,
        native.code_bytes()[0],
        native.code_bytes()[1]
    );
    let (mut room, mut y) = (program::Workspace::new(), [0.0]);
    let (mut native_room, mut native_y) = (Workspace::new(), [0.0]);
    let (mut swept, mut g) = (program::Workspace::new(), vec![0.0; x.len()]);
    let (mut native_swept, mut native_g) = (Workspace::new(), vec![0.0; x.len()]);
    let mut candidates = [
        candidate("value", || {
            let _ = black_box(program.eval_into(black_box(x), &mut room, &mut y));
        }),
        candidate("", || {
            let _ = black_box(native.eval_into(black_box(x), &mut native_room, &mut native_y));
        }),
        candidate("value and gradient", || {
            let _ = black_box(program.value_and_gradient_into(black_box(x), &mut swept, &mut g));
        }),
        candidate("", || {
            let _ = black_box(native.value_and_gradient_into(black_box(x), &mut native_swept, &mut native_g));
        }),
    ];
    race(&mut candidates, 1.5);
    report(&candidates, operations);
    if operations < 50_000.0 {
        batches(&program, x);
    }
}

/// Some million operations' worth of points at once: values, and values with gradients.
fn batches(value: &Program, x: &[f64]) {
    let Ok(gradient) = value.with_gradient().and_then(|p| p.optimised()) else { return };
    let count = (4_000_000 / value.len()).clamp(16, 16_384).next_multiple_of(16);
    let points: Vec<f64> = (0..count * x.len())
        .map(|i| x[i % x.len()] * (0.98 + 0.04 * (i as f64 * 0.618_033_988_749_895).fract()))
        .collect();
    for (name, program) in [("batch, value", value), ("batch, value and gradient", &gradient)] {
        let native = match Native::new(program) {
            Ok(native) => native,
            Err(error) => return println!("  {name}: {error}"),
        };
        let places = count * program.outputs().len();
        let (mut room, mut y) = (program::BatchWorkspace::new(), vec![0.0; places]);
        let (mut native_room, mut native_y) = (Workspace::new(), vec![0.0; places]);
        let points = &points[..];
        let mut candidates = [
            candidate(name, || {
                let _ = black_box(program.batch().eval_into(black_box(points), &mut room, &mut y));
            }),
            candidate("", || {
                let _ = black_box(native.eval_batch_into(black_box(points), &mut native_room, &mut native_y));
            }),
        ];
        race(&mut candidates, 1.0);
        report(&candidates, (program.len() * count) as f64);
    }
}

/// A function that is recorded.
type Recorded = for<'p> fn(&[Node<'p>]) -> Node<'p>;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let spread =
        |n: usize| -> Vec<f64> { (1..=n).map(|i| (i as f64 * 0.618_033_988_749_895).fract() * 2.0 - 0.5).collect() };
    let programs: [(&str, Vec<f64>, Recorded); 9] = [
        ("Rosenbrock 100", spread(100), |x| rosenbrock(x)),
        ("Black-Scholes", vec![100.0, 105.0, 0.03, 0.25, 0.75], |x| black_scholes(x)),
        ("network, tanh", spread(33), |x| network(x)),
        ("network, rectified", spread(33), |x| rectified(x)),
        ("Lorenz, 300 steps", vec![10.0, 28.0, 8.0 / 3.0, 1.0, 1.0, 1.0], |x| lorenz(x, 300)),
        ("log-sum-exp 1000", spread(1000), |x| log_sum_exp(x)),
        ("Rosenbrock 1e4", spread(10_000), |x| rosenbrock(x)),
        ("Rosenbrock 1e5", spread(100_000), |x| rosenbrock(x)),
        ("Lorenz, 10000 steps", vec![10.0, 28.0, 8.0 / 3.0, 1.0, 1.0, 1.0], |x| lorenz(x, 10_000)),
    ];
    for (name, x, f) in programs.iter().filter(|(name, ..)| wanted(name)) {
        measure(name, x, f);
    }
}
