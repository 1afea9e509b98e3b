//! The values of complex functions on plain numbers.
//!
//! The branch cuts, and the signs of zeros and of zero parts, are those of C99, annex G. By the formulas of W. Kahan,
//! *Branch cuts for complex elementary functions, or much ado about nothing's sign bit* (1987), each scaled so that nothing
//! overflows or underflows on the way.

use core::f64::consts::{FRAC_PI_2, LN_2};

type Pair = [f64; 2];

/// The greater part.
fn size([x, y]: Pair) -> f64 {
    x.abs().max(y.abs())
}

/// A power of two near this size, as its exponent; far enough from the ends that a half of it can be applied twice.
fn exponent(size: f64) -> i32 {
    let of_bits = |x: f64| (x.to_bits() >> 52) as i32 - 1023;
    if size < f64::MIN_POSITIVE { of_bits(size * 2f64.powi(200)) - 200 } else { of_bits(size) }
}

/// x 2^n, in two steps, as 2^n itself may be out of range.
fn scaled(x: f64, n: i32) -> f64 {
    x * 2f64.powi(n / 2) * 2f64.powi(n - n / 2)
}

/// By R. L. Smith, *Algorithm 116* (CACM 5, 1962), with scaling; infinities as in C99, annex G.5.1.
pub(super) fn quotient(z: Pair, w: Pair) -> Pair {
    let ordinary = |size: f64| (1e-140..1e140).contains(&size);
    let (of_z, of_w) = (size(z), size(w));
    if ordinary(of_w) && (ordinary(of_z) || of_z == 0.0) {
        return by_larger_part(z, w);
    }
    let ([a, b], [c, d]) = (z, w);
    if c == 0.0 && d == 0.0 {
        let inf = f64::INFINITY.copysign(c);
        return [inf * a, inf * b];
    }
    let boxed = |x: f64| if x.is_infinite() { 1.0f64.copysign(x) } else { 0.0f64.copysign(x) };
    if of_z.is_infinite() && c.is_finite() && d.is_finite() {
        let [x, y] = by_larger_part([boxed(a), boxed(b)], w);
        return [f64::INFINITY * x, f64::INFINITY * y];
    }
    if of_w.is_infinite() && a.is_finite() && b.is_finite() {
        let (c, d) = (boxed(c), boxed(d));
        return [0.0 * (a * c + b * d), 0.0 * (b * c - a * d)];
    }
    if !(of_z.is_finite() && of_w.is_finite()) || of_z == 0.0 {
        return by_larger_part(z, w);
    }
    let (up, down) = (exponent(of_z), exponent(of_w));
    by_larger_part(z.map(|x| scaled(x, -up)), w.map(|x| scaled(x, -down))).map(|x| scaled(x, up - down))
}

fn by_larger_part([a, b]: Pair, [c, d]: Pair) -> Pair {
    if c.abs() >= d.abs() {
        let ratio = d / c;
        let divisor = c + d * ratio;
        [(a + b * ratio) / divisor, (b - a * ratio) / divisor]
    } else {
        let ratio = c / d;
        let divisor = c * ratio + d;
        [(a * ratio + b) / divisor, (b * ratio - a) / divisor]
    }
}

fn product([a, b]: Pair, [c, d]: Pair) -> Pair {
    [a * c - b * d, a * d + b * c]
}

/// The root with a real part that is not negative; the cut is the negative axis.
pub(super) fn sqrt([x, y]: Pair) -> Pair {
    if x == 0.0 && y == 0.0 {
        return [0.0, y];
    }
    if y.is_infinite() {
        return [f64::INFINITY, y];
    }
    if x.is_infinite() {
        return match x > 0.0 {
            true => [x, if y.is_nan() { y } else { 0.0f64.copysign(y) }],
            false => [if y.is_nan() { y } else { 0.0 }, x.copysign(y)],
        };
    }
    let m = size([x, y]);
    let half = if (1e-290..1e300).contains(&m) || m.is_nan() { 0 } else { exponent(m) / 2 };
    let (u, v) = if half == 0 { (x, y) } else { (scaled(x, -2 * half), scaled(y, -2 * half)) };
    let t = ((u.abs() + u.hypot(v)) * 0.5).sqrt();
    let other = v / (t + t);
    let root = if u >= 0.0 { [t, other] } else { [other.abs(), t.copysign(v)] };
    if half == 0 { root } else { root.map(|x| scaled(x, half)) }
}

