//! The Black-Scholes price of a call.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

use wengert::{differentiable, functions};

pub use crate::hand::black_scholes as hart_by_hand;

/// Price of a call.
#[differentiable]
pub fn black_scholes(spot: f64, strike: f64, rate: f64, volatility: f64, time: f64) -> f64 {
    let deviation = volatility * time.sqrt();
    let d1 = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * time) / deviation;
    let d2 = d1 - deviation;
    let n1 = 0.5 * functions::erfc(-d1 * FRAC_1_SQRT_2);
    let n2 = 0.5 * functions::erfc(-d2 * FRAC_1_SQRT_2);
    spot * n1 - strike * (-rate * time).exp() * n2
}

/// [`black_scholes()`] with the normal distribution as a function.
#[differentiable]
pub fn split(spot: f64, strike: f64, rate: f64, volatility: f64, time: f64) -> f64 {
    let deviation = volatility * time.sqrt();
    let d1 = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * time) / deviation;
    let d2 = d1 - deviation;
    spot * cdf(d1) - strike * (-rate * time).exp() * cdf(d2)
}

/// The normal distribution function.
#[differentiable]
pub fn cdf(x: f64) -> f64 {
    0.5 * functions::erfc(-x * FRAC_1_SQRT_2)
}

/// [`black_scholes()`] with the normal distribution by a rational function.
#[differentiable]
pub fn hart(spot: f64, strike: f64, rate: f64, volatility: f64, time: f64) -> f64 {
    let deviation = volatility * time.sqrt();
    let d1 = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * time) / deviation;
    let d2 = d1 - deviation;
    spot * hart_cdf(d1) - strike * (-rate * time).exp() * hart_cdf(d2)
}

/// The normal distribution function from `exp` alone (Hart's rational function as given in G. West, "Better
/// approximations to cumulative normal functions", Wilmott 2005).
#[differentiable]
pub fn hart_cdf(x: f64) -> f64 {
    let a = x.abs();
    let bell = (-0.5 * a * a).exp();
    let tail = if a < 7.07106781186547 {
        let mut p = 3.52624965998911e-2 * a + 0.700383064443688;
        p = p * a + 6.37396220353165;
        p = p * a + 33.912866078383;
        p = p * a + 112.079291497871;
        p = p * a + 221.213596169931;
        p = p * a + 220.206867912376;
        let mut q = 8.83883476483184e-2 * a + 1.75566716318264;
        q = q * a + 16.064177579207;
        q = q * a + 86.7807322029461;
        q = q * a + 296.564248779674;
        q = q * a + 637.333633378831;
        q = q * a + 793.826512519948;
        q = q * a + 440.413735824752;
        bell * p / q
    } else {
        bell / ((a + 1.0 / (a + 2.0 / (a + 3.0 / (a + 4.0 / (a + 0.65))))) * 2.506628274631)
    };
    if x <= 0.0 { tail } else { 1.0 - tail }
}

/// Price and the five Greeks of [`black_scholes()`] in closed form; the derivatives by d1 and d2 cancel but for those
/// of the deviation, so that one density serves all.
pub fn by_hand(p: &[f64], gradient: &mut [f64]) -> f64 {
    let (spot, strike, rate, volatility, time) = (p[0], p[1], p[2], p[3], p[4]);
    let root = time.sqrt();
    let deviation = volatility * root;
    let d1 = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * time) / deviation;
    let (n1, n2) = (cdf(d1), cdf(d1 - deviation));
    let discount = (-rate * time).exp();
    let bond = strike * discount * n2;
    let density = spot * (-0.5 * d1 * d1).exp() * (0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2);
    gradient[0] = n1;
    gradient[1] = -discount * n2;
    gradient[2] = time * bond;
    gradient[3] = density * root;
    gradient[4] = density * volatility / (2.0 * root) + rate * bond;
    spot * n1 - bond
}
