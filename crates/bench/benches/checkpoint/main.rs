//! What long chains of steps cost: time and peak memory of every schedule, and what the chain adds to a step.
//!
//! `-- --steps 1000000` takes that length alone; `-- --out docs/checkpointing.md` writes the table of the
//! document, from which `cargo run -p wengert-book checkpointing` draws its chart.

#![forbid(unsafe_code)]

use std::fmt::Write;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use clap::Parser;
use wengert::checkpoint::{Disk, Error, Memory, Schedule, Storage, Tiers, Transfer};
use wengert::{Pair, Step, chain_with};

#[derive(Parser)]
struct Options {
    /// The lengths of the chains.
    #[arg(long, value_delimiter = ',', default_values_t = [1_000, 10_000, 100_000, 1_000_000])]
    steps: Vec<u64>,
    /// Runs of each; the least time counts.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// A document to write the table to, between its marks.
    #[arg(long)]
    out: Option<PathBuf>,
    /// What cargo passes to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Numbers in a state: positions and speeds of 64 coupled oscillators.
const N: usize = 128;

type State = Vec<f64>;

fn forward(_: u64, x: &mut State, _: &[f64]) {
    let (position, speed) = x.split_at_mut(N / 2);
    for k in 1..N / 2 - 1 {
        let force = position[k - 1] - 2.0 * position[k] + position[k + 1];
        speed[k] += 0.01 * (force - position[k] * position[k] * position[k]);
    }
    position.iter_mut().zip(speed).for_each(|(x, v)| *x += 0.01 * *v);
}

fn back(_: u64, x: &mut State, _: &[f64], adjoint: &mut State, _: &mut [f64]) {
    let position = &x[..N / 2];
    let (by_position, by_speed) = adjoint.split_at_mut(N / 2);
    by_speed.iter_mut().zip(by_position.iter()).for_each(|(v, x)| *v += 0.01 * x);
    for k in 1..N / 2 - 1 {
        let force = 0.01 * by_speed[k];
        by_position[k - 1] += force;
        by_position[k] -= force * (2.0 + 3.0 * position[k] * position[k]);
        by_position[k + 1] += force;
    }
}

fn start() -> State {
    (0..N).map(|k| (k as f64 * 0.37).sin()).collect()
}

/// The time that the processor gave to this thread, where the system says so, and otherwise the time of day: other
/// programs on the machine do not count.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let spent = || std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok();
    spent().map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// The least time of several runs, each repeated so that it lasts as many ticks of the clock.
fn least(runs: usize, mut run: impl FnMut()) -> Duration {
    run();
    let mut least = Duration::MAX;
    for _ in 0..runs.max(1) {
        let (begin, mut count, mut spent) = (clock(), 0, Duration::ZERO);
        while spent < Duration::from_millis(150) {
            run();
            count += 1;
            spent = clock() - begin;
        }
        least = least.min(spent / count);
    }
    least
}

/// The time of a derivative, the most bytes that it had allocated at once, and the derivative.
fn measure<P: Step<State>, M: Storage<State>>(
    runs: usize,
    steps: u64,
    step: impl Fn() -> P,
    schedule: Schedule,
    open: bool,
    storage: impl Fn() -> Result<M, Error>,
) -> Result<(Duration, u64, State), Error> {
    let once = || {
        let mut chain = chain_with(start(), steps, step()).schedule(schedule).storage(storage()?);
        if open {
            chain = chain.until(|_, _| false);
        }
        Ok(chain.pull(&vec![1.0; N])?.state)
    };
    let mut derivative = Err(Error::other("no run"));
    let memory = allocation_counter::measure(|| derivative = once());
    Ok((least(runs, || drop(black_box(once()))), memory.bytes_max, derivative?))
}

/// What a schedule took, for each length.
struct Line {
    name: &'static str,
    /// Nanoseconds per step, bytes, and plain steps per step.
    numbers: Vec<[f64; 3]>,
}

const NAMES: [&str; 8] = [
    "store all",
    "periodic, square root",
    "binomial, 100 states",
    "binomial, 10 states",
    "online, 100 states",
    "online, 10 states",
    "CTZ",
    "10 in memory, 1000 on disk",
];

/// All schedules, in the order of [`NAMES`], on a chain of so many steps.
fn of_length(steps: u64, runs: usize) -> Result<Vec<[f64; 3]>, Error> {
    let pair = || Pair::new(forward, back);
    let near = || Ok(Memory::new());
    let both = || Ok(Tiers { memory: Memory::new(), disk: Disk::create_in(std::env::temp_dir())? });
    let mut numbers = Vec::new();
    let mut expected = None;
    let mut add = |advances: u64, (time, bytes, derivative): (Duration, u64, State)| {
        let steps = steps as f64;
        numbers.push([time.as_secs_f64() * 1e9 / steps, bytes as f64, advances as f64 / steps]);
        assert!(*expected.get_or_insert_with(|| derivative.clone()) == derivative, "schedules have one derivative");
    };
    let root = Schedule::periodic((steps as f64).sqrt() as u64);
    for schedule in [Schedule::store_all(), root, Schedule::binomial(100), Schedule::binomial(10)] {
        add(schedule.cost(steps).advances, measure(runs, steps, pair, schedule, false, near)?);
    }
    for schedule in [Schedule::online(100), Schedule::online(10), Schedule::ctz()] {
        add(schedule.cost_while(steps).advances, measure(runs, steps, pair, schedule, true, near)?);
    }
    let schedule = Schedule::two_level(10, 1000, Transfer { write: 100.0, read: 100.0 });
    add(schedule.cost(steps).advances, measure(runs, steps, pair, schedule, false, both)?);
    Ok(numbers)
}

/// The table, in Markdown.
fn table(steps: &[u64], lines: &[Line]) -> Result<String, std::fmt::Error> {
    let mut out = String::from("| schedule |");
    steps.iter().try_for_each(|steps| write!(out, " {steps} steps |"))?;
    writeln!(out, "\n| --- |{}", " --- |".repeat(steps.len()))?;
    for Line { name, numbers } in lines {
        write!(out, "| {name} |")?;
        for ([time, bytes, again], [all, ..]) in numbers.iter().zip(&lines[0].numbers) {
            let (kibibytes, slower) = (bytes / 1024.0, time / all);
            write!(out, " {time:.0} ns ({slower:.2}), {kibibytes:.0} KiB, {again:.2} |")?;
        }
        writeln!(out)?;
    }
    Ok(out)
}

/// What the chain adds to a step that does next to nothing, with one number for a state: nanoseconds.
fn overhead(runs: usize, schedule: Schedule) -> Result<f64, Error> {
    let steps = 1_000_000;
    let forward = |_, x: &mut f64, _: &[f64]| *x = 0.5 * *x + 1.0;
    let back = |_, _: &mut f64, _: &[f64], adjoint: &mut f64, _: &mut [f64]| *adjoint *= 0.999;
    let mut chain = chain_with(1.0, steps, Pair::new(forward, back)).schedule(schedule);
    chain.pull(&1.0)?;
    Ok(least(runs, || drop(black_box(chain.pull(&1.0)))).as_secs_f64() * 1e9 / steps as f64)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse();
    let mut lines: Vec<Line> = NAMES.iter().map(|name| Line { name, numbers: Vec::new() }).collect();
    for &steps in &options.steps {
        let numbers = of_length(steps, options.runs)?;
        lines.iter_mut().zip(numbers).for_each(|(line, numbers)| line.numbers.push(numbers));
    }
    let mut text = table(&options.steps, &lines)?;
    let [all, binomial, ctz] =
        [Schedule::store_all(), Schedule::binomial(100), Schedule::ctz()].map(|s| overhead(options.runs, s));
    writeln!(
        text,
        "\nThe chain itself, on a step that does next to nothing: {:.0} ns per step with all states stored, {:.0} ns with \
         100 (3.8 plain steps each among them), {:.0} ns with CTZ (10.1 plain steps).",
        all?, binomial?, ctz?
    )?;
    print!("{text}");
    // Cargo runs benchmarks in the folder of their crate; who gives a path stands in that of the workspace.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if let Some(path) = options.out.map(|path| root.join(path)) {
        let document = std::fs::read_to_string(&path)?;
        let (before, rest) = document.split_once("<!-- measured -->\n").ok_or("no mark where the table begins")?;
        let (_, after) = rest.split_once("<!-- /measured -->").ok_or("no mark where the table ends")?;
        std::fs::write(path, format!("{before}<!-- measured -->\n{text}<!-- /measured -->{after}"))?;
    }
    Ok(())
}
