//! The differences of polygamma functions that the derivatives of the beta function consist of.

use super::polygamma::polygamma;

/// `psi_n(a) - psi_n(a + b)` for the `n`-th derivative `psi_n` of digamma; NaN for `n < 0` and at the poles.
///
/// Right of 0, and a little left of it, the terms of both series are subtracted pair by pair, so that nothing cancels
/// when `b` is small against `a`: `k` from 0 up, then Euler-Maclaurin (DLMF 5.15.1, 5.15.8). Further left it is the
/// difference.
pub(crate) fn polygamma_difference(a: f64, b: f64, n: i32) -> f64 {
    let c = a + b;
    let pole = |x: f64| x <= 0.0 && x == x.floor();
    if n < 0 || a.is_nan() || b.is_nan() || pole(a) || pole(c) {
        return f64::NAN;
    }
    if b == 0.0 {
        return 0.0;
    }
    let low = a.min(c);
    if n > 100 || low < -100.0 || !a.is_finite() || !c.is_finite() {
        return polygamma(a, n) - polygamma(c, n);
    }
    let m = f64::from(n);
    let wanted = 12.0 + 0.5 * m;
    let steps = (wanted - low).ceil().max(0.0);
    let factorial = (2..=n).fold(1.0, |product, k| product * f64::from(k));
    let mut sum = euler_maclaurin(a + steps, b, n, factorial);
    let mut k = steps;
    while k > 0.0 {
        k -= 1.0;
        sum += factorial * power_difference(a + k, b, n + 1);
    }
    if n % 2 == 0 { -sum } else { sum }
}

/// `u^-m - (u + b)^-m`.
fn power_difference(u: f64, b: f64, m: i32) -> f64 {
    if m == 0 {
        return 0.0;
    }
    let v = u + b;
    if m == 1 {
        return b / v / u;
    }
    let t = b / u;
    if t > -0.5 && t.abs() < 1.0 { -(-f64::from(m) * t.ln_1p()).exp_m1() * u.powi(-m) } else { u.powi(-m) - v.powi(-m) }
}

/// The sum of `n! ((u + k)^-(n+1) - (u + b + k)^-(n+1))` over all `k >= 0`, for large `u` and `u + b`.
fn euler_maclaurin(u: f64, b: f64, n: i32, factorial: f64) -> f64 {
    /// `B_2k / (2k)!`.
    const BERNOULLI: [f64; 9] = [
        8.333333333333333e-2,
        -1.388888888888889e-3,
        3.306878306878307e-5,
        -8.267195767195768e-7,
        2.08767569878681e-8,
        -5.28419013868749e-10,
        1.3382536530684679e-11,
        -3.389680296322583e-13,
        8.586062056277845e-15,
    ];
    let m = f64::from(n);
    let mut rest = 0.0;
    let mut falling = factorial * (m + 1.0);
    let mut p = n + 2;
    for weight in BERNOULLI {
        rest += weight * falling * power_difference(u, b, p);
        falling *= f64::from(p) * (f64::from(p) + 1.0);
        p += 2;
    }
    let leading = if n == 0 { logarithm(u, b) } else { factorial / m * power_difference(u, b, n) };
    leading + (0.5 * factorial * power_difference(u, b, n + 1) + rest)
}

/// `ln((u + b) / u)`.
fn logarithm(u: f64, b: f64) -> f64 {
    let t = b / u;
    if t.is_infinite() { b.ln() - u.ln() } else { t.ln_1p() }
}
