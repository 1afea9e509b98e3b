//! The bell curve and the area below it.

use super::exp::{exp_sum, polynomial};
use core::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

/// (1 + 2a) e^(a^2) erfc(a) as a polynomial in t = (a - 3.75) / (a + 3.75), the form of M. M. Shepherd and J. G. Laframboise,
/// Mathematics of Computation 36 (1981): a Chebyshev interpolation in 60 digits, cut off where terms are below 2^-57.
const SCALED: [f64; 25] = [
    1.2375126308378275,
    -0.14024059858554697,
    0.0035854154854644293,
    0.0822767384901452,
    -0.10880393014174886,
    0.09230432116037748,
    -0.05869339858963677,
    0.028362277418956406,
    -0.009746579558029276,
    0.0017556258528952954,
    0.0002937136655913448,
    -0.0002901540805408417,
    5.164909889268241e-05,
    2.238423915508223e-05,
    -1.1444146237700524e-05,
    -9.73559896736775e-07,
    1.751637648849062e-06,
    -5.7218230603224086e-08,
    -2.5866850716155884e-07,
    2.3263508708859124e-08,
    3.8675334242222354e-08,
    -3.744210080962018e-09,
    -5.1739902140113095e-09,
    3.1114333809799254e-10,
    4.2514714447963895e-10,
];
/// (erf(x) - x) / x as a rational function of x^2 for |x| < 0.84 (fdlibm, `s_erf.c`).
const ABOVE: [f64; 5] =
    [0.12837916709551256, -0.3250421072470015, -0.02848174957559851, -0.005770270296489442, -2.3763016656650163e-05];
const BELOW: [f64; 6] = [
    1.0,
    0.39791722395915535,
    0.0650222499887673,
    0.005081306281875766,
    0.00013249473800432164,
    -3.960228278775368e-06,
];
/// 1 / sqrt(2), less its double.
const FRAC_1_SQRT_2_LOW: f64 = -4.833_646_656_726_457e-17;
/// 1 / sqrt(2 pi).
const AT_ZERO: f64 = 0.398_942_280_401_432_7;

/// e^(-scale x^2), for a scale that is a power of two.
#[inline(always)]
fn scaled_bell(x: f64, scale: f64) -> f64 {
    // Beyond this it is 0, and the square might overflow.
    let x = if x.abs() > 60.0 { 60.0 } else { x };
    let square = x * x;
    exp_sum(-scale * square, -scale * x.mul_add(x, -square))
}

/// e^(a^2) erfc(a) for a >= 0.
#[inline(always)]
fn scaled_complement(a: f64) -> f64 {
    // Where the bell curve is 0 it is not needed.
    let a = if a > 60.0 { 60.0 } else { a };
    let t = (a - 3.75) / (a + 3.75);
    polynomial(SCALED, t) / a.mul_add(2.0, 1.0)
}

/// erf(x) for |x| < 0.84.
#[inline(always)]
fn near_zero(x: f64) -> f64 {
    let z = x * x;
    (polynomial(ABOVE, z) / polynomial(BELOW, z)).mul_add(x, x)
}

/// e^(-x^2); error below 2 units in the last place.
///
/// ```
/// let y = vector::kernels::bell([0.0, 2f64.ln().sqrt()]);
/// assert!((y[1] - 0.5).abs() < 1e-15 && y[0] == 1.0);
/// ```
#[inline(always)]
pub fn bell<const N: usize>(x: [f64; N]) -> [f64; N] {
    each!(x, bell_one)
}

#[inline(always)]
fn bell_one(x: f64) -> f64 {
    scaled_bell(x, 1.0)
}

/// The density of the standard normal distribution; error below 2 units in the last place.
///
/// ```
/// let y = vector::kernels::norm_pdf([0.0, (2.0 * 2f64.ln()).sqrt()]);
/// // At half its height.
/// assert!((y[0] - 2.0 * y[1]).abs() < 1e-15);
/// assert!((y[0] - (2.0 * std::f64::consts::PI).sqrt().recip()).abs() < 1e-15);
/// ```
#[inline(always)]
pub fn norm_pdf<const N: usize>(x: [f64; N]) -> [f64; N] {
    each!(x, norm_pdf_one)
}

