//! Complex numbers of the crate `num-complex`, by its formulas, so that values are the same; where it takes a case for
//! itself, on the axes, the slopes are those of the function. This text is read alone.

use crate::prelude::iter::{Iter, Sum};
use crate::prelude::place;
use crate::prelude::place::Float;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A number with a real and an imaginary part.
#[derive(Clone, Copy, PartialEq)]
pub struct Complex<T = f64> {
    pub re: T,
    pub im: T,
}

pub type Complex64 = Complex<f64>;

pub type Complex32 = Complex<f32>;

pub fn c64<T: Into<f64>>(re: T, im: T) -> Complex<f64> {
    Complex { re: re.into(), im: im.into() }
}

impl<T: Float> Complex<T> {
    pub fn new(re: T, im: T) -> Complex<T> {
        Complex { re, im }
    }

    pub fn i() -> Complex<T> {
        Complex { re: place::literal(0.0), im: place::literal(1.0) }
    }

    pub fn zero() -> Complex<T> {
        Complex { re: place::literal(0.0), im: place::literal(0.0) }
    }

    pub fn one() -> Complex<T> {
        Complex { re: place::literal(1.0), im: place::literal(0.0) }
    }

    pub fn norm_sqr(&self) -> T {
        self.re * self.re + self.im * self.im
    }

    pub fn scale(&self, t: T) -> Complex<T> {
        Complex { re: self.re * t, im: self.im * t }
    }

    pub fn unscale(&self, t: T) -> Complex<T> {
        Complex { re: self.re / t, im: self.im / t }
    }

    fn negated(&self) -> Complex<T> {
        Complex { re: -self.re, im: -self.im }
    }

    pub fn conj(&self) -> Complex<T> {
        Complex { re: self.re, im: -self.im }
    }

    pub fn inv(&self) -> Complex<T> {
        let square = self.norm_sqr();
        Complex { re: self.re / square, im: -self.im / square }
    }

    pub fn powu(&self, exp: u32) -> Complex<T> {
        power(*self, exp)
    }

    pub fn powi(&self, exp: i32) -> Complex<T> {
        if exp < 0 { power(self.inv(), exp.unsigned_abs()) } else { power(*self, exp as u32) }
    }

    pub fn l1_norm(&self) -> T {
        self.re.abs() + self.im.abs()
    }

    pub fn cis(phase: T) -> Complex<T> {
        Complex { re: phase.cos(), im: phase.sin() }
    }

    pub fn norm(self) -> T {
        self.re.hypot(self.im)
    }

    pub fn arg(self) -> T {
        self.im.atan2(self.re)
    }

    pub fn to_polar(self) -> (T, T) {
        (self.norm(), self.arg())
    }

    pub fn from_polar(r: T, theta: T) -> Complex<T> {
        Complex { re: r * theta.cos(), im: r * theta.sin() }
    }

    pub fn exp(self) -> Complex<T> {
        let zero: T = place::literal(0.0);
        if !self.re.is_finite() {
            if self.re < zero {
                if !self.im.is_finite() {
                    return Complex { re: zero, im: zero };
                }
            } else if self.im == zero || self.re > zero && !self.im.is_finite() {
                let im = if self.im == zero { self.im } else { place::literal(f64::NAN) };
                return Complex { re: self.re, im };
            }
        }
        Complex::from_polar(self.re.exp(), self.im)
    }

    pub fn ln(self) -> Complex<T> {
        Complex { re: self.norm().ln(), im: self.arg() }
    }

    pub fn sqrt(self) -> Complex<T> {
        let (zero, two): (T, T) = (place::literal(0.0), place::literal(2.0));
        if self.im == zero {
            let root = (if self.re.is_sign_negative() { -self.re } else { self.re }).sqrt();
            // A zero with a slope.
            let other = if root == zero { self.im } else { self.im / (two * root) };
            match (self.re.is_sign_negative(), self.im.is_sign_negative()) {
                (false, _) => Complex { re: root, im: other },
                (true, false) => Complex { re: other, im: root },
                (true, true) => Complex { re: -other, im: -root },
            }
        } else if self.re == zero {
            let down = self.im.is_sign_negative();
            let root = ((if down { -self.im } else { self.im }) / two).sqrt();
            let tilt = self.re / (two * two * root);
            if down { Complex { re: root + tilt, im: -(root - tilt) } } else { Complex { re: root + tilt, im: root - tilt } }
        } else {
            Complex::from_polar(self.norm().sqrt(), self.arg() / two)
        }
    }

    pub fn powf(self, exp: T) -> Complex<T> {
        let (zero, one): (T, T) = (place::literal(0.0), place::literal(1.0));
        let (r, theta) = self.to_polar();
        if exp == zero {
            return if r == zero { Complex::one() } else { Complex { re: one + exp * r.ln(), im: zero + exp * theta } };
        }
        Complex::from_polar(r.powf(exp), theta * exp)
    }

