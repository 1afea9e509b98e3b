//! The derivatives of the scaled complementary error function, and the Mills ratio.

use super::double::{product, quotient, scale, two_prod, two_sum};
use super::erf::erfcx;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

/// The largest order that is evaluated; near order 300 the derivatives overflow for moderate arguments.
const LAST: i32 = 1000;

/// What `2 / sqrt(pi)` lacks.
const FRAC_2_SQRT_PI_REST: f64 = 1.533_545_961_316_588_3e-17;

/// `sqrt(pi / 2)` and `1 / sqrt 2`, each as a sum of two.
const SQRT_HALF_PI: (f64, f64) = (1.253_314_137_315_500_3, -9.164_289_990_229_583e-17);
const ROOT_HALF: (f64, f64) = (FRAC_1_SQRT_2, -4.833_646_656_726_457e-17);

/// The `n`-th derivative of [`erfcx`], which is `(-2)^n n! e^(x^2) i^n erfc(x)` (DLMF 7.18.2); NaN for `n < 0` and
/// `n > 1000`.
///
/// The recurrence `f_(n+1) = 2x f_n + 2n f_(n-1)` adds up left of 0, goes through pairs up to 1, and is run backwards
/// as a continued fraction beyond (DLMF 7.18.13, Miller's method).
pub(crate) fn erfcx_n(x: f64, n: i32) -> f64 {
    if n <= 0 {
        return if n == 0 { erfcx(x) } else { f64::NAN };
    }
    if n > LAST || x.is_nan() {
        f64::NAN
    } else if x < 0.0 {
        upwards(x, n)
    } else if x == f64::INFINITY {
        0.0
    } else if x < 1.0 {
        upwards_in_pairs(x, n)
    } else {
        downwards(x, n)
    }
}

fn upwards(x: f64, n: i32) -> f64 {
    if x < -27.0 {
        return if n % 2 == 0 { f64::INFINITY } else { f64::NEG_INFINITY };
    }
    let mut below = erfcx(x);
    let mut here = (2.0 * x).mul_add(below, -FRAC_2_SQRT_PI);
    for k in 1..n {
        let next = 2.0 * (x * here + f64::from(k) * below);
        below = here;
        here = next;
    }
    here
}

/// `0 <= x < 1`, where the difference of `e^(x^2)` and `e^(x^2) erf x` and each step cancel a few digits.
fn upwards_in_pairs(x: f64, n: i32) -> f64 {
    const TERMS: i32 = 30;
    let square = two_prod(x, x);
    // e^(x^2), and e^(x^2) erf(x) / x in units of 2 / sqrt(pi) (DLMF 7.6.2), both nested.
    let (mut growth, mut erf) = ((1.0, 0.0), (1.0, 0.0));
    for k in (1..=TERMS).rev() {
        let k = f64::from(k);
        growth = add((1.0, 0.0), product(growth, over(square, k)));
        erf = add((1.0, 0.0), product(erf, over(square, k + 0.5)));
    }
    let unit = (FRAC_2_SQRT_PI, FRAC_2_SQRT_PI_REST);
    let mut below = add(growth, product(scale(erf, -x), unit));
    let mut here = add(scale(below, 2.0 * x), (-unit.0, -unit.1));
    for k in 1..n {
        let next = add(scale(here, 2.0 * x), scale(below, 2.0 * f64::from(k)));
        below = here;
        here = next;
        if !here.0.is_finite() {
            break;
        }
    }
    here.0
}

fn add(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let (s, e) = two_sum(a.0, b.0);
    two_sum(s, e + (a.1 + b.1))
}

/// A pair over a number.
fn over(a: (f64, f64), b: f64) -> (f64, f64) {
    product(a, quotient(1.0, (b, 0.0)))
}

/// `f_k / f_(k-1) = -r_k` with `r_k = 2k / (2x + r_(k+1))`, from a `k` where a guess is good enough.
fn downwards(x: f64, n: i32) -> f64 {
    // The error of the guess at k is e^(-sqrt(8) x (sqrt k - sqrt n)) of itself at n.
    let steps = (24.0 * f64::from(n).sqrt() / x + 144.0 / (x * x)) as i32 + 20;
    let last = f64::from(n + steps);
    let mut r = (x * x + 2.0 * last + 1.0).sqrt() - x;
    for k in (n + 1..=n + steps).rev() {
        r = 2.0 * f64::from(k) / (2.0 * x + r);
    }
    // In pairs, since the errors of n factors add up.
    let (mut r, mut y) = ((r, 0.0), (erfcx(x), 0.0));
    for k in (1..=n).rev() {
        r = quotient(2.0 * f64::from(k), add((2.0 * x, 0.0), r));
        y = product(y, (-r.0, -r.1));
    }
    y.0 + y.1
}

/// The Mills ratio `(1 - norm_cdf x) / norm_pdf x` for `x >= 0`.
pub(super) fn mills(x: f64) -> f64 {
    let (y, rest) = product(ROOT_HALF, (x, 0.0));
    let e = erfcx(y);
    let slope = if y < 1e100 { 2.0 * y * e - FRAC_2_SQRT_PI } else { 0.0 };
    SQRT_HALF_PI.0 * e + (SQRT_HALF_PI.0 * (slope * rest) + SQRT_HALF_PI.1 * e)
}