#[inline(always)]
fn norm_pdf_one(x: f64) -> f64 {
    AT_ZERO * scaled_bell(x, 0.5)
}

/// One function near zero, another beyond `bound`: both are computed only where some lanes are on each side.
macro_rules! near_or_far {
    ($x:ident, $near:ident, $far:ident, $bound:literal) => {{
        let mut inside = 0;
        for x in $x {
            inside += u64::from(x.abs() < $bound);
        }
        if inside == 0 {
            return each!($x, $far);
        }
        let mut y = each!($x, $near);
        if inside < N as u64 {
            let far = each!($x, $far);
            for (y, (x, far)) in y.iter_mut().zip($x.into_iter().zip(far)) {
                *y = if x.abs() < $bound { *y } else { far };
            }
        }
        y
    }};
}

/// The distribution function of the standard normal distribution; error below 4 units in the last place.
///
/// ```
/// let y = vector::kernels::norm_cdf([0.0, 1.5, -1.5]);
/// assert!((y[1] + y[2] - 1.0).abs() < 1e-15 && y[0] == 0.5);
/// ```
#[inline(always)]
pub fn norm_cdf<const N: usize>(x: [f64; N]) -> [f64; N] {
    near_or_far!(x, norm_cdf_near, norm_cdf_far, 0.9)
}

#[inline(always)]
fn norm_cdf_near(x: f64) -> f64 {
    near_zero(x * FRAC_1_SQRT_2).mul_add(0.5, 0.5)
}

#[inline(always)]
fn norm_cdf_far(x: f64) -> f64 {
    // The quotient x / sqrt(2) in two numbers, and the second one's share by the derivative 2aw - 2/sqrt(pi).
    let r = if x.abs() > 60.0 { 60.0 } else { x.abs() };
    let a = r * FRAC_1_SQRT_2;
    let a_low = r.mul_add(FRAC_1_SQRT_2, -a) + r * FRAC_1_SQRT_2_LOW;
    let w = scaled_complement(a);
    let w = a_low.mul_add((2.0 * a).mul_add(w, -FRAC_2_SQRT_PI), w);
    let tail = 0.5 * w * scaled_bell(x, 0.5);
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// 1 - erf(x); error below 4 units in the last place.
///
/// ```
/// // What is left of the tail at 20, where 1 - erf(x) has no digit: 5.3958656116079e-176.
/// let y = vector::kernels::erfc([0.0, 20.0]);
/// assert!((y[1] / 5.3958656116079e-176 - 1.0).abs() < 1e-13 && y[0] == 1.0);
/// ```
#[inline(always)]
pub fn erfc<const N: usize>(x: [f64; N]) -> [f64; N] {
    near_or_far!(x, erfc_near, erfc_far, 0.5)
}

#[inline(always)]
fn erfc_near(x: f64) -> f64 {
    1.0 - near_zero(x)
}

#[inline(always)]
fn erfc_far(x: f64) -> f64 {
    let tail = scaled_complement(x.abs()) * scaled_bell(x, 1.0);
    if x < 0.0 { 2.0 - tail } else { tail }
}

/// The error function; error below 2 units in the last place.
///
/// ```
/// let y = vector::kernels::erf([0.0, 1e-8, 6.0]);
/// let slope = 2.0 / std::f64::consts::PI.sqrt();
/// assert!(y[0] == 0.0 && (y[1] / 1e-8 - slope).abs() < 1e-15 && y[2] == 1.0);
/// ```
#[inline(always)]
pub fn erf<const N: usize>(x: [f64; N]) -> [f64; N] {
    near_or_far!(x, near_zero, erf_far, 0.8)
}

#[inline(always)]
fn erf_far(x: f64) -> f64 {
    (1.0 - scaled_complement(x.abs()) * scaled_bell(x, 1.0)).copysign(x)
}
