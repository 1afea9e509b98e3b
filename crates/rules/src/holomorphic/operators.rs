//! Arithmetic of complex numbers.

use super::{Complex, number, pair, values};
use crate::{Number, rule};
use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

impl<T: Number> Neg for Complex<T> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Complex { re: -self.re, im: -self.im }
    }
}

impl<T: Number> Add for Complex<T> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
}

impl<T: Number> Sub for Complex<T> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Complex { re: self.re - other.re, im: self.im - other.im }
    }
}

/// By the plain formula: an infinity times a number with a part that is 0 has a part that is NaN.
impl<T: Number> Mul for Complex<T> {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        let (Complex { re: a, im: b }, Complex { re: c, im: d }) = (self, other);
        Complex { re: a * c - b * d, im: a * d + b * c }
    }
}

/// Without overflow or underflow on the way; by 0 it is infinite, where it is not NaN.
impl<T: Number> Div for Complex<T> {
    type Output = Self;
    #[inline]
    fn div(self, other: Self) -> Self {
        pair::apply::<Quotient, T, 4>([self.re, self.im, other.re, other.im])
    }
}

/// The quotient: by the numerator 1 / w, by the denominator -q / w.
pub(super) struct Quotient;

impl pair::Holomorphic<4> for Quotient {
    const RE: &'static str = "complex::quotient_re";
    const IM: &'static str = "complex::quotient_im";

    fn value([a, b, c, d]: [f64; 4]) -> [f64; 2] {
        values::quotient([a, b], [c, d])
    }

    fn slopes<T: Number>([_, _, c, d]: [T; 4], q: Complex<T>, active: [bool; 4]) -> [T; 4] {
        let by_numerator = Complex { re: c, im: d }.recip();
        let by_denominator = if active[2] || active[3] { -(q * by_numerator) } else { Complex::from(number::<T>(0.0)) };
        [by_numerator.re, by_numerator.im, by_denominator.re, by_denominator.im]
    }
}

macro_rules! mixed {
    ($S:ident: $($Op:ident $op:ident $Assign:ident $assign:ident;)*) => {$(
        impl<T: Number<Scalar = $S>> $Assign<$S> for Complex<T> {
            #[inline]
            fn $assign(&mut self, c: $S) {
                *self = $Op::$op(*self, c);
            }
        }
    )*
        impl<T: Number<Scalar = $S>> Add<$S> for Complex<T> {
            type Output = Self;
            #[inline]
            fn add(self, c: $S) -> Self {
                Complex { re: self.re.apply_with::<rule::Add>(c), im: self.im }
            }
        }
        impl<T: Number<Scalar = $S>> Sub<$S> for Complex<T> {
            type Output = Self;
            #[inline]
            fn sub(self, c: $S) -> Self {
                Complex { re: self.re.apply_with::<rule::Sub>(c), im: self.im }
            }
        }
        impl<T: Number<Scalar = $S>> Mul<$S> for Complex<T> {
            type Output = Self;
            #[inline]
            fn mul(self, c: $S) -> Self {
                Complex { re: self.re.apply_with::<rule::Mul>(c), im: self.im.apply_with::<rule::Mul>(c) }
            }
        }
        impl<T: Number<Scalar = $S>> Div<$S> for Complex<T> {
            type Output = Self;
            #[inline]
            fn div(self, c: $S) -> Self {
                Complex { re: self.re.apply_with::<rule::Div>(c), im: self.im.apply_with::<rule::Div>(c) }
            }
        }
        impl<T: Number<Scalar = $S>> Add<Complex<T>> for $S {
            type Output = Complex<T>;
            #[inline]
            fn add(self, z: Complex<T>) -> Complex<T> {
                z + self
            }
        }
        impl<T: Number<Scalar = $S>> Sub<Complex<T>> for $S {
            type Output = Complex<T>;
            #[inline]
            fn sub(self, z: Complex<T>) -> Complex<T> {
                Complex { re: T::apply_to::<rule::Sub>(self, z.re), im: -z.im }
            }
        }
        impl<T: Number<Scalar = $S>> Mul<Complex<T>> for $S {
            type Output = Complex<T>;
            #[inline]
            fn mul(self, z: Complex<T>) -> Complex<T> {
                z * self
            }
        }
        impl<T: Number<Scalar = $S>> Div<Complex<T>> for $S {
            type Output = Complex<T>;
            #[inline]
            fn div(self, z: Complex<T>) -> Complex<T> {
                Complex::from(T::constant(self)) / z
            }
        }
    };
}
mixed! { f64: Add add AddAssign add_assign; Sub sub SubAssign sub_assign; Mul mul MulAssign mul_assign; Div div DivAssign div_assign; }
mixed! { f32: Add add AddAssign add_assign; Sub sub SubAssign sub_assign; Mul mul MulAssign mul_assign; Div div DivAssign div_assign; }

macro_rules! among_themselves {
    ($($Op:ident $op:ident $Assign:ident $assign:ident;)*) => {$(
        impl<T: Number> $Op<&Complex<T>> for Complex<T> {
            type Output = Complex<T>;
            #[inline]
            fn $op(self, other: &Complex<T>) -> Complex<T> {
                $Op::$op(self, *other)
            }
        }
        impl<T: Number> $Op<Complex<T>> for &Complex<T> {
            type Output = Complex<T>;
            #[inline]
            fn $op(self, other: Complex<T>) -> Complex<T> {
                $Op::$op(*self, other)
            }
        }
        impl<T: Number> $Op<&Complex<T>> for &Complex<T> {
            type Output = Complex<T>;
            #[inline]
            fn $op(self, other: &Complex<T>) -> Complex<T> {
                $Op::$op(*self, *other)
            }
        }
        impl<T: Number> $Assign for Complex<T> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = $Op::$op(*self, other);
            }
        }
    )*};
}
among_themselves! { Add add AddAssign add_assign; Sub sub SubAssign sub_assign; Mul mul MulAssign mul_assign; Div div DivAssign div_assign; }

impl<T: Number> Sum for Complex<T> {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Complex { re: number(-0.0), im: number(-0.0) }, |sum, z| sum + z)
    }
}

impl<'a, T: Number> Sum<&'a Complex<T>> for Complex<T> {
    fn sum<I: Iterator<Item = &'a Complex<T>>>(all: I) -> Self {
        all.copied().sum()
    }
}

impl<T: Number> Product for Complex<T> {
    fn product<I: Iterator<Item = Self>>(all: I) -> Self {
        all.reduce(|product, z| product * z).unwrap_or_else(|| Complex::from(number::<T>(1.0)))
    }
}

impl<'a, T: Number> Product<&'a Complex<T>> for Complex<T> {
    fn product<I: Iterator<Item = &'a Complex<T>>>(all: I) -> Self {
        all.copied().product()
    }
}
