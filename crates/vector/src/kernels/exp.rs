//! The exponential, and what is made of it.

/// 1.5 * 2^52: a number of less than 2^51 that is added to it is rounded to an integer, which then stands in the lowest
/// bits.
pub(super) const SHIFT: f64 = 6_755_399_441_055_744.0;
pub(super) const LN_2_HIGH: f64 = f64::from_bits(0x3FE6_2E42_FEFA_39EF);
pub(super) const LN_2_LOW: f64 = f64::from_bits(0x3C7A_BC9E_3B39_803F);

/// 1/k! for k = 2 to 13: from the next on, terms are below 2^-57 where |r| <= ln(2)/2.
const INVERSE_FACTORIALS: [f64; 12] = [
    1.0 / 2.0,
    1.0 / 6.0,
    1.0 / 24.0,
    1.0 / 120.0,
    1.0 / 720.0,
    1.0 / 5040.0,
    1.0 / 40320.0,
    1.0 / 362_880.0,
    1.0 / 3_628_800.0,
    1.0 / 39_916_800.0,
    1.0 / 479_001_600.0,
    1.0 / 6_227_020_800.0,
];

/// A polynomial, by its coefficients from the constant one on.
#[inline(always)]
pub(super) fn polynomial<const K: usize>(c: [f64; K], x: f64) -> f64 {
    let mut sum = c[K - 1];
    for k in (0..K - 1).rev() {
        sum = sum.mul_add(x, c[k]);
    }
    sum
}

/// (e^r - 1 - r) / r^2 for |r| <= ln(2)/2.
#[inline(always)]
fn rest(r: f64) -> f64 {
    polynomial(INVERSE_FACTORIALS, r)
}

/// 2^n, for an integer n between -1022 and 1023.
#[inline(always)]
fn power_of_two(n: f64) -> f64 {
    f64::from_bits((n + SHIFT).to_bits().wrapping_add(1023) << 52)
}

/// e^(x + tail), for a tail that is small beside `x`.
#[inline(always)]
pub(super) fn exp_sum(x: f64, tail: f64) -> f64 {
    // Beyond these bounds the result is infinite, or 0; a NaN passes.
    let x = if x > 710.0 { 710.0 } else { x };
    let x = if x < -746.0 { -746.0 } else { x };
    let n = x.mul_add(core::f64::consts::LOG2_E, SHIFT) - SHIFT;
    let r = n.mul_add(-LN_2_LOW, n.mul_add(-LN_2_HIGH, x) + tail);
    let p = rest(r).mul_add(r * r, r) + 1.0;
    // In two steps, so that a result below the normal numbers is rounded once.
    let half = n.mul_add(0.5, SHIFT) - SHIFT;
    p * power_of_two(half) * power_of_two(n - half)
}

/// e^x; error below 1 unit in the last place.
///
/// Reduction by ln(2) in two parts (W. J. Cody and W. Waite, *Software Manual for the Elementary Functions*, chapter 6),
/// then the series.
///
/// ```
/// assert_eq!(vector::kernels::exp([0.0, f64::NEG_INFINITY]), [1.0, 0.0]);
/// ```
#[inline(always)]
pub fn exp<const N: usize>(x: [f64; N]) -> [f64; N] {
    each!(x, exp_one)
}

#[inline(always)]
fn exp_one(x: f64) -> f64 {
    exp_sum(x, 0.0)
}

/// tanh(x), as e^2x - 1 over e^2x + 1; error below 3 units in the last place.
///
/// ```
/// let y = vector::kernels::tanh([0.0, 2f64.ln(), 1e3]);
/// // (4 - 1) / (4 + 1) at ln 2.
/// assert!((y[1] - 0.6).abs() < 1e-15 && y[0] == 0.0 && y[2] == 1.0);
/// ```
#[inline(always)]
pub fn tanh<const N: usize>(x: [f64; N]) -> [f64; N] {
    each!(x, tanh_one)
}

#[inline(always)]
fn tanh_one(x: f64) -> f64 {
    let y = 2.0 * x.abs();
    // From here on it is 1 to the last digit.
    let y = if y > 44.0 { 44.0 } else { y };
    let n = y.mul_add(core::f64::consts::LOG2_E, SHIFT) - SHIFT;
    let r = n.mul_add(-LN_2_LOW, n.mul_add(-LN_2_HIGH, y));
    let scale = power_of_two(n);
    let less_one = scale.mul_add(rest(r).mul_add(r * r, r), scale - 1.0);
    (less_one / (less_one + 2.0)).copysign(x)
}

/// 1 / cosh(x), as 2e / (1 + e^2) for e = e^-|x|; error below 3 units in the last place.
///
/// ```
/// let y = vector::kernels::sech([0.0, 2f64.ln()]);
/// // 2 / (2 + 1/2) at ln 2.
/// assert!((y[1] - 0.8).abs() < 1e-15 && y[0] == 1.0);
/// ```
#[inline(always)]
pub fn sech<const N: usize>(x: [f64; N]) -> [f64; N] {
    each!(x, sech_one)
}

#[inline(always)]
fn sech_one(x: f64) -> f64 {
    let e = exp_sum(-x.abs(), 0.0);
    2.0 * e / e.mul_add(e, 1.0)
}

/// 1 / (1 + e^-x); error below 2 units in the last place.
///
/// ```
/// let y = vector::kernels::sigmoid([0.0, 3f64.ln()]);
/// assert!((y[1] - 0.75).abs() < 1e-15 && y[0] == 0.5);
/// ```
#[inline(always)]
pub fn sigmoid<const N: usize>(x: [f64; N]) -> [f64; N] {
    each!(x, sigmoid_one)
}

#[inline(always)]
fn sigmoid_one(x: f64) -> f64 {
    let e = exp_sum(-x.abs(), 0.0);
    let above = if x < 0.0 { e } else { 1.0 };
    above / (1.0 + e)
}
