//! What it takes to prepare sparse derivatives: patterns found, and coloured. Least processor times of several runs.
//!
//! `cargo bench -p wengert-sparse`, and words after `--` choose by a part of the name; a word that ends in `.mtx` is a file
//! with a matrix in the Matrix Market format, as the SuiteSparse collection has them, and is coloured in all ways.

#[path = "../tests/colors/matrices.rs"]
#[allow(dead_code)]
mod matrices;

use matrices::*;
use rules::Real;
use sparse::color::{self, Order};
use sparse::{Pattern, detect};
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

    /// The least processor time of a run, of several lots of runs, after what `f` says of its result.
    fn time(&self, name: &str, f: impl Fn() -> String) -> f64 {
        let begin = Instant::now();
        let clock = || spent().unwrap_or_else(|| begin.elapsed().as_secs_f64());
        let (mut least, mut said, mut lots) = (f64::INFINITY, String::new(), 0);
        while lots < 3 || lots < 100 && begin.elapsed().as_secs_f64() < 2.0 {
            let (start, from, mut runs) = (Instant::now(), clock(), 0);
            while runs == 0 || start.elapsed().as_secs_f64() < 0.03 {
                said = black_box(f());
                runs += 1;
            }
            least = least.min((clock() - from) / f64::from(runs));
            lots += 1;
        }
        println!("  {name:<36} {:>10.3} ms  {said}", 1e3 * least);
        least
    }

    fn colors(&self, name: &str, make: impl Fn() -> Pattern, symmetric: bool) {
        if !self.runs(name) {
            return;
        }
        let pattern = make();
        println!("{name}: {pattern}");
        for (order_name, order) in ORDERS {
            self.time(&format!("columns, {order_name}"), || color::columns(&pattern, order).count().to_string());
        }
        self.time("columns without dense rows", || color::peeled_columns(&pattern, Order::Natural).count().to_string());
        if symmetric {
            for (order_name, order) in [ORDERS[0], ORDERS[1], ORDERS[2], ORDERS[3]] {
                let star = || color::star(&pattern, order).map(|s| s.coloring().count().to_string());
                self.time(&format!("star, {order_name}"), || star().unwrap_or_default());
                let acyclic = || color::acyclic(&pattern, order).map(|s| s.coloring().count().to_string());
                self.time(&format!("acyclic, {order_name}"), || acyclic().unwrap_or_default());
            }
            let least = || color::symmetric(&pattern, Order::Natural).map(|s| s.coloring().count().to_string());
            self.time("the least of star and columns", || least().unwrap_or_default());
        } else {
            self.time("both directions", || color::bidirectional(&pattern, Order::LargestFirst).count().to_string());
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
                    self.time(&format!("rows, {order_name}"), || color::rows(&pattern, order).count().to_string());
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
        let primal = self.time("the function", || f.eval(x).iter().sum::<f64>().to_string());
        // Less than that no record of all operations takes.
        let list = RefCell::new(vec![0u64; operations]);
        let floor = self.time("a word written for each operation", || {
            let mut list = list.borrow_mut();
            list.iter_mut().zip(black_box(1)..).for_each(|(word, k)| *word = k);
            black_box(&mut *list).len().to_string()
        });
        let found = self.time("its Jacobian's pattern", || {
            detect::jacobian(x, |x| f.eval(x)).map_or_else(|e| e.to_string(), |found| found.here().to_string())
        });
        let second = self.time("its Hessians' pattern", || {
            detect::hessian(x, |x| f.eval(x)).map_or_else(|e| e.to_string(), |found| found.here().to_string())
        });
        let pattern = detect::hessian(x, |x| f.eval(x)).map(|found| found.into_here());
        if let Ok(pattern) = pattern {
            let entries: Vec<(usize, usize)> = pattern.iter().collect();
            self.time("that pattern, of its coordinates", || {
                let made = Pattern::from_coordinates(x.len(), x.len(), entries.iter().copied());
                made.map_or_else(|error| error.to_string(), |pattern| pattern.to_string())
            });
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

trait Model {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T>;
}

/// The Brusselator on a periodic grid.
struct Brusselator(usize);

impl Model for Brusselator {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let side = self.0;
        let (u, v) = x.split_at(side * side);
        let laplacian = |u: &[T], i: usize, j: usize| {
            let (up, down) = ((i + 1) % side, (i + side - 1) % side);
            let (right, left) = ((j + 1) % side, (j + side - 1) % side);
            let at = |i: usize, j: usize| u[i + side * j];
            at(up, j) + at(down, j) + at(i, right) + at(i, left) - 4.0 * at(i, j)
        };
        let cells = || (0..side * side).map(|k| (k, k % side, k / side));
        let du = cells().map(|(k, i, j)| 1.0 + u[k] * u[k] * v[k] - 4.4 * u[k] + 10.0 * laplacian(u, i, j));
        let dv = cells().map(|(k, i, j)| 3.4 * u[k] - u[k] * u[k] * v[k] + 10.0 * laplacian(v, i, j));
        du.chain(dv).collect()
    }
}

struct Rosenbrock;

impl Model for Rosenbrock {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        vec![x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()]
    }
}

/// A sum over neighbours with functions: what the compiler does not vectorise.
struct Chain;

impl Model for Chain {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        vec![x.windows(2).map(|w| (w[1] - w[0] * w[0]).sin() * (-w[0]).exp() + (1.0 + w[1] * w[1]).ln()).sum()]
    }
}

