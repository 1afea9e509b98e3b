//! What it takes to prepare sparse derivatives: patterns found, and coloured. Least processor times of several runs.
//!
//! `cargo bench -p wengert-sparse`, and words after `--` choose by a part of the name; a word that ends in `.mtx` is a file
//! with a matrix in the Matrix Market format, as the SuiteSparse collection has them, and is coloured in all ways.

#[path = "../../tests/colors/matrices.rs"]
#[allow(dead_code)]
mod matrices;
mod models;

use matrices::*;
use models::*;
use sparse::color::{self, Order};
use sparse::detect::{self, Detected};
use sparse::{Coloring, Error, Pattern};
use std::cell::RefCell;
use std::hint::black_box;
use std::time::Instant;

const ORDERS: [(&str, Order); 6] = [
    ("natural", Order::Natural),
    ("largest first", Order::LargestFirst),
    ("smallest last", Order::SmallestLast),
    ("incidence degree", Order::IncidenceDegree),
    ("dynamic", Order::DynamicLargestFirst),
    ("random", Order::Random(1)),
];

/// The processor time of this thread, in seconds, where the system tells it.
fn spent() -> Option<f64> {
    // What is told is of when the scheduler last ran.
    std::thread::yield_now();
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    said.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| 1e-9 * nanoseconds)
}

struct Bench {
    chosen: Vec<String>,
}

impl Bench {
    fn runs(&self, name: &str) -> bool {
        self.chosen.is_empty() || self.chosen.iter().any(|part| name.contains(part.as_str()))
    }

    /// The least processor time of a run, of several lots of runs; the last result is told of.
    fn time<R>(&self, name: &str, f: impl Fn() -> R, say: impl Fn(&R) -> String) -> f64 {
        let begin = Instant::now();
        let clock = || spent().unwrap_or_else(|| begin.elapsed().as_secs_f64());
        let (mut least, mut said, mut lots) = (f64::INFINITY, None, 0);
        // So many that to read the clock takes nothing beside them.
        let mut runs = 1;
        while lots < 3 || lots < 100 && begin.elapsed().as_secs_f64() < 2.0 {
            let from = clock();
            for _ in 0..runs {
                drop(said.replace(black_box(f())));
            }
            let took = clock() - from;
            if took < 0.03 && lots == 0 {
                runs *= 2;
                continue;
            }
            least = least.min(took / f64::from(runs));
            lots += 1;
        }
        println!("  {name:<36} {:>10.3} us  {}", 1e6 * least, said.as_ref().map(say).unwrap_or_default());
        least
    }

    fn colors(&self, name: &str, make: impl Fn() -> Pattern, symmetric: bool) {
        if !self.runs(name) {
            return;
        }
        let pattern = make();
        println!("{name}: {pattern}");
        let count = |coloring: &Coloring| coloring.count().to_string();
        for (order_name, order) in ORDERS {
            self.time(&format!("columns, {order_name}"), || color::columns(&pattern, order), count);
        }
        let peeled = || color::peeled_columns(&pattern, Order::Natural);
        self.time("columns without dense rows", peeled, |peeled| peeled.count().to_string());
        if symmetric {
            for (order_name, order) in [ORDERS[0], ORDERS[1], ORDERS[2], ORDERS[3]] {
                self.time(
                    &format!("star, {order_name}"),
                    || color::star(&pattern, order),
                    |star| star.as_ref().map_or_else(Error::to_string, |star| count(star.coloring())),
                );
                self.time(
                    &format!("acyclic, {order_name}"),
                    || color::acyclic(&pattern, order),
                    |acyclic| acyclic.as_ref().map_or_else(Error::to_string, |acyclic| count(acyclic.coloring())),
                );
            }
            self.time(
                "the least of star and columns",
                || color::symmetric(&pattern, Order::Natural),
                |least| least.as_ref().map_or_else(Error::to_string, |least| count(least.coloring())),
            );
        } else {
            let both = || color::bidirectional(&pattern, Order::LargestFirst);
            self.time("both directions", both, |both| both.count().to_string());
        }
    }

    /// A matrix in a file, also by rows.
    fn file(&self, path: &str) {
        let read = std::fs::File::open(path).map_err(|error| error.to_string());
        let pattern = read.and_then(|file| {
            Pattern::from_matrix_market(std::io::BufReader::new(file)).map_err(|error| error.to_string())
        });
        match pattern {
            Err(error) => println!("{path}: {error}"),
            Ok(pattern) => {
                self.colors(path, || pattern.clone(), pattern.is_symmetric());
                for (order_name, order) in ORDERS {
                    let color = || color::rows(&pattern, order);
                    self.time(&format!("rows, {order_name}"), color, |coloring| coloring.count().to_string());
                }
            }
        }
    }

