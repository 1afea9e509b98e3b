//! The functions of complex numbers, as methods.

use super::{Complex, elementary, inverse, number, pair, powers};
use crate::{Functions, Number};

macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident = $F:path;)*) => {
        impl<T: Number> Complex<T> {
            $(
                $(#[$doc])*
                #[inline]
                #[must_use]
                pub fn $name(self) -> Complex<T> {
                    pair::apply::<$F, T, 2>([self.re, self.im])
                }
            )*
        }
    };
}
methods! {
    /// 1 / z. At 0 it is infinite, or NaN.
    recip = elementary::Recip;
    /// The square root with a real part that is not negative. Cut: the negative axis.
    sqrt = elementary::Sqrt;
    /// The tangent.
    tan = elementary::Tan;
    /// The hyperbolic tangent.
    tanh = elementary::Tanh;
    /// The arc sine. Cuts: the real axis beyond -1 and 1.
    asin = inverse::Asin;
    /// The arc cosine. Cuts: the real axis beyond -1 and 1.
    acos = inverse::Acos;
    /// The arc tangent. Cuts: the imaginary axis beyond -i and i.
    atan = inverse::Atan;
    /// The inverse hyperbolic sine. Cuts: the imaginary axis beyond -i and i.
    asinh = inverse::Asinh;
    /// The inverse hyperbolic cosine. Cut: the real axis below 1.
    acosh = inverse::Acosh;
    /// The inverse hyperbolic tangent. Cuts: the real axis beyond -1 and 1.
    atanh = inverse::Atanh;
}

impl<T: Number> Complex<T> {
    /// The absolute value, without overflow. At 0 its derivative by both parts is 0, as that of `hypot`.
    ///
    /// ```
    /// assert!((rules::Complex::new(3e200, -4e200f64).abs() / 5e200 - 1.0).abs() < 1e-15);
    /// ```
    #[inline]
    pub fn abs(self) -> T {
        self.re.hypot(self.im)
    }

    /// The square of the absolute value.
    #[inline]
    pub fn norm_sqr(self) -> T {
        self.re * self.re + self.im * self.im
    }

    /// The argument, from -pi to pi. Cut: the negative axis; at 0 its derivative is NaN, as that of `atan2`.
    #[inline]
    pub fn arg(self) -> T {
        self.im.atan2(self.re)
    }

    /// Absolute value and argument.
    #[inline]
    pub fn to_polar(self) -> (T, T) {
        (self.abs(), self.arg())
    }

    /// e^(i phi), on the unit circle.
    #[inline]
    pub fn cis(phi: T) -> Complex<T> {
        Complex { re: phi.cos(), im: phi.sin() }
    }

    /// The exponential.
    #[inline]
    #[must_use]
    pub fn exp(self) -> Complex<T> {
        Complex::from_polar(self.re.exp(), self.im)
    }

    /// e^z - 1, accurate near 0.
    #[inline]
    #[must_use]
    pub fn exp_m1(self) -> Complex<T> {
        let Complex { re: x, im: y } = self;
        let half = (y * number(0.5)).sin();
        Complex { re: x.exp_m1() * y.cos() - half * half * number(2.0), im: x.exp() * y.sin() }
    }

    /// The natural logarithm, accurate near the unit circle. Cut: the negative axis.
    #[inline]
    #[must_use]
    pub fn ln(self) -> Complex<T> {
        Complex { re: T::apply::<elementary::LnAbs, 2>([self.re, self.im], 0), im: self.arg() }
    }

    /// ln(1 + z), accurate near 0. Cut: the real axis below -1.
    #[inline]
    #[must_use]
    pub fn ln_1p(self) -> Complex<T> {
        let im = self.im.atan2(self.re + number::<T>(1.0));
        Complex { re: T::apply::<elementary::Ln1pAbs, 2>([self.re, self.im], 0), im }
    }

    /// The logarithm to a real base, ln z / ln b.
    #[inline]
    #[must_use]
    pub fn log(self, base: T) -> Complex<T> {
        self.ln().unscale(base.ln())
    }

    /// The sine.
    #[inline]
    #[must_use]
    pub fn sin(self) -> Complex<T> {
        Complex { re: self.re.sin() * self.im.cosh(), im: self.re.cos() * self.im.sinh() }
    }

    /// The cosine.
    #[inline]
    #[must_use]
    pub fn cos(self) -> Complex<T> {
        Complex { re: self.re.cos() * self.im.cosh(), im: -(self.re.sin() * self.im.sinh()) }
    }

    /// The hyperbolic sine.
    #[inline]
    #[must_use]
    pub fn sinh(self) -> Complex<T> {
        Complex { re: self.re.sinh() * self.im.cos(), im: self.re.cosh() * self.im.sin() }
    }

    /// The hyperbolic cosine.
    #[inline]
    #[must_use]
    pub fn cosh(self) -> Complex<T> {
        Complex { re: self.re.cosh() * self.im.cos(), im: self.re.sinh() * self.im.sin() }
    }

    /// z^n: by repeated squaring up to n = 1024, exact where the products are. z^0 is 1.
    ///
    /// ```
    /// use rules::Complex;
    /// assert_eq!(Complex::new(2.0, 1.0).powi(3), Complex::new(2.0, 11.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn powi(self, n: i32) -> Complex<T> {
        self.powc(Complex::from(number::<T>(f64::from(n))))
    }

    /// z^p for a real exponent, on the principal branch. Cut: the negative axis, but for whole exponents.
    #[inline]
    #[must_use]
    pub fn powf(self, p: T) -> Complex<T> {
        self.powc(Complex::from(p))
    }

    /// z^w = e^(w ln z) on the principal branch. 0^w is 0 where w has a positive real part, and 1 for w = 0.
    ///
    /// ```
    /// use rules::Complex;
    /// let z = Complex::i().powc(Complex::i());
    /// assert!((z - Complex::from((-std::f64::consts::FRAC_PI_2).exp())).abs() < 1e-16);
    /// ```
    #[inline]
    #[must_use]
    pub fn powc(self, w: Complex<T>) -> Complex<T> {
        pair::apply::<powers::Power, T, 4>([self.re, self.im, w.re, w.im])
    }
}
