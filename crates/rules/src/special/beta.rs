//! The beta function and its logarithm.

use super::double::{power, product, quotient, ratio, two_sum};
use super::gamma::{fraction, gamma, ln_gamma, sin_pi, stirling_rest};
use super::polygamma::digamma;
use std::f64::consts::PI;

/// `gamma(a) gamma(b) / gamma(a + b)`; NaN where `a` or `b` is a pole of gamma, else 0 where `a + b` is one.
pub(crate) fn beta(a: f64, b: f64) -> f64 {
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    if a > 0.0 {
        return positive(a, b);
    }
    if !has_value(a, b) {
        return f64::NAN;
    }
    // Reflection of each gamma function that has a negative argument, DLMF 5.5.3.
    let c = a + b;
    if is_pole(c) {
        return 0.0;
    }
    if b < 0.0 {
        PI * (sin_pi(c) / sin_pi(a) / sin_pi(b)) / ((1.0 - c) * positive_ordered(1.0 - a, 1.0 - b))
    } else if c > 0.0 {
        PI / sin_pi(a) / (b * positive_ordered(1.0 - a, c))
    } else {
        positive_ordered(b, 1.0 - c) * (sin_pi(c) / sin_pi(a))
    }
}

/// `ln |beta(a, b)|`, without the cancellation of a difference of logarithms of gamma.
pub(crate) fn ln_beta(a: f64, b: f64) -> f64 {
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    if a > 0.0 {
        return ln_positive(a, b);
    }
    if !has_value(a, b) {
        return f64::NAN;
    }
    let c = a + b;
    if is_pole(c) {
        return f64::NEG_INFINITY;
    }
    let ln_positive_ordered = |a: f64, b: f64| ln_positive(a.min(b), a.max(b));
    if b < 0.0 {
        let sines = (PI * sin_pi(c) / sin_pi(a) / sin_pi(b)).abs();
        sines.ln() - (1.0 - c).ln() - ln_positive_ordered(1.0 - a, 1.0 - b)
    } else if c > 0.0 {
        (PI / sin_pi(a)).abs().ln() - b.ln() - ln_positive_ordered(1.0 - a, c)
    } else {
        ln_positive_ordered(b, 1.0 - c) + (sin_pi(c) / sin_pi(a)).abs().ln()
    }
}

/// Neither argument is NaN, infinite or a pole of gamma.
fn has_value(a: f64, b: f64) -> bool {
    a.is_finite() && b.is_finite() && !is_pole(a) && !is_pole(b)
}

fn is_pole(x: f64) -> bool {
    x <= 0.0 && x == x.floor()
}

fn positive_ordered(a: f64, b: f64) -> f64 {
    positive(a.min(b), a.max(b))
}

/// The sum up to which all three gamma functions are evaluated; above, at least one goes by Stirling's series.
const SMALL: f64 = 20.0;

/// `0 < a <= b`.
fn positive(a: f64, b: f64) -> f64 {
    let (s, e) = two_sum(a, b);
    if s.is_infinite() {
        return 0.0;
    }
    if s <= SMALL {
        return by_gammas(a, b);
    }
    if a <= 10.0 {
        return gamma(a) * power((s, e), -a) * (a - (b - 0.5) * (a / b).ln_1p() + rest_difference(b, s)).exp();
    }
    let powers = power(quotient(a, (s, e)), a) * power(quotient(b, (s, e)), b);
    powers * (2.0 * PI * (s / b) / a).sqrt() * (stirling_rest(a) + rest_difference(b, s)).exp()
}

/// The three gamma functions as fractions, rounded once.
fn by_gammas(a: f64, b: f64) -> f64 {
    let (s, e) = two_sum(a, b);
    let (a_top, a_bottom) = fraction(a);
    let (b_top, b_bottom) = fraction(b);
    let (s_top, s_bottom) = fraction(s);
    let value = ratio(product(product(a_top, b_top), s_bottom), product(product(s_top, b_bottom), a_bottom));
    // What the sum lost, to first order.
    if value.is_finite() && e != 0.0 { value - value * (e * digamma(s)) } else { value }
}

/// `0 < a <= b`.
fn ln_positive(a: f64, b: f64) -> f64 {
    let s = a + b;
    if b.is_infinite() {
        return f64::NEG_INFINITY;
    }
    if a < 1e-290 && b < SMALL {
        return -a.ln();
    }
    if s <= SMALL {
        return by_gammas(a, b).ln();
    }
    if a <= 10.0 {
        return ln_gamma(a) - a * s.ln() + (a - (b - 0.5) * (a / b).ln_1p() + rest_difference(b, s));
    }
    let half_log = 0.5 * (2.0 * PI * ((1.0 + a / b) / a)).ln();
    let rest = stirling_rest(a) + rest_difference(b, s);
    -a * (b / a).ln_1p() - b * (a / b).ln_1p() + (half_log + rest)
}

fn rest_difference(b: f64, s: f64) -> f64 {
    stirling_rest(b) - stirling_rest(s)
}
