//! THE TABLE: every elementary function of the project, once.
//!
//! ```text
//! /// One sentence.
//! kind Op: name(arguments; n) = value on a scalar, d [one partial per argument] where result active, at [points];
//! ```
//!
//! Kinds: `op` an operator, `std` a method that `f64` has too, `fun` a free function, `aux` a helper of other rows.
//! `d none` says that the function is locally constant; partials in `( )` instead of `[ ]` are so cheap that they are
//! evaluated whether or not their argument is active. `where y active` names the result and the activity flags.
//! `chooses [a, b]` says that the value is one of these arguments, or a constant, taken by comparing: each partial is then
//! made of comparisons, and an argument whose partial is 0 has lost and counts as absent.
//! `series` is an alternative form of the partials that closes the recurrence of truncated series where it is finite.
//! `complex(u)` gives real and imaginary part of the function at x + iu, where that has a closed form; it is independent
//! of the partials, which do for all other rows, and exact in its imaginary part however small `u` is.
//! `requires` is the precondition that the value panics without; `at` gives points inside the domain and at its edges.
//!
//! Rules for rules: no `if` on values (use comparisons as numbers, and `select`); constants by name; the value is the
//! primal's own function; factor against cancellation, overflow and underflow, at second order too.

use crate::row::{Row, Rule, RuleId, table};
use crate::{Number, Scalar, Term, companions, complex, special, written_out};
use core::f64::consts::{FRAC_2_SQRT_PI, LN_2, LOG2_E, LOG10_E};
use functions::*;

macro_rules! points {
    ([$($x:literal),+ $(,)?]) => { &[$(&[$x]),+] };
    ([$([$($x:expr),+]),+ $(,)?]) => { &[$(&[$($x),+]),+] };
    ([$($x:expr),+ $(,)?]) => { &[$(&[$x]),+] };
}
use points;
macro_rules! steps {
    (none) => {
        true
    };
    ($other:tt) => {
        false
    };
}
use steps;
macro_rules! chooses {
    () => {
        false
    };
    ([$($x:ident),+]) => {
        true
    };
}
use chooses;
macro_rules! bind {
    ($out:ident $active:ident $y:ident) => {
        let $y = Term($out);
    };
    ($out:ident $active:ident $y:ident $a:ident) => {
        let $y = Term($out);
        let $a = $active;
    };
}
use bind;

const INF: f64 = f64::INFINITY;

