//! The derivatives of the scaled complementary error function.

use super::erf::erfcx;
use std::f64::consts::{FRAC_2_SQRT_PI, PI};

/// The largest order that is evaluated; the derivatives themselves overflow near order 300 for moderate arguments.
const LAST: i32 = 1000;

/// The `n`-th derivative of [`erfcx`], which is `(-2)^n n! e^(x^2) i^n erfc(x)` (DLMF 7.18.2); NaN for `n < 0` and
/// `n > 1000`.
///
/// It is `2 / sqrt(pi)` times the integral of `(-2t)^n e^(-t^2 - 2xt)` over `0..inf`. The recurrence
/// `f_(n+1) = 2x f_n + 2n f_(n-1)` adds up left of 0, and is run backwards as a continued fraction right of 1/2
/// (DLMF 7.18.13, Miller's method); between them the integral is summed.
pub(crate) fn erfcx_n(x: f64, n: i32) -> f64 {
    if n <= 0 {
        return if n == 0 { erfcx(x) } else { f64::NAN };
    }
    if n > LAST || x.is_nan() {
        f64::NAN
    } else if x < 0.0 || (n == 1 && x < 0.5) {
        upwards(x, n)
    } else if x < 0.5 {
        integral(x, n)
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

/// With `t = e^u` by the trapezoidal rule, whose error falls exponentially since the integrand is analytic for
/// `|Im u| < pi / 4`.
fn integral(x: f64, n: i32) -> f64 {
    const STEP: f64 = 0.125;
    let m = f64::from(n);
    // The peak of t^(n+1) e^(-t^2 - 2xt).
    let peak = 0.5 * ((x * x + 2.0 * (m + 1.0)).sqrt() - x);
    let term = |j: f64| {
        let t = peak * (j * STEP).exp();
        // Relative to the peak, so that no power leaves the range.
        ((m + 1.0) * (j * STEP) - (t - peak) * (t + peak + 2.0 * x)).exp()
    };
    let mut sum = 1.0;
    for side in [-1.0, 1.0] {
        let mut j = side;
        loop {
            let t = term(j);
            sum += t;
            if t < 1e-18 {
                break;
            }
            j += side;
        }
    }
    let scale = FRAC_2_SQRT_PI * STEP * peak;
    let height = (-(peak * (peak + 2.0 * x))).exp();
    let half = (2.0 * peak).powf(0.5 * m);
    let y = half * (scale * height * sum) * half;
    if n % 2 == 0 { y } else { -y }
}

/// `f_k / f_(k-1) = -r_k` with `r_k = 2k / (2x + r_(k+1))`, from a `k` where a guess is good enough.
fn downwards(x: f64, n: i32) -> f64 {
    // The error of the guess falls by e^(-sqrt(8 k) x) on the way from k to 1.
    let steps = (200.0 / (x * x)).min(800.0) as i32 + 8;
    let last = f64::from(n + steps);
    let mut r = (x * x + 2.0 * last + 1.0).sqrt() - x;
    let mut y = 1.0;
    for k in (1..=n + steps).rev() {
        r = 2.0 * f64::from(k) / (2.0 * x + r);
        if k <= n {
            y *= -r;
        }
    }
    y * erfcx(x)
}

/// The Mills ratio `(1 - norm_cdf x) / norm_pdf x` for `x >= 0`.
pub(super) fn mills(x: f64) -> f64 {
    (PI / 2.0).sqrt() * erfcx(x * std::f64::consts::FRAC_1_SQRT_2)
}