    pub fn powc(self, exp: Complex<T>) -> Complex<T> {
        let zero: T = place::literal(0.0);
        if exp.re == zero && exp.im == zero {
            return Complex::one();
        }
        (exp * self.ln()).exp()
    }

    pub fn expf(self, base: T) -> Complex<T> {
        Complex::from_polar(base.powf(self.re), self.im * base.ln())
    }

    pub fn log(self, base: T) -> Complex<T> {
        let (r, theta) = self.to_polar();
        Complex { re: r.log(base), im: theta / base.ln() }
    }

    pub fn sin(self) -> Complex<T> {
        Complex { re: self.re.sin() * self.im.cosh(), im: self.re.cos() * self.im.sinh() }
    }

    pub fn cos(self) -> Complex<T> {
        Complex { re: self.re.cos() * self.im.cosh(), im: -self.re.sin() * self.im.sinh() }
    }

    pub fn tan(self) -> Complex<T> {
        let (re, im) = (self.re + self.re, self.im + self.im);
        Complex { re: re.sin(), im: im.sinh() }.unscale(re.cos() + im.cosh())
    }

    pub fn sinh(self) -> Complex<T> {
        Complex { re: self.re.sinh() * self.im.cos(), im: self.re.cosh() * self.im.sin() }
    }

    pub fn cosh(self) -> Complex<T> {
        Complex { re: self.re.cosh() * self.im.cos(), im: self.re.sinh() * self.im.sin() }
    }

    pub fn tanh(self) -> Complex<T> {
        let (re, im) = (self.re + self.re, self.im + self.im);
        Complex { re: re.sinh(), im: im.sin() }.unscale(re.cosh() + im.cos())
    }

    pub fn is_nan(self) -> bool {
        self.re.is_nan() || self.im.is_nan()
    }

    pub fn is_finite(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }
}

/// By squares.
fn power<T: Float>(z: Complex<T>, exp: u32) -> Complex<T> {
    if exp == 0 {
        return Complex::one();
    }
    if exp == 1 {
        return z;
    }
    if exp == 2 {
        return z * z;
    }
    let (mut base, mut left) = (z, exp);
    while left % 2 == 0 {
        base = base * base;
        left /= 2;
    }
    let mut all = base;
    while left > 1 {
        left /= 2;
        base = base * base;
        if left % 2 == 1 {
            all = all * base;
        }
    }
    all
}

fn sum<T: Float>(a: Complex<T>, b: Complex<T>) -> Complex<T> {
    Complex { re: a.re + b.re, im: a.im + b.im }
}

fn difference<T: Float>(a: Complex<T>, b: Complex<T>) -> Complex<T> {
    Complex { re: a.re - b.re, im: a.im - b.im }
}

fn product<T: Float>(a: Complex<T>, b: Complex<T>) -> Complex<T> {
    Complex { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re }
}

fn quotient<T: Float>(a: Complex<T>, b: Complex<T>) -> Complex<T> {
    let square = b.norm_sqr();
    let (re, im) = (a.re * b.re + a.im * b.im, a.im * b.re - a.re * b.im);
    Complex { re: re / square, im: im / square }
}

fn sum_with<T: Float>(a: Complex<T>, x: T) -> Complex<T> {
    Complex { re: a.re + x, im: a.im }
}

fn difference_with<T: Float>(a: Complex<T>, x: T) -> Complex<T> {
    Complex { re: a.re - x, im: a.im }
}

fn product_with<T: Float>(a: Complex<T>, x: T) -> Complex<T> {
    Complex { re: a.re * x, im: a.im * x }
}

fn quotient_with<T: Float>(a: Complex<T>, x: T) -> Complex<T> {
    Complex { re: a.re / x, im: a.im / x }
}

fn sum_of<T: Float>(x: T, b: Complex<T>) -> Complex<T> {
    Complex { re: x + b.re, im: b.im }
}

fn difference_of<T: Float>(x: T, b: Complex<T>) -> Complex<T> {
    let zero: T = place::literal(0.0);
    Complex { re: x - b.re, im: zero - b.im }
}

fn product_of<T: Float>(x: T, b: Complex<T>) -> Complex<T> {
    Complex { re: x * b.re, im: x * b.im }
}

fn quotient_of<T: Float>(x: T, b: Complex<T>) -> Complex<T> {
    let (zero, square): (T, T) = (place::literal(0.0), b.norm_sqr());
    Complex { re: x * b.re / square, im: zero - x * b.im / square }
}

macro_rules! operators {
    ($($name:ident, $method:ident, $function:ident, $a:ty, $b:ty, $out:ty;)*) => {$(
        impl $name<$b> for $a {
            type Output = $out;

            fn $method(self, other: $b) -> $out {
                $function(self, other)
            }
        }

        impl $name<&$b> for $a {
            type Output = $out;

            fn $method(self, other: &$b) -> $out {
                $function(self, *other)
            }
        }

        impl $name<$b> for &$a {
            type Output = $out;

            fn $method(self, other: $b) -> $out {
                $function(*self, other)
            }
        }

        impl $name<&$b> for &$a {
            type Output = $out;

            fn $method(self, other: &$b) -> $out {
                $function(*self, *other)
            }
        }
    )*};
}

