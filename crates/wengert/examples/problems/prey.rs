//! A predator-prey model is fitted to the pelts of hares and lynxes that were taken in 21 years: rates and populations at the
//! start, all through the differential equation, with errors of the logarithms.

use super::data::columns;
use super::picture::{Chart, save};
use std::error::Error;
use wengert::implicit::{GaussNewton, least_squares};
use wengert::linalg::{Matrix, transposed_matmul};
use wengert::ode::{Ode, ode};
use wengert::prelude::*;

/// Hares grow and are eaten, lynxes die and eat: the logarithms of the rates, so that none is negative.
#[differentiable]
fn populations(_t: f64, u: &[f64], p: &[f64], du: &mut [f64]) {
    du[0] = (p[0].exp() - p[1].exp() * u[1]) * u[0];
    du[1] = (p[3].exp() * u[0] - p[2].exp()) * u[1];
}

fn problem() -> Ode<impl wengert::ode::Dynamics> {
    ode(wengert::dynamics!(populations)).tolerances(1e-9, 1e-9)
}

/// The logarithms of both populations in each year; the last two parameters are those at the start.
fn logarithms<T: Real>(p: &[T], years: &[f64]) -> Vec<T> {
    let start = [p[4].exp(), p[5].exp()];
    let (first, last) = (years[0], years[years.len() - 1]);
    let saves: Vec<T> = years.iter().map(|&t| T::from(t)).collect();
    match problem().solve(&start, &p[..4], [first, last].map(T::from), &saves) {
        Ok(found) => found.states.iter().flatten().map(|u| u.ln()).collect(),
        // Too far off: the fit steps back.
        Err(_) => vec![T::from(f64::NAN); 2 * years.len()],
    }
}

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let [years, hares, lynxes] = columns(include_str!("data/pelts.csv"));
    let seen: Vec<f64> = hares.iter().zip(&lynxes).flat_map(|(h, l)| [h.ln(), l.ln()]).collect();
    let at = years.clone();
    let residuals = wengert::equations!(at: Vec<f64>; |p, seen| {
        logarithms(p, &at).into_iter().zip(seen).map(|(u, &y)| u - y).collect::<Vec<T>>()
    });
    let start = [0.5f64, 0.02, 1.0, 0.02, hares[0], lynxes[0]].map(f64::ln);
    let fit = least_squares(residuals, GaussNewton::from(&start));
    let p = fit.at(&seen)?;

    let j = jacobian_forward(|p| logarithms(p, &years), &p);
    let j = Matrix::from_fn(j.rows(), j.columns(), |i, k| j[(i, k)]);
    let predicted = logarithms(&p, &years);
    let squares: f64 = predicted.iter().zip(&seen).map(|(u, y)| (u - y).powi(2)).sum();
    let deviation = (squares / (seen.len() - 6) as f64).sqrt();
    let covariance = transposed_matmul(&j, &j).cholesky()?.inverse()?;
    // The medians of a Bayesian analysis with weak priors (Carpenter 2018, "Predator-prey population dynamics"; Stan).
    let published = [0.545, 0.028, 0.803, 0.024, 33.96, 5.93];
    let names = ["hares' births", "hares eaten", "lynxes' deaths", "lynxes' births", "hares 1900", "lynxes 1900"];
    for (k, (name, other)) in names.iter().zip(published).enumerate() {
        let (value, error) = (p[k].exp(), deviation * covariance[(k, k)].sqrt());
        println!("{name:>15}: {value:.4} (+- {:.0} %), published {other}", 100.0 * error);
        assert!((value / other).ln().abs() < 0.5 * error.max(0.03), "{name}: {value} is not {other}");
    }
    println!("deviation of the logarithms: {deviation:.3}");
    // At the least sum nothing is left along any parameter.
    let slope: f64 = (0..6)
        .map(|k| (0..seen.len()).map(|i| j[(i, k)] * (predicted[i] - seen[i])).sum::<f64>().abs())
        .fold(0.0, f64::max);
    assert!(slope < 1e-6, "{slope}");

    let grid: Vec<f64> = (0..=200).map(|k| 1900.0 + 0.1 * f64::from(k)).collect();
    let curves = logarithms(&p, &grid);
    let curve = |k: usize| grid.iter().copied().zip(curves.chunks(2).map(move |u| u[k].exp())).collect::<Vec<_>>();
    save(
        "prey",
        &[Chart::new("pelts of hares and lynxes, and the model", "year", "thousands")
            .line("hares", 0, curve(0))
            .line("lynxes", 1, curve(1))
            .points("", 0, years.iter().copied().zip(hares))
            .points("", 1, years.iter().copied().zip(lynxes))],
    )
}
