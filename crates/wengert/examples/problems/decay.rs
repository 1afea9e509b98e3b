//! A sum of two exponential decays is fitted to 33 measurements (Osborne 1972; data set MGH17 of NIST), with standard errors,
//! a confidence band, and what each measurement does to the faster rate.

use super::data::columns;
use super::picture::{Chart, save};
use std::error::Error;
use wengert::implicit::{GaussNewton, least_squares};
use wengert::linalg::{Matrix, transposed_matmul};
use wengert::prelude::*;

/// What NIST certifies: estimates, standard errors, and the residual standard deviation.
const CERTIFIED: [(f64, f64); 5] = [
    (3.7541005211e-1, 2.0723153551e-3),
    (1.9358469127, 2.2031669222e-1),
    (-1.4646871366, 2.2175707739e-1),
    (1.2867534640e-2, 4.4861358114e-4),
    (2.2122699662e-2, 8.9471996575e-4),
];

fn model<T: Real>(b: &[T], t: f64) -> T {
    b[0] + b[1] * (-b[3] * t).exp() + b[2] * (-b[4] * t).exp()
}

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let [seen, times] = columns(include_str!("data/osborne.csv"));
    let at = times.clone();
    let residuals = wengert::equations!(at: Vec<f64>; |b, seen| {
        at.iter().zip(seen).map(|(&t, &y)| model(b, t) - y).collect::<Vec<T>>()
    });
    let fit = least_squares(residuals, GaussNewton::from(&[0.5, 1.5, -1.0, 0.01, 0.02]));
    let b = fit.at(&seen)?;

    // Covariance of the estimates: the variance of a residual times the inverse of J^T J.
    let slopes = |b: &[f64], t: f64| gradient(|b| model(b, t), b);
    let rows: Vec<Vec<f64>> = times.iter().map(|&t| slopes(&b, t)).collect();
    let j = Matrix::from_fn(times.len(), 5, |i, k| rows[i][k]);
    let squares: f64 = times.iter().zip(&seen).map(|(&t, y)| (model(&b, t) - y).powi(2)).sum();
    let variance = squares / (times.len() - 5) as f64;
    let covariance = variance * &transposed_matmul(&j, &j).cholesky()?.inverse()?;
    let errors: Vec<f64> = (0..5).map(|k| covariance[(k, k)].sqrt()).collect();
    for (k, &(estimate, error)) in CERTIFIED.iter().enumerate() {
        println!("b{}  {:>14.9}  standard error {:.7}", k + 1, b[k], errors[k]);
        assert!((b[k] - estimate).abs() < 1e-7 * estimate.abs(), "{} is not {estimate}", b[k]);
        assert!((errors[k] - error).abs() < 1e-6 * error, "{} is not {error}", errors[k]);
    }

    // How the faster rate moves with each measurement: through the fit, with the exact Hessian.
    let influence = fit.vjp(&seen, &[0.0, 0.0, 0.0, 0.0, 1.0])?.1;
    let mut moved = seen.clone();
    moved[5] += 1e-5;
    let difference = (fit.at(&moved)?[4] - b[4]) / 1e-5;
    println!("the rate b5 by measurement 6: {:.6}, fitted again {difference:.6}", influence[5]);
    assert!((influence[5] - difference).abs() < 1e-3 * difference.abs());

    // Student's factor for 95 % with 28 degrees of freedom.
    let reach = 2.048;
    let curve = |t: f64| {
        let g = Matrix::column(&slopes(&b, t));
        let half = reach * (&covariance * &g).dot(&g).sqrt();
        (t, [model(&b, t) - half, model(&b, t) + half])
    };
    let grid = || (0..=160).map(|k| 2.0 * f64::from(k));
    save(
        "decay",
        &[
            Chart::new("two decays, with the band of 95 %", "time", "measured")
                .band(0, grid().map(curve))
                .line("fitted", 0, grid().map(|t| (t, model(&b, t))))
                .points("measured", 1, times.iter().copied().zip(seen.iter().copied())),
            Chart::new("what each measurement does to the faster rate", "time", "derivative").bars(
                2,
                6.0,
                times.iter().copied().zip(influence.iter().copied()),
            ),
        ],
    )
}
