//! Arithmetic: sums and multiples entry by entry, `*` between matrices is their product.

use crate::operations::sum_of;
use crate::{Matrix, matmul};
use core::iter::Sum;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use rules::{Number, rule};

macro_rules! entrywise {
    ($($Op:ident $op:ident $Assign:ident $assign:ident $symbol:literal $minus:literal)*) => {$(
        impl<T: Number> $Op<&Matrix<T>> for &Matrix<T> {
            type Output = Matrix<T>;
            #[track_caller]
            fn $op(self, other: &Matrix<T>) -> Matrix<T> {
                assert!(
                    self.shape() == other.shape(),
                    concat!("a matrix of {} ", $symbol, " one of {}: other shapes"), self.shape(), other.shape()
                );
                if self.is_whole() || other.is_whole() {
                    return sum_of(self, other, $minus);
                }
                let entries = self.iter().zip(other).map(|(&a, &b)| a.$op(b)).collect();
                Matrix::from_vec(self.rows(), self.columns(), entries)
            }
        }
        owned! { $Op $op }
        impl<T: Number> $Assign<&Matrix<T>> for Matrix<T> {
            #[track_caller]
            fn $assign(&mut self, other: &Matrix<T>) {
                assert!(
                    self.shape() == other.shape(),
                    concat!("a matrix of {} ", $symbol, " one of {}: other shapes"), self.shape(), other.shape()
                );
                if self.is_whole() || other.is_whole() {
                    *self = sum_of(self, other, $minus);
                    return;
                }
                for (a, &b) in self.iter_mut().zip(other) {
                    *a = (*a).$op(b);
                }
            }
        }
        impl<T: Number> $Assign for Matrix<T> {
            #[track_caller]
            fn $assign(&mut self, other: Matrix<T>) {
                self.$assign(&other);
            }
        }
    )*};
}

macro_rules! owned {
    ($Op:ident $op:ident) => {
        impl<T: Number> $Op<Matrix<T>> for &Matrix<T> {
            type Output = Matrix<T>;
            #[track_caller]
            fn $op(self, other: Matrix<T>) -> Matrix<T> {
                self.$op(&other)
            }
        }
        impl<T: Number> $Op<&Matrix<T>> for Matrix<T> {
            type Output = Matrix<T>;
            #[track_caller]
            fn $op(self, other: &Matrix<T>) -> Matrix<T> {
                (&self).$op(other)
            }
        }
        impl<T: Number> $Op for Matrix<T> {
            type Output = Matrix<T>;
            #[track_caller]
            fn $op(self, other: Matrix<T>) -> Matrix<T> {
                (&self).$op(&other)
            }
        }
    };
}

entrywise! { Add add AddAssign add_assign "plus" false Sub sub SubAssign sub_assign "minus" true }

impl<T: Number> Mul<&Matrix<T>> for &Matrix<T> {
    type Output = Matrix<T>;
    /// The product of matrices.
    #[track_caller]
    fn mul(self, other: &Matrix<T>) -> Matrix<T> {
        matmul(self, other)
    }
}
owned! { Mul mul }

/// With a number of its own kind, or a constant, on the right.
macro_rules! scaled {
    ($($Op:ident $op:ident)*) => {$(
        impl<T: Number + $Op<K, Output = T>, K: Number> $Op<K> for &Matrix<T> {
            type Output = Matrix<T>;
            fn $op(self, k: K) -> Matrix<T> {
                self.map(|a| a.$op(k))
            }
        }
        impl<T: Number + $Op<K, Output = T>, K: Number> $Op<K> for Matrix<T> {
            type Output = Matrix<T>;
            fn $op(self, k: K) -> Matrix<T> {
                (&self).$op(k)
            }
        }
    )*};
}
scaled! { Mul mul Div div }

// By the scalar of the entries: with the bound `f64: Mul<T>` the compiler would look for matrices of matrices without end.
macro_rules! constant_on_the_left {
    ($($S:ident)*) => {$(
        impl<T: Number<Scalar = $S>> Mul<&Matrix<T>> for $S {
            type Output = Matrix<T>;
            fn mul(self, matrix: &Matrix<T>) -> Matrix<T> {
                matrix.map(|a| T::apply_to::<rule::Mul>(self, a))
            }
        }
        impl<T: Number<Scalar = $S>> Mul<Matrix<T>> for $S {
            type Output = Matrix<T>;
            fn mul(self, matrix: Matrix<T>) -> Matrix<T> {
                matrix.map(|a| T::apply_to::<rule::Mul>(self, a))
            }
        }
    )*};
}
constant_on_the_left! { f64 f32 }

macro_rules! scaled_in_place {
    ($($Op:ident $Assign:ident $assign:ident $op:tt;)*) => {$(
        impl<T: Number + $Op<K, Output = T>, K: Number> $Assign<K> for Matrix<T> {
            fn $assign(&mut self, k: K) {
                for a in self.iter_mut() {
                    *a = *a $op k;
                }
            }
        }
    )*};
}
scaled_in_place! {
    Mul MulAssign mul_assign *;
    Div DivAssign div_assign /;
}

impl<T: Number> Neg for &Matrix<T> {
    type Output = Matrix<T>;
    fn neg(self) -> Matrix<T> {
        self.map(|a| -a)
    }
}

impl<T: Number> Neg for Matrix<T> {
    type Output = Matrix<T>;
    fn neg(self) -> Matrix<T> {
        -&self
    }
}

/// Of no matrices 0 x 0, as nothing tells a shape.
impl<T: Number> Sum for Matrix<T> {
    #[track_caller]
    fn sum<I: Iterator<Item = Self>>(mut iter: I) -> Self {
        let first = iter.next().unwrap_or_default();
        iter.fold(first, |sum, x| sum + x)
    }
}

/// Of no matrices 0 x 0, as nothing tells a shape.
impl<'a, T: Number> Sum<&'a Matrix<T>> for Matrix<T> {
    #[track_caller]
    fn sum<I: Iterator<Item = &'a Matrix<T>>>(mut iter: I) -> Self {
        let first = iter.next().cloned().unwrap_or_default();
        iter.fold(first, |sum, x| sum + x)
    }
}
