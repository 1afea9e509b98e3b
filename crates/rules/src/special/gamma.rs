//! The gamma function and the logarithm of its absolute value.

use super::double::{polynomial_pair, product, ratio, scale};
use std::f64::consts::{FRAC_2_SQRT_PI, PI};

/// `1 / gamma(1.5 + u)` for `u` in `-0.5..=0.5`, by interpolation in 60 digits at the Chebyshev points.
const RECIPROCAL: [f64; 18] = [
    FRAC_2_SQRT_PI,
    -0.0411745264452831,
    -0.5266544355255445,
    0.17510202604393457,
    0.050966860247706226,
    -0.04215516936853562,
    0.006612897826817975,
    0.002120731442573585,
    -0.0011107302544683159,
    0.00015235762075417166,
    2.5355203461086256e-05,
    -1.3896805564037045e-05,
    2.1562132202348084e-06,
    5.7941594656335966e-08,
    -8.917479963625388e-08,
    1.7107616495239485e-08,
    -8.475278521147793e-10,
    -2.76936022375562e-10,
];

/// The gamma function; NaN at its poles `0, -1, -2, ..`, exact at `1..=23`.
pub(crate) fn gamma(x: f64) -> f64 {
    if x > 20.0 {
        if x > 171.7 && x.is_finite() {
            return f64::INFINITY;
        }
        if x.is_infinite() {
            return x;
        }
        if x <= 23.0 && x == x.floor() {
            return factorial(x);
        }
        let (half, rest) = stirling(x);
        return half * rest * half;
    }
    if x <= 0.0 && x == x.floor() {
        return f64::NAN;
    }
    if x > 0.0 {
        let (top, bottom) = fraction(x);
        return ratio(top, bottom);
    }
    if x > -20.0 {
        return ratio((1.0, 0.0), reciprocal(x));
    }
    if x.is_nan() {
        return x;
    }
    if x < -185.0 {
        return if x.rem_euclid(2.0) < 1.0 { 0.0 } else { -0.0 };
    }
    let (half, rest) = stirling(-x);
    -(PI / (x * sin_pi(x)) / half / rest) / half
}

/// `ln |gamma(x)|`; NaN at its poles.
pub(crate) fn ln_gamma(x: f64) -> f64 {
    if x <= 0.0 && x == x.floor() {
        return if x == f64::NEG_INFINITY { f64::INFINITY } else { f64::NAN };
    }
    if x > -20.0 && x < -2.0 {
        // The zeros lie left of -2, two between any two poles; there libm's sum of logarithms cancels.
        let (h, l) = reciprocal(x);
        if (0.5..2.0).contains(&h.abs()) {
            return -((h.abs() - 1.0) + l * h.signum()).ln_1p();
        }
    }
    libm::lgamma(x)
}

/// `(x - 1)!` for a small whole number.
fn factorial(x: f64) -> f64 {
    let mut product = 1.0;
    let mut k = 2.0;
    while k < x {
        product *= k;
        k += 1.0;
    }
    product
}

/// `gamma(x)` for `0 < x <= 20` as a fraction of two pairs.
pub(super) fn fraction(x: f64) -> ((f64, f64), (f64, f64)) {
    if x < 1.0 {
        return ((1.0, 0.0), scale(polynomial_pair(&RECIPROCAL, x - 0.5), x));
    }
    if x == x.floor() {
        return ((factorial(x), 0.0), (1.0, 0.0));
    }
    let mut factors = (1.0, 0.0);
    let mut y = x;
    while y >= 2.0 {
        y -= 1.0;
        factors = scale(factors, y);
    }
    // Down to 1..2, where the differences are exact.
    (factors, polynomial_pair(&RECIPROCAL, y - 1.5))
}

/// `1 / gamma(x)` for `-20 < x < 0` as a pair: up to `0..1`, where the sums are exact.
fn reciprocal(x: f64) -> (f64, f64) {
    let mut factors = (x, 0.0);
    let mut y = x;
    while y < 0.0 {
        y += 1.0;
        factors = scale(factors, y);
    }
    // The last factor took y to y + 1 in 1..2; y - 0.5 is (y + 1) - 1.5.
    product(factors, polynomial_pair(&RECIPROCAL, y - 0.5))
}

/// `gamma(y)` for `y >= 20` as `half^2 * rest`: the square of `half` may overflow.
fn stirling(y: f64) -> (f64, f64) {
    let half = y.powf(0.5 * y - 0.25);
    let rest = (2.0 * PI).sqrt() * (-y).exp();
    (half, rest + rest * stirling_rest(y).exp_m1())
}

/// `ln gamma(y) - ((y - 1/2) ln y - y + ln(2 pi)/2)` for `y >= 10` (Stirling's series, DLMF 5.11.1).
pub(super) fn stirling_rest(y: f64) -> f64 {
    let z = 1.0 / (y * y);
    let s = 1.0 / 12.0
        - z * (1.0 / 360.0
            - z * (1.0 / 1260.0
                - z * (1.0 / 1680.0
                    - z * (1.0 / 1188.0 - z * (691.0 / 360_360.0 - z * (1.0 / 156.0 - z * (3617.0 / 122_400.0)))))));
    s / y
}

/// `sin(pi x)`, the argument reduced without error.
pub(super) fn sin_pi(x: f64) -> f64 {
    let k = x.round();
    let s = (PI * (x - k)).sin();
    if k.rem_euclid(2.0) == 0.0 { s } else { -s }
}
