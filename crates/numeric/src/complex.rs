//! Complex numbers on the one table.

use core::fmt;
use rules::{Lift, Number, Rule, Scalar};

/// A complex number, on which every function of the table runs.
///
/// Where a row of the table has a closed form for complex arguments (`+ - * /`, powers and roots, exponentials,
/// logarithms, trigonometric and hyperbolic functions with their inverses) the number is the value of that form, on the
/// branch that is real on the real axis. All other rows are continued to first order, by their partials at the real
/// part: the error is of second order in the imaginary part.
///
/// What is not analytic acts as on the real line (W. Squire, G. Trapp, *Using complex variables to estimate derivatives of
/// real functions*, SIAM Review 40, 1998; J. R. R. A. Martins, P. Sturdza, J. J. Alonso, *The complex-step derivative
/// approximation*, ACM TOMS 29, 2003): comparisons, `max`, `min` and rounding look at the real part, `abs` turns the
/// sign by it, and where the real function is NaN (the root of a negative number), so is the complex one. An imaginary
/// part of exactly 0 is no imaginary part: it contributes nothing, not even next to an infinity.
///
/// ```
/// use numeric::Complex;
/// use rules::Functions;
/// let z = Complex::new(0.0, std::f64::consts::PI).exp();
/// assert_eq!(z.re, -1.0);
/// assert!(z.im.abs() < 1e-15);
/// assert!(Complex::new(2.0, 5.0) > 1.0);
/// ```
#[derive(Clone, Copy)]
pub struct Complex<T = f64> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

impl<T> Complex<T> {
    /// re + i im.
    pub fn new(re: T, im: T) -> Complex<T> {
        Complex { re, im }
    }
}

impl<T: Number> Complex<T> {
    fn real(re: T) -> Complex<T> {
        Complex { re, im: zero() }
    }

    // Named: a closure in a function over rules is compiled once for each rule.
    fn re_of(self) -> T {
        self.re
    }

    fn im_of(self) -> T {
        self.im
    }
}

fn is_active<T: Number>(im: T) -> bool {
    !(im.is_constant() && im.known() == Some(T::Scalar::default()))
}

fn zero<T: Number>() -> T {
    T::constant(T::Scalar::from_f64(0.0))
}

impl<T: Number> Number for Complex<T> {
    type Scalar = T::Scalar;

    fn constant(c: T::Scalar) -> Self {
        Complex::real(T::constant(c))
    }

    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let (re, im) = (rules::each(args, Self::re_of), rules::each(args, Self::im_of));
        let active = im.map(is_active);
        let value = T::apply::<R, N>(re, n);
        if R::STEPS || !active.contains(&true) {
            return Complex::real(value);
        }
        let is_nan = |x: T| x.known().is_some_and(|x| x.has_nan());
        if !is_nan(value)
            && let Some([re, im]) = R::complex(re, im, n)
            && !is_nan(re)
            && !is_nan(im)
        {
            return Complex { re, im };
        }
        let partials = R::partials(re, value, active, n);
        let terms = partials.into_iter().zip(im).zip(active).filter(|(_, active)| *active).map(|((d, u), _)| d * u);
        Complex { re: value, im: terms.reduce(|sum, term| sum + term).unwrap_or_else(zero) }
    }

    fn known(self) -> Option<T::Scalar> {
        self.re.known()
    }

    fn has_nan(self) -> bool {
        self.re.has_nan() || self.im.has_nan()
    }

    fn is_constant(self) -> bool {
        self.re.is_constant() && self.im.is_constant() && self.im.known() == Some(T::Scalar::default())
    }
}

rules::number_operators! { [T: Number] Complex<T>, re: T }

impl<T: Number> Lift for Complex<T> {
    type Inner = T;
    fn lift(inner: T) -> Self {
        Complex::real(inner)
    }
}

impl<T: fmt::Display> fmt::Display for Complex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.re.fmt(f)?;
        f.write_str(" + ")?;
        self.im.fmt(f)?;
        f.write_str("i")
    }
}

impl<T: fmt::Debug> fmt::Debug for Complex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Complex").field("re", &self.re).field("im", &self.im).finish()
    }
}