operators! {
    Add, add, sum, Complex<f64>, Complex<f64>, Complex<f64>;
    Add, add, sum_with, Complex<f64>, f64, Complex<f64>;
    Add, add, sum_of, f64, Complex<f64>, Complex<f64>;
    Sub, sub, difference, Complex<f64>, Complex<f64>, Complex<f64>;
    Sub, sub, difference_with, Complex<f64>, f64, Complex<f64>;
    Sub, sub, difference_of, f64, Complex<f64>, Complex<f64>;
    Mul, mul, product, Complex<f64>, Complex<f64>, Complex<f64>;
    Mul, mul, product_with, Complex<f64>, f64, Complex<f64>;
    Mul, mul, product_of, f64, Complex<f64>, Complex<f64>;
    Div, div, quotient, Complex<f64>, Complex<f64>, Complex<f64>;
    Div, div, quotient_with, Complex<f64>, f64, Complex<f64>;
    Div, div, quotient_of, f64, Complex<f64>, Complex<f64>;
    Add, add, sum, Complex<f32>, Complex<f32>, Complex<f32>;
    Add, add, sum_with, Complex<f32>, f32, Complex<f32>;
    Add, add, sum_of, f32, Complex<f32>, Complex<f32>;
    Sub, sub, difference, Complex<f32>, Complex<f32>, Complex<f32>;
    Sub, sub, difference_with, Complex<f32>, f32, Complex<f32>;
    Sub, sub, difference_of, f32, Complex<f32>, Complex<f32>;
    Mul, mul, product, Complex<f32>, Complex<f32>, Complex<f32>;
    Mul, mul, product_with, Complex<f32>, f32, Complex<f32>;
    Mul, mul, product_of, f32, Complex<f32>, Complex<f32>;
    Div, div, quotient, Complex<f32>, Complex<f32>, Complex<f32>;
    Div, div, quotient_with, Complex<f32>, f32, Complex<f32>;
    Div, div, quotient_of, f32, Complex<f32>, Complex<f32>;
}

macro_rules! assignments {
    ($($name:ident, $method:ident, $function:ident, $a:ty, $b:ty;)*) => {$(
        impl $name<$b> for $a {
            fn $method(&mut self, other: $b) {
                *self = $function(*self, other);
            }
        }
    )*};
}

assignments! {
    AddAssign, add_assign, sum, Complex<f64>, Complex<f64>;
    AddAssign, add_assign, sum_with, Complex<f64>, f64;
    SubAssign, sub_assign, difference, Complex<f64>, Complex<f64>;
    SubAssign, sub_assign, difference_with, Complex<f64>, f64;
    MulAssign, mul_assign, product, Complex<f64>, Complex<f64>;
    MulAssign, mul_assign, product_with, Complex<f64>, f64;
    DivAssign, div_assign, quotient, Complex<f64>, Complex<f64>;
    DivAssign, div_assign, quotient_with, Complex<f64>, f64;
    AddAssign, add_assign, sum, Complex<f32>, Complex<f32>;
    AddAssign, add_assign, sum_with, Complex<f32>, f32;
    SubAssign, sub_assign, difference, Complex<f32>, Complex<f32>;
    SubAssign, sub_assign, difference_with, Complex<f32>, f32;
    MulAssign, mul_assign, product, Complex<f32>, Complex<f32>;
    MulAssign, mul_assign, product_with, Complex<f32>, f32;
    DivAssign, div_assign, quotient, Complex<f32>, Complex<f32>;
    DivAssign, div_assign, quotient_with, Complex<f32>, f32;
}

impl Neg for Complex<f64> {
    type Output = Complex<f64>;

    fn neg(self) -> Complex<f64> {
        self.negated()
    }
}

impl Neg for &Complex<f64> {
    type Output = Complex<f64>;

    fn neg(self) -> Complex<f64> {
        self.negated()
    }
}

impl Neg for Complex<f32> {
    type Output = Complex<f32>;

    fn neg(self) -> Complex<f32> {
        self.negated()
    }
}

impl Neg for &Complex<f32> {
    type Output = Complex<f32>;

    fn neg(self) -> Complex<f32> {
        self.negated()
    }
}

impl From<f64> for Complex<f64> {
    fn from(re: f64) -> Complex<f64> {
        Complex { re, im: 0.0 }
    }
}

impl Sum<Complex<f64>> for Complex<f64> {
    fn sum<I: Iter<Item = Complex<f64>>>(mut iter: I) -> Complex<f64> {
        let mut all = Complex { re: 0.0, im: 0.0 };
        iter.each(|z| {
            all = all + z;
            false
        });
        all
    }
}

impl Sum<&Complex<f64>> for Complex<f64> {
    fn sum<I: Iter<Item = &Complex<f64>>>(mut iter: I) -> Complex<f64> {
        let mut all = Complex { re: 0.0, im: 0.0 };
        iter.each(|z| {
            all = all + z;
            false
        });
        all
    }
}
