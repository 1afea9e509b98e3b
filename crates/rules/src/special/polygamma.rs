//! The digamma function and its derivatives.

use super::double::{polynomial, power, product, quotient, two_sum};
use std::f64::consts::PI;

/// The zero of digamma right of 0, as a sum of two.
const ROOT: (f64, f64) = (1.4616321449683622, 9.549995429965697e-17);

/// `digamma(1.5 + u) / (1.5 + u - root)` for `u` in `-0.5..=0.5`, by interpolation in 60 digits at the Chebyshev points.
const OVER_ROOT: [f64; 22] = [
    0.951055876031833,
    -0.4236274212814605,
    0.2405424842407742,
    -0.14840492305390884,
    0.09498872445494122,
    -0.061922133273064534,
    0.04076083381242074,
    -0.02697579675613825,
    0.0179072524394512,
    -0.011908218001568644,
    0.007926944646403797,
    -0.005279964873257405,
    0.003519006401502276,
    -0.002345267632540769,
    0.0015566317474486838,
    -0.0010376374098418604,
    0.0007233266279287554,
    -0.0004821990530566789,
    0.0002272331660987376,
    -0.00015148586836773365,
    0.00025968482126430747,
    -0.00017312261802727394,
];

/// The logarithmic derivative of gamma; NaN at its poles `0, -1, -2, ..`.
pub(crate) fn digamma(x: f64) -> f64 {
    if x >= 10.0 {
        return digamma_large(x);
    }
    if x > 0.0 {
        return digamma_small(x);
    }
    if x == x.floor() || x.is_nan() {
        return f64::NAN;
    }
    if x > -0.5 {
        return digamma_small(1.0 + x) - 1.0 / x;
    }
    // Reflection, DLMF 5.5.4.
    let r = x - x.round();
    let cot = PI / (PI * r).tan();
    let y = -x;
    let mirrored = if y >= 10.0 { digamma_large(y) } else { digamma_small(y) };
    mirrored + 1.0 / y - cot
}

/// `0 < x < 10`: to `1..2` by the recurrence.
fn digamma_small(x: f64) -> f64 {
    let mut y = x;
    let mut sum = 0.0;
    if y < 1.0 {
        // 1 + x rounds for a small x; the error is below that of 1 / x.
        sum = -1.0 / y;
        y += 1.0;
    }
    while y >= 2.0 {
        y -= 1.0;
        sum += 1.0 / y;
    }
    ((y - ROOT.0) - ROOT.1) * polynomial(&OVER_ROOT, y - 1.5) + sum
}

/// The asymptotic series, DLMF 5.11.2.
fn digamma_large(x: f64) -> f64 {
    let z = 1.0 / (x * x);
    let s = z
        * (1.0 / 12.0
            - z * (1.0 / 120.0
                - z * (1.0 / 252.0
                    - z * (1.0 / 240.0 - z * (1.0 / 132.0 - z * (691.0 / 32_760.0 - z * (1.0 / 12.0)))))));
    x.ln() - (0.5 / x + s)
}

/// The `n`-th derivative of digamma (0: digamma itself); NaN at its poles and for `n < 0`.
///
/// `(-1)^(n+1) n! sum over k >= 0 of (x + k)^-(n+1)`, by Euler-Maclaurin; left of 0 the sum over all whole `k`, which
/// has period 1, less the part left of `x`.
pub(crate) fn polygamma(x: f64, n: i32) -> f64 {
    if n <= 0 {
        return if n == 0 { digamma(x) } else { f64::NAN };
    }
    if n == 1 && x > 0.0 {
        return trigamma(x);
    }
    let sign = if n % 2 == 0 { -1.0 } else { 1.0 };
    if x > 0.0 && x.is_finite() {
        return sign * zeta(x, n);
    }
    if x == x.floor() || x.is_nan() {
        return if x == f64::INFINITY { 0.0 * sign } else { f64::NAN };
    }
    let r = x - x.round();
    let odd = if n % 2 == 0 { -1.0 } else { 1.0 };
    let here = factorial_over(r.abs(), n) * if r < 0.0 { odd } else { 1.0 };
    if here.is_infinite() && r.abs() < 0.5 {
        return sign * here;
    }
    // Half way between two poles the terms of an odd power cancel in pairs.
    let all = if r.abs() == 0.5 && odd < 0.0 { 0.0 } else { here + (zeta(1.0 + r, n) + odd * zeta(1.0 - r, n)) };
    sign * (all - odd * zeta(1.0 - x, n))
}

