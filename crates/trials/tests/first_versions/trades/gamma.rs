//! The gamma function, by reflection left of a half.

use wengert::prelude::*;

const G: f64 = 7.0;
const LANCZOS: [f64; 9] = [
    0.99999999999980993,
    676.5203681218851,
    -1259.1392167224028,
    771.32342877765313,
    -176.61502916214059,
    12.507343278686905,
    -0.13857109526572012,
    9.9843695780195716e-6,
    1.5056327351493116e-7,
];

pub fn ln_gamma(x: f64) -> f64 {
    if x < 0.5 {
        (std::f64::consts::PI / (std::f64::consts::PI * x).sin().abs()).ln() - ln_gamma(1.0 - x)
    } else {
        let x = x - 1.0;
        let t = x + G + 0.5;
        let a = LANCZOS.iter().enumerate().skip(1).fold(LANCZOS[0], |acc, (i, &c)| acc + c / (x + i as f64));
        0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + a.ln()
    }
}

#[differentiable]
pub fn gamma_log_pdf(x: f64, shape: f64, rate: f64) -> f64 {
    if x <= 0.0 || shape <= 0.0 || rate <= 0.0 {
        return f64::NEG_INFINITY;
    }
    shape * rate.ln() - ln_gamma(shape) + (shape - 1.0) * x.ln() - rate * x
}

#[differentiable]
pub fn beta_binomial(k: u32, n: u32, alpha: f64, beta: f64) -> f64 {
    let ln_choose = |n: f64, k: f64| ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0);
    let ln_beta = |a: f64, b: f64| ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b);
    let (k, n) = (k as f64, n as f64);
    ln_choose(n, k) + ln_beta(k + alpha, n - k + beta) - ln_beta(alpha, beta)
}

#[test]
fn holds() {
    super::check(
        &[1.3, 2.5, 0.7],
        |x| gamma_log_pdf(x[0], x[1], x[2]),
        |x| gamma_log_pdf::value_and_gradient(x[0], x[1], x[2]),
    );
    super::check(
        &[1.3, 0.3, 0.7],
        |x| gamma_log_pdf(x[0], x[1], x[2]),
        |x| gamma_log_pdf::value_and_gradient(x[0], x[1], x[2]),
    );
    super::check(
        &[1.3, 0.3],
        |x| beta_binomial(3, 10, x[0], x[1]),
        |x| beta_binomial::value_and_gradient(3, 10, x[0], x[1]),
    );
}
