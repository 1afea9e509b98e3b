//! Products of which the first factor may be a number and the second a matrix: numbers that may be any have no such operator.

use core::ops::Mul;
use linalg::Matrix;
use rules::Number;

/// Two factors.
#[derive(Debug)]
pub struct Product<L, R>(Option<(L, R)>);

impl<L, R> Product<L, R> {
    /// They, not multiplied yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(left: L, right: R) -> Product<L, R> {
        Product(Some((left, right)))
    }
}

/// A number and a matrix.
pub trait Scaled<T> {
    /// The matrix, multiplied by the number.
    fn product(self) -> Matrix<T>;
}

macro_rules! scaled {
    ($($L:ty, $R:ty;)*) => {$(
        impl<T: Number> Scaled<T> for Product<$L, $R> {
            fn product(self) -> Matrix<T> {
                let (k, matrix) = self.0.unwrap_or_else(|| unreachable!("a product is made with its factors"));
                let k: T = *core::borrow::Borrow::<T>::borrow(&k);
                matrix.map(|x| k * x)
            }
        }
    )*};
}
scaled! { T, Matrix<T>; T, &Matrix<T>; &T, Matrix<T>; &T, &Matrix<T>; }

/// Anything else.
pub trait ProductOfAny {
    /// What the operator gives.
    type Output;
    /// What the operator gives.
    fn product(&mut self) -> Self::Output;
}

impl<L: Mul<R>, R> ProductOfAny for Product<L, R> {
    type Output = L::Output;
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn product(&mut self) -> L::Output {
        let (left, right) = self.0.take().unwrap_or_else(|| unreachable!("a product is made with its factors"));
        left * right
    }
}