table! {
    /// The sum.
    op Add: add(a, b) = a + b, d (1.0, 1.0),
        complex(u, v) [a + b, u + v], at [[1.0, 2.0], [-0.0, 0.0], [1e300, -1e300]];
    /// The difference.
    op Sub: sub(a, b) = a - b, d (1.0, -1.0),
        complex(u, v) [a - b, u - v], at [[1.0, 2.0], [0.0, 0.0], [1e300, 1e300]];
    /// The product.
    op Mul: mul(a, b) = a * b, d (b, a),
        complex(u, v) [a * b - u * v, a * v + u * b], at [[3.0, -2.0], [0.0, 5.0], [1e200, 1e-200]];
    /// The quotient.
    op Div: div(a, b) = a / b, d (b.recip(), -(q / b)) where q,
        complex(u, v) (complex::quotient([a, u], [b, v])), at [[1.0, 3.0], [0.0, -2.0], [1e-200, 1e100]];
    /// The negative.
    op Neg: neg(a) = -a, d (-1.0),
        complex(u) [-a, -u], at [2.0, 0.0, -1e300];
    /// The remainder of truncated division, with the sign of `x`.
    op Rem: rem(x, y) = x % y, d [1.0, -((x - r) / y).round()] where r, at [[7.5, 2.0], [-7.5, 2.0], [1.0, -3.0]];

    /// The reciprocal 1/x.
    std Recip: recip(x) = x.recip(), d [-(y * y)] where y,
        complex(u) (complex::quotient([1.0.into(), 0.0.into()], [x, u])), at [0.1, -3.0, 1e100];
    /// The integer power x^n, by repeated multiplication.
    std Powi: powi(x; n) = x.powi(n), d [integer_power_slope(x, n)] where y,
        series [integer_power_series(x, n, y)],
        complex(u) (complex::turned(x.hypot(u).copysign(x).powi(n), (u / x).atan() * f64::from(n))), at [0.7, -2.0, 0.0, 1e30] for [-2, -1, 0, 1, 2, 3, 7];
    /// The power x^y.
    std Powf: powf(x, y) = x.powf(y),
        d [power_by_base(x, y, 0), power_by_exponent(x, y, 0, z)] where z,
        series [power_series(x, y, z), z * x.ln()],
        complex(u, v) (complex::power([x, u], [y, v])),
        at [[2.0, 3.5], [0.5, -1.25], [3.0, 0.0], [0.0, 2.0], [0.0, 1.0], [-2.0, 3.0], [1e100, 0.01]];
    /// The power x^(y - n), as accurate as x^y for every n.
    aux PowShift: pow_shift(x, y; n) = special::pow_shift(x as f64, y as f64, n) as _,
        d [power_by_base(x, y, n), power_by_exponent(x, y, n, z)] where z,
        series [power_series(x, y - f64::from(n), z), z * x.ln()],
        at [[2.0, 3.5], [0.5, 1e-3], [3.0, 2.0]] for [1, 2];
    /// A derivative of x^y, once by x for each 1 in n, once by y for each 256; of x^(y - 1) where 65536 is in n.
    aux PowSlope: pow_slope(x, y; n) = special::pow_slope(x as f64, y as f64, n) as _,
        d [pow_slope(x, y, special::once_more(n, 1)), pow_slope(x, y, special::once_more(n, 256))],
        series [written_out::pow_slope_of(x, y, special::once_more(n, 1)).unwrap_or(f64::NAN.into()),
            written_out::pow_slope_of(x, y, special::once_more(n, 256)).unwrap_or(f64::NAN.into())],
        at [[2.0, 3.5], [0.5, -1.25], [3.0, 2.0]] for [1, 256, 257];
    /// The square root.
    std Sqrt: sqrt(x) = x.sqrt(), d [(y + 0.0).recip() * 0.5] where y,
        complex(u) (complex::sqrt([x, u])), at [0.2, 4.0, 1e-300, 1e300];
    /// The cube root, of negative numbers too.
    std Cbrt: cbrt(x) = x.cbrt(), d [y.recip() * y.recip() / 3.0] where y,
        complex(u) (complex::turned(x.hypot(u).copysign(x).cbrt(), (u / x).atan() / 3.0)), at [0.2, -8.0, 1e-300, 1e300];
    /// The length of the hypotenuse, sqrt(a^2 + b^2), without overflow.
    std Hypot: hypot(a, b) = a.hypot(b), d [direction(a, b), direction(b, a)],
        at [[3.0, 4.0], [-1.0, 2.0], [1e200, 1e200], [1e-200, 2e-200]];
    /// a / hypot(a, b), and 0 at the origin: the cosine of the direction.
    aux Direction: direction(a, b) = companions::direction(a as f64, b as f64) as _,
        d [direction(b, a) * direction(b, a) / a.hypot(b), -(c * direction(b, a) / a.hypot(b))] where c,
        at [[3.0, 4.0], [-1.0, 2.0], [1e-200, 2e-200]];

    /// The exponential e^x.
    std Exp: exp(x) = x.exp(), d [y] where y,
        complex(u) (complex::turned(x.exp(), u)), at [-2.0, 0.0, 3.0, -700.0];
    /// The power of two 2^x.
    std Exp2: exp2(x) = x.exp2(), d [y * LN_2] where y,
        complex(u) (complex::turned(x.exp2(), u * LN_2)), at [-2.5, 0.0, 10.3];
    /// e^x - 1, accurate near 0.
    std ExpM1: exp_m1(x) = x.exp_m1(), d [x.exp()],
        complex(u) [x.exp_m1() * u.cos() - (u * 0.5).sin() * (u * 0.5).sin() * 2.0, x.exp() * u.sin()], at [-2.0, 0.0, 1e-10, 3.0];
    /// The natural logarithm.
    std Ln: ln(x) = x.ln(), d [ln_slope(x)],
        complex(u) [x.hypot(u).ln(), u.atan2(x)], at [0.1, 1.0, 9.0, 1e-300];
    /// The derivative of ln, 1 / x; NaN below 0.
    aux LnSlope: ln_slope(x) = special::ln_slope(x as f64) as _, d [-(y * y)] where y, at [0.1, 1.0, 9.0, 1e-300];
    /// The logarithm of `x` to the base `b`.
    std Log: log(x, b) = x.log(b), d [ln_slope(x) * recip_ln(b, 0), x.ln() * recip_ln(b, 1)] where y,
        series [ln_slope(x) / b.ln(), -(y / b / b.ln())],
        complex(u, v) (complex::quotient([x.hypot(u).ln(), u.atan2(x)], [b.hypot(v).ln(), v.atan2(b)])), at [[8.0, 2.0], [0.3, 10.0], [5.0, 0.5]];
    /// The n-th derivative of 1 / ln(b).
    aux RecipLn: recip_ln(b; n) = special::recip_ln(b as f64, n) as _, d [recip_ln(b, n.saturating_add(1))],
        series [written_out::recip_ln_of(b, n.saturating_add(1)).unwrap_or(f64::NAN.into())],
        at [2.0, 10.0, 0.5] for [0, 1, 2];
    /// The logarithm to base 2.
    std Log2: log2(x) = x.log2(), d [ln_slope(x) * LOG2_E],
        complex(u) [x.hypot(u).log2(), u.atan2(x) * LOG2_E], at [0.1, 1.0, 8.0];
    /// The logarithm to base 10.
    std Log10: log10(x) = x.log10(), d [ln_slope(x) * LOG10_E],
        complex(u) [x.hypot(u).log10(), u.atan2(x) * LOG10_E], at [0.1, 1.0, 100.0];
    /// ln(1 + x), accurate near 0.
    std Ln1p: ln_1p(x) = x.ln_1p(), d [ln_slope(x + 1.0)],
        complex(u) (complex::ln_1p([x, u])), at [-0.5, 0.0, 1e-10, 9.0];

    /// The sine, in radians.
    std Sin: sin(x) = x.sin(), d [x.cos()],
        complex(u) [x.sin() * u.cosh(), x.cos() * u.sinh()], at [-2.0, 0.0, 1.0, 1e6];
    /// The cosine, in radians.
    std Cos: cos(x) = x.cos(), d [-x.sin()],
        complex(u) [x.cos() * u.cosh(), -(x.sin() * u.sinh())], at [-2.0, 0.0, 1.0, 1e6];
    /// The tangent, in radians.
    std Tan: tan(x) = x.tan(), d [y * y + 1.0] where y,
        complex(u) (complex::tan([x, u])), at [-2.0, 0.0, 1.0, 1.57];
    /// The arc sine.
    std Asin: asin(x) = x.asin(), d [asin_slope(x)],
        complex(u) (complex::asin([x, u])), at [-0.9, 0.0, 0.3, 0.9999999];
    /// The derivative of asin, 1 / sqrt(1 - x^2).
    aux AsinSlope: asin_slope(x) = ((1.0 - x) * (x + 1.0)).sqrt().recip(), d [x * y * y * y] where y, at [-0.9, 0.0, 0.3, 0.9999999];
    /// The arc cosine.
    std Acos: acos(x) = x.acos(), d [-asin_slope(x)],
        complex(u) (complex::acos([x, u])), at [-0.9, 0.0, 0.3, 0.9999999];
    /// The arc tangent.
    std Atan: atan(x) = x.atan(), d [witch(x)],
        complex(u) (complex::atan([x, u])), at [-2.0, 0.0, 3.0, 1e100];
    /// The witch of Agnesi, 1 / (1 + x^2).
    aux Witch: witch(x) = companions::witch(x as f64) as _, d [-(damped(x, y) * y * 2.0)] where y,
        series [-(x * y * y * 2.0)], at [-2.0, 0.0, 3.0, 1e100];
    /// The angle of the point (x, y), called as y.atan2(x).
    std Atan2: atan2(y, x) = y.atan2(x), d [inversion(x, y), -inversion(y, x)],
        at [[1.0, 2.0], [-1.0, -2.0], [0.5, 0.0], [1e-200, 1e-200]];
    /// a / (a^2 + b^2): what inversion in the unit circle does to a coordinate.
    aux Inversion: inversion(a, b) = companions::inversion(a as f64, b as f64) as _,
        d [(direction(b, a) * direction(b, a) - direction(a, b) * direction(a, b)) / a.hypot(b) / a.hypot(b),
           -(direction(a, b) * direction(b, a) * 2.0 / a.hypot(b) / a.hypot(b))],
        at [[1.0, 2.0], [-1.0, -2.0], [0.5, 0.0], [1e-100, 1e-100]];
    /// The hyperbolic sine.
    std Sinh: sinh(x) = x.sinh(), d [x.cosh()],
        complex(u) [x.sinh() * u.cos(), x.cosh() * u.sin()], at [-2.0, 0.0, 1e-10, 20.0];
    /// The hyperbolic cosine.
    std Cosh: cosh(x) = x.cosh(), d [x.sinh()],
        complex(u) [x.cosh() * u.cos(), x.sinh() * u.sin()], at [-2.0, 0.0, 20.0];
    /// The hyperbolic tangent.
    std Tanh: tanh(x) = x.tanh(), d [sech(x) * sech(x)],
        complex(u) (complex::tanh([x, u])), at [-2.0, 0.0, 20.0];
    /// The hyperbolic secant 1 / cosh(x).
    fun Sech: sech(x) = special::sech(x as f64) as _, d [-(y * x.tanh())] where y,
        complex(u) (complex::sech_of([x, u])), at [-2.0, 0.0, 20.0];
    /// The inverse hyperbolic sine.
    std Asinh: asinh(x) = x.asinh(), d [x.hypot(1.0).recip()],
        complex(u) (complex::asinh([x, u])), at [-2.0, 0.0, 1e100];
    /// The inverse hyperbolic cosine.
    std Acosh: acosh(x) = x.acosh(), d [acosh_slope(x, 0)],
        series [weighty(((x - 1.0).sqrt() * (x + 1.0).sqrt()).recip())],
        complex(u) (complex::acosh([x, u])), at [1.5, 2.0, 1e100];
    /// The n-th derivative of 1 / sqrt(x^2 - 1), the derivative of acosh.
    aux AcoshSlope: acosh_slope(x; n) = special::acosh_slope(x as f64, n) as _, d [acosh_slope(x, n.saturating_add(1))],
        series [written_out::acosh_slope_by(x, (x - 1.0) * (x + 1.0), n.saturating_add(1)).map_or(f64::NAN.into(), weighty)],
        at [1.5, 2.0, 1e100] for [0, 1, 2];
    /// The inverse hyperbolic tangent.
    std Atanh: atanh(x) = x.atanh(), d [atanh_slope(x)],
        complex(u) (complex::atanh([x, u])), at [-0.9, 0.0, 0.5];
    /// The derivative of atanh, 1 / (1 - x^2); NaN outside -1..=1.
    aux AtanhSlope: atanh_slope(x) = companions::atanh_slope(x as f64) as _, d [x * y * y * 2.0] where y, at [-0.9, 0.0, 0.5];

    /// The absolute value; derivative 0 at 0.
    std Abs: abs(x) = x.abs(), d [x.abs_slope()], at [-2.0, 0.0, -0.0, 3.0];
    /// The sign, 1 at 0.0 and -1 at -0.0, as `f64` has it; derivative 0.
    std Signum: signum(x) = x.signum(), d none, at [-2.0, 0.0, 3.0];
    /// The magnitude of `a` with the sign of `b`; derivative 0 by `a` at 0.
    std Copysign: copysign(a, b) = a.copysign(b), d [a.abs_slope() * Term::from(1.0).copysign(b), 0.0],
        at [[2.0, -1.0], [-2.0, -0.0], [0.0, 1.0]];
    /// The greater of two; a tie shares the derivative, a NaN loses.
    std Max: max(a, b) = a.max(b), d [wins(a, b), wins(b, a)], chooses [a, b],
        at [[1.0, 2.0], [3.0, -1.0], [2.0, 2.0]];
    /// The lesser of two; a tie shares the derivative, a NaN loses.
    std Min: min(a, b) = a.min(b), d [wins(-a, -b), wins(-b, -a)], chooses [a, b],
        at [[1.0, 2.0], [3.0, -1.0], [2.0, 2.0]];
    /// `x` kept between `lo` and `hi`; at a bound, and at NaN, the derivative is that of `x`.
    std Clamp: clamp(x, lo, hi) = x.clamp(lo, hi), d [1.0 - lt(x, lo) - gt(x, hi), lt(x, lo), gt(x, hi)],
        chooses [x, lo, hi], requires lo <= hi, at [[0.5, 0.0, 1.0], [-2.0, 0.0, 1.0], [3.0, 0.0, 1.0], [1.0, 0.0, 1.0]];
    /// The greatest integer not above `x`.
    std Floor: floor(x) = x.floor(), d none, at [-1.5, 0.0, 2.7];
    /// The least integer not below `x`.
    std Ceil: ceil(x) = x.ceil(), d none, at [-1.5, 0.0, 2.7];
    /// The nearest integer, halves away from 0.
    std Round: round(x) = x.round(), d none, at [-1.5, 0.0, 2.7];
    /// The integer part.
    std Trunc: trunc(x) = x.trunc(), d none, at [-1.5, 0.0, 2.7];
    /// The fractional part, with the sign of `x`.
    std Fract: fract(x) = x.fract(), d [1.0], at [-1.5, 0.25, 2.7];
    /// The remainder of Euclidean division, never negative.
    std RemEuclid: rem_euclid(x, y) = x.rem_euclid(y), d [1.0, -((x - r) / y).round()] where r, at [[7.5, 2.0], [-7.5, 2.0], [1.0, -3.0]];
    /// a * b + c, rounded once.
    std MulAdd: mul_add(a, b, c) = a.mul_add(b, c), d [b, a, 1.0],
        complex(u, v, w) [a.mul_add(b, c) - u * v, a * v + u * b + w], at [[2.0, 3.0, 4.0], [0.0, -1.0, 0.5]];

    /// The logistic function 1 / (1 + e^-x).
    fun Sigmoid: sigmoid(x) = special::sigmoid(x as f64) as _, d [share_slope(x, 0.0.into())], at [-2.0, 0.0, 40.0];
    /// The inverse of the logistic function, ln(p / (1 - p)).
    fun Logit: logit(p) = special::logit(p as f64) as _, d [logit_slope(p)], at [0.3, 0.5, 1e-10];
    /// The derivative of logit, 1 / (p (1 - p)); NaN outside 0..=1.
    aux LogitSlope: logit_slope(p) = special::logit_slope(p as f64) as _, d [(p * 2.0 - 1.0) * y * y] where y, at [0.3, 0.5, 1e-10];
    /// ln(1 + e^x) without overflow.
    fun Softplus: softplus(x) = special::softplus(x as f64) as _, d [sigmoid(x)], at [-2.0, 0.0, 40.0];
    /// ln(e^a + e^b) without overflow.
    fun Logaddexp: logaddexp(a, b) = special::logaddexp(a as f64, b as f64) as _, d [share(a, b), share(b, a)],
        at [[1.0, 2.0], [-700.0, 3.0], [5.0, 5.0]];
    /// e^a / (e^a + e^b): 1/2 where both are equal, 0 where both are -inf.
    aux Share: share(a, b) = companions::share(a as f64, b as f64) as _, d [share_slope(a, b), -share_slope(a, b)],
        at [[1.0, 2.0], [-30.0, 3.0], [5.0, 5.0]];
    /// share(a, b) share(b, a), the derivative of share.
    aux ShareSlope: share_slope(a, b) = companions::share_slope(a as f64, b as f64) as _,
        d [-(y * ((a - b) * 0.5).tanh()), y * ((a - b) * 0.5).tanh()] where y, at [[1.0, 2.0], [-30.0, 3.0], [5.0, 5.0]];
    /// The positive part; derivative 0 at 0.
    fun Relu: relu(x) = special::relu(x as f64) as _, d [gt(x, 0.0.into())], chooses [x], at [-2.0, 0.0, 3.0];
    /// sin(x) / x, and 1 at 0.
    fun Sinc: sinc(x) = special::sinc(x as f64) as _, d [sinc_slope(x, 1)], at [-2.0, 0.0, 1e-4, 30.0];
    /// The n-th derivative of sinc.
    aux SincSlope: sinc_slope(x; n) = special::sinc_n(x as f64, n) as _, d [sinc_slope(x, n.saturating_add(1))],
        at [-2.0, 0.0, 1e-4, 30.0] for [1, 2, 3];
    /// x ln(y), and 0 where x is 0.
    fun Xlogy: xlogy(x, y) = special::xlogy(x as f64, y as f64) as _, d [y.ln(), xdivy(x, y)], at [[2.0, 3.0], [0.0, 2.0], [-1.0, 0.5]];
    /// x / y, the derivative of x ln(y): 0 where x is 0, and else NaN for y below 0.
    aux Xdivy: xdivy(x, y) = companions::xdivy(x as f64, y as f64) as _, d [ln_slope(y), -(q / y)] where q, at [[2.0, 3.0], [0.0, 2.0]];
    /// The entropy -x ln(x), and 0 at 0.
    fun Entr: entr(x) = special::entr(x as f64) as _, d [-(x.ln() + 1.0)], at [0.1, 1.0, 9.0];

    /// The error function.
    fun Erf: erf(x) = special::erf(x as f64) as _, d [bell(x) * FRAC_2_SQRT_PI], at [-1.5, 0.0, 0.5, 5.0];
    /// The complementary error function 1 - erf(x), accurate far out.
    fun Erfc: erfc(x) = special::erfc(x as f64) as _, d [-(bell(x) * FRAC_2_SQRT_PI)], at [-1.5, 0.0, 0.5, 20.0];
    /// The scaled complementary error function e^(x^2) erfc(x).
    fun Erfcx: erfcx(x) = special::erfcx(x as f64) as _, d [erfcx_slope(x, 1)], at [-1.5, 0.0, 0.5, 1e10];
    /// The n-th derivative of erfcx.
    aux ErfcxSlope: erfcx_slope(x; n) = special::erfcx_n(x as f64, n) as _, d [erfcx_slope(x, n.saturating_add(1))],
        at [-1.5, 0.0, 0.4, 1e10] for [1, 2, 3];
    /// The bell curve e^(-x^2), with the square split so that no digit is lost.
    fun Bell: bell(x) = special::exp_neg_square(x as f64) as _, d [-(damped(x, y) * 2.0)] where y,
        series [-(x * y * 2.0)], at [-1.5, 0.0, 0.5, 20.0];
    /// The product x y, where y falls faster than x grows: 0 where x is infinite and y is 0.
    aux Damped: damped(x, y) = companions::damped(x as f64, y as f64) as _, d [y * lt(x.abs(), INF.into()), finite_part(x)], at [[3.0, -2.0], [0.0, 5.0], [1e200, 1e-200]];
    /// `x` where it is finite, else 0.
    aux FinitePart: finite_part(x) = if x.is_finite() { x } else { 0.0 }, d [lt(x.abs(), INF.into())], at [-2.0, 0.0, 3.0];
    /// The gamma function; NaN at its poles.
    fun Gamma: gamma(x) = special::gamma(x as f64) as _, d [y * digamma(x)] where y, at [0.5, 3.0, -1.5, 20.0];
    /// ln |gamma(x)|; NaN at the poles.
    fun LnGamma: ln_gamma(x) = special::ln_gamma(x as f64) as _, d [digamma(x)], at [0.5, 3.0, -1.5, 1e10];
    /// The derivative of ln_gamma.
    fun Digamma: digamma(x) = special::digamma(x as f64) as _, d [polygamma(x, 1)], at [0.5, 3.0, -1.5, 1e10];
    /// The derivative of digamma.
    fun Trigamma: trigamma(x) = special::polygamma(x as f64, 1) as _, d [polygamma(x, 2)], at [0.5, 3.0, -1.5];
    /// The n-th derivative of digamma.
    fun Polygamma: polygamma(x; n) = special::polygamma(x as f64, n) as _, d [polygamma(x, n.saturating_add(1))], at [0.5, 3.0, -1.5] for [0, 1, 2, 3];
    /// The beta function gamma(a) gamma(b) / gamma(a + b).
    fun Beta: beta(a, b) = special::beta(a as f64, b as f64) as _, d [beta_slope(a, b), beta_slope(b, a)] where y,
        series [y * polygamma_difference(a, b, 0), y * polygamma_difference(b, a, 0)], at [[2.0, 3.0], [0.5, 0.5], [20.0, 0.1]];
    /// The derivative of beta by its first argument.
    aux BetaSlope: beta_slope(a, b) = special::beta_slope(a as f64, b as f64) as _,
        d [y * polygamma_difference(a, b, 0) + beta(a, b) * polygamma_difference(a, b, 1),
           select(gt(a, 0.0.into()) * gt(b, 0.0.into()), beta_mixed(a, b, 0), beta_mixed_by_parts(a, b))]
        where y,
        series [y * polygamma_difference(a, b, 0) + beta(a, b) * polygamma_difference(a, b, 1),
           y * polygamma_difference(b, a, 0) - beta(a, b) * polygamma(a + b, 1)],
        at [[2.0, 3.0], [0.5, 0.5], [20.0, 0.1]];
    /// A mixed derivative of beta for positive arguments, once by each at n = 0, once more by `a` for each 1, by `b` for each 256.
    aux BetaMixed: beta_mixed(a, b; n) = special::beta_mixed(a as f64, b as f64, n) as _,
        d [beta_mixed(a, b, n.saturating_add(1)), beta_mixed(a, b, n.saturating_add(256))],
        at [[2.0, 3.0], [0.5, 0.5], [20.0, 0.1]] for [0, 1, 256];
    /// ln |beta(a, b)|.
    fun LnBeta: ln_beta(a, b) = special::ln_beta(a as f64, b as f64) as _, d [polygamma_difference(a, b, 0), polygamma_difference(b, a, 0)],
        at [[2.0, 3.0], [0.5, 0.5], [20.0, 0.1]];
    /// The n-th derivative of digamma at a less that at a + b, without cancellation for a small b.
    aux PolygammaDifference: polygamma_difference(a, b; n) = special::polygamma_difference(a as f64, b as f64, n) as _,
        d [polygamma_difference(a, b, n.saturating_add(1)), -polygamma(a + b, n.saturating_add(1))],
        at [[2.0, 3.0], [0.5, 0.5], [20.0, 1e-10]] for [0, 1, 2];
    /// The density of the standard normal distribution.
    fun NormPdf: norm_pdf(x) = special::norm_pdf(x as f64) as _, d [-damped(x, y)] where y, series [-(x * y)], at [-2.0, 0.0, 5.0];
    /// The distribution function of the standard normal distribution.
    fun NormCdf: norm_cdf(x) = special::norm_cdf(x as f64) as _, d [norm_pdf(x)], at [-20.0, 0.0, 3.0];
    /// The quantile function of the standard normal distribution.
    fun NormPpf: norm_ppf(p) = special::norm_ppf(p as f64) as _, d [norm_ppf_slope(p)], at [1e-10, 0.5, 0.9];
    /// The derivative of norm_ppf, accurate in both tails.
    aux NormPpfSlope: norm_ppf_slope(p) = special::norm_ppf_slope(p as f64) as _, d [norm_ppf(p) * y * y] where y, at [1e-10, 0.5, 0.9];
    /// The Bessel function of the first kind of integer order n.
    fun BesselJ: bessel_j(x; n) = special::bessel_j(x as f64, n) as _,
        d [(bessel_j(x, n.saturating_sub(1)) - bessel_j(x, n.saturating_add(1))) * 0.5], at [-2.0, 0.0, 1.0, 30.0] for [0, 1, 2];
    /// The Bessel function of the second kind of integer order n.
    fun BesselY: bessel_y(x; n) = special::bessel_y(x as f64, n) as _,
        d [(bessel_y(x, n.saturating_sub(1)) - bessel_y(x, n.saturating_add(1))) * 0.5], at [0.1, 1.0, 30.0] for [0, 1, 2];

    /// 1 where a >= b, else 0.
    fun Ge: ge(a, b) = f64::from(a >= b) as _, d none, at [[1.0, 2.0], [3.0, -1.0], [2.0, 2.0]];
    /// 1 where a > b, else 0.
    fun Gt: gt(a, b) = f64::from(a > b) as _, d none, at [[1.0, 2.0], [3.0, -1.0], [2.0, 2.0]];
    /// 1 where a <= b, else 0.
    fun Le: le(a, b) = f64::from(a <= b) as _, d none, at [[1.0, 2.0], [3.0, -1.0], [2.0, 2.0]];
    /// 1 where a < b, else 0.
    fun Lt: lt(a, b) = f64::from(a < b) as _, d none, at [[1.0, 2.0], [3.0, -1.0], [2.0, 2.0]];
    /// 1 where a equals b, else 0.
    fun Eq: eq(a, b) = f64::from(a == b) as _, d none, at [[1.0, 2.0], [2.0, 2.0]];
    /// 1 where a differs from b, else 0.
    fun Ne: ne(a, b) = f64::from(a != b) as _, d none, at [[1.0, 2.0], [2.0, 2.0]];
    /// `a` where `c` is not 0, else `b`; the arm not taken contributes nothing, whatever it holds.
    fun Select: select(c, a, b) = if c != 0.0 { a } else { b }, d [0.0, ne(c, 0.0.into()), eq(c, 0.0.into())],
        chooses [a, b], complex(_u, v, w) [select(c, a, b), select(c, v, w)],
        at [[1.0, 2.0, 5.0], [0.0, 2.0, 5.0]];
    /// `x` as a constant: what is computed from it has derivative zero by `x`.
    fun StopGradient: stop_gradient(x) = x, d none, at [-2.0, 0.0, 3.0];
}

