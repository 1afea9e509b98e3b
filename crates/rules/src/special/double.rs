//! Numbers carried as an unevaluated sum of two `f64`, for the few steps that lose digits otherwise.

/// `a + b` without error, as a rounded sum and what the rounding lost (Knuth).
pub(super) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let t = s - a;
    (s, (a - (s - t)) + (b - t))
}

/// `a * b` without error, as a rounded product and what the rounding lost, unless that underflows.
pub(super) fn two_prod(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    (p, a.mul_add(b, -p))
}

/// A pair times a number.
pub(super) fn scale((h, l): (f64, f64), b: f64) -> (f64, f64) {
    let (p, e) = two_prod(h, b);
    let e = e + l * b;
    let s = p + e;
    (s, e - (s - p))
}

/// A number over a pair.
pub(super) fn quotient(a: f64, (h, l): (f64, f64)) -> (f64, f64) {
    let q = a / h;
    let r = (-q).mul_add(h, a) - q * l;
    (q, r / h)
}

/// `(h + l)^y` for a small `l`, where rounding `h + l` first would cost `y` units in the last place.
pub(super) fn power((h, l): (f64, f64), y: f64) -> f64 {
    let p = h.powf(y);
    p + p * (y * (l / h)).exp_m1()
}

/// The value at `x` of the polynomial with these coefficients, lowest first, as four interleaved chains.
pub(super) fn polynomial<const N: usize>(c: &[f64; N], x: f64) -> f64 {
    let x2 = x * x;
    let x4 = x2 * x2;
    let mut sums = [0.0; 4];
    let mut k = N.next_multiple_of(4);
    while k > 0 {
        k -= 4;
        for (j, sum) in sums.iter_mut().enumerate() {
            let term = if k + j < N { c[k + j] } else { 0.0 };
            *sum = *sum * x4 + term;
        }
    }
    (sums[2] * x2 + sums[3] * (x2 * x) + sums[1] * x) + sums[0]
}
