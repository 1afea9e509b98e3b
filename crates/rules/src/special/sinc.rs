//! `sin x / x` and its derivatives.

use super::double::{product, quotient, two_sum};

/// `sin x / x`, 1 at 0.
pub(crate) fn sinc(x: f64) -> f64 {
    if x == 0.0 {
        1.0
    } else if x.is_infinite() {
        0.0
    } else {
        x.sin() / x
    }
}

/// The `n`-th derivative of [`sinc`]; NaN for `n < 0`.
///
/// It is the real part of `i^n` times the integral of `t^n e^(ixt)` over `0..1`: a series near 0, its confluent form
/// for `|x| < n`, the recurrence `x f_n + n f_(n-1) = sin^(n) x` beyond, and for large `n` an expansion at `t = 1`.
pub(crate) fn sinc_n(x: f64, n: i32) -> f64 {
    if n <= 0 {
        return if n == 0 { sinc(x) } else { f64::NAN };
    }
    let a = x.abs();
    let m = f64::from(n);
    let y = if a.is_nan() {
        x
    } else if a.is_infinite() {
        0.0
    } else if a < if n == 1 { 1.6 } else { 1.0 } {
        near_zero(a, n)
    } else if a < 6.0 && n > 1 {
        near_zero_in_pairs(a, n)
    } else if n >= LARGE {
        at_one(a, n)
    } else if a < m {
        confluent(a, n)
    } else {
        let (s, c) = a.sin_cos();
        let mut f = s / a;
        for k in 1..=n {
            f = (turned(s, c, k) - f64::from(k) * f) / a;
        }
        f
    };
    if n % 2 == 0 { y } else { y.copysign(y * x.signum()) }
}

const LARGE: i32 = 256;

/// The `n`-th derivative of sine, from sine and cosine.
fn turned(s: f64, c: f64, n: i32) -> f64 {
    match n & 3 {
        0 => s,
        1 => c,
        2 => -s,
        _ => -c,
    }
}

/// Sum over `k` of `(-1)^k x^m / (m! (m + n + 1))`, where `m = 2k - n >= 0`.
fn near_zero(x: f64, n: i32) -> f64 {
    let x2 = x * x;
    let first = n % 2;
    let order = f64::from(n) + 1.0;
    let mut sum = 0.0;
    // Nested; the first power left out is 1.6^22 / 22! = 3e-17.
    for j in (0..11).rev() {
        let m = f64::from(2 * j + first);
        sum = 1.0 / (m + order) - sum * (x2 / ((m + 1.0) * (m + 2.0)));
    }
    let y = if first == 1 { x * sum } else { sum };
    if (n / 2 + first) % 2 == 0 { y } else { -y }
}

/// As [`near_zero`], where its terms no longer fall from the start: `6^50 / 50!` is below `1e-25`.
fn near_zero_in_pairs(x: f64, n: i32) -> f64 {
    // 6^24 / 24! is 1e-5: from there on rounding does not show.
    const PAIRS: i32 = 12;
    let x2 = product((x, 0.0), (x, 0.0));
    let first = n % 2;
    let order = f64::from(n) + 1.0;
    let mut far = 0.0;
    for j in (PAIRS..25).rev() {
        let m = f64::from(2 * j + first);
        far = 1.0 / (m + order) - far * (x2.0 / ((m + 1.0) * (m + 2.0)));
    }
    let mut sum = (far, 0.0);
    for j in (0..PAIRS).rev() {
        let m = f64::from(2 * j + first);
        let term = quotient(1.0, (m + order, 0.0));
        let (p, e) = product(sum, product(x2, quotient(-1.0, ((m + 1.0) * (m + 2.0), 0.0))));
        let (s, r) = two_sum(term.0, p);
        sum = (s, r + (e + term.1));
    }
    let y = if first == 1 { x * sum.0 + x * sum.1 } else { sum.0 + sum.1 };
    if (n / 2 + first) % 2 == 0 { y } else { -y }
}

/// `e^(ix)` times the sum of `(-ix)^k / ((n+1) .. (n+1+k))`, DLMF 8.7.1 and 8.4.7.
fn confluent(x: f64, n: i32) -> f64 {
    let mut sums = [0.0, 0.0];
    let mut d = f64::from(n) + 1.0;
    let mut term = 1.0 / d;
    let mut k = 0_usize;
    while term > 1e-20 {
        sums[k & 1] += if k & 2 == 0 { term } else { -term };
        k += 1;
        d += 1.0;
        term *= x / d;
    }
    rotated(x, n, sums[0], -sums[1])
}

/// The real part of `i^n e^(ix) (a + ib)`.
fn rotated(x: f64, n: i32, a: f64, b: f64) -> f64 {
    let (s, c) = x.sin_cos();
    let (re, im) = (c * a - s * b, s * a + c * b);
    match n & 3 {
        0 => re,
        1 => -im,
        2 => -re,
        _ => im,
    }
}

/// Watson's lemma after `t = e^-u`: `e^(ix)` times the sum of `k! g_k / (n + 1 + ix)^(k+1)`, where the `g_k` are the
/// Taylor coefficients of `exp(ix (e^-u - 1 + u))`.
fn at_one(x: f64, n: i32) -> f64 {
    const TERMS: usize = 32;
    let p = f64::from(n) + 1.0;
    let size = p.hypot(x);
    // With u measured in units of 1 / |n + 1 + ix|, so that nothing overflows; w is that over (n + 1 + ix).
    let w = (p / size, -x / size);
    let mut g = [(0.0, 0.0); TERMS];
    // The derivative of (e^-u - 1 + u) x, less its sign, in those units.
    let mut h = [0.0; TERMS];
    let mut unit = -x / size / size;
    for (k, slot) in h.iter_mut().enumerate().skip(1) {
        unit *= -1.0 / k as f64;
        *slot = unit;
        unit /= size;
    }
    g[0] = (1.0, 0.0);
    for k in 1..TERMS {
        let mut sum = (0.0, 0.0);
        for j in 1..k {
            sum.0 += h[j] * g[k - 1 - j].0;
            sum.1 += h[j] * g[k - 1 - j].1;
        }
        g[k] = (-sum.1 / k as f64, sum.0 / k as f64);
    }
    let times = |a: (f64, f64), b: (f64, f64)| (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0);
    let mut sum = (0.0, 0.0);
    for k in (0..TERMS).rev() {
        // k! w^k applied one factor at a time.
        let next = times(sum, w);
        sum = (g[k].0 + next.0 * (k + 1) as f64, g[k].1 + next.1 * (k + 1) as f64);
    }
    sum = times(sum, w);
    rotated(x, n, sum.0 / size, sum.1 / size)
}
