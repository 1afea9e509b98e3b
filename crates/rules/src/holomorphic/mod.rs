//! Complex numbers over any number, and their elementary functions.
//!
//! Each function is a pair of rules, the real and the imaginary part of one [`Holomorphic`](pair::Holomorphic) function:
//! its value is computed on plain numbers, on the branch and with the signs of zero of C99, and its complex derivative is
//! stated once, on complex numbers over any number. So the Cauchy-Riemann equations hold to the bit, at every order.

mod elementary;
#[cfg(feature = "num-complex")]
mod foreign;
mod functions;
mod inverse;
mod operators;
mod pair;
mod powers;
mod rules;
mod values;

pub use rules::{Visitor, complex_rules};

use crate::{Lift, Number, Real, Scalar};
use core::fmt;

/// A complex number over any number: plain, dual, a variable of a tape, a series, a node of a program.
///
/// It mixes with plain scalars by operators on both sides (`2.0 * z`, `z + 1.0`); a real number `x` of an engine comes in by
/// `Complex::from(x)` or [`scale`](Complex::scale). Functions take their principal branch, with the cuts of C99, and a zero's
/// sign says on which side of a cut a number lies (W. Kahan, *Branch cuts for complex elementary functions*, 1987).
///
/// Derivatives of functions of complex numbers are those of their parts: each part is a number of its own. What that makes
/// of holomorphic and of real functions is said in the project's conventions. Complex numbers have no order, and are no
/// [`Number`] themselves: what has no meaning for them does not compile.
///
/// ```
/// use rules::Complex;
/// let z: Complex = Complex::new(-4.0, 0.0);
/// assert_eq!(z.sqrt(), Complex::new(0.0, 2.0));
/// assert_eq!(z.conj().sqrt(), Complex::new(0.0, -2.0));
/// assert_eq!((2.0 * z + 3.0).abs(), 5.0);
/// assert_eq!(format!("{} {:.2}", z.exp().sqrt() * 0.0, Complex::new(0.5, -1.0)), "0+0i 0.50-1.00i");
/// ```
///
/// At i pi/2 and at 3 + 4i, and along the real axis:
///
/// ```
/// use rules::Complex;
/// use std::f64::consts::{E, FRAC_PI_2, LN_2, PI};
/// fn near(found: Complex, re: f64, im: f64) -> bool {
///     (found - Complex::new(re, im)).abs() < 1e-15
/// }
/// let quarter = Complex::i().scale(FRAC_PI_2);
/// assert!(near(Complex::cis(FRAC_PI_2), 0.0, 1.0) && near(quarter.exp_m1(), -1.0, 1.0));
/// assert!(near(quarter.sinh(), 0.0, 1.0) && near(quarter.cosh(), 0.0, 0.0));
/// assert!(near(Complex::from(PI).sin(), 0.0, 0.0) && near(Complex::from(PI).cos(), -1.0, 0.0));
/// assert!(near(Complex::from(-E).ln(), 1.0, PI) && near(Complex::from(-2.0).ln_1p(), 0.0, PI));
/// assert!(near(Complex::from(-1.0).log(2.0), 0.0, PI / LN_2));
/// assert!(near(Complex::from(-4.0).powf(0.5), 0.0, 2.0));
///
/// let z: Complex = Complex::new(3.0, 4.0);
/// assert_eq!((z.norm_sqr(), z.arg()), (25.0, 4f64.atan2(3.0)));
/// assert_eq!(z.to_polar(), (5.0, z.arg()));
/// assert_eq!((z.unscale(2.0), z.mul_i()), (Complex::new(1.5, 2.0), Complex::new(-4.0, 3.0)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Complex<T = f64> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

impl<T> Complex<T> {
    /// re + i im.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn new(re: T, im: T) -> Complex<T> {
        Complex { re, im }
    }

    /// Both parts, each by itself, under a function: to bring them to another number.
    ///
    /// ```
    /// use rules::Complex;
    /// assert_eq!(Complex::new(1.0f32, 2.0).map(f64::from), Complex::new(1.0, 2.0));
    /// ```
    #[inline]
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Complex<U> {
        Complex { re: f(self.re), im: f(self.im) }
    }
}

