//! Back-propagation through a million steps of a recurrent cell, none of them cut off.
//!
//! `cargo run --release -p wengert --example recurrent`; with `-- 1000`, another number of steps. With
//! `PICTURES` naming a folder, it writes a picture there; that of the documents is of 100000 steps.

use picture::{Axis, COLOURS, Chart, Colour, FRAME, Panel};
use wengert::checkpoint::{Error, Schedule};
use wengert::prelude::*;
use wengert::{At, Gradient, Var};

/// Numbers in the cell.
const N: usize = 4;
/// Weights between them, of the input, offsets, and weights of the output.
const PARAMETERS: usize = N * N + 3 * N;

/// The signal to be followed: a slow wave under a fast one.
fn signal(step: u64) -> f64 {
    let t = step as f64;
    0.6 * (0.01 * t).sin() + 0.3 * (0.37 * t).sin()
}

/// The cell's next state, and what it says then.
fn advance<T: Real>(parameters: &[T], step: u64, h: [T; N]) -> ([T; N], T) {
    let (weights, rest) = parameters.split_at(N * N);
    let (input, rest) = rest.split_at(N);
    let (offset, output) = rest.split_at(N);
    let next: [T; N] = std::array::from_fn(|i| {
        let sum = offset[i] + input[i] * signal(step);
        (0..N).fold(sum, |sum, j| sum + weights[N * i + j] * h[j]).tanh()
    });
    (next, (1..N).fold(output[0] * next[0], |sum, j| sum + output[j] * next[j]))
}

/// The cell sees the signal, and is to say what it was two steps ago.
fn cell<'t>(at: &At<'t>, h: [Var<'t>; N]) -> [Var<'t>; N] {
    let (next, said) = advance(at.parameters(), at.step(), h);
    if at.step() >= 2 {
        at.observe((said - signal(at.step() - 2)).powi(2));
    }
    next
}

fn error(steps: u64, parameters: &[f64]) -> Result<Gradient<[f64; N]>, Error> {
    chain([0.0; N], steps, cell).parameters(parameters).schedule(Schedule::binomial(100)).gradient(|_, _| 0.0.into())
}

/// Small weights that repeat nowhere.
fn start() -> Vec<f64> {
    (0..PARAMETERS).map(|k| 0.4 * (2.3 * k as f64 + 1.0).sin()).collect()
}

pub(crate) fn run(steps: u64) -> Result<(), Error> {
    println!("{steps} steps: {:?}", Schedule::binomial(100).cost(steps));
    let mut p = start();
    let (mut moments, mut before) = (vec![(0.0, 0.0); PARAMETERS], f64::NAN);
    // A few steps of Adam on the first thousand, to have a cell that remembers.
    for k in 1..=200 {
        let g = error(steps.min(1000), &p)?;
        if k == 1 {
            before = g.value / steps.min(1000) as f64;
        }
        for ((p, (m, v)), g) in p.iter_mut().zip(&mut moments).zip(&g.parameters) {
            (*m, *v) = (0.9 * *m + 0.1 * g, 0.99 * *v + 0.01 * g * g);
            let (m, v) = (*m / (1.0 - 0.9f64.powi(k)), *v / (1.0 - 0.99f64.powi(k)));
            *p -= 0.02 * m / (v.sqrt() + 1e-8);
        }
    }
    let g = error(steps, &p)?;
    println!("mean square error: {before:.4} before training, {:.4} after, on {steps} steps", g.value / steps as f64);
    assert!(g.value / (steps as f64) < 0.3 * before);
    if let Some(folder) = std::env::var_os("PICTURES") {
        let file = std::path::Path::new(&folder).join("recurrent.svg");
        std::fs::write(file, picture(&start(), &p)).map_err(|error| Error::other(error.to_string()))?;
    }

    // One weight, against a difference.
    let h = 1e-6;
    let at = |h: f64| {
        let mut p = p.clone();
        p[5] += h;
        Ok::<f64, Error>(error(steps, &p)?.value)
    };
    let difference = (at(h)? - at(-h)?) / (2.0 * h);
    println!("derivative by one weight: {:.6}, by a difference {difference:.6}", g.parameters[5]);
    assert!((g.parameters[5] - difference).abs() < 1e-6 * (1.0 + g.value + g.parameters[5].abs()));
    Ok(())
}

/// What a cell with these parameters says over 300 steps.
fn said(parameters: &[f64]) -> impl Iterator<Item = f64> {
    let mut h = [0.0; N];
    (0..300).map(move |step| {
        let (next, said) = advance(parameters, step, h);
        h = next;
        said
    })
}

/// What was to be said, and what the cell says with its first weights and with those that were found, as SVG.
fn picture(first: &[f64], found: &[f64]) -> String {
    let panel = Panel {
        x: Axis::between(0.0, 300.0, 6.0),
        y: Axis::between(-1.1, 1.1, 4.0),
        sides: [64.0, 104.0, 700.0, 316.0],
    };
    let title = "A recurrent cell learns to remember";
    let mut chart = Chart::new([860.0, 376.0], title, "it should say what the signal was two steps ago");
    chart.panel(&panel, "steps", "");
    let aim: Vec<f64> = (0..300u64).map(|step| step.checked_sub(2).map_or(0.0, signal)).collect();
    let curves: [(&str, Colour, f64, Vec<f64>); 3] = [
        ("as it should be", FRAME, 5.0, aim),
        ("before training", COLOURS[1], 1.5, said(first).collect()),
        ("after training", COLOURS[0], 1.5, said(found).collect()),
    ];
    for (_, colour, width, values) in &curves {
        chart.curve(&panel, values.iter().zip(0..).map(|(&y, x)| [f64::from(x), y]), *colour, *width, false);
    }
    let ends =
        curves.each_ref().map(|(name, colour, _, values)| (values.last().copied().unwrap_or(0.0), *name, *colour));
    chart.ends(&panel, &ends);
    picture::svg(&chart.scene())
}

pub(crate) fn main() -> Result<(), Error> {
    run(std::env::args().nth(1).and_then(|argument| argument.parse().ok()).unwrap_or(1_000_000))
}
