//! Curve fitting: how fast does a drug leave the body, and how sure are we?

use crate::Failure;
use picture::{Axis, Beside, COLOURS, Chart, INK, PALE, Panel, Scene, mixed};
use wengert::linalg::{Error, Matrix, transposed_matmul};
use wengert::prelude::*;

/// Hours after 4.02 mg of theophylline per kg of body weight, and what was found in the blood, in mg per litre.
// [data]
const HOURS: [f64; 10] = [0.25, 0.57, 1.12, 2.02, 3.82, 5.10, 7.03, 9.05, 12.12, 24.37];
const FOUND: [f64; 10] = [2.84, 6.57, 10.50, 9.66, 8.58, 8.36, 7.47, 6.89, 5.94, 3.28];
const DOSE: f64 = 4.02;
// [/data]

// [model]
/// What goes in with the rate p0 and out with the rate p1, in a volume p2; the parameters are logarithms.
#[differentiable]
fn concentration(p: &[f64], #[constant] hours: f64) -> f64 {
    let (rate_in, rate_out, volume) = (p[0].exp(), p[1].exp(), p[2].exp());
    let gone = (-rate_out * hours).exp() - (-rate_in * hours).exp();
    DOSE * rate_in / (volume * (rate_in - rate_out)) * gone
}

#[differentiable]
fn residuals(p: &[f64], #[constant] hours: &[f64], #[constant] found: &[f64]) -> Vec<f64> {
    hours.iter().zip(found).map(|(t, y)| concentration(p, *t) - y).collect()
}
// [/model]

struct Fit {
    parameters: Vec<f64>,
    covariance: Matrix,
}

// [fit]
/// The method of Levenberg and Marquardt: steps of Gauss and Newton, shorter where they do not help.
fn fit(mut p: Vec<f64>) -> Result<Fit, Error> {
    let sum = |r: &[f64]| r.iter().map(|r| r * r).sum::<f64>();
    let mut damping = 1e-3;
    for _ in 0..100 {
        let r = residuals(&p, &HOURS, &FOUND);
        let j = jacobian_of(&p);
        let mut normal = transposed_matmul(&j, &j);
        for i in 0..p.len() {
            normal[(i, i)] *= 1.0 + damping;
        }
        let step = normal.cholesky()?.solve(&transposed_matmul(&j, &Matrix::column(&r)))?;
        let next: Vec<f64> = p.iter().zip(step.as_slice()).map(|(p, s)| p - s).collect();
        if sum(&residuals(&next, &HOURS, &FOUND)) < sum(&r) {
            (p, damping) = (next, 0.1 * damping);
        } else {
            damping *= 10.0;
        }
    }
    // The covariance of the parameters: the variance of a measurement times the inverse of J^T J.
    let j = jacobian_of(&p);
    let variance = sum(&residuals(&p, &HOURS, &FOUND)) / (HOURS.len() - p.len()) as f64;
    let covariance = transposed_matmul(&j, &j).inverse()? * variance;
    Ok(Fit { parameters: p, covariance })
}

fn jacobian_of(p: &[f64]) -> Matrix {
    let j = residuals::jacobian(p, &HOURS, &FOUND);
    Matrix::from_fn(HOURS.len(), p.len(), |i, k| j[(i, k)])
}
// [/fit]

impl Fit {
    // [band]
    /// The curve at a time, and its standard error: the gradient carries the covariance over.
    fn at(&self, hours: f64) -> (f64, f64) {
        let (value, g) = concentration::value_and_gradient(&self.parameters, hours);
        let g = Matrix::column(&g);
        (value, g.dot(&(&self.covariance * &g)).sqrt())
    }
    // [/band]
}

/// The picture: data, curve, band of 95 %, and the half-life.
///
/// # Errors
/// If the data do not determine the parameters.
pub fn draw() -> Result<Scene, Failure> {
    let fit = fit(vec![0.0, -2.0, -1.0])?;
    let half_life = 2f64.ln() / fit.parameters[1].exp();
    let error = half_life * fit.covariance[(1, 1)].sqrt();
    // Student's distribution with 7 degrees of freedom.
    let width = 2.365;
    let panel = Panel {
        x: Axis::between(0.0, 26.0, 6.0),
        y: Axis::between(0.0, 12.0, 6.0),
        sides: [64.0, 104.0, 690.0, 396.0],
    };
    let mut chart = Chart::new(
        [860.0, 456.0],
        "Theophylline after one dose",
        &format!("half-life {half_life:.1} h, standard error {error:.1} h"),
    );
    let along: Vec<f64> = panel.x.walk(201).collect();
    let band: Vec<[f64; 3]> = along
        .iter()
        .map(|&t| {
            let (y, error) = fit.at(t);
            [t, y - width * error, y + width * error]
        })
        .collect();
    chart.band(&panel, &band, mixed([255; 3], COLOURS[0], 0.22));
    chart.panel(&panel, "hours", "mg per litre");
    chart.curve(&panel, along.iter().map(|&t| [t, fit.at(t).0]), COLOURS[0], 2.0, false);
    chart.dots(&panel, HOURS.into_iter().zip(FOUND).map(|(t, y)| [t, y]), COLOURS[1], 4.0);
    chart.label(&panel, [1.2, 10.9], "measured", COLOURS[1], Beside::Right);
    chart.ends(
        &panel,
        &[(fit.at(26.0).0, "fitted, with its", COLOURS[0]), (fit.at(26.0).0 - 1.0, "band of 95 %", COLOURS[0])],
    );
    // Once in, it falls by half in each half-life.
    let start = 10.0;
    let (from, to) = (fit.at(start).0, fit.at(start + half_life).0);
    let corner = [[start, from], [start + half_life, from], [start + half_life, to]];
    chart.curve(&panel, corner, PALE, 1.2, true);
    chart.label(&panel, [start + half_life / 2.0, from + 0.5], "one half-life", INK, Beside::Around);
    Ok(chart.scene())
}