/// n x^(n-1), an exact zero for n = 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn integer_power_slope<T: Number>(x: Term<T>, n: i32) -> Term<T> {
    if n == 0 { Term::from(0.0) } else { x.powi(n.saturating_sub(1)) * f64::from(n) }
}

/// The slope of z = x^n as n z / x; for a small natural n as a product of lower powers, whose series end in exact zeros.
#[cfg_attr(not(debug_assertions), inline(always))]
fn integer_power_series<T: Number>(x: Term<T>, n: i32, z: Term<T>) -> Term<T> {
    match n {
        0 => Term::from(0.0),
        1..=64 => x.powi((n - 1) / 2) * x.powi(n / 2) * f64::from(n),
        _ => weighty(z) / x * f64::from(n),
    }
}

/// The slope of z = x^y by x; see [`integer_power_series`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn power_series<T: Number>(x: Term<T>, y: Term<T>, z: Term<T>) -> Term<T> {
    let n = y.known().filter(|_| y.is_constant()).map_or(f64::NAN, Scalar::to_f64);
    if n == 0.0 {
        Term::from(0.0)
    } else if (1.0..=64.0).contains(&n) && n.fract() == 0.0 {
        let half = ((n - 1.0) / 2.0).trunc();
        x.powf(half) * x.powf(n - 1.0 - half) * n
    } else {
        y * weighty(z) / x
    }
}

