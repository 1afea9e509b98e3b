//! The best learning rate, by differentiating through 1000 steps of gradient descent.
//!
//! Every step takes a gradient itself, on variables of the outer tape: a gradient through gradients.
//!
//! `cargo run --release -p wengert --example learning_rate`; with `PICTURES` naming a folder, it writes a picture there.

use picture::{Axis, COLOURS, Chart, Colour, Panel};
use wengert::Gradient;
use wengert::checkpoint::{Error, Schedule};
use wengert::prelude::*;

/// What the descent makes small: Rosenbrock's valley.
fn valley<T: Real>(x: &[T]) -> T {
    (1.0 - x[0]).powi(2) + 20.0 * (x[1] - x[0] * x[0]).powi(2)
}

const START: [f64; 4] = [-1.0, 0.5, 0.0, 0.0];

/// A step of descent with momentum; the state is the point and its velocity.
fn step<T: Real>(log_rate: T, momentum: T, [x, y, u, v]: [T; 4]) -> [T; 4] {
    let (rate, g) = (log_rate.exp(), gradient(|x| valley(x), &[x, y]));
    let (u, v) = (momentum * u - rate * g[0], momentum * v - rate * g[1]);
    [x + u, y + v, u, v]
}

/// The logarithm of what is left after so many steps, by the logarithm of the rate and the momentum.
fn left(steps: u64, parameters: &[f64]) -> Result<Gradient<[f64; 4]>, Error> {
    let mut descent = chain(START, steps, |at, state| step(at.parameters()[0], at.parameters()[1], state))
        .parameters(parameters)
        .schedule(Schedule::ctz());
    descent.gradient(|_, [x, y, _, _]| (valley(&[x, y]) + 1e-300).ln())
}

pub(crate) fn run(steps: u64) -> Result<(), Error> {
    let mut p = [1e-3f64.ln(), 0.5];
    let first = left(steps, &p)?;
    let mut found = first.clone();
    let mut stride = 0.1;
    for k in 0..40 {
        let length = found.parameters[0].hypot(found.parameters[1]);
        let trial = [p[0] - stride * found.parameters[0] / length, p[1] - 0.1 * stride * found.parameters[1] / length];
        let tried = left(steps, &trial)?;
        // A trial that is no better is taken back, and the next goes half as far.
        (p, found, stride) =
            if tried.value < found.value { (trial, tried, 1.3 * stride) } else { (p, found, 0.5 * stride) };
        if k % 10 == 9 {
            println!("rate {:.5}, momentum {:.3}: {:.3e} is left", p[0].exp(), p[1], found.value.exp());
        }
    }
    println!("{:.3e} was left with the first rate, {:.3e} is with the last", first.value.exp(), found.value.exp());
    assert!(found.value < first.value - 1.0);
    if let Some(folder) = std::env::var_os("PICTURES") {
        let text = picture(
            steps,
            [("with the first rate", COLOURS[1], [1e-3f64.ln(), 0.5]), ("with the rate found", COLOURS[0], p)],
        );
        let file = std::path::Path::new(&folder).join("learning_rate.svg");
        std::fs::write(file, text).map_err(|error| Error::other(error.to_string()))?;
    }

    let h = 1e-6;
    let at = |h: f64| Ok::<f64, Error>(left(steps, &[1e-3f64.ln() + h, 0.5])?.value);
    let difference = (at(h)? - at(-h)?) / (2.0 * h);
    assert!((first.parameters[0] - difference).abs() < 1e-5 * (1.0 + difference.abs()));
    Ok(())
}

/// What is left after each step of each descent.
fn picture(steps: u64, descents: [(&str, Colour, [f64; 2]); 2]) -> String {
    let panel = Panel {
        x: Axis::between(0.0, steps as f64, 5.0),
        y: Axis::powers(1e-30, 100.0),
        sides: [84.0, 104.0, 700.0, 376.0],
    };
    let title = "Gradient descent, and the rate that its derivative finds";
    let mut chart = Chart::new(
        [860.0, 436.0],
        title,
        "what is left of the function; rate and momentum by a gradient through all steps",
    );
    chart.panel(&panel, "steps", "value of the function");
    for (name, colour, [log_rate, momentum]) in descents {
        let (mut state, mut points) = (START, Vec::new());
        for at in 0..=steps {
            points.push([at as f64, valley(&state[..2]).max(1e-30)]);
            state = step(log_rate, momentum, state);
        }
        let last = points.last().map_or(1e-30, |point| point[1]);
        chart.curve(&panel, points, colour, 1.8, false);
        chart.ends(&panel, &[(last, name, colour)]);
    }
    picture::svg(&chart.scene())
}

pub(crate) fn main() -> Result<(), Error> {
    run(1000)
}