/// Mixtures of functions, as in fits of models to data: a residual for each point, and their squares.
struct Fit;

impl Model for Fit {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let residual = |k: usize| {
            let t = 0.01 * k as f64;
            let (a, b, c, d) = (x[0], x[1], x[2], x[3 + k % (x.len() - 3)]);
            a * (-b * t).exp() + (c * t + d).sin().tanh() + (1.0 + d * d).ln().sqrt() / (2.0 + a * a)
        };
        vec![(0..10_000).map(|k| residual(k).powi(2)).sum()]
    }
}

/// The reprojection errors of a bundle adjustment: 11 numbers for each camera, 3 for each point; each point is seen by five
/// cameras.
struct Bundle {
    cameras: usize,
    points: usize,
    squared: bool,
}

impl Model for Bundle {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let project = |camera: &[T], point: &[T]| {
            let (r, c) = (&camera[..3], &camera[3..6]);
            let d = [point[0] - c[0], point[1] - c[1], point[2] - c[2]];
            let square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + 1e-9;
            let angle = square.sqrt();
            let (sin, cos) = (angle.sin(), angle.cos());
            let w = [r[0] / angle, r[1] / angle, r[2] / angle];
            let cross = [w[1] * d[2] - w[2] * d[1], w[2] * d[0] - w[0] * d[2], w[0] * d[1] - w[1] * d[0]];
            let along = (w[0] * d[0] + w[1] * d[1] + w[2] * d[2]) * (1.0 - cos);
            let turned = |k: usize| d[k] * cos + cross[k] * sin + w[k] * along;
            let (u, v) = (turned(0) / turned(2), turned(1) / turned(2));
            let radius = u * u + v * v;
            let bent = 1.0 + radius * (camera[9] + radius * camera[10]);
            [u * bent * camera[6] + camera[7], v * bent * camera[6] + camera[8]]
        };
        let errors = (0..5 * self.points).flat_map(|k| {
            let (camera, point) = ((k * 7 + k / 5) % self.cameras, k / 5);
            let place = 11 * self.cameras + 3 * point;
            project(&x[11 * camera..11 * camera + 11], &x[place..place + 3])
        });
        if self.squared { vec![errors.map(|e| e * e).sum()] } else { errors.collect() }
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
    bench.patterns("run: Rosenbrock 100", &[0.5; 100], 100 * 8, Rosenbrock);
    bench.patterns("run: Rosenbrock 100 000", &vec![0.5; 100_000], 100_000 * 8, Rosenbrock);
    bench.patterns("run: chain", &vec![0.5; 100_000], 100_000 * 10, Chain);
    bench.patterns("run: fit", &vec![0.5; 503], 10_000 * 19, Fit);
    for squared in [false, true] {
        let bundle = Bundle { cameras: 100, points: 6_000, squared };
        let x: Vec<f64> = (0..11 * bundle.cameras + 3 * bundle.points).map(|k| 1.5 + (0.7 * k as f64).sin()).collect();
        let name = if squared { "run: bundle, squared" } else { "run: bundle" };
        bench.patterns(name, &x, 30_000 * if squared { 74 } else { 70 }, bundle);
    }
}
