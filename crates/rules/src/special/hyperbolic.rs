//! Hyperbolic functions: the one that std lacks, and inverses that keep their digits over the whole domain.

/// `1 / cosh x`; underflows gradually where `cosh` overflows.
pub fn sech(x: f64) -> f64 {
    let t = (-x.abs()).exp();
    2.0 * t / (1.0 + t * t)
}

/// The inverse of `sinh`; std's overflows above half of the largest number.
pub fn asinh(x: f64) -> f64 {
    let a = x.abs();
    let y = if a > 1e9 {
        a.ln() + std::f64::consts::LN_2
    } else {
        let s = a * a;
        (a + s / (1.0 + (1.0 + s).sqrt())).ln_1p()
    };
    y.copysign(x)
}

/// The inverse of `cosh` on `1..=inf`; std's loses half the digits near 1.
pub fn acosh(x: f64) -> f64 {
    if x < 1.0 {
        f64::NAN
    } else if x > 1e9 {
        x.ln() + std::f64::consts::LN_2
    } else {
        let t = x - 1.0;
        (t + (t * (x + 1.0)).sqrt()).ln_1p()
    }
}

/// The inverse of `tanh` on `-1..=1`.
pub fn atanh(x: f64) -> f64 {
    let a = x.abs();
    (0.5 * (2.0 * a / (1.0 - a)).ln_1p()).copysign(x)
}
