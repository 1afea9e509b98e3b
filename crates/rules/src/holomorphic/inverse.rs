//! The inverse functions of sine, cosine and tangent, circular and hyperbolic.
//!
//! Their derivatives are functions of their own, each of which states its derivative by itself: nothing cancels close to 0,
//! where derivatives of even order vanish, and the recurrence of a series closes at once.

use super::pair::{self, Holomorphic};
use super::{Complex, number, values};
use crate::Number;

/// w^3.
fn cube<T: Number>(w: Complex<T>) -> Complex<T> {
    w * w * w
}

macro_rules! functions {
    ($($(#[$doc:meta])* $F:ident $re:literal $im:literal = $value:expr, |$z:ident, $w:ident| $slope:expr;)*) => {$(
        $(#[$doc])*
        pub(super) struct $F;

        impl Holomorphic<2> for $F {
            const RE: &'static str = $re;
            const IM: &'static str = $im;

            fn value(z: [f64; 2]) -> [f64; 2] {
                $value(z)
            }

            #[allow(unused_variables)]
            fn slopes<T: Number>([re, im]: [T; 2], $w: Complex<T>, _: [bool; 2]) -> [T; 2] {
                let $z = Complex { re, im };
                $slope.parts()
            }
        }
    )*};
}
functions! {
    /// Cuts: the real axis beyond -1 and 1.
    Asin "complex::asin_re" "complex::asin_im" = values::asin, |z, w| apply::<AsinSlope, T>(z);
    /// Cuts: the real axis beyond -1 and 1.
    Acos "complex::acos_re" "complex::acos_im" = values::acos, |z, w| -apply::<AsinSlope, T>(z);
    /// Cuts: the imaginary axis beyond -i and i.
    Atan "complex::atan_re" "complex::atan_im" = values::atan, |z, w| apply::<AtanSlope, T>(z);
    /// Cuts: the imaginary axis beyond -i and i.
    Asinh "complex::asinh_re" "complex::asinh_im" = values::asinh, |z, w| apply::<AsinhSlope, T>(z);
    /// Cut: the real axis below 1.
    Acosh "complex::acosh_re" "complex::acosh_im" = values::acosh, |z, w| apply::<AcoshSlope, T>(z);
    /// Cuts: the real axis beyond -1 and 1.
    Atanh "complex::atanh_re" "complex::atanh_im" = values::atanh, |z, w| apply::<AtanhSlope, T>(z);

    /// 1 / sqrt(1 - z^2).
    AsinSlope "complex::asin_slope_re" "complex::asin_slope_im" = values::asin_slope, |z, w| z * cube(w);
    /// 1 / (1 + z^2).
    AtanSlope "complex::atan_slope_re" "complex::atan_slope_im" = values::atan_slope,
        |z, w| (z * w * w).scale(number(-2.0));
    /// 1 / sqrt(1 + z^2).
    AsinhSlope "complex::asinh_slope_re" "complex::asinh_slope_im" = values::asinh_slope, |z, w| -(z * cube(w));
    /// 1 / sqrt(z^2 - 1).
    AcoshSlope "complex::acosh_slope_re" "complex::acosh_slope_im" = values::acosh_slope, |z, w| -(z * cube(w));
    /// 1 / (1 - z^2).
    AtanhSlope "complex::atanh_slope_re" "complex::atanh_slope_im" = values::atanh_slope,
        |z, w| (z * w * w).scale(number(2.0));
}

fn apply<F: Holomorphic<2>, T: Number>(z: Complex<T>) -> Complex<T> {
    pair::apply::<F, T, 2>(z.parts())
}
