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

/// A pair times a pair.
pub(super) fn product(a: (f64, f64), (h, l): (f64, f64)) -> (f64, f64) {
    let (p, e) = scale(a, h);
    (p, e + a.0 * l)
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
    if !p.is_normal() {
        return p;
    }
    let t = y * (l / h);
    p + p * if t.abs() < 1e-9 { t } else { t.exp_m1() }
}

/// A pair over a pair, rounded.
pub(super) fn ratio((a, b): (f64, f64), (h, l): (f64, f64)) -> f64 {
    let q = a / h;
    if !q.is_normal() {
        return q;
    }
    q + ((-q).mul_add(h, a) + b - q * l) / h
}

/// The value at `x` of the polynomial with these coefficients, lowest first.
pub(super) fn polynomial<const N: usize>(c: &[f64; N], x: f64) -> f64 {
    c[0] + above_constant(c, x)
}

/// As [`polynomial`], with the last addition left undone: for constants that outweigh the rest.
pub(super) fn polynomial_pair<const N: usize>(c: &[f64; N], x: f64) -> (f64, f64) {
    two_sum(c[0], above_constant(c, x))
}

/// All terms but the constant, in four interleaved chains.
fn above_constant<const N: usize>(c: &[f64; N], x: f64) -> f64 {
    let x2 = x * x;
    let x4 = x2 * x2;
    let mut sums = [0.0; 4];
    let mut k = N.next_multiple_of(4);
    while k > 0 {
        k -= 4;
        for (j, sum) in sums.iter_mut().enumerate() {
            let term = if k + j < N && k + j > 0 { c[k + j] } else { 0.0 };
            *sum = *sum * x4 + term;
        }
    }
    sums[0] + sums[3] * (x2 * x) + sums[2] * x2 + sums[1] * x
}
