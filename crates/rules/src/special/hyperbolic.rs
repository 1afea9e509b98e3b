//! The hyperbolic function that std lacks, and the derivatives of an inverse one.

/// `1 / cosh x`; underflows gradually where `cosh` overflows.
pub(crate) fn sech(x: f64) -> f64 {
    let t = (-x.abs()).exp();
    2.0 * t / (1.0 + t * t)
}

/// The `n`-th derivative of `1 / sqrt(x^2 - 1)`, the derivative of acosh; NaN for `n < 0`, and where the order is past
/// all use.
///
/// By the recurrence `(x^2 - 1) f_(k+1) + (2k + 1) x f_k + k^2 f_(k-1) = 0`, which follows from that equation for `k = 0`.
pub(crate) fn acosh_slope(x: f64, n: i32) -> f64 {
    if !(0..=1000).contains(&n) {
        return f64::NAN;
    }
    if x == 1.0 {
        return if n % 2 == 0 { f64::INFINITY } else { f64::NEG_INFINITY };
    }
    let (mut before, mut f) = (0.0, ((x - 1.0).sqrt() * (x + 1.0).sqrt()).recip());
    // At infinity all of them vanish, and a product with x would not.
    for k in (0..n).take_while(|_| x < f64::INFINITY).map(f64::from) {
        (before, f) = (f, -(((2.0 * k + 1.0) * x * f + k * k * before) / (x - 1.0) / (x + 1.0)));
    }
    f
}
