//! What the derivatives of logarithms are made of.

/// `1 / x`, and NaN below 0, where the logarithm has no value.
pub(crate) fn ln_slope(x: f64) -> f64 {
    if x < 0.0 { f64::NAN } else { x.recip() }
}

/// The `n`-th derivative of `1 / ln b`, with its limit at 0; NaN for `n < 0`, and where the order is past all use.
///
/// It is `b^-n` times a polynomial in `1 / ln b`, whose coefficients follow from those of the order before.
pub(crate) fn recip_ln(b: f64, n: i32) -> f64 {
    const MOST: usize = 64;
    let n = match usize::try_from(n) {
        Ok(n) if n <= MOST => n,
        _ => return f64::NAN,
    };
    let r = b.ln().recip();
    if b == 0.0 && n > 0 {
        return if n % 2 == 0 { f64::INFINITY } else { f64::NEG_INFINITY };
    }
    let mut c = [0.0; MOST + 2];
    c[1] = 1.0;
    for k in 0..n {
        for m in (1..=k + 2).rev() {
            c[m] = -(k as f64 * c[m] + (m - 1) as f64 * c[m - 1]);
        }
    }
    let sum = c[1..=n + 1].iter().rev().fold(0.0, |sum, c| sum * r + c) * r;
    (0..n).fold(sum, |y, _| y / b)
}
