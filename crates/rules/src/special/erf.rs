//! The error function and its complements.

use super::double::{polynomial_pair, ratio, two_sum};

/// `(1 + 2x) e^(x^2) erfc(x)` as a polynomial in `t = (x - 3.75) / (x + 3.75)`, the form of Shepherd and Laframboise,
/// Mathematics of Computation 36 (1981); coefficients by interpolation in 60 digits at the Chebyshev points.
const SCALED: [f64; 29] = [
    1.2375126308378275,
    -0.14024059858554702,
    0.00358541548546365,
    0.08227673849015112,
    -0.10880393014170486,
    0.09230432116019513,
    -0.058693398590614,
    0.028362277421569364,
    -0.009746579546733069,
    0.0017556258319139934,
    0.00029371358771431225,
    -0.0002901539762990061,
    5.164944451696205e-05,
    2.238390038090339e-05,
    -1.1445178311518049e-05,
    -9.728185029677076e-07,
    1.7537598965322038e-06,
    -5.832039466992171e-08,
    -2.616930395796968e-07,
    2.4363842659574258e-08,
    4.163213221156018e-08,
    -4.454188309154417e-09,
    -7.094843440843675e-09,
    5.826552475656065e-10,
    1.2007166392684951e-09,
    -4.9844152844245993e-11,
    -1.689091555613108e-10,
    1.8240025042773818e-12,
    1.3644024033145443e-11,
];

const SCALED_AT_INFINITY: f64 = 0.5641895835477563;

/// `2 / sqrt(pi) * integral of e^(-t^2) over 0..x`.
pub(crate) fn erf(x: f64) -> f64 {
    libm::erf(x)
}

/// `1 - erf x`, with relative accuracy until it underflows.
pub(crate) fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// `e^(x^2) erfc x`; about `1 / (x sqrt pi)` far right, overflows to inf far left.
pub(crate) fn erfcx(x: f64) -> f64 {
    let a = x.abs();
    if a < 1.0 {
        return exp_square(x) * libm::erfc(x);
    }
    let t = 1.0 - 7.5 / (a + 3.75);
    let right =
        if a < 1e300 { ratio(polynomial_pair(&SCALED, t), two_sum(1.0, 2.0 * a)) } else { SCALED_AT_INFINITY / a };
    if x < 0.0 { 2.0 * exp_square(x) - right } else { right }
}

/// `e^(x^2)`, the square carried without rounding.
fn exp_square(x: f64) -> f64 {
    if x.abs() > 26.64 {
        return f64::INFINITY;
    }
    let (head, rest) = split_square(x);
    let e = head.exp();
    e + e * rest.exp_m1()
}

/// `e^(-x^2)`, the square carried without rounding.
pub(crate) fn exp_neg_square(x: f64) -> f64 {
    // Beyond this the result is 0 and the square may overflow.
    if x.abs() > 28.0 {
        return 0.0;
    }
    let (head, rest) = split_square(x);
    let e = (-head).exp();
    // rest < 3e-5: the next term is below half a unit in the last place.
    e - e * (rest * (1.0 - rest * (0.5 - rest * (1.0 / 6.0))))
}

/// `x^2` as an exact square of the leading half of the digits and a rest below `2^-24 x^2`.
pub(super) fn split_square(x: f64) -> (f64, f64) {
    let head = f64::from_bits(x.to_bits() & !0x07ff_ffff);
    (head * head, (x - head) * (x + head))
}
