//! Student's distribution.

use wengert::prelude::{erfc, ln_beta};

/// The t that a variable with these degrees of freedom exceeds in size with probability 1 - `level`; with infinitely many
/// it is a normal one.
///
/// By bisection on the distribution, to the last digits.
pub(crate) fn quantile(level: f64, freedom: f64) -> f64 {
    let inside = |t: f64| 1.0 - outside(t, freedom);
    let mut high = 1.0;
    while inside(high) < level && high < 1e300 {
        high *= 2.0;
    }
    let mut low = 0.0;
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if inside(middle) < level { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The probability that |T| > t.
fn outside(t: f64, freedom: f64) -> f64 {
    if freedom.is_infinite() {
        return erfc(t * std::f64::consts::FRAC_1_SQRT_2);
    }
    incomplete_beta(freedom / (freedom + t * t), 0.5 * freedom, 0.5)
}

/// The regularised incomplete beta function, by its continued fraction (NIST DLMF 8.17.22) and Lentz's method.
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let front = (a * x.ln() + b * (-x).ln_1p() - ln_beta(a, b)).exp() / a;
    let nonzero = |x: f64| if x.abs() < f64::MIN_POSITIVE { f64::MIN_POSITIVE } else { x };
    let (mut c, mut d, mut value) = (1.0, 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0)), 1.0);
    value *= d;
    for m in 1..100_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for coefficient in [even, odd] {
            d = 1.0 / nonzero(1.0 + coefficient * d);
            c = nonzero(1.0 + coefficient / c);
            value *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * value
}
