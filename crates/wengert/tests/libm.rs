//! The functions of the crate `libm` in differentiated functions: values as the crate's, slopes as those of the same
//! function of std or of the table.

// None is recorded.
#![deny(deprecated)]

use wengert::functions as table;
use wengert::prelude::*;

/// Holds a function of one number at points, against the crate's value and the slope of another.
macro_rules! unary {
    ($($name:ident($x:ident: $type:ty) = $call:expr, as $other:expr, at $points:expr;)*) => {$(
        mod $name {
            use super::*;

            #[differentiable]
            fn by_crate($x: $type) -> $type {
                $call
            }

            #[differentiable]
            fn otherwise($x: $type) -> $type {
                $other
            }

            #[test]
            fn is_held() {
                for x in $points {
                    let (value, slope) = by_crate::value_and_gradient(x);
                    near(value as f64, by_crate(x) as f64, <$type>::EPSILON as f64);
                    assert_eq!(slope.to_bits(), otherwise::gradient(x).to_bits(), "at {x}");
                }
            }
        }
    )*};
}

fn near(value: f64, wanted: f64, epsilon: f64) {
    assert!((value - wanted).abs() <= 8.0 * epsilon * wanted.abs().max(epsilon) || value == wanted, "{value} {wanted}");
}

unary! {
    acos(x: f64) = libm::acos(x), as x.acos(), at [-0.5, 0.3];
    acosh(x: f64) = libm::acosh(x), as x.acosh(), at [1.5, 30.0];
    asin(x: f64) = libm::asin(x), as x.asin(), at [-0.5, 0.3];
    asinh(x: f64) = libm::asinh(x), as x.asinh(), at [-2.0, 0.3];
    atan(x: f64) = libm::atan(x), as x.atan(), at [-2.0, 0.3];
    atan2(x: f64) = libm::atan2(x, 0.7) + libm::atan2(0.2, x), as x.atan2(0.7) + 0.2f64.atan2(x), at [-2.0, 0.3];
    atanh(x: f64) = libm::atanh(x), as x.atanh(), at [-0.5, 0.3];
    cbrt(x: f64) = libm::cbrt(x), as x.cbrt(), at [-2.0, 0.3];
    ceil(x: f64) = libm::ceil(x) + libm::floor(x) + libm::trunc(x), as x.ceil(), at [-1.5, 2.3];
    copysign(x: f64) = libm::copysign(x, -1.0), as x.copysign(-1.0), at [-2.0, 0.3];
    cos(x: f64) = libm::cos(x), as x.cos(), at [-2.0, 0.3];
    cosh(x: f64) = libm::cosh(x), as x.cosh(), at [-2.0, 0.3];
    erf(x: f64) = libm::erf(x), as table::erf(x), at [-2.0, 0.3];
    erfc(x: f64) = libm::erfc(x), as table::erfc(x), at [-2.0, 0.3];
    exp(x: f64) = libm::exp(x), as x.exp(), at [-2.0, 0.3];
    exp10(x: f64) = libm::exp10(x), as 10f64.powf(x), at [-2.0, 0.3];
    exp2(x: f64) = libm::exp2(x), as x.exp2(), at [-2.0, 0.3];
    expm1(x: f64) = libm::expm1(x), as x.exp_m1(), at [-2.0, 0.3];
    fabs(x: f64) = libm::fabs(x), as x.abs(), at [-2.0, 0.3];
    fdim(x: f64) = libm::fdim(x, 0.1), as (x - 0.1).max(0.0), at [-2.0, 0.3];
    fma(x: f64) = libm::fma(x, x, 2.0), as x.mul_add(x, 2.0), at [-2.0, 0.3];
    fmax(x: f64) = libm::fmax(x, 0.1), as x.max(0.1), at [-2.0, 0.3];
    fmin(x: f64) = libm::fmin(x, 0.1), as x.min(0.1), at [-2.0, 0.3];
    fmod(x: f64) = libm::fmod(x, 0.7), as x % 0.7, at [-2.0, 0.3, 7.7];
    hypot(x: f64) = libm::hypot(x, 0.7), as x.hypot(0.7), at [-2.0, 0.3];
    j0(x: f64) = libm::j0(x), as table::bessel_j(x, 0), at [-2.0, 0.3];
    j1(x: f64) = libm::j1(x), as table::bessel_j(x, 1), at [-2.0, 0.3];
    jn(x: f64) = libm::jn(3, x), as table::bessel_j(x, 3), at [2.0, 5.3];
    ldexp(x: f64) = libm::ldexp(x, -3), as x * 0.125, at [-2.0, 0.3];
    lgamma(x: f64) = libm::lgamma(x), as table::ln_gamma(x), at [0.3, 7.7];
    lgamma_r(x: f64) = libm::lgamma_r(x).0 * libm::lgamma_r(x).1 as f64, as -table::ln_gamma(x), at [-0.3, -2.6];
    log(x: f64) = libm::log(x), as x.ln(), at [0.3, 7.7];
    log10(x: f64) = libm::log10(x), as x.log10(), at [0.3, 7.7];
    log1p(x: f64) = libm::log1p(x), as x.ln_1p(), at [-0.3, 7.7];
    log2(x: f64) = libm::log2(x), as x.log2(), at [0.3, 7.7];
    modf(x: f64) = libm::modf(x).0 + libm::modf(x).1, as x.fract(), at [-2.4, 0.3];
    pow(x: f64) = libm::pow(x, 1.7) + libm::pow(2.0, x), as x.powf(1.7) + 2f64.powf(x), at [0.3, 2.1];
    remainder(x: f64) = libm::remainder(x, 0.7), as x + 1.0, at [-2.0, 0.3, 77.7];
    rint(x: f64) = libm::rint(x) + libm::round(x) + libm::roundeven(x), as x.round(), at [-2.5, 0.5, 1.5];
    scalbn(x: f64) = libm::scalbn(x, 1500), as x * 2f64.powi(750) * 2f64.powi(750), at [1e-300, -3e-310];
    sin(x: f64) = libm::sin(x), as x.sin(), at [-2.0, 0.3];
    sincos(x: f64) = libm::sincos(x).0 * libm::sincos(x).1, as x.sin() * x.cos(), at [-2.0, 0.3];
    sinh(x: f64) = libm::sinh(x), as x.sinh(), at [-2.0, 0.3];
    sqrt(x: f64) = libm::sqrt(x), as x.sqrt(), at [0.3, 7.7];
    tan(x: f64) = libm::tan(x), as x.tan(), at [-2.0, 0.3];
    tanh(x: f64) = libm::tanh(x), as x.tanh(), at [-2.0, 0.3];
    tgamma(x: f64) = libm::tgamma(x), as table::gamma(x), at [0.3, 5.5];
    y0(x: f64) = libm::y0(x), as table::bessel_y(x, 0), at [0.3, 2.3];
    y1(x: f64) = libm::y1(x), as table::bessel_y(x, 1), at [0.3, 2.3];
    yn(x: f64) = libm::yn(2, x), as table::bessel_y(x, 2), at [0.3, 2.3];
    single(x: f32) = libm::expf(x) * libm::powf(x, 2.5) - libm::sinf(x), as x.exp() * x.powf(2.5) - x.sin(), at [0.3, 2.3];
}

