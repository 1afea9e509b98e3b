//! Financial risk: the price of an option together with how it moves when anything in the market moves.
//!
//! `cargo run --release -p wengert --example risk`

use wengert::prelude::*;

const NAMES: [&str; 5] = ["spot", "strike", "rate", "volatility", "time"];

/// A European call by Black and Scholes; the market is spot, strike, rate, volatility, time.
fn black_scholes<T: Real>(m: &[T]) -> T {
    let (spot, strike, rate, volatility, time) = (m[0], m[1], m[2], m[3], m[4]);
    let deviation = volatility * time.sqrt();
    let d1 = ((spot / strike).ln() + (rate + volatility * volatility / 2.0) * time) / deviation;
    spot * norm_cdf(d1) - strike * (-rate * time).exp() * norm_cdf(d1 - deviation)
}

/// A call on the average price over the year by Monte Carlo: `draws` holds `steps` normal numbers for each path.
fn asian<T: Real>(m: &[T], draws: &[f64], steps: usize) -> T {
    let (spot, strike, rate, volatility, time) = (m[0], m[1], m[2], m[3], m[4]);
    let dt = time / steps as f64;
    let drift = (rate - volatility * volatility / 2.0) * dt;
    let diffusion = volatility * dt.sqrt();
    let mut total = T::from(0.0);
    for path in draws.chunks(steps) {
        let (mut price, mut sum) = (spot, T::from(0.0));
        for &z in path {
            price *= (drift + diffusion * z).exp();
            sum += price;
        }
        let payoff = sum / steps as f64 - strike;
        if payoff > 0.0 {
            total += payoff;
        }
    }
    total * (-rate * time).exp() / (draws.len() / steps) as f64
}

/// Normal numbers: uniform ones of the SplitMix64 generator through the inverse of the distribution function.
fn normal_draws(count: usize) -> Vec<f64> {
    let mut state = 1u64;
    let mut draw = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        norm_ppf(((z ^ (z >> 31)) >> 11) as f64 / 2f64.powi(53) + 2f64.powi(-54))
    };
    (0..count).map(|_| draw()).collect()
}

fn print(what: &str, price: f64, sensitivities: &[f64]) {
    println!("{what}: {price:.4}");
    for (name, s) in NAMES.iter().zip(sensitivities) {
        println!("  per unit of {name:<10} {s:>9.4}");
    }
}

pub(crate) fn main() {
    let market = [100.0, 105.0, 0.03, 0.2, 1.25];

    // All first-order sensitivities cost one sweep, whatever their number.
    let (price, greeks) = value_and_gradient(|m| black_scholes(m), &market);
    print("European call", price, &greeks);

    // How they change with the spot: a row of the Hessian. Its first entry is gamma.
    let by_spot = hvp(|m| black_scholes(m), &market, &[1.0, 0.0, 0.0, 0.0, 0.0]);
    println!("  gamma {:.6}, vanna {:.6}", by_spot[0], by_spot[3]);

    // A simulation is a function like any other.
    let draws = normal_draws(2000 * 12);
    let (price, sensitivities) = value_and_gradient(|m| asian(m, &draws, 12), &market);
    print("Asian call", price, &sensitivities);

    // Known formulas: delta = N(d1), gamma = n(d1) / (spot volatility sqrt(time)).
    let [spot, strike, rate, volatility, time] = market;
    let deviation = volatility * time.sqrt();
    let d1 = ((spot / strike).ln() + (rate + volatility * volatility / 2.0) * time) / deviation;
    assert!((greeks[0] - norm_cdf(d1)).abs() < 1e-14);
    assert!((by_spot[0] - norm_pdf(d1) / (spot * deviation)).abs() < 1e-14);
    // Scaling spot and strike scales the price: Euler's theorem, in every scenario.
    assert!((spot * sensitivities[0] + strike * sensitivities[1] - price).abs() < 1e-11);
}
