//! Roots, logarithms and tangents as holomorphic functions.

use super::pair::{self, Holomorphic};
use super::{Complex, number, values};
use crate::{Number, Rule, RuleId};

/// The reciprocal: -w^2.
pub(super) struct Recip;

impl Holomorphic<2> for Recip {
    const RE: &'static str = "complex::recip_re";
    const IM: &'static str = "complex::recip_im";

    fn value(z: [f64; 2]) -> [f64; 2] {
        values::recip(z)
    }

    fn slopes<T: Number>(_: [T; 2], w: Complex<T>, _: [bool; 2]) -> [T; 2] {
        (-(w * w)).parts()
    }
}

/// The square root: 1 / 2w.
pub(super) struct Sqrt;

impl Holomorphic<2> for Sqrt {
    const RE: &'static str = "complex::sqrt_re";
    const IM: &'static str = "complex::sqrt_im";

    fn value(z: [f64; 2]) -> [f64; 2] {
        values::sqrt(z)
    }

    fn slopes<T: Number>(_: [T; 2], w: Complex<T>, _: [bool; 2]) -> [T; 2] {
        w.recip().scale(number(0.5)).parts()
    }
}

/// The real part of the logarithm, ln |z|; what it moves by is 1/z.
pub(super) struct LnAbs;

impl Rule<2> for LnAbs {
    const ID: RuleId = RuleId::User("complex::ln_abs");

    fn value(z: [f64; 2], _: i32) -> f64 {
        values::ln_abs(z)
    }

    fn partials<T: Number>([x, y]: [T; 2], _: T, _: [bool; 2], _: i32) -> [T; 2] {
        let by_z = Complex { re: x, im: y }.recip();
        [by_z.re, -by_z.im]
    }
}

/// ln |1 + z|.
pub(super) struct Ln1pAbs;

impl Rule<2> for Ln1pAbs {
    const ID: RuleId = RuleId::User("complex::ln_1p_abs");

    fn value(z: [f64; 2], _: i32) -> f64 {
        values::ln_1p_abs(z)
    }

    fn partials<T: Number>([x, y]: [T; 2], _: T, _: [bool; 2], _: i32) -> [T; 2] {
        let by_z = Complex { re: x + number(1.0), im: y }.recip();
        [by_z.re, -by_z.im]
    }
}

macro_rules! tangents {
    ($($(#[$doc:meta])* $F:ident $re:literal $im:literal = $value:path, $Slope:ident $of_re:literal $of_im:literal = $of_slope:path, $two:literal;)*) => {$(
        $(#[$doc])*
        pub(super) struct $F;

        impl Holomorphic<2> for $F {
            const RE: &'static str = $re;
            const IM: &'static str = $im;

            fn value(z: [f64; 2]) -> [f64; 2] {
                $value(z)
            }

            fn slopes<T: Number>(z: [T; 2], _: Complex<T>, _: [bool; 2]) -> [T; 2] {
                pair::apply::<$Slope, T, 2>(z).parts()
            }
        }

        /// Its derivative, which 1 and the square of the function would lose to cancellation.
        pub(super) struct $Slope;

        impl Holomorphic<2> for $Slope {
            const RE: &'static str = $of_re;
            const IM: &'static str = $of_im;

            fn value(z: [f64; 2]) -> [f64; 2] {
                $of_slope(z)
            }

            fn slopes<T: Number>(z: [T; 2], w: Complex<T>, _: [bool; 2]) -> [T; 2] {
                (pair::apply::<$F, T, 2>(z) * w).scale(number($two)).parts()
            }
        }
    )*};
}
tangents! {
    /// The hyperbolic tangent.
    Tanh "complex::tanh_re" "complex::tanh_im" = values::tanh,
        SechSquared "complex::sech_squared_re" "complex::sech_squared_im" = values::sech_squared, -2.0;
    /// The tangent.
    Tan "complex::tan_re" "complex::tan_im" = values::tan,
        SecSquared "complex::sec_squared_re" "complex::sec_squared_im" = values::sec_squared, 2.0;
}

impl<T: Number> Complex<T> {
    #[inline]
    pub(super) fn parts(self) -> [T; 2] {
        [self.re, self.im]
    }
}
