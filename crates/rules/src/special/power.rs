//! Powers with shifted exponents, and the derivatives of powers of any order by both arguments.

/// x^(y - n). Where y - n is not exact, its error times ln(x) would be that of the result (156 units in the last
/// place have been seen), so x^y is divided by x^n instead.
pub(crate) fn pow_shift(x: f64, y: f64, n: i32) -> f64 {
    let shift = f64::from(n);
    let exponent = y - shift;
    let quotient = || x.powf(y) / x.powi(n);
    if exponent + shift == y || !quotient().is_normal() { x.powf(exponent) } else { quotient() }
}

/// The derivative of x^(y - s), `i` times by `x` and `j` times by `y`, where `n` is `i + 256 j + 65536 s`; NaN for `n < 0`.
///
/// It is x^(y - s - i) times a polynomial of degree `j` in ln x. With all of them in one function, the order in which
/// is differentiated cannot matter. Where x is 0 or infinite, or y is, it is the limit from inside; derivatives by `y`
/// alone at x = 0 are 0 for y - s >= 0, and else NaN.
pub(crate) fn pow_slope(x: f64, y: f64, n: i32) -> f64 {
    if n < 0 {
        return f64::NAN;
    }
    if n & 0xffff == 1 {
        // The usual case, nearly as fast as the product that it is.
        let (power, start) = (pow_shift(x, y, (n >> 16) + 1), y - f64::from(n >> 16));
        return if start == 0.0 || power == 0.0 && start.is_infinite() { 0.0 } else { power * start };
    }
    of_any_order(x, y, n)
}

#[inline(never)]
fn of_any_order(x: f64, y: f64, n: i32) -> f64 {
    let (i, j, shift) = (n & 255, (n >> 8) & 255, n >> 16);
    let start = y - f64::from(shift);
    if j > 0 && (x < 0.0 || x == 0.0 && i == 0) {
        return if x == 0.0 && start >= 0.0 { 0.0 } else { f64::NAN };
    }
    let x = if j > 0 { x.abs() } else { x };
    let power = pow_shift(x, y, shift + i);
    let ln = if j > 0 { x.ln() } else { 0.0 };
    if y.is_infinite() {
        let by_y = if j > 0 { ln.powi(j) } else { 1.0 };
        return if power == 0.0 { 0.0 } else { power * y.powi(i) * by_y };
    }
    let (mut few, mut many) = ([0.0; 4], Vec::new());
    let c = match j as usize {
        j @ 0..4 => &mut few[..=j],
        j => {
            many.resize(j + 1, 0.0);
            &mut many[..]
        }
    };
    polynomial(c, start, i);
    let Some(degree) = c.iter().rposition(|&c| c != 0.0) else { return 0.0 };
    if degree > 0 && (x == 0.0 || x == f64::INFINITY) {
        let towards = if x == 0.0 { f64::from(i) - start } else { start - f64::from(i) };
        let lead = if degree % 2 == 1 && x == 0.0 { -c[degree] } else { c[degree] };
        return if towards < 0.0 { 0.0 } else { f64::INFINITY.copysign(lead) };
    }
    let sum = c[..degree].iter().rev().fold(c[degree], |sum, c| sum * ln + c);
    // A product that overflows before it meets a power that underflows is 0.
    if power == 0.0 { power * sum.signum() } else { power * sum }
}

/// `n` with one more derivative, by `x` for a `step` of 1, by `y` for 256; -1 where there is no room for it.
pub(crate) fn once_more(n: i32, step: i32) -> i32 {
    if n < 0 || (n / step) & 255 == 255 { -1 } else { n + step }
}

/// The order of [`pow_slope`] that is a first derivative of x^(y - shift).
pub(crate) fn first(shift: i32, step: i32) -> i32 {
    if (0..32_512).contains(&shift) { (shift << 16) + step } else { -1 }
}

/// The coefficients of the polynomial in ln x that the `i`-th derivative of x^e ln(x)^j has as its factor.
fn polynomial(c: &mut [f64], e: f64, i: i32) {
    if let Some(last) = c.last_mut() {
        *last = 1.0;
    }
    for k in 0..i {
        for m in 0..c.len() {
            let above = c.get(m + 1).map_or(0.0, |c| (m + 1) as f64 * c);
            c[m] = (e - f64::from(k)) * c[m] + above;
        }
    }
}
