//! Values of the helper rows, which exist so that the partials of others are accurate at every order.

use crate::special::sigmoid;

/// a / hypot(a, b), with 0 at the origin, and the limit for an infinite `a`.
pub(crate) fn direction(a: f64, b: f64) -> f64 {
    // Where no square that counts is out of range, its sum serves as well, for a fraction of the time.
    let square = a * a + b * b;
    if (1e-280..1e300).contains(&square) {
        return a / square.sqrt();
    }
    if a == 0.0 && b == 0.0 {
        0.0
    } else if a.is_infinite() && b.is_finite() {
        a.signum()
    } else {
        a / a.hypot(b)
    }
}

/// 1 / (1 + x^2), far out without the square, which overflows.
pub(crate) fn witch(x: f64) -> f64 {
    if x.abs() > 1e8 { x.recip() / x } else { (x * x + 1.0).recip() }
}

/// a / (a^2 + b^2), NaN at the origin, and the limit for an infinite `a`.
pub(crate) fn inversion(a: f64, b: f64) -> f64 {
    let r = a.hypot(b);
    if a.is_infinite() && b.is_finite() { 0.0_f64.copysign(a) } else { a / r / r }
}

/// 1 / (1 - x^2), and NaN where atanh has no value.
pub(crate) fn atanh_slope(x: f64) -> f64 {
    if x.abs() > 1.0 { f64::NAN } else { ((1.0 - x) * (x + 1.0)).recip() }
}

/// x y, where `y` falls faster than `x` grows: 0 for an infinite `x` and `y` = 0.
pub(crate) fn damped(x: f64, y: f64) -> f64 {
    if y == 0.0 && x.is_infinite() { 0.0 } else { x * y }
}

/// e^a / (e^a + e^b): 1/2 for equal arguments, but 0 where both are -inf.
pub(crate) fn share(a: f64, b: f64) -> f64 {
    if a != b {
        sigmoid(a - b)
    } else if a == f64::NEG_INFINITY {
        0.0
    } else {
        0.5
    }
}

/// share(a, b) share(b, a) = e^-|a-b| / (1 + e^-|a-b|)^2.
pub(crate) fn share_slope(a: f64, b: f64) -> f64 {
    if a == b {
        return share(a, b) * share(b, a);
    }
    let t = (-(a - b).abs()).exp();
    let sum = 1.0 + t;
    let lost = t - (sum - 1.0);
    let y = t / (sum * sum);
    y - y * (2.0 * lost / sum)
}

/// x / y; 0 where x is 0 and y is not NaN, and else NaN for y below 0, where x ln(y) has no value.
pub(crate) fn xdivy(x: f64, y: f64) -> f64 {
    if x == 0.0 && !y.is_nan() {
        0.0
    } else if y < 0.0 {
        f64::NAN
    } else {
        x / y
    }
}
