//! The natural logarithm.

use super::exp::polynomial;

/// ln(2), its last 21 bits zero, so that its product with an exponent is exact; then the rest.
const LN_2_HIGH: f64 = f64::from_bits(0x3FE6_2E42_FEE0_0000);
const LN_2_LOW: f64 = f64::from_bits(0x3DEA_39EF_3579_3C76);
/// The bits of sqrt(1/2).
const HALF_ROOT: u64 = 0x3FE6_A09E_667F_3BCD;
const ONE: u64 = 0x3FF0_0000_0000_0000;

/// The exponent k and the factor m between sqrt(1/2) and sqrt(2) of a positive x = 2^k m.
#[inline(always)]
pub(super) fn split(x: f64) -> (f64, f64) {
    let tiny = x < f64::MIN_POSITIVE;
    let (x, shift) = if tiny { (x * 18_014_398_509_481_984.0, 54.0 + 1023.0) } else { (x, 1023.0) };
    let bits = x.to_bits().wrapping_add(ONE - HALF_ROOT);
    // The exponent as the last bits of 2^52: there is no vector conversion of 64 bits in AVX2.
    let k = f64::from_bits(bits >> 52 | 0x4330_0000_0000_0000) - (4_503_599_627_370_496.0 + shift);
    (k, f64::from_bits((bits & 0x000F_FFFF_FFFF_FFFF) + HALF_ROOT))
}

/// The odd series of ln((1 + s) / (1 - s)) / s from its third term on, fitted to |s| <= 0.1716 with an error of 2^-58
/// (the polynomial of fdlibm's `e_log.c`).
const COEFFICIENTS: [f64; 7] = [
    0.6666666666666735,
    0.3999999999940942,
    0.2857142874366239,
    0.22222198432149784,
    0.1818357216161805,
    0.15313837699209373,
    0.14798198605116586,
];

/// ln(x); error below 1 unit in the last place.
///
/// As ln(1 + f) = f - f^2/2 + s (f^2/2 + R(s^2)) for s = f / (2 + f), the method of fdlibm's `e_log.c`.
///
/// ```
/// let y = vector::kernels::ln([1.0, std::f64::consts::E, 0.0]);
/// assert!(y[0] == 0.0 && (y[1] - 1.0).abs() < 1e-15 && y[2] == f64::NEG_INFINITY);
/// ```
#[inline(always)]
pub fn ln<const N: usize>(x: [f64; N]) -> [f64; N] {
    each!(x, ln_one)
}

#[inline(always)]
fn ln_one(x: f64) -> f64 {
    let (k, m) = split(x);
    let f = m - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * polynomial(COEFFICIENTS, z);
    let half = 0.5 * f * f;
    let y = k * LN_2_HIGH - ((half - (s * (half + r) + k * LN_2_LOW)) - f);
    let y = if x == 0.0 { f64::NEG_INFINITY } else { y };
    let y = if x < 0.0 { f64::NAN } else { y };
    // Infinity and NaN.
    if x < f64::INFINITY { y } else { x }
}