/// x^2 + y^2 + z, each square with its rounding error, the largest terms cancelled first.
fn squares_and(x: f64, y: f64, z: f64) -> f64 {
    let square = |x: f64| (x * x, x.mul_add(x, -(x * x)));
    let ((p, p_rest), (q, q_rest)) = (square(x.abs().max(y.abs())), square(x.abs().min(y.abs())));
    let two_sum = |a: f64, b: f64| {
        let sum = a + b;
        let t = sum - a;
        (sum, (a - (sum - t)) + (b - t))
    };
    let (s, s_rest) = two_sum(z, p);
    let (s, q_more) = two_sum(s, q);
    s + (s_rest + q_more + p_rest + q_rest)
}

/// ln |z|, accurate near the unit circle too.
pub(super) fn ln_abs([x, y]: Pair) -> f64 {
    let r = x.hypot(y);
    if (0.5..2.0).contains(&r) { squares_and(x, y, -1.0).ln_1p() * 0.5 } else { r.ln() }
}

/// ln |1 + z|, accurate near 0 too.
pub(super) fn ln_1p_abs([x, y]: Pair) -> f64 {
    match x.abs() < 0.5 && y.abs() < 0.8 {
        true => {
            // (1 + x)^2 + y^2 - 1 = x^2 + y^2 + 2x.
            squares_and(x, y, 2.0 * x).ln_1p() * 0.5
        }
        false => ln_abs([1.0 + x, y]),
    }
}

pub(super) fn tanh([x, y]: Pair) -> Pair {
    if x.is_infinite() {
        let turn = if y.is_finite() { y.sin() * y.cos() } else { 1.0 };
        return [1.0f64.copysign(x), 0.0f64.copysign(turn)];
    }
    if !y.is_finite() {
        return [if x == 0.0 { x } else { f64::NAN }, f64::NAN];
    }
    if x.abs() >= 22.0 {
        let e = (-x.abs()).exp();
        return [1.0f64.copysign(x), 4.0 * y.sin() * y.cos() * e * e];
    }
    let (t, s) = (y.tan(), x.sinh());
    let (beta, rho) = (1.0 + t * t, (1.0 + s * s).sqrt());
    let divisor = 1.0 + beta * s * s;
    [beta * rho * s / divisor, t / divisor]
}

/// Where |z| is so large that arc functions are logarithms of 2z.
const FAR: f64 = 1e10;

pub(super) fn asin([x, y]: Pair) -> Pair {
    if size([x, y]) > FAR {
        return [x.atan2(y.abs()), (ln_abs([x, y]) + LN_2).copysign(y)];
    }
    let (below, above) = (sqrt([1.0 - x, -y]), sqrt([1.0 + x, y]));
    [x.atan2(product(below, above)[0]), product([below[0], -below[1]], above)[1].asinh()]
}

pub(super) fn acos([x, y]: Pair) -> Pair {
    if size([x, y]) > FAR {
        return [y.abs().atan2(x), -(ln_abs([x, y]) + LN_2).copysign(y)];
    }
    let (below, above) = (sqrt([1.0 - x, -y]), sqrt([1.0 + x, y]));
    [2.0 * below[0].atan2(above[0]), product([above[0], -above[1]], below)[1].asinh()]
}

pub(super) fn acosh([x, y]: Pair) -> Pair {
    if size([x, y]) > FAR {
        return [ln_abs([x, y]) + LN_2, y.atan2(x)];
    }
    let (below, above) = (sqrt([x - 1.0, y]), sqrt([x + 1.0, y]));
    [product([below[0], -below[1]], above)[0].asinh(), 2.0 * below[1].atan2(above[0])]
}

pub(super) fn atanh([x, y]: Pair) -> Pair {
    let size = size([x, y]);
    let u = x.abs();
    let (re, im) = if size > 1e100 {
        // 1/z is what is left.
        let near = if size.is_infinite() { 0.0 } else { quotient([1.0, 0.0], [u, y])[0] };
        (near, FRAC_PI_2.copysign(y))
    } else if u == 1.0 && y.abs() < 1e-100 {
        // The square of y would vanish.
        (0.5 * (LN_2 - y.abs().ln()), if y == 0.0 { y } else { (0.5 * FRAC_PI_2).copysign(y) })
    } else {
        let near = (4.0 * u / ((1.0 - u) * (1.0 - u) + y * y)).ln_1p() * 0.25;
        (near, 0.5 * (2.0 * y).atan2((1.0 - u) * (1.0 + u) - y * y))
    };
    [if x.is_nan() { x } else { re.copysign(x) }, im]
}

/// From f(z) the conjugate of i f(-i conj z), which is -i f(i z) for an odd f that is real on the real axis.
fn turned(f: fn(Pair) -> Pair, [x, y]: Pair) -> Pair {
    let [im, re] = f([y, x]);
    [re, im]
}

