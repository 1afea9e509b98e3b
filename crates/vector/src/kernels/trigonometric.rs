//! Sine and cosine.

use super::exp::{SHIFT, polynomial};
use core::f64::consts::FRAC_2_PI;

/// pi/2 in three numbers.
const HALF_PI: [f64; 3] = [
    f64::from_bits(0x3FF9_21FB_5444_2D18),
    f64::from_bits(0x3C91_A626_3314_5C07),
    f64::from_bits(0xB91F_1976_B7ED_8FBC),
];
/// Up to here the reduction is accurate.
const LIMIT: f64 = 1048576.0;

/// (sin(r) - r) / r^3 and (cos(r) - 1 + r^2/2) / r^4 in powers of r^2 for |r| <= pi/4, with errors of 2^-58 (fdlibm,
/// `k_sin.c` and `k_cos.c`).
const SINE: [f64; 6] = [
    -0.16666666666666632,
    0.00833333333332249,
    -0.0001984126982985795,
    2.7557313707070068e-06,
    -2.5050760253406863e-08,
    1.58969099521155e-10,
];
const COSINE: [f64; 6] = [
    0.0416666666666666,
    -0.001388888888887411,
    2.480158728947673e-05,
    -2.7557314351390663e-07,
    2.087572321298175e-09,
    -1.1359647557788195e-11,
];

/// sin(x + turn pi/2).
#[inline(always)]
fn turned(x: f64, turn: u64) -> f64 {
    let shifted = x.mul_add(FRAC_2_PI, SHIFT);
    let (n, quarter) = (shifted - SHIFT, shifted.to_bits().wrapping_add(turn));
    // The first step is exact, the second rounds once, and the third is below the last digit but near a zero.
    let r = n.mul_add(-HALF_PI[1], n.mul_add(-HALF_PI[0], x));
    let tail = -n * HALF_PI[2];
    let z = r * r;
    let sine = (polynomial(SINE, z) * z).mul_add(r, tail) + r;
    let cosine = {
        let half = 0.5 * z;
        let w = 1.0 - half;
        w + (((1.0 - w) - half) + (z * z).mul_add(polynomial(COSINE, z), -(r * tail)))
    };
    let y = if quarter & 1 == 0 { sine } else { cosine };
    f64::from_bits(y.to_bits() ^ (quarter & 2) << 62)
}

/// The lanes, and where one is too large for the reduction, std's function there.
#[inline(always)]
fn checked<const N: usize>(x: [f64; N], mut y: [f64; N], f: fn(f64) -> f64) -> [f64; N] {
    let mut far = 0;
    for x in x {
        far |= u64::from(is_far(x));
    }
    if far != 0 {
        y.iter_mut().zip(x).filter(|(_, x)| is_far(*x)).for_each(|(y, x)| *y = f(x));
    }
    y
}

#[inline(always)]
fn is_far(x: f64) -> bool {
    let near = x.abs() <= LIMIT;
    !near
}

/// sin(x), `x` in radians; error below 2 units in the last place.
///
/// Reduction by pi/2 in three parts (W. J. Cody and W. Waite, chapter 8), then the polynomials of fdlibm.
///
/// ```
/// let y = vector::kernels::sin([0.0, std::f64::consts::FRAC_PI_6, 1e300]);
/// assert!(y[0] == 0.0 && (y[1] - 0.5).abs() < 1e-15 && y[2] == 1e300f64.sin());
/// ```
#[inline(always)]
pub fn sin<const N: usize>(x: [f64; N]) -> [f64; N] {
    checked(x, each!(x, sin_one), f64::sin)
}

#[inline(always)]
fn sin_one(x: f64) -> f64 {
    // A zero keeps its sign.
    if x == 0.0 { x } else { turned(x, 0) }
}

/// cos(x), `x` in radians; see [`sin`].
///
/// ```
/// let y = vector::kernels::cos([0.0, std::f64::consts::FRAC_PI_3]);
/// assert!(y[0] == 1.0 && (y[1] - 0.5).abs() < 1e-15);
/// ```
#[inline(always)]
pub fn cos<const N: usize>(x: [f64; N]) -> [f64; N] {
    checked(x, each!(x, cos_one), f64::cos)
}

#[inline(always)]
fn cos_one(x: f64) -> f64 {
    turned(x, 1)
}