mod opened {
    use libm::*;
    use wengert::prelude::*;

    #[differentiable]
    pub(super) fn quotient(x: f64, y: f64) -> f64 {
        let (rest, quotient) = remquo(x, y);
        1000.0 * rest + quotient as f64
    }

    #[differentiable]
    pub(super) fn single(x: f32) -> f32 {
        sinf(x) * fabsf(x) + cosf(x)
    }
}

#[test]
fn all_of_the_crate_is_imported() {
    let (value, slope) = opened::single::value_and_gradient(0.5);
    assert_eq!(value, opened::single(0.5));
    assert!((slope - (0.5 * 0.5f32.cos())).abs() < 1e-6, "{slope}");
}

#[test]
fn remainders_are_exact() {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    for k in 0..20_000 {
        let (mut x, mut y) = (next() * 10f64.powi(k % 30), next() * 10f64.powi(k % 7));
        if k % 3 == 0 {
            // Halves, which go to the even multiple.
            (x, y) = ((x * 4.0).round() * 0.5, 2.0);
        }
        let (value, (by_x, by_y)) = opened::quotient::value_and_gradient(x, y);
        assert_eq!(value, opened::quotient(x, y), "{x} {y}");
        let multiple = (x - libm::remainder(x, y)) / y;
        assert!(
            by_x == 1000.0 && (by_y + 1000.0 * multiple).abs() <= 1e-9 * by_y.abs().max(1.0),
            "{x} {y}: {by_x} {by_y}"
        );
    }
}
