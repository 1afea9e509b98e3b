//! The standard normal distribution.

use super::double::product;
use super::erf::{erfcx, split_square};
use super::erfcx::mills;
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

/// `sqrt(2 pi)`.
const SQRT_2_PI: f64 = 2.506_628_274_631_000_7;

/// `1 / sqrt(2 pi)`.
const AT_ZERO: f64 = 0.398_942_280_401_432_7;

/// The density `e^(-x^2/2) / sqrt(2 pi)`.
pub(crate) fn norm_pdf(x: f64) -> f64 {
    AT_ZERO * exp_neg_scaled_square(x, 0.5)
}

/// The probability below `x`, with relative accuracy until it underflows.
pub(crate) fn norm_cdf(x: f64) -> f64 {
    let y = x * FRAC_1_SQRT_2;
    if x < -1.0 {
        // Rounding x / sqrt 2 costs erfc x^2 units in the last place, and erfcx one.
        0.5 * exp_neg_scaled_square(x, 0.5) * erfcx(-y)
    } else {
        0.5 * libm::erfc(-y)
    }
}

/// `e^(-scale x^2)` for a power of two, 1/4 or 1/2, the square carried without rounding.
fn exp_neg_scaled_square(x: f64, scale: f64) -> f64 {
    // Beyond this the result is 0 and the square may overflow.
    if x.abs() > 60.0 {
        return 0.0;
    }
    let (head, rest) = split_square(x);
    let e = (-scale * head).exp();
    let r = scale * rest;
    e - e * (r * (1.0 - r * (0.5 - r * (1.0 / 6.0))))
}

/// The point below which lies the probability `p`: -inf at 0, inf at 1, NaN outside.
///
/// Wichura, Algorithm AS 241, Applied Statistics 37 (1988), PPND16; one step of Newton's method follows.
pub(crate) fn norm_ppf(p: f64) -> f64 {
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        let x = q * (horner(&CENTRE.0, r) / horner(&CENTRE.1, r));
        let (y, rest) = product(FRAC_1_SQRT_2_PAIR, (x, 0.0));
        let excess = (0.5 * libm::erf(y) - q) * SQRT_2_PI / exp_neg_scaled_square(x, 0.5);
        return x - (excess + SQRT_2 * rest);
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    if tail <= 0.0 {
        return if tail == 0.0 { f64::INFINITY.copysign(q) } else { f64::NAN };
    }
    let (x, step) = upper_quantile(tail);
    (x + step).copysign(q)
}

/// The point above which lies the probability `tail` in `0..0.075`, and what it lacks.
fn upper_quantile(tail: f64) -> (f64, f64) {
    let r = (-tail.ln()).sqrt();
    let x = if r <= 5.0 {
        horner(&NEAR.0, r - 1.6) / horner(&NEAR.1, r - 1.6)
    } else {
        horner(&FAR.0, r - 5.0) / horner(&FAR.1, r - 5.0)
    };
    let e = exp_neg_scaled_square(x, 0.25);
    let step = SQRT_2_PI * (0.5 * erfcx(x * FRAC_1_SQRT_2) - tail / e / e);
    (x, step)
}

/// The derivative of [`norm_ppf`] at `p`, which is `1 / norm_pdf` there: inf at 0 and 1, NaN outside.
///
/// Off the centre as the Mills ratio over the tail, which loses nothing to the error of the quantile.
pub(crate) fn norm_ppf_slope(p: f64) -> f64 {
    let tail = if p < 0.5 { p } else { 1.0 - p };
    if tail == 0.0 {
        return f64::INFINITY;
    }
    if (0.075..=0.5).contains(&tail) {
        let x = norm_ppf(p).abs();
        return if x < 0.7 { SQRT_2_PI / exp_neg_scaled_square(x, 0.5) } else { mills(x) / tail };
    }
    let (x, step) = upper_quantile(tail);
    let ratio = mills(x);
    // The derivative of the Mills ratio is x times itself less 1.
    (ratio + (x * ratio - 1.0) * step) / tail
}

/// `1 / sqrt 2` as a sum of two.
const FRAC_1_SQRT_2_PAIR: (f64, f64) = (FRAC_1_SQRT_2, -4.833646656726457e-17);

fn horner(c: &[f64; 8], x: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

/// Numerator and denominator for `|p - 1/2| <= 0.425`, in `0.425^2 - (p - 1/2)^2`.
const CENTRE: ([f64; 8], [f64; 8]) = (
    [
        3.3871328727963665,
        133.14166789178438,
        1971.5909503065513,
        13731.69376550946,
        45921.95393154987,
        67265.7709270087,
        33430.57558358813,
        2509.0809287301227,
    ],
    [
        1.0,
        42.31333070160091,
        687.1870074920579,
        5394.196021424751,
        21213.794301586597,
        39307.89580009271,
        28729.085735721943,
        5226.495278852854,
    ],
);

/// The same for `r = sqrt(-ln p)` up to 5, in `r - 1.6`.
const NEAR: ([f64; 8], [f64; 8]) = (
    [
        1.4234371107496835,
        4.630337846156546,
        5.769497221460691,
        3.6478483247632045,
        1.2704582524523684,
        0.2417807251774506,
        0.022723844989269184,
        0.0007745450142783414,
    ],
    [
        1.0,
        2.053191626637759,
        1.6763848301838038,
        0.6897673349851,
        0.14810397642748008,
        0.015198666563616457,
        0.0005475938084995345,
        1.0507500716444169e-09,
    ],
);

/// The same beyond, in `r - 5`.
const FAR: ([f64; 8], [f64; 8]) = (
    [
        6.657904643501103,
        5.463784911164114,
        1.7848265399172913,
        0.29656057182850487,
        0.026532189526576124,
        0.0012426609473880784,
        2.7115555687434876e-05,
        2.0103343992922881e-07,
    ],
    [
        1.0,
        0.599832206555888,
        0.1369298809227358,
        0.014875361290850615,
        0.0007868691311456133,
        1.8463183175100548e-05,
        1.421511758316446e-07,
        2.0442631033899397e-15,
    ],
);