/// A number whose digits are all there, and NaN for one that has underflowed.
#[cfg_attr(not(debug_assertions), inline(always))]
fn weighty<T: Number>(z: Term<T>) -> Term<T> {
    select(gt(z.abs(), 1e-290.into()), z, f64::NAN.into())
}

/// The derivative of x^(y - n) by x. Where the exponent is known, a formula in it, in which constant exponents end in
/// exact zeros; where it moves, a row whose mixed derivatives are those of [`power_by_exponent`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn power_by_base<T: Number>(x: Term<T>, y: Term<T>, n: i32) -> Term<T> {
    match y.known().filter(|_| y.is_constant()).map(Scalar::to_f64) {
        Some(known) if known == f64::from(n) => Term::from(0.0),
        Some(known) if known.is_finite() => (y - f64::from(n)) * pow_shift(x, y, n.saturating_add(1)),
        _ => pow_slope(x, y, special::first(n, 1)),
    }
}

/// The derivative of z = x^(y - n) by y.
#[cfg_attr(not(debug_assertions), inline(always))]
fn power_by_exponent<T: Number>(x: Term<T>, y: Term<T>, n: i32, z: Term<T>) -> Term<T> {
    match x.known().filter(|_| x.is_constant()).map(Scalar::to_f64) {
        Some(known) if known > 0.0 && known < INF => z * x.ln(),
        _ => pow_slope(x, y, special::first(n, 256)),
    }
}

/// The mixed derivative of beta where it has no integral; which argument is named first does not matter.
#[cfg_attr(not(debug_assertions), inline(always))]
fn beta_mixed_by_parts<T: Number>(a: Term<T>, b: Term<T>) -> Term<T> {
    let (by_a, by_b) =
        (beta_slope(a, b) * polygamma_difference(b, a, 0), beta_slope(b, a) * polygamma_difference(a, b, 0));
    select(lt(a, b), by_a, by_b) - beta(a, b) * polygamma(a + b, 1)
}

/// The derivative of max by its first argument.
#[cfg_attr(not(debug_assertions), inline(always))]
fn wins<T: Number>(a: Term<T>, b: Term<T>) -> Term<T> {
    (gt(a, b) + ge(a, b)) * 0.5 + ne(b, b) * eq(a, a)
}

impl<T: Number> Term<T> {
    /// The derivative of the absolute value, 0 at 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn abs_slope(self) -> Self {
        gt(self, 0.0.into()) - lt(self, 0.0.into())
    }
}