pub(super) fn tan(z: Pair) -> Pair {
    turned(tanh, z)
}

pub(super) fn asinh(z: Pair) -> Pair {
    turned(asin, z)
}

pub(super) fn atan(z: Pair) -> Pair {
    turned(atanh, z)
}

pub(super) fn recip([x, y]: Pair) -> Pair {
    let m = size([x, y]);
    if (1e-140..1e140).contains(&m) || m.is_nan() {
        return recip_by_larger_part([x, y]);
    }
    if m == 0.0 || m.is_infinite() {
        return quotient([1.0, -0.0], [x, y]);
    }
    let down = exponent(m);
    recip_by_larger_part([scaled(x, -down), scaled(y, -down)]).map(|x| scaled(x, -down))
}

/// Unlike a quotient it has no zero in its numerator, whose sign would get into that of a part that is 0.
fn recip_by_larger_part([c, d]: Pair) -> Pair {
    if c.abs() >= d.abs() {
        let ratio = d / c;
        let divisor = c + d * ratio;
        [divisor.recip(), -(ratio / divisor)]
    } else {
        let ratio = c / d;
        let divisor = c * ratio + d;
        [ratio / divisor, -divisor.recip()]
    }
}

/// 1 / sqrt(1 - z^2), each factor on its own branch.
pub(super) fn asin_slope([x, y]: Pair) -> Pair {
    recip(product(sqrt([1.0 - x, -y]), sqrt([1.0 + x, y])))
}

/// 1 / sqrt(1 + z^2), each factor on its own branch.
pub(super) fn asinh_slope([x, y]: Pair) -> Pair {
    asin_slope([-y, x])
}

/// 1 / sqrt(z^2 - 1), each factor on its own branch.
pub(super) fn acosh_slope([x, y]: Pair) -> Pair {
    recip(product(sqrt([x - 1.0, y]), sqrt([x + 1.0, y])))
}

/// 1 / (1 - z^2).
pub(super) fn atanh_slope([x, y]: Pair) -> Pair {
    match size([x, y]) > 1e150 {
        true => quotient(recip([1.0 - x, -y]), [1.0 + x, y]),
        false => recip([(1.0 - x) * (1.0 + x) + y * y, -2.0 * x * y]),
    }
}

/// 1 / (1 + z^2).
pub(super) fn atan_slope([x, y]: Pair) -> Pair {
    atanh_slope([-y, x])
}

/// The square of 1 / cosh z, as 4 e / (1 + e)^2 with a power e that does not overflow.
pub(super) fn sech_squared([x, y]: Pair) -> Pair {
    let length = (-2.0 * x.abs()).exp();
    let turn = if x < 0.0 { 2.0 * y } else { -2.0 * y };
    let e = if length == 0.0 { [0.0, 0.0] } else { [length * turn.cos(), length * turn.sin()] };
    let more = [1.0 + e[0], e[1]];
    quotient(e.map(|x| 4.0 * x), product(more, more))
}

/// The square of 1 / cos z.
pub(super) fn sec_squared([x, y]: Pair) -> Pair {
    sech_squared([-y, x])
}

/// z^n by repeated squaring; exact where its products are.
fn powi(z: Pair, n: i32) -> Pair {
    let (mut rest, mut square, mut power) = (n.unsigned_abs(), z, [1.0, 0.0]);
    let mut first = true;
    while rest > 0 {
        if rest & 1 == 1 {
            power = if first { square } else { product(power, square) };
            first = false;
        }
        rest >>= 1;
        if rest > 0 {
            square = product(square, square);
        }
    }
    if n < 0 { recip(power) } else { power }
}

/// The exponents that are taken as whole numbers: further on, polar coordinates are as accurate.
const WHOLE: f64 = 1024.0;

/// z^w on the principal branch, e^(w ln z); 0^w is 1 for w = 0, 0 for a positive real part, else NaN.
pub(super) fn power(z: Pair, w: Pair) -> Pair {
    let [c, d] = w;
    if d == 0.0 && c.trunc() == c && c.abs() <= WHOLE && (c >= 0.0 || size(z) > 0.0) {
        return powi(z, c as i32);
    }
    if size(z) == 0.0 {
        return if c > 0.0 { [0.0, 0.0] } else { [f64::NAN, f64::NAN] };
    }
    let (r, angle) = (z[0].hypot(z[1]), z[1].atan2(z[0]));
    let (length, turn) = match d == 0.0 {
        true => (r.powf(c), c * angle),
        false => ((c * ln_abs(z) - d * angle).exp(), d * ln_abs(z) + c * angle),
    };
    if turn == 0.0 { [length, turn] } else { [length * turn.cos(), length * turn.sin()] }
}
