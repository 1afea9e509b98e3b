//! The logistic family: sigmoid and its inverse, sums of exponentials, the rectifier.

use std::f64::consts::LN_2;

/// `1 / (1 + e^-x)`; underflows gradually where `e^-x` overflows.
pub(crate) fn sigmoid(x: f64) -> f64 {
    let t = (-x.abs()).exp();
    let top = if x < 0.0 { t } else { 1.0 };
    top / (1.0 + t)
}

/// `ln(p / (1 - p))` on `0..=1`, NaN outside; relative accuracy also near its zero at one half.
pub(crate) fn logit(p: f64) -> f64 {
    if p < 0.25 {
        p.ln() - (-p).ln_1p()
    } else if p < 0.5 {
        -((1.0 - 2.0 * p) / p).ln_1p()
    } else {
        ((2.0 * p - 1.0) / (1.0 - p)).ln_1p()
    }
}

/// `1 / (p (1 - p))` on `0..=1`, NaN outside, where [`logit`] has no value.
pub(crate) fn logit_slope(p: f64) -> f64 {
    if (0.0..=1.0).contains(&p) { (p.abs() * (1.0 - p)).recip() } else { f64::NAN }
}

/// `ln(1 + e^x)`.
pub(crate) fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// `ln(e^a + e^b)`; two equal infinities give themselves.
pub(crate) fn logaddexp(a: f64, b: f64) -> f64 {
    if a == b {
        return a + LN_2;
    }
    a.max(b) + (-(a - b).abs()).exp().ln_1p()
}

/// `x` above zero, else 0; NaN stays.
pub(crate) fn relu(x: f64) -> f64 {
    if x <= 0.0 { 0.0 } else { x }
}
