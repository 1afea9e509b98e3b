//! The best learning rate, by differentiating through 1000 steps of gradient descent.
//!
//! Every step takes a gradient itself, on variables of the outer tape: a gradient through gradients.
//!
//! `cargo run --release -p wengert --example learning_rate`

use wengert::checkpoint::{Error, Schedule};
use wengert::prelude::*;
use wengert::{At, Gradient, Var};

/// What the descent makes small: Rosenbrock's valley.
fn valley<T: Real>(x: &[T]) -> T {
    (1.0 - x[0]).powi(2) + 20.0 * (x[1] - x[0] * x[0]).powi(2)
}

/// A step of descent with momentum; the state is the point and its velocity.
fn step<'t>(at: &At<'t>, [x, y, u, v]: [Var<'t>; 4]) -> [Var<'t>; 4] {
    let (rate, momentum) = (at.parameters()[0].exp(), at.parameters()[1]);
    let g = gradient(|x| valley(x), &[x, y]);
    let (u, v) = (momentum * u - rate * g[0], momentum * v - rate * g[1]);
    [x + u, y + v, u, v]
}

/// The logarithm of what is left after so many steps, by the logarithm of the rate and the momentum.
fn left(steps: u64, parameters: &[f64]) -> Result<Gradient<[f64; 4]>, Error> {
    let mut descent = chain([-1.0, 0.5, 0.0, 0.0], steps, step).parameters(parameters).schedule(Schedule::ctz());
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

    let h = 1e-6;
    let at = |h: f64| Ok::<f64, Error>(left(steps, &[1e-3f64.ln() + h, 0.5])?.value);
    let difference = (at(h)? - at(-h)?) / (2.0 * h);
    assert!((first.parameters[0] - difference).abs() < 1e-5 * (1.0 + difference.abs()));
    Ok(())
}

pub(crate) fn main() -> Result<(), Error> {
    run(1000)
}
