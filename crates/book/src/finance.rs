//! Finance: which quoted options hedge a position, through the calibration of the smile?

use crate::Failure;
use picture::{Axis, Beside, COLOURS, Chart, INK, Panel, Scene, Shape};
use wengert::implicit::{GaussNewton, least_squares};
use wengert::prelude::*;

// [quotes]
/// Logarithms of strike over forward, and the implied volatilities that the market quotes for half a year.
const STRIKES: [f64; 9] = [-0.40, -0.28, -0.18, -0.09, 0.0, 0.08, 0.16, 0.24, 0.34];
const QUOTES: [f64; 9] = [0.334, 0.291, 0.2545, 0.2262, 0.2, 0.1845, 0.1782, 0.1797, 0.189];
const YEARS: f64 = 0.5;
// [/quotes]

// [smile]
/// Gatheral's smile: five numbers give the volatility at every strike.
fn volatility<T: Real>(smile: &[T], k: f64) -> T {
    let (a, b, rho, m, s) = (smile[0], smile[1], smile[2], smile[3], smile[4]);
    let d = k - m;
    ((a + b * (rho * d + (d * d + s * s).sqrt())) / YEARS).sqrt()
}
// [/smile]

// [swap]
/// Black's price of the option that is out of the money, over the forward.
fn option<T: Real>(vol: T, k: f64) -> T {
    let spread = vol * YEARS.sqrt();
    let (d, strike, side) = (-k / spread + 0.5 * spread, k.exp(), if k < 0.0 { -1.0 } else { 1.0 });
    side * (norm_cdf(side * d) - strike * norm_cdf(side * (d - spread)))
}

/// The volatility at which a swap of variance is fair: a sum over options at all strikes.
fn fair<T: Real>(smile: &[T]) -> T {
    let (low, high, count) = (-1.0, 0.8, 120);
    let width = (high - low) / f64::from(count);
    let strikes = (0..count).map(|i| low + width * (f64::from(i) + 0.5));
    // dK / K^2 = dk / K
    let sum: T = strikes.map(|k| option(volatility(smile, k), k) * (width / k.exp())).sum();
    (2.0 * sum / YEARS).sqrt()
}
// [/swap]

// [hedge]
/// The smile for the quotes, the fair volatility, and how much of it each quote moves.
fn hedge(quotes: &[f64]) -> Result<(Vec<f64>, f64, Vec<f64>), wengert::implicit::Error> {
    let errors = wengert::equations!(|smile, quotes| STRIKES
        .iter()
        .zip(quotes)
        .map(|(&k, &quote)| volatility(smile, k) - quote)
        .collect::<Vec<T>>());
    let calibrated = least_squares(errors, GaussNewton::from(&[0.01, 0.1, -0.4, 0.05, 0.15]));
    let smile = calibrated.at(quotes)?;
    let (value, by_quotes) = value_and_gradient(|q| fair(&calibrated.at(q).expect("a smile")), quotes);
    Ok((smile, value, by_quotes))
}
// [/hedge]

/// The picture: quotes and smile; below, what each quote does to the swap.
///
/// # Errors
/// If the smile cannot be calibrated, or if moving a quote says otherwise than its derivative.
pub fn draw() -> Result<Scene, Failure> {
    let (smile, value, by_quotes) = hedge(&QUOTES)?;
    // By moving one quote and calibrating again.
    let mut moved = QUOTES;
    moved[2] += 1e-5;
    let difference = (hedge(&moved)?.1 - value) / 1e-5;
    if (difference - by_quotes[2]).abs() > 1e-3 {
        return Err(format!("a derivative of {} where differences say {difference}", by_quotes[2]).into());
    }

    let x = Axis::between(-0.46, 0.4, 8.0);
    let upper = Panel { x, y: Axis::between(14.0, 38.0, 5.0), sides: [64.0, 104.0, 700.0, 300.0] };
    let lower = Panel { x, y: Axis::between(-0.26, 0.66, 5.0), sides: [64.0, 364.0, 700.0, 520.0] };
    let mut chart = Chart::new(
        [860.0, 580.0],
        "Which options hedge a swap of variance?",
        &format!("fair volatility {:.2} %, through the calibration of a smile with five numbers", 100.0 * value),
    );
    chart.panel(&upper, "", "implied volatility, %");
    chart.curve(&upper, x.walk(121).map(|k| [k, 100.0 * volatility(&smile, k)]), COLOURS[0], 2.0, false);
    chart.dots(&upper, STRIKES.into_iter().zip(QUOTES).map(|(k, q)| [k, 100.0 * q]), COLOURS[1], 4.0);
    chart.label(&upper, [STRIKES[1], 100.0 * QUOTES[1] + 1.0], "quotes", COLOURS[1], Beside::Right);
    chart.ends(&upper, &[(100.0 * volatility(&smile, 0.4), "calibrated smile", COLOURS[0])]);
    let across = "logarithm of strike over forward";
    chart.panel(&lower, across, "points of fair volatility for a point of each quote");
    let zero = lower.place(0.0, 0.0)[1];
    for (&k, &by) in STRIKES.iter().zip(&by_quotes) {
        let [middle, top] = lower.place(k, by);
        let (top, height) = (top.min(zero), (top - zero).abs());
        let at = [middle - 14.0, top];
        chart.push(Shape::Card { at, size: [28.0, height], radius: 0.0, fill: COLOURS[1], line: None });
        let beyond = if by < 0.0 { zero + height + 10.0 } else { top - 10.0 };
        chart.push(picture::words(picture::number(by, 2), [middle, beyond], 12.0, INK, Beside::Around));
    }
    chart.curve(&lower, x.walk(2).map(|k| [k, 0.0]), INK, 1.0, false);
    Ok(chart.scene())
}
