//! A yield curve is calibrated to swap rates, and a portfolio on it is differentiated by the quoted rates: through the
//! calibration, by the theorem of implicit functions. Then the implied volatility of an option that is discounted on it.

use super::data::columns;
use super::picture::{Chart, save};
use wengert::implicit::{Equations, Error, Implicit, Newton, root};
use wengert::prelude::*;

/// The discount factor at a time: zero rates are straight between the knots, and level outside.
fn discount<T: Real>(knots: &[f64], zeros: &[T], t: f64) -> T {
    let above = knots.iter().position(|&knot| t <= knot).unwrap_or(knots.len());
    let rate = match above {
        0 => zeros[0],
        k if k == knots.len() => zeros[k - 1],
        k => zeros[k - 1] + (zeros[k] - zeros[k - 1]) * ((t - knots[k - 1]) / (knots[k] - knots[k - 1])),
    };
    (-rate * t).exp()
}

/// What paying `rate` once a year for `years` and receiving floating interest is worth.
fn swap<T: Real>(knots: &[f64], zeros: &[T], years: usize, rate: T) -> T {
    let annuity: T = (1..=years).map(|year| discount(knots, zeros, year as f64)).sum();
    1.0 - discount(knots, zeros, years as f64) - rate * annuity
}

/// The price of a call by Black and Scholes, on a forward with a discount factor.
fn call<T: Real>(forward: T, strike: f64, years: f64, discount: T, volatility: T) -> T {
    let deviation = volatility * years.sqrt();
    let up = (forward / strike).ln() / deviation + deviation / 2.0;
    discount * (forward * norm_cdf(up) - strike * norm_cdf(up - deviation))
}

/// The curve: zero rates at the knots from par rates.
fn curve(knots: &[f64]) -> Implicit<impl Equations + use<>, Newton> {
    let (knots, start) = (knots.to_vec(), vec![0.03; knots.len()]);
    let equations = wengert::equations!(knots: Vec<f64>; |z, s| {
        let swaps = knots.iter().zip(s);
        swaps.map(|(&years, &rate)| swap(&knots, z, years as usize, rate)).collect::<Vec<T>>()
    });
    root(equations, Newton::from(&start))
}

/// A swap over four years at 3.1 percent, with a notional of a million: between the quotes.
fn portfolio<T: Real>(knots: &[f64], zeros: &[T]) -> T {
    1e6 * swap(knots, zeros, 4, T::from(0.031))
}

/// The volatility that gives a call over two years its price, on a forward, discounted on the curve; the parameters are
/// price and forward, then the zero rates.
fn volatility(knots: &[f64]) -> Implicit<impl Equations + use<>, Newton> {
    let knots = knots.to_vec();
    let equations = wengert::equations!(knots: Vec<f64>; |v, p| {
        [call(p[1], 105.0, 2.0, discount(&knots, &p[2..], 2.0), v[0]) - p[0]]
    });
    root(equations, Newton::from(&[0.3]))
}

pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    let [knots, rates] = columns(include_str!("data/swaps.csv"));
    let curve = curve(&knots);
    let value = |s: &[f64]| curve.at(s).map(|zeros| portfolio(&knots, &zeros));

    // What the portfolio gains by each quote, against calibrating again.
    let by_quotes = gradient(|s| portfolio(&knots, &curve.at(s).expect("a curve")), &rates);
    println!("the portfolio is worth {:.2}", value(&rates)?);
    for (i, (&years, &by)) in knots.iter().zip(&by_quotes).enumerate() {
        let bumped = |h: f64| {
            let mut moved = rates.clone();
            moved[i] += h;
            value(&moved)
        };
        let difference = (bumped(1e-5)? - bumped(-1e-5)?) / 2e-5;
        println!("{years:>3} years: {:>9.3} per basis point, calibrated again {:>9.3}", by * 1e-4, difference * 1e-4);
        assert!((by - difference).abs() < 1e-6 * 1e6, "{by} is not {difference}");
    }

    // A swap that is a quote gains its annuity by its own rate, and nothing by the others.
    let zeros = curve.at(&rates)?;
    let annuity: f64 = (1..=5).map(|year| discount(&knots, &zeros, f64::from(year))).sum();
    let own = gradient(|s| swap(&knots, &curve.at(s).expect("a curve"), 5, rates[3].into()), &rates);
    for (i, by) in own.iter().enumerate() {
        let exact = if i == 3 { annuity } else { 0.0 };
        assert!((by - exact).abs() < 1e-12, "{own:?}");
    }

    // Second derivatives go through the calibration too.
    let curvature = hessian(|s| portfolio(&knots, &curve.at(s).expect("a curve")), &rates);
    let (up, down) = ([1e-4; 6], [-1e-4; 6]);
    let parallel = |by: &[f64; 6]| value(&rates.iter().zip(by).map(|(s, h)| s + h).collect::<Vec<_>>());
    let convexity: f64 = curvature.as_slice().iter().sum();
    let difference = (parallel(&up)? - 2.0 * value(&rates)? + parallel(&down)?) / 1e-8;
    println!("convexity of a parallel shift: {convexity:.1}, by differences {difference:.1}");
    assert!((convexity - difference).abs() < 1e-4 * convexity.abs());

    // Of an option: the volatility by its price is one over vega; by the quotes, through volatility and curve.
    let implied = volatility(&knots);
    let (price, forward, years) = (9.0, 100.0, 2.0);
    let of_quotes =
        |p: &[f64]| -> Result<f64, Error> { Ok(implied.at(&[&p[..2], &curve.at(&p[2..])?[..]].concat())?[0]) };
    let at: Vec<f64> = [price, forward].iter().chain(&rates).copied().collect();
    let greeks = gradient(
        |p| {
            let zeros = curve.at(&p[2..]).expect("a curve");
            implied.at(&[&p[..2], &zeros[..]].concat()).expect("a volatility")[0]
        },
        &at,
    );
    let v = of_quotes(&at)?;
    let vega = derivative(|v| call(forward.into(), 105.0, years, discount(&knots, &zeros, years).into(), v), v);
    println!("implied volatility {v:.6}, by price {:.6}, by the 2 year rate {:.6}", greeks[0], greeks[3]);
    assert!((greeks[0] * vega - 1.0).abs() < 1e-12);
    let moved = |h: f64| of_quotes(&[&at[..3], &[at[3] + h], &at[4..]].concat());
    let difference = (moved(1e-5)? - moved(-1e-5)?) / 2e-5;
    assert!((greeks[3] - difference).abs() < 1e-7, "{} is not {difference}", greeks[3]);

    let zero = |t: f64| (t, -100.0 * discount(&knots, &zeros, t).ln() / t);
    let at_knots = knots.iter().zip(&zeros).map(|(&t, z)| (t, 100.0 * z));
    let gains = knots.iter().zip(&by_quotes).map(|(&t, by)| (t, by * 1e-4));
    save(
        "yield_curve",
        &[
            Chart::new("zero rates", "years", "percent")
                .line("curve", 0, (1..=100).map(|k| zero(f64::from(k) / 10.0)))
                .points("knots", 0, at_knots),
            Chart::new("what the portfolio gains by a basis point of each quote", "years", "gain").bars(1, 0.4, gains),
        ],
    )
}