/// The first derivative of digamma for `x > 0`: the series DLMF 5.15.8 at 13 or more, the sum from its small end.
fn trigamma(x: f64) -> f64 {
    let steps = (13.0 - x).ceil().max(0.0);
    let y = x + steps;
    let z = 1.0 / (y * y);
    let s = z
        * (1.0 / 6.0
            - z * (1.0 / 30.0
                - z * (1.0 / 42.0 - z * (1.0 / 30.0 - z * (5.0 / 66.0 - z * (691.0 / 2730.0 - z * (7.0 / 6.0)))))));
    let mut sum = 1.0 / y + (0.5 * z + s / y);
    let mut k = steps;
    while k > 0.0 {
        k -= 1.0;
        let t = x + k;
        sum += 1.0 / (t * t);
    }
    sum
}

/// `n! * sum over k >= 0 of (x + k)^-(n+1)` for `x > 0`, `n >= 1`.
fn zeta(x: f64, n: i32) -> f64 {
    /// `B_2k / (2k)!`.
    const BERNOULLI: [f64; 10] = [
        8.333333333333333e-2,
        -1.388888888888889e-3,
        3.306878306878307e-5,
        -8.267195767195768e-7,
        2.08767569878681e-8,
        -5.28419013868749e-10,
        1.3382536530684679e-11,
        -3.389680296322583e-13,
        8.586062056277845e-15,
        -2.174868698558062e-16,
    ];
    let first = factorial_over(x, n);
    if first == 0.0 || first.is_infinite() {
        return first;
    }
    if n == 1 {
        return trigamma(x);
    }
    let s = f64::from(n) + 1.0;
    // Terms relative to the first, so that neither the factorial nor the power leaves the range.
    let relative = |k: f64| power(quotient(x, two_sum(x, k)), s);
    let wanted = 12.0 + 0.45 * s;
    let (mut sum, mut lost) = (0.0, 0.0);
    let mut k = 0.0;
    while x + k < wanted {
        k += 1.0;
        let term = relative(k);
        if term < 1e-20 {
            return first * (1.0 + (sum + lost));
        }
        let rounding;
        (sum, rounding) = two_sum(sum, term);
        lost += rounding;
    }
    let a = x + k;
    // `sum` has the term of `a` already (where k = 0 it is the first), so half of it goes.
    let mut weight = if k == 0.0 { 1.0 } else { relative(k) };
    let mut tail = weight * (a / (s - 1.0) - 0.5);
    weight *= s / a;
    let mut j = s + 1.0;
    for b in BERNOULLI {
        tail += b * weight;
        weight *= (j / a) * ((j + 1.0) / a);
        j += 2.0;
    }
    first * (1.0 + sum + (tail + lost))
}

/// `n! / x^(n+1)` for `x > 0`, without leaving the range on the way.
fn factorial_over(x: f64, n: i32) -> f64 {
    let m = f64::from(n);
    if n <= 20 {
        let factorial = (2..=n).fold(1.0, |product, k| product * f64::from(k));
        let power = x.powf(-(m + 1.0));
        if power.is_normal() {
            return factorial * power;
        }
    }
    // (n / (e x))^n sqrt(2 pi n) / x times Stirling's rest.
    if (m / x).is_infinite() {
        return f64::INFINITY;
    }
    let half = power(product(quotient(m, (x, 0.0)), RECIPROCAL_E), 0.5 * m);
    let rest = (2.0 * PI * m).sqrt() * super::gamma::stirling_rest(m).exp();
    half * (rest / x) * half
}

/// `1 / e` as a sum of two.
const RECIPROCAL_E: (f64, f64) = (0.367_879_441_171_442_33, -1.2428753672788363e-17);
