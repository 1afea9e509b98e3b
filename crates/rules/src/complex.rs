//! Elementary functions of complex arguments, for the column `complex` of the table.
//!
//! Written so that the imaginary part keeps all digits when that of the argument is tiny, which is how the complex
//! step uses them: nothing subtracts what is nearly equal. Arguments and results are pairs of real and imaginary part.

use crate::functions::{ge, lt, sech, select, xlogy};
use crate::{Functions, Number, Term};

/// A complex number.
type Pair<T> = [Term<T>; 2];

/// The number of that length, turned by that angle.
pub(crate) fn turned<T: Number>(length: Term<T>, angle: Term<T>) -> Pair<T> {
    [length * angle.cos(), length * angle.sin()]
}

/// The quotient, by the larger part of the divisor (R. L. Smith, *Algorithm 116*, CACM 5, 1962).
pub(crate) fn quotient<T: Number>([a, u]: Pair<T>, [b, v]: Pair<T>) -> Pair<T> {
    let wide = ge(b.abs(), v.abs());
    let ratio = select(wide, v / b, b / v);
    let divisor = select(wide, b + v * ratio, b * ratio + v);
    let re = select(wide, a + u * ratio, a * ratio + u);
    let im = select(wide, u - a * ratio, u * ratio - a);
    [re / divisor, im / divisor]
}

fn product<T: Number>([a, u]: Pair<T>, [b, v]: Pair<T>) -> Pair<T> {
    [a * b - u * v, a * v + u * b]
}

fn conjugate<T: Number>([x, u]: Pair<T>) -> Pair<T> {
    [x, -u]
}

/// The square root on the right half plane, NaN on the left axis, where the real one is.
pub(crate) fn sqrt<T: Number>([x, u]: Pair<T>) -> Pair<T> {
    let re = (x.hypot(u) * 0.5 + x * 0.5).sqrt();
    [re, u / re * 0.5]
}

/// z^w for a real part of z that is not 0; a negative one takes natural powers.
pub(crate) fn power<T: Number>([x, u]: Pair<T>, [y, v]: Pair<T>) -> Pair<T> {
    let (length, angle) = (x.hypot(u).copysign(x), (u / x).atan());
    turned(length.powf(y) * (-(v * angle)).exp(), y * angle + xlogy(v, length))
}

/// ln(1 + z), accurate near 0.
pub(crate) fn ln_1p<T: Number>([x, u]: Pair<T>) -> Pair<T> {
    let near = (x * (x + 2.0) + u * u).ln_1p() * 0.5;
    let far = (x + 1.0).hypot(u).ln();
    [select(lt(x.abs(), 0.5.into()), near, far), u.atan2(x + 1.0)]
}

pub(crate) fn tan<T: Number>([x, u]: Pair<T>) -> Pair<T> {
    let (t, k) = (x.tan(), u.tanh());
    let divisor = t * t * k * k + 1.0;
    [t * sech(u) * sech(u) / divisor, k * (t * t + 1.0) / divisor]
}

pub(crate) fn tanh<T: Number>([x, u]: Pair<T>) -> Pair<T> {
    let (t, k) = (x.tanh(), u.tan());
    let divisor = t * t * k * k + 1.0;
    [t * (k * k + 1.0) / divisor, k * sech(x) * sech(x) / divisor]
}

pub(crate) fn sech_of<T: Number>([x, u]: Pair<T>) -> Pair<T> {
    let (s, sin) = (sech(x), u.sin());
    let divisor = 1.0 - s * s * sin * sin;
    [s * u.cos() / divisor, -(s * x.tanh() * sin) / divisor]
}

/// The arc sine (W. Kahan, *Branch cuts for complex elementary functions*, 1987).
pub(crate) fn asin<T: Number>([x, u]: Pair<T>) -> Pair<T> {
    let (below, above) = (sqrt([1.0 - x, -u]), sqrt([x + 1.0, u]));
    [x.atan2(product(below, above)[0]), product(conjugate(below), above)[1].asinh()]
}

/// The arc cosine; see [`asin`].
pub(crate) fn acos<T: Number>([x, u]: Pair<T>) -> Pair<T> {
    let (below, above) = (sqrt([1.0 - x, -u]), sqrt([x + 1.0, u]));
    [below[0].atan2(above[0]) * 2.0, product(conjugate(above), below)[1].asinh()]
}

pub(crate) fn atan<T: Number>([x, u]: Pair<T>) -> Pair<T> {
    let angle = (x * 2.0).atan2((1.0 - x) * (x + 1.0) - u * u) * 0.5;
    [angle, (u * 4.0 / (x * x + (1.0 - u) * (1.0 - u))).ln_1p() * 0.25]
}

/// The inverse hyperbolic sine, -i asin(iz) with the parts exchanged.
pub(crate) fn asinh<T: Number>([x, u]: Pair<T>) -> Pair<T> {
    let [im, re] = asin([-u, x]);
    [re, -im]
}

/// The inverse hyperbolic cosine; see [`asin`].
pub(crate) fn acosh<T: Number>([x, u]: Pair<T>) -> Pair<T> {
    let (below, above) = (sqrt([x - 1.0, u]), sqrt([x + 1.0, u]));
    [product(conjugate(below), above)[0].asinh(), below[1].atan2(above[0]) * 2.0]
}

pub(crate) fn atanh<T: Number>([x, u]: Pair<T>) -> Pair<T> {
    let re = (x * 4.0 / ((1.0 - x) * (1.0 - x) + u * u)).ln_1p() * 0.25;
    [re, (u * 2.0).atan2((1.0 - x) * (x + 1.0) - u * u) * 0.5]
}