    /// Patterns of a function of so many scalar operations.
    fn patterns(&self, name: &str, x: &[f64], operations: usize, f: impl Model) {
        if !self.runs(name) {
            return;
        }
        println!("{name}");
        let primal = self.time("the function", || black_box(f.eval(black_box(x))).len(), usize::to_string);
        // Less than that no record of all operations takes.
        let list = RefCell::new(vec![0u64; operations]);
        let floor = self.time(
            "a word written for each operation",
            || {
                let mut list = list.borrow_mut();
                list.iter_mut().zip(black_box(1)..).for_each(|(word, k)| *word = k);
                black_box(&mut *list).len()
            },
            usize::to_string,
        );
        let say = |found: &Result<Detected, Error>| match found {
            Ok(found) => found.here().to_string(),
            Err(error) => error.to_string(),
        };
        let found = self.time("its Jacobian's pattern", || detect::jacobian(black_box(x), |x| f.eval(x)), say);
        let second = self.time("its Hessians' pattern", || detect::hessian(black_box(x), |x| f.eval(x)), say);
        if let Ok(pattern) = detect::hessian(x, |x| f.eval(x)).map(Detected::into_here) {
            let entries: Vec<(usize, usize)> = pattern.iter().collect();
            let made = || Pattern::from_coordinates(x.len(), x.len(), entries.iter().copied());
            self.time("that pattern, of its coordinates", made, |made| made.is_ok().to_string());
        }
        println!(
            "  {:.1} and {:.1} times the function, {:.1} and {:.1} ns an operation; the words {:.1} times",
            found / primal,
            second / primal,
            1e9 * found / operations as f64,
            1e9 * second / operations as f64,
            floor / primal
        );
    }
}

fn main() {
    let chosen = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let bench = Bench { chosen };
    let files: Vec<&String> = bench.chosen.iter().filter(|word| word.ends_with(".mtx")).collect();
    for &file in &files {
        bench.file(file);
    }
    if !files.is_empty() {
        return;
    }
    bench.colors("7-point grid 64^3", || grid(&[64, 64, 64], STAR_7, false), true);
    bench.colors("5-point grid 512^2", || grid(&[512, 512], STAR_5, false), true);
    bench.colors("random band", || scattered(256_000, 7, 40), false);
    bench.colors("SparseDiffTools #93", || layers(256), false);
    bench.colors("Brusselator 100^2", || brusselator(100, true), true);
    bench.colors("arrow, one dense row and column", || banded_arrow(12_805, 5, 1), true);
    bench.colors("long arrow", || arrow(1_000_000, 0), true);
    bench.colors("banded arrow", || banded_arrow(100_000, 5, 5), true);
    bench.colors("shuffled band", || shuffled(&band(10_000, 400)), true);
    bench.patterns("run: Brusselator 100^2", &vec![0.5; 20_000], 20_000 * 12, Brusselator(100));
    bench.patterns("run: Brusselator 6^2", &[0.5; 72], 72 * 12, Brusselator(6));
    bench.patterns("run: chain", &vec![0.5; 100_000], 100_000 * 10, Chain);
    bench.patterns("run: fit", &vec![0.5; 503], 10_000 * 19, Fit);
    bench.patterns("run: dense layers", &vec![0.5; 60], 10 * 60 * 120, Layers(10));
    for n in [100, 10_000, 100_000] {
        bench.patterns(&format!("run: Rosenbrock, {n} inputs"), &vec![0.5; n], n * 8, Rosenbrock);
    }
    for n in [100, 10_000] {
        let x = vec![0.5; n];
        bench.patterns(&format!("run: Wood, {n} inputs"), &x, n * 14, Wood);
        bench.patterns(&format!("run: Broyden, {n} inputs"), &x, n * 9, Broyden);
        bench.patterns(&format!("run: exponentials, {n} inputs"), &x, n * 4, Exponentials);
        let side = f64::sqrt(n as f64) as usize;
        bench.patterns(&format!("run: surface, {n} inputs"), &x, n * 11, Surface(side));
        bench.patterns(&format!("run: graph, {n} inputs"), &x, n * 16, Graph::of(n));
        bench.patterns(&format!("run: fluxes, {n} inputs"), &x, n * 6, Fluxes);
        bench.patterns(&format!("run: lists, {n} inputs"), &x, n * 9, Lists);
        bench.patterns(&format!("run: nodes, {n} inputs"), &x, n * 19, Nodes(Graph::of(n)));
    }
    for steps in [1, 4, 10] {
        bench.patterns(&format!("run: heat, {steps} steps"), &vec![0.5; 1000], 1000 * (8 * steps + 2), Heat(steps));
    }
    for points in [100, 3200, 12_800] {
        bench.patterns(&format!("run: rocket, {points} points"), &rocket(points), points * 28, Rocket);
    }
    for (cameras, points) in [(1, 6), (10, 60), (100, 600), (100, 6000)] {
        for squared in [false, true] {
            let bundle = Bundle { cameras, points, squared };
            let inputs = 11 * cameras + 3 * points;
            let x: Vec<f64> = (0..inputs).map(|k| 1.5 + (0.7 * k as f64).sin()).collect();
            let name = format!("run: bundle{}, {inputs} inputs", if squared { ", squared" } else { "" });
            bench.patterns(&name, &x, 5 * points * if squared { 74 } else { 70 }, bundle);
        }
    }
}
