//! What ranks send, and how long they take: a plate in blocks and a batch of samples, with the same work for all ranks together
//! (strong scaling) and for each (weak). Prints the tables of `docs/beyond-one-machine.md`, the last one by its formula.
//!
//! Run as the processes of a job, `mpirun -n 4 target/release/examples/scaling`, or on that many threads: `scaling 4`.

use std::process::ExitCode;
use std::time::Instant;
use wengert::checkpoint::Schedule;
use wengert_mpi::{Error, Grid, Ranks, launch};

const SIDE: usize = 192;
const STEPS: u64 = 40;
const SLOTS: usize = 6;
const SAMPLES: usize = 200_000;
const PARAMETERS: usize = 32;

/// A cluster: seconds for a message, and for a byte of it.
const LATENCY: f64 = 10e-6;
const BYTE: f64 = 1.0 / 10e9;

fn main() -> ExitCode {
    let size = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1);
    let outcomes = launch(size, |ranks| {
        let found = measure(&ranks);
        if let (0, Ok(said)) = (ranks.rank(), &found) {
            print!("{said}");
        }
        found.map(drop)
    });
    match outcomes.and_then(|outcomes| outcomes.into_iter().collect::<Result<Vec<_>, _>>()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The gradient through all steps on a plate of so many points along each side.
fn plate(ranks: &Ranks, sides: [usize; 2]) -> Result<(), Error> {
    let grid = Grid::new(ranks, &sides);
    let own: Vec<f64> = grid.points().map(|at| (at[0] as f64 * 0.1).sin() + at[1] as f64 * 0.01).collect();
    let (rows, columns) = (grid.shape()[0], grid.shape()[1]);
    let mut plate = ranks
        .chain(own, STEPS, |_, x: Vec<_>| {
            let wide = grid.with_halos(&ranks.on(x[0]), &x, 1, 0.0.into());
            let row = columns + 2;
            let inner = (0..rows).flat_map(|i| (0..columns).map(move |j| (i + 1) * row + j + 1));
            inner.map(|c| 0.2 * wide[c] + 0.2 * (wide[c - row] + wide[c + row] + wide[c - 1] + wide[c + 1])).collect()
        })
        .schedule(Schedule::binomial(SLOTS));
    let found = plate.gradient(|_, x| x.iter().fold(0.0.into(), |sum, &x| sum + x * x));
    ranks.agree(found).map(drop)
}

/// The gradient of a sum over so many samples.
fn samples(ranks: &Ranks, all: usize) -> Result<(), Error> {
    let own: Vec<f64> = ranks.share(all).map(|i| (i % 1009) as f64 * 1e-3).collect();
    let p: Vec<f64> = (0..PARAMETERS).map(|k| 1.0 / (1.0 + k as f64)).collect();

    ranks.par_gradient(|&s, p| polynomial(s, p), all, &own, &p).map(drop)
}

fn polynomial<T: wengert::Real>(s: f64, p: &[T]) -> T {
    let sum = p.iter().rev().fold(T::from(0.0), |sum, &p| sum * s + p);
    (sum - s.sin()).powi(2)
}

/// The seconds of the fastest of three runs, and what the rank that sends most sends in one.
fn of_runs(ranks: &Ranks, run: impl Fn() -> Result<(), Error>) -> Result<(f64, f64, f64), Error> {
    run()?;
    let mut best = f64::INFINITY;
    let mut sent = [0.0, 0.0];
    for _ in 0..3 {
        ranks.on(0.0).barrier();
        let (start, before) = (Instant::now(), ranks.tally());
        run()?;
        best = best.min(start.elapsed().as_secs_f64());
        let after = ranks.tally();
        sent = [(after.messages - before.messages) as f64, (after.bytes - before.bytes) as f64];
    }
    let most = ranks.on(0.0).all_reduce_max(&[best, sent[0], sent[1]]);
    ranks.check().map(|()| (most[0], most[1], most[2]))
}

fn measure(ranks: &Ranks) -> Result<String, Error> {
    let size = ranks.size();
    let grown = Grid::new(ranks, &[1 << 20, 1 << 20]);
    let blocks = [0, 1].map(|axis| (1 << 20) / grown.shape()[axis]);
    let mut said = String::new();
    let mut row = |what: &str, (seconds, messages, bytes): (f64, f64, f64)| {
        said += &format!("| {what} | {size} | {messages} | {bytes} | {:.1} |\n", seconds * 1e3);
    };
    row("plate, strong", of_runs(ranks, || plate(ranks, [SIDE, SIDE]))?);
    row("plate, weak", of_runs(ranks, || plate(ranks, blocks.map(|blocks| blocks * SIDE)))?);
    row("samples, strong", of_runs(ranks, || samples(ranks, SAMPLES))?);
    row("samples, weak", of_runs(ranks, || samples(ranks, SAMPLES * size))?);
    said += &if size == 1 { model() + &structure(ranks) } else { one_way(ranks) };
    ranks.check().map(|()| said)
}

/// How long numbers are on their way from one rank to the next: half of there and back.
fn one_way(ranks: &Ranks) -> String {
    let (world, mut said) = (ranks.on(0.0), String::new());
    for (count, times) in [(1, 1000), (1000, 1000), (1_000_000, 10)] {
        let x = vec![1.0; count];
        world.barrier();
        let start = Instant::now();
        for _ in 0..times {
            match ranks.rank() {
                0 => {
                    world.send(1, 0, &x);
                    world.receive(1, 0, count);
                }
                1 => world.send(0, 0, &world.receive(0, 0, count)),
                _ => {}
            }
        }
        said += &format!("{count} numbers one way: {:.1} us\n", start.elapsed().as_secs_f64() * 5e5 / f64::from(times));
    }
    said
}

/// How long a gradient of 300 000 products and sums takes, and one with an operation of the ranks at its end.
fn structure(ranks: &Ranks) -> String {
    let x: Vec<f64> = (0..1000).map(|k| 1e-3 * f64::from(k)).collect();
    let of = |together: bool| {
        let once = || {
            let start = Instant::now();
            let found = ranks.value_and_gradient(&x, |world, x| {
                let pairs = (0..300).flat_map(|_| x.windows(2));
                let sum = pairs.fold(x[0] * x[1], |sum, pair| sum * pair[1] + 0.5 * pair[0]);
                if together { world.all_reduce_sum(&[sum])[0] } else { sum }
            });
            found.map_or(f64::NAN, |_| start.elapsed().as_secs_f64())
        };
        (0..7).map(|_| once()).fold(f64::INFINITY, f64::min) * 1e3
    };
    format!("300000 products: {:.1} ms, with an operation {:.1} ms\n", of(false), of(true))
}

/// The formula: seconds of a gradient on so many ranks of a cluster, for a plate of 8192 x 8192 points and 10^9 samples, with
/// the times of one rank for a point and a step, and for a sample.
fn model() -> String {
    let (side, steps) = (8192.0, 1000u64);
    let schedule = Schedule::binomial(12).cost(steps);
    let (point, sample) = (27e-9, 0.14e-6);
    let mut said = String::new();
    for exponent in (0..=12).step_by(2) {
        let ranks = f64::from(1 << exponent);
        let exchanges = (schedule.advances + 2 * steps) as f64;
        let block = side / ranks.sqrt();
        let work = (schedule.advances + steps) as f64 * point * block * block;
        let halos = if exponent == 0 { 0.0 } else { exchanges * 4.0 * (LATENCY + (8.0 * block + 41.0) * BYTE) };
        let of_samples = 1e9 / ranks * sample;
        let sums = (exponent as f64 * 2.0) * (LATENCY + 8.0 * (PARAMETERS as f64 + 1.0) * BYTE);
        let share = |work: f64, sent: f64| format!("{:.4} s, {:.1} %", work + sent, 100.0 * work / (work + sent));
        said += &format!("| {ranks} | {} | {} |\n", share(work, halos), share(of_samples, sums));
    }
    said
}
