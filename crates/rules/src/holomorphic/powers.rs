//! Powers with exponents that are whole, real or complex.
//!
//! A whole exponent is a constant among the arguments, as a program that is recorded keeps no parameter of a rule like this.

use super::pair::Holomorphic;
use super::{Complex, number, pair, values};
use crate::functions::{eq, select};
use crate::{Number, Scalar};

fn away_from_zero<T: Number>(re: T, im: T) -> bool {
    let zero = Some(T::Scalar::default());
    re.known().is_some() && (re.known() != zero || im.known() != zero)
}

/// z^w: w z^(w-1) by z, z^w ln z by w.
pub(super) struct Power;

impl Holomorphic<4> for Power {
    const RE: &'static str = "complex::power_re";
    const IM: &'static str = "complex::power_im";

    fn value([x, y, c, d]: [f64; 4]) -> [f64; 2] {
        values::power([x, y], [c, d])
    }

    fn slopes<T: Number>([x, y, c, d]: [T; 4], out: Complex<T>, active: [bool; 4]) -> [T; 4] {
        let (z, w) = (Complex { re: x, im: y }, Complex { re: c, im: d });
        let mut slopes = [number(0.0); 4];
        let zero = number::<T>(0.0);
        if active[0] || active[1] {
            let lower = pair::apply::<Power, T, 4>([x, y, c - number(1.0), d]);
            let by_base = w * lower;
            // z^0 is 1 everywhere.
            let still = eq(c, zero) * eq(d, zero);
            slopes[0] = select(still, zero, by_base.re);
            slopes[1] = select(still, zero, by_base.im);
        }
        if active[2] || active[3] {
            let by_exponent = out * z.ln();
            // z^w ln z is 0 at 0, where z^w is.
            let at_zero = eq(x, zero) * eq(y, zero) * eq(out.re, zero);
            slopes[2] = select(at_zero, zero, by_exponent.re);
            slopes[3] = select(at_zero, zero, by_exponent.im);
        }
        slopes
    }

    fn series<T: Number>([x, y, c, d]: [T; 4], out: Complex<T>) -> Option<[T; 4]> {
        let (z, w) = (Complex { re: x, im: y }, Complex { re: c, im: d });
        // Small powers end by themselves, and a quotient by z has no series at 0.
        let ends = [0.0, 1.0, 2.0, 3.0].iter().any(|&n| c.known() == Some(T::Scalar::from_f64(n)) && c.is_constant());
        (!ends && away_from_zero(x, y)).then(|| {
            let ([a, b], [c, d]) = ((w * out / z).parts(), (out * z.ln()).parts());
            [a, b, c, d]
        })
    }
}
