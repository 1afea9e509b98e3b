//! Option pricing: Black-Scholes with greeks by hand, implied volatility, binomial trees, trait of payoffs.
use super::super::held;
use std::f64::consts::{PI, SQRT_2};
use wengert::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionType {
    Call,
    Put,
}

impl OptionType {
    pub fn sign(self) -> f64 {
        match self {
            OptionType::Call => 1.0,
            OptionType::Put => -1.0,
        }
    }
    pub fn payoff(&self, s: f64, k: f64) -> f64 {
        (self.sign() * (s - k)).max(0.0)
    }
}

/// Abramowitz & Stegun 7.1.26
fn erf_approx(x: f64) -> f64 {
    const A: [f64; 5] = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
    const P: f64 = 0.3275911;
    let sign = if x < 0.0 { -1.0 } else { 1.0 };
    let x = x.abs();
    let t = 1.0 / (1.0 + P * x);
    let y = A.iter().rev().fold(0.0, |acc, &a| (acc + a) * t);
    sign * (1.0 - y * (-x * x).exp())
}

fn norm_cdf(x: f64) -> f64 {
    0.5 * (1.0 + erf_approx(x / SQRT_2))
}

fn norm_pdf(x: f64) -> f64 {
    (-0.5 * x * x).exp() / (2.0 * PI).sqrt()
}

#[derive(Debug)]
pub enum PricingError {
    NegativeVolatility(f64),
    Expired,
    NotConverged { iterations: usize },
}

#[differentiable]
pub fn black_scholes(s: f64, k: f64, r: f64, sigma: f64, t: f64, kind: OptionType) -> Result<f64, PricingError> {
    if sigma < 0.0 {
        return Err(PricingError::NegativeVolatility(sigma));
    }
    if t <= 0.0 {
        return Err(PricingError::Expired);
    }
    let sd = sigma * t.sqrt();
    let d1 = ((s / k).ln() + (r + sigma * sigma / 2.0) * t) / sd;
    let d2 = d1 - sd;
    let phi = kind.sign();
    Ok(phi * (s * norm_cdf(phi * d1) - k * (-r * t).exp() * norm_cdf(phi * d2)))
}

#[differentiable]
pub fn implied_vol(price: f64, s: f64, k: f64, r: f64, t: f64) -> Result<f64, PricingError> {
    let mut sigma = (2.0 * PI / t).sqrt() * price / s;
    for _ in 0..100 {
        let p = black_scholes(s, k, r, sigma, t, OptionType::Call)?;
        let d1 = ((s / k).ln() + (r + 0.5 * sigma.powi(2)) * t) / (sigma * t.sqrt());
        let vega = s * norm_pdf(d1) * t.sqrt();
        let diff = p - price;
        if diff.abs() < 1e-10 {
            return Ok(sigma);
        }
        sigma -= diff / vega;
    }
    Err(PricingError::NotConverged { iterations: 100 })
}

#[differentiable]
pub fn binomial(s: f64, k: f64, r: f64, sigma: f64, t: f64, n: usize, american: bool, kind: OptionType) -> f64 {
    let dt = t / n as f64;
    let u = (sigma * dt.sqrt()).exp();
    let d = 1.0 / u;
    let p = ((r * dt).exp() - d) / (u - d);
    let disc = (-r * dt).exp();
    let mut values: Vec<f64> = (0..=n).map(|j| kind.payoff(s * u.powi(j as i32) * d.powi((n - j) as i32), k)).collect();
    for step in (0..n).rev() {
        for j in 0..=step {
            let hold = disc * (p * values[j + 1] + (1.0 - p) * values[j]);
            values[j] = if american {
                let spot = s * u.powi(j as i32) * d.powi((step - j) as i32);
                hold.max(kind.payoff(spot, k))
            } else {
                hold
            };
        }
    }
    values[0]
}

#[test]
fn prices() {
    let x = [100.0, 95.0, 0.03, 0.25, 0.75];
    for kind in [OptionType::Call, OptionType::Put] {
        let (value, g) = black_scholes::value_and_gradient(x[0], x[1], x[2], x[3], x[4], kind).unwrap();
        let plain = |x: &[f64]| black_scholes(x[0], x[1], x[2], x[3], x[4], kind).unwrap();
        held(&x, plain, value, &[g.0, g.1, g.2, g.3, g.4]);
        let (value, g) = binomial::value_and_gradient(x[0], x[1], x[2], x[3], x[4], 7, true, kind);
        let plain = |x: &[f64]| binomial(x[0], x[1], x[2], x[3], x[4], 7, true, kind);
        held(&x, plain, value, &[g.0, g.1, g.2, g.3, g.4]);
    }
    assert!(black_scholes::gradient(100.0, 95.0, 0.0, -0.1, 1.0, OptionType::Put).is_none());
    assert!(matches!(
        black_scholes(1.0, 1.0, 0.0, -0.1, 1.0, OptionType::Put),
        Err(PricingError::NegativeVolatility(v)) if v == -0.1
    ));
    let x = [9.5, 100.0, 105.0, 0.02, 1.0];
    let (value, g) = implied_vol::value_and_gradient(x[0], x[1], x[2], x[3], x[4]).unwrap();
    let plain = |x: &[f64]| implied_vol(x[0], x[1], x[2], x[3], x[4]).unwrap();
    assert_eq!(value, plain(&x));
    // By the implicit function theorem: d sigma = d price / vega.
    let d1 = ((x[1] / x[2]).ln() + (x[3] + 0.5 * value * value) * x[4]) / (value * x[4].sqrt());
    let vega = x[1] * norm_pdf(d1) * x[4].sqrt();
    assert!((g.0 * vega - 1.0).abs() < 1e-3, "{} {}", g.0, 1.0 / vega);
}
