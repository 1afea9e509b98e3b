//! The flow of the Nile over a hundred years as a Gaussian process: a level that wanders, seen with noise. Its two variances
//! are found by Newton's method on the likelihood, through the Cholesky factor, with exact gradient and Hessian.

use super::data::columns;
use super::picture::{Chart, save};
use std::error::Error;
use wengert::linalg::Matrix;
use wengert::prelude::*;

/// The covariance of what is seen: the level's variance a year, and that of the noise.
fn covariance<T: Real>(n: usize, [level, noise]: [T; 2]) -> Matrix<T> {
    Matrix::from_fn(n, n, |i, j| {
        let wandered = level * i.min(j) as f64;
        if i == j { wandered + noise } else { wandered }
    })
}

/// Minus the logarithm of the likelihood by the logarithms of the variances, with nothing known of the level at the start.
fn likelihood<T: Real>(seen: &Matrix<f64>, x: &[T]) -> T {
    let n = seen.rows();
    let k = covariance(n, [x[0].exp(), x[1].exp()]).cholesky().expect("a covariance is positive definite");
    let (y, ones) = (Matrix::constant(seen), Matrix::constant(&Matrix::column(&vec![1.0; n])));
    let by_ones = k.solve(&ones).expect("as many rows");
    let (weight, mean) = (ones.dot(&by_ones), y.dot(&by_ones));
    let squares = y.dot(&k.solve(&y).expect("as many rows")) - mean * mean / weight;
    let constant = (n - 1) as f64 * std::f64::consts::TAU.ln();
    0.5 * (k.logdet() + weight.ln() + squares + constant)
}

/// The least value from a start on, with what was met on the way: values, and lengths of gradients.
fn newton(seen: &Matrix<f64>, start: [f64; 2]) -> ([f64; 2], Vec<(f64, f64)>) {
    let (mut x, mut met) = (start, Vec::new());
    for _ in 0..30 {
        let (value, g, h) = value_and_hessian(|x| likelihood(seen, x), &x);
        met.push((value, g[0].hypot(g[1])));
        if g[0].hypot(g[1]) < 1e-9 {
            break;
        }
        // Where the Hessian is not positive definite, its diagonal is raised.
        let least = 0.5 * (h[(0, 0)] + h[(1, 1)]) - (0.5 * (h[(0, 0)] - h[(1, 1)])).hypot(h[(0, 1)]);
        let raised = if least > 0.1 { 0.0 } else { 0.1 - least };
        let (a, b, c) = (h[(0, 0)] + raised, h[(0, 1)], h[(1, 1)] + raised);
        let step = [(c * g[0] - b * g[1]) / (a * c - b * b), (a * g[1] - b * g[0]) / (a * c - b * b)];
        let mut part = 1.0 / step[0].hypot(step[1]).max(1.0);
        x = loop {
            let next = [x[0] - part * step[0], x[1] - part * step[1]];
            if likelihood(seen, &next) <= value + 1e-10 || part < 1e-6 {
                break next;
            }
            part *= 0.5;
        };
    }
    (x, met)
}

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let [years, flows] = columns(include_str!("data/nile.csv"));
    let seen = Matrix::column(&flows);
    let half = (flows.iter().map(|y| (y - 919.35).powi(2)).sum::<f64>() / 200.0).ln();
    let (x, met) = newton(&seen, [half, half]);
    for (k, (value, slope)) in met.iter().enumerate() {
        println!("step {k:>2}: {value:.8}, gradient {slope:.2e}");
    }
    let [level, noise] = x.map(f64::exp);
    println!("variances: of the level {level:.2} a year, of the noise {noise:.2}");
    // Durbin and Koopman (2001, section 2.10): 1469.1 and 15099, with the likelihood -632.5456 by a Kalman filter.
    assert!((level - 1469.1766).abs() < 1e-3 && (noise - 15098.5182).abs() < 1e-2, "{level} {noise}");
    assert!((met[met.len() - 1].0 - 632.5456251).abs() < 1e-6);
    // Newton's last steps double the digits.
    assert!(met.len() < 15 && met[met.len() - 1].1 < 1e-8, "{met:?}");

    // The level in each year, and 90 % around it.
    let n = flows.len();
    let k = covariance(n, [level, noise]).cholesky()?;
    let ones = Matrix::column(&vec![1.0; n]);
    let by_ones = k.solve(&ones)?;
    let weight = ones.dot(&by_ones);
    let mean = seen.dot(&by_ones) / weight;
    let by_seen = k.solve(&Matrix::from_fn(n, 1, |i, _| flows[i] - mean))?;
    let levels = (0..n).map(|i| {
        let with = Matrix::from_fn(n, 1, |j, _| level * i.min(j) as f64);
        let by = k.solve(&with).expect("as many rows");
        let unknown = 1.0 - ones.dot(&by);
        let variance = level * i as f64 - with.dot(&by) + unknown * unknown / weight;
        (years[i], mean + with.dot(&by_seen), 1.645 * variance.sqrt())
    });
    let levels: Vec<(f64, f64, f64)> = levels.collect();
    save(
        "river",
        &[Chart::new("flow of the Nile, and its level", "year", "10⁸ m³")
            .band(0, levels.iter().map(|&(t, y, half)| (t, [y - half, y + half])))
            .line("level", 0, levels.iter().map(|&(t, y, _)| (t, y)))
            .points("flow", 1, years.iter().copied().zip(flows.iter().copied()))],
    )
}
