//! Functions and their gradients with and without `math = "vector"`, as multiples of the function without.

#![forbid(unsafe_code)]

use bench::menu::{Menu, Program};
use bench::race::{Outcome, Pace, Race};
use bench::vector as plain;
use bench::vector::vector;
use std::hint::black_box;
use wengert::Workspace;

/// Both forms of a function: its arguments, and the lengths of the gradients.
macro_rules! race {
    ($title:expr, $operations:expr, $pace:ident, $name:ident($($arg:expr),*), [$($gradient:ident: $zero:expr),*]) => {{
        let mut race =
            Race::open($title, $operations, move |sink| sink.slice(&[plain::$name($(black_box($arg)),*)]));
        race.add_part("vector", move |sink| sink.slice(&[vector::$name($(black_box($arg)),*)]));
        let (mut ws, $(mut $gradient),*) = (Workspace::new(), $($zero),*);
        race.add_part("gradient", move |sink| {
            let y = plain::$name::value_and_gradient_into($(black_box($arg)),*, $(&mut $gradient),*, &mut ws);
            sink.slice(&[y]);
        });
        let (mut ws, $(mut $gradient),*) = (Workspace::new(), $($zero),*);
        race.add_part("gradient, vector", move |sink| {
            let y = vector::$name::value_and_gradient_into($(black_box($arg)),*, $(&mut $gradient),*, &mut ws);
            sink.slice(&[y]);
        });
        race.run($pace)
    }};
}

fn waves(n: usize, least: f64, size: f64) -> Vec<f64> {
    (0..n).map(|i| least + size * (1.0 + (i as f64 * 0.77).sin())).collect()
}

fn log_sum_exp(pace: Pace) -> Outcome {
    let x = &waves(80_000, 0.0, 2.0);
    race!("log-sum-exp of 80 000", 240_000, pace, log_sum_exp(x), [g: vec![0.0; 80_000]])
}

fn asian(pace: Pace) -> Outcome {
    let normals = &waves(2000 * 52, -1.5, 1.5);
    let title = "Asian option, 2000 paths of 52 steps";
    race!(title, 520_000, pace, asian(100.0, 0.03, 0.2, normals, 52), [spot: 0.0, rate: 0.0, volatility: 0.0])
}

fn prices(pace: Pace) -> Outcome {
    let (spots, volatilities) = (&waves(5000, 80.0, 20.0), &waves(5000, 0.1, 0.1));
    race!("5000 prices", 65_000, pace, prices(spots, volatilities), [s: vec![0.0; 5000], v: vec![0.0; 5000]])
}

fn cross_entropy(pace: Pace) -> Outcome {
    let scores = &waves(20_000, -1.0, 2.0);
    race!("softmax, 20 classes", 80_000, pace, cross_entropy(scores, 20), [g: vec![0.0; 20_000]])
}

fn short(pace: Pace) -> Outcome {
    let scores = &waves(20_000, -1.0, 2.0);
    race!("softmax, 5 classes", 80_000, pace, cross_entropy(scores, 5), [g: vec![0.0; 20_000]])
}

fn chain(pace: Pace) -> Outcome {
    let x = &waves(1000, 0.1, 0.2);
    race!("1000 equations", 900_000, pace, chain(x, 100), [g: vec![0.0; 1000]])
}

const PROGRAMS: [Program<Outcome>; 6] = [
    ("log-sum-exp", log_sum_exp),
    ("asian", asian),
    ("prices", prices),
    ("softmax 20", cross_entropy),
    ("softmax 5", short),
    ("chain", chain),
];

fn main() {
    Menu::read().run(&PROGRAMS, |outcome| println!("{outcome}\n"));
}