impl<T: Number> Complex<T> {
    /// A number that depends on nothing.
    ///
    /// ```
    /// use rules::Complex;
    /// assert_eq!(Complex::constant(1.0, 2.0) * Complex::i(), Complex::new(-2.0, 1.0));
    /// ```
    #[inline]
    pub fn constant(re: T::Scalar, im: T::Scalar) -> Complex<T> {
        Complex { re: T::constant(re), im: T::constant(im) }
    }

    /// The imaginary unit.
    #[inline]
    pub fn i() -> Complex<T> {
        Complex { re: number(0.0), im: number(1.0) }
    }

    /// The number with that absolute value and that argument, r e^(i phi).
    ///
    /// ```
    /// use rules::Complex;
    /// let z = Complex::from_polar(2.0, std::f64::consts::FRAC_PI_2);
    /// assert!((z - Complex::new(0.0, 2.0)).re.abs() < 1e-15);
    /// ```
    #[inline]
    pub fn from_polar(r: T, phi: T) -> Complex<T> {
        Complex::cis(phi).scale(r)
    }

    /// Both parts times a real number.
    #[inline]
    pub fn scale(self, x: T) -> Complex<T> {
        Complex { re: self.re * x, im: self.im * x }
    }

    /// Both parts divided by a real number.
    #[inline]
    pub fn unscale(self, x: T) -> Complex<T> {
        Complex { re: self.re / x, im: self.im / x }
    }

    /// The conjugate.
    #[inline]
    pub fn conj(self) -> Complex<T> {
        Complex { re: self.re, im: -self.im }
    }

    /// i times the number, without a product.
    #[inline]
    pub fn mul_i(self) -> Complex<T> {
        Complex { re: -self.im, im: self.re }
    }
}

impl<L: Lift> Complex<L> {
    /// A number of the level below, as a constant of this number's level; see [`Lift::level`].
    ///
    /// ```
    /// use forward::Dual;
    /// use rules::Complex;
    /// // d/dt of (t + i)^2 w, where w is a number outside.
    /// let w = Complex::new(0.0, 1.0);
    /// let z = Complex::from(Dual::<f64>::variable(3.0)) + Complex::i();
    /// let y = z * z * z.level(w);
    /// // 2 (3 + i) i
    /// assert_eq!((y.re.tangent, y.im.tangent), (-2.0, 6.0));
    /// ```
    #[inline]
    pub fn level(&self, inner: Complex<L::Inner>) -> Complex<L> {
        inner.map(L::lift)
    }
}

impl<S: Scalar, T: Real<S>> Complex<T>
where
    T: Number<Scalar = S>,
{
    /// The value, without derivatives.
    ///
    /// ```
    /// use forward::Dual;
    /// let z = rules::Complex::from(Dual::<f64>::variable(3.0)).mul_i();
    /// assert_eq!(z.value(), rules::Complex::new(0.0, 3.0));
    /// ```
    #[inline]
    pub fn value(&self) -> Complex<S> {
        Complex { re: self.re.value(), im: self.im.value() }
    }
}

impl<T: Number> From<T> for Complex<T> {
    #[inline]
    fn from(re: T) -> Complex<T> {
        Complex { re, im: number(0.0) }
    }
}

impl<T: PartialEq> PartialEq for Complex<T> {
    #[track_caller]
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.re == other.re && self.im == other.im
    }
}

impl<T: fmt::Display> fmt::Display for Complex<T> {
    /// As `1.5-2i`; a precision is that of both parts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Complex { re, im } = self;
        match f.precision() {
            Some(digits) => write!(f, "{re:.digits$}{im:+.digits$}i"),
            None => write!(f, "{re}{im:+}i"),
        }
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn number<T: Number>(c: f64) -> T {
    T::constant(T::Scalar::from_f64(c))
}
