//! What derivatives of matrix operations cost: value and gradient over the value, and over an adjoint by hand on the same
//! operations over `f64`.
//!
//! `-- --sizes 4,64` takes these sizes alone, `-- --only cholesky` operations by a part of their name.

#![forbid(unsafe_code)]

mod hand;
mod models;

use clap::Parser;
use std::hint::black_box;
use std::time::{Duration, Instant};
use wengert::linalg::{self, Matrix};
use wengert::{Adjoints, Number, Tape, Var};

#[derive(Parser)]
struct Options {
    /// The sizes of the matrices.
    #[arg(long, value_delimiter = ',', default_values_t = [4, 16, 64, 256])]
    sizes: Vec<usize>,
    /// A part of the names of what is run.
    #[arg(long, default_value = "")]
    only: String,
    /// What cargo passes to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A function of matrices with one number as its result.
pub(crate) trait Loss {
    /// What it is called in the table.
    fn name(&self) -> &'static str;
    /// Matrices of this size.
    fn inputs(&self, n: usize) -> Vec<Matrix>;
    /// The loss, on any number.
    fn value<T: Number<Scalar = f64>>(&self, x: &[Matrix<T>]) -> T;
    /// The value and the gradients by hand.
    fn by_hand(&self, x: &[Matrix]) -> (f64, Vec<Matrix>);
}

/// Numbers between -1 and 1 in no order.
pub(crate) fn noise(rows: usize, columns: usize, seed: u64) -> Matrix {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    Matrix::from_fn(rows, columns, |_, _| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    })
}

/// A positive definite matrix.
pub(crate) fn positive(n: usize, seed: u64) -> Matrix {
    let m = noise(n, n, seed);
    linalg::matmul_transposed(&m, &m) + Matrix::identity(n)
}

/// The least times of several jobs, run in turn, in nanoseconds.
pub(crate) fn race(jobs: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    let start = Instant::now();
    let mut least = vec![f64::INFINITY; jobs.len()];
    let mut rounds = 0;
    while rounds < 5 || start.elapsed() < Duration::from_millis(700) && rounds < 400 {
        for (job, least) in jobs.iter_mut().zip(&mut least) {
            let turn = Instant::now();
            let mut runs = 0;
            while runs == 0 || turn.elapsed() < Duration::from_micros(300) {
                job();
                runs += 1;
            }
            *least = least.min(turn.elapsed().as_nanos() as f64 / f64::from(runs));
        }
        rounds += 1;
    }
    least
}

fn compare(loss: &impl Loss, n: usize, only: &str) {
    if !loss.name().contains(only) {
        return;
    }
    let x = loss.inputs(n);
    let mut tape = Tape::new();
    let mut adjoints = Adjoints::new();
    let mut gradients: Vec<Matrix> = x.iter().map(|x| Matrix::zeros(x.rows(), x.columns())).collect();
    let mut gradient = |gradients: &mut [Matrix]| {
        tape.clear();
        let vars: Vec<Matrix<Var<'_>>> = x.iter().map(|x| linalg::variables(&tape, x)).collect();
        let y = loss.value(&vars);
        tape.adjoints_into(&[(y, 1.0)], &mut adjoints);
        for (x, g) in vars.iter().zip(gradients) {
            adjoints.wrt_list(x.as_list(), g.as_mut_slice());
        }
    };
    gradient(&mut gradients);
    let (_, hand) = loss.by_hand(&x);
    for (g, hand) in gradients.iter().zip(&hand) {
        let error = (g - hand).norm() / (1.0 + hand.norm());
        assert!(error < 1e-8, "{} of {n}: {error}", loss.name());
    }
    let times = race(&mut [
        &mut || {
            black_box(loss.value(black_box(&x)));
        },
        &mut || {
            black_box(loss.by_hand(black_box(&x)));
        },
        &mut || gradient(black_box(&mut gradients)),
    ]);
    let [value, hand, tape] = [times[0], times[1], times[2]].map(|t| t / 1e3);
    println!(
        "{:<12} {n:>5} {value:>12.2} {tape:>12.2} {:>8.2} {:>8.2} {:>8.2}",
        loss.name(),
        tape / value,
        hand / value,
        tape / hand
    );
}

fn main() {
    let Options { sizes, only, .. } = Options::parse();
    println!(
        "{:<12} {:>5} {:>12} {:>12} {:>8} {:>8} {:>8}",
        "", "n", "value, us", "gradient, us", "ratio", "by hand", "to hand"
    );
    for &n in &sizes {
        compare(&hand::MatMul, n, &only);
        compare(&hand::Spd, n, &only);
        compare(&hand::Cholesky, n, &only);
        compare(&hand::Solve, n, &only);
        compare(&hand::Eigen, n, &only);
        compare(&hand::Svd, n, &only);
    }
    models::run(&only);
}
