//! The first and the mixed derivatives of the beta function.

use super::beta::beta;
use super::double::two_sum;
use super::logistic::softplus;
use super::polygamma::polygamma;
use super::polygamma_difference::polygamma_difference;

/// The derivative of [`beta`] by `a`.
pub(crate) fn beta_slope(a: f64, b: f64) -> f64 {
    beta(a, b) * polygamma_difference(a, b, 0)
}

/// For `a, b > 0` the derivative of [`beta`] of order `i` by `a` and `j` by `b`, where `n` is `i - 1 + 256 (j - 1)`; NaN
/// for other `a` and `b` and for `n < 0`.
///
/// The integral of `t^(a-1) (1-t)^(b-1) ln(t)^i ln(1-t)^j` over `0..1`: what it is in terms of polygamma functions
/// cancels where `a` or `b` is small.
pub(crate) fn beta_mixed(a: f64, b: f64, n: i32) -> f64 {
    if n < 0 || a.is_nan() || b.is_nan() || a <= 0.0 || b <= 0.0 {
        return f64::NAN;
    }
    // In one order, as which argument is named first must not matter.
    let (i, j) = (n & 255, n >> 8);
    let (a, b, n) = if (a, i) <= (b, j) || j > 255 { (a, b, n) } else { (b, a, j + 256 * i) };
    if n == 0 && a.min(b) >= 2.0 {
        let slopes = polygamma_difference(a, b, 0) * polygamma_difference(b, a, 0);
        return beta(a, b) * (slopes - polygamma(a + b, 1));
    }
    if a.is_infinite() || b.is_infinite() {
        return 0.0;
    }
    integral(a, b, (n & 255) + 1, (n >> 8) + 1)
}

/// With `t = 1 / (1 + e^-w)` by the trapezoidal rule, outwards from about the peak: the error falls exponentially, since
/// the integrand is analytic for `|Im w| < pi`, and for large `a` or `b` does not grow before `pi / 2`.
fn integral(a: f64, b: f64, i: i32, j: i32) -> f64 {
    // The powers of t and 1 - t with which the integrand falls at the two ends.
    let (left, right) = (a + f64::from(j), b + f64::from(i));
    let width = (1.0 / left + 1.0 / right).sqrt();
    let step = (0.5 * width).min(0.2);
    let middle = (left / right).ln();
    let term = |w: f64| {
        let (ln_t, ln_rest) = (-softplus(-w), -softplus(w));
        (a * ln_t + b * ln_rest).exp() * ln_t.powi(i) * ln_rest.powi(j)
    };
    let (mut sum, mut rest) = (term(middle), 0.0);
    for side in [-1.0, 1.0] {
        let mut k = side;
        loop {
            let next = term(middle + k * step);
            let lost;
            (sum, lost) = two_sum(sum, next);
            rest += lost;
            if next.is_nan() || next.abs() <= 1e-18 * sum.abs() {
                break;
            }
            k += side;
        }
    }
    step * (sum + rest)
}
