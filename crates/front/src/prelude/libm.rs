//! The functions of the crate `libm`, those of C, that have another name in the table of rules, or are made of several; the
//! others are those of the table. Their last bit may be another one than that of the crate. This text is read alone.
//!
//! What takes numbers apart into their bits is not here: `frexp`, `ilogb`, `nextafter`.

use crate::prelude::place;
use crate::prelude::place::Float;

pub fn exp10<T: Float>(x: T) -> T {
    let ten: T = place::literal(10.0);
    ten.powf(x)
}

pub fn expm1<T: Float>(x: T) -> T {
    x.exp_m1()
}

pub fn fabs<T: Float>(x: T) -> T {
    x.abs()
}

/// NaN if one of them is.
pub fn fdim<T: Float>(x: T, y: T) -> T {
    if x <= y { place::literal(0.0) } else { x - y }
}

pub fn fma<T: Float>(x: T, y: T, z: T) -> T {
    x.mul_add(y, z)
}

pub fn fmax<T: Float>(x: T, y: T) -> T {
    x.max(y)
}

pub fn fmin<T: Float>(x: T, y: T) -> T {
    x.min(y)
}

pub fn fmod<T: Float>(x: T, y: T) -> T {
    x % y
}

pub fn j0<T: Float>(x: T) -> T {
    wengert::functions::bessel_j(x, 0)
}

pub fn j1<T: Float>(x: T) -> T {
    wengert::functions::bessel_j(x, 1)
}

pub fn jn<T: Float>(n: i32, x: T) -> T {
    wengert::functions::bessel_j(x, n)
}

pub fn ldexp<T: Float>(x: T, n: i32) -> T {
    scalbn(x, n)
}

pub fn lgamma<T: Float>(x: T) -> T {
    wengert::functions::ln_gamma(x)
}

/// With the sign of the gamma function.
pub fn lgamma_r<T: Float>(x: T) -> (T, i32) {
    let odd = x.floor() % place::literal(2.0) != place::literal(0.0);
    (wengert::functions::ln_gamma(x), if x < place::literal(0.0) && odd { -1 } else { 1 })
}

pub fn log<T: Float>(x: T) -> T {
    x.ln()
}

pub fn log1p<T: Float>(x: T) -> T {
    x.ln_1p()
}

/// The part behind the point, and the integer.
pub fn modf<T: Float>(x: T) -> (T, T) {
    (x.fract(), x.trunc())
}

pub fn pow<T: Float>(x: T, y: T) -> T {
    x.powf(y)
}

pub fn remainder<T: Float>(x: T, y: T) -> T {
    let (rest, quotient) = remquo(x, y);
    rest
}

/// What is left beside the nearest multiple of `y`, and the last 31 bits of which one that is.
pub fn remquo<T: Float>(x: T, y: T) -> (T, i32) {
    let one: T = place::literal(1.0);
    let sign_x = if x.is_sign_negative() { -one } else { one };
    let sign_y = if y.is_sign_negative() { -one } else { one };
    let by = y * sign_y;
    // Exact, as are the remainders by themselves.
    let last = (x * sign_x) % (by * place::literal(2147483648.0));
    let mut rest = last % by;
    let mut quotient = ((last - rest) / by).round() as i64;
    if rest > by - rest || rest == by - rest && quotient % 2 == 1 {
        rest = rest - by;
        quotient += 1;
    }
    let quotient = (quotient % 2147483648) as i32;
    (rest * sign_x, if sign_x == sign_y { quotient } else { -quotient })
}

pub fn rint<T: Float>(x: T) -> T {
    x.round_ties_even()
}

pub fn roundeven<T: Float>(x: T) -> T {
    x.round_ties_even()
}

/// In three steps, as the power alone may be too large or too small.
pub fn scalbn<T: Float>(x: T, n: i32) -> T {
    let two: T = place::literal(2.0);
    let n = n.clamp(-2200, 2200);
    let step = two.powi(n / 3);
    x * step * step * two.powi(n - n / 3 * 2)
}

pub fn sincos<T: Float>(x: T) -> (T, T) {
    (x.sin(), x.cos())
}

pub fn tgamma<T: Float>(x: T) -> T {
    wengert::functions::gamma(x)
}

pub fn y0<T: Float>(x: T) -> T {
    wengert::functions::bessel_y(x, 0)
}

pub fn y1<T: Float>(x: T) -> T {
    wengert::functions::bessel_y(x, 1)
}

pub fn yn<T: Float>(n: i32, x: T) -> T {
    wengert::functions::bessel_y(x, n)
}

pub use self::{
    exp10 as exp10f, expm1 as expm1f, fabs as fabsf, fdim as fdimf, fma as fmaf, fmax as fmaxf, fmin as fminf,
    fmod as fmodf, j0 as j0f, j1 as j1f, jn as jnf, ldexp as ldexpf, lgamma as lgammaf, lgamma_r as lgammaf_r,
    log as logf, log1p as log1pf, modf as modff, pow as powf, remainder as remainderf, remquo as remquof, rint as rintf,
    roundeven as roundevenf, scalbn as scalbnf, sincos as sincosf, tgamma as tgammaf, y0 as y0f, y1 as y1f, yn as ynf,
};
