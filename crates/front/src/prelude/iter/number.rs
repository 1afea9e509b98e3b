//! Sums and products.

use crate::prelude::iter::{Failing, Iter, Missing};
use std::ops::{Add, Mul};

/// A number that has a sum and a product.
pub trait Number: Copy + Add<Output = Self> + Mul<Output = Self> {
    /// The sum of no numbers.
    fn sum_of_none() -> Self;
    /// The product of no numbers.
    fn product_of_none() -> Self;
}

/// What a sum of items is.
pub trait Sum<A = Self>: Sized {
    /// The sum.
    fn sum<I: Iter<Item = A>>(iter: I) -> Self;
}

/// What a product of items is.
pub trait Product<A = Self>: Sized {
    /// The product.
    fn product<I: Iter<Item = A>>(iter: I) -> Self;
}

impl<T: Number> Sum<T> for T {
    fn sum<I: Iter<Item = T>>(mut iter: I) -> T {
        let mut total = T::sum_of_none();
        iter.each(|x| {
            total = total + x;
            false
        });
        total
    }
}

impl<'a, T: Number> Sum<&'a T> for T {
    fn sum<I: Iter<Item = &'a T>>(mut iter: I) -> T {
        let mut total = T::sum_of_none();
        iter.each(|x| {
            total = total + *x;
            false
        });
        total
    }
}

impl<A, T: Sum<A>> Sum<Option<A>> for Option<T> {
    fn sum<I: Iter<Item = Option<A>>>(iter: I) -> Option<T> {
        let mut missing = false;
        let total = T::sum(Missing { iter, missing: &mut missing });
        if missing { None } else { Some(total) }
    }
}

impl<A, E, T: Sum<A>> Sum<Result<A, E>> for Result<T, E> {
    fn sum<I: Iter<Item = Result<A, E>>>(iter: I) -> Result<T, E> {
        let mut error = None;
        let total = T::sum(Failing { iter, error: &mut error });
        match error {
            None => Ok(total),
            Some(e) => Err(e),
        }
    }
}

impl<T: Number> Product<T> for T {
    fn product<I: Iter<Item = T>>(mut iter: I) -> T {
        let mut total = T::product_of_none();
        iter.each(|x| {
            total = total * x;
            false
        });
        total
    }
}

impl<'a, T: Number> Product<&'a T> for T {
    fn product<I: Iter<Item = &'a T>>(mut iter: I) -> T {
        let mut total = T::product_of_none();
        iter.each(|x| {
            total = total * *x;
            false
        });
        total
    }
}

impl<A, T: Product<A>> Product<Option<A>> for Option<T> {
    fn product<I: Iter<Item = Option<A>>>(iter: I) -> Option<T> {
        let mut missing = false;
        let total = T::product(Missing { iter, missing: &mut missing });
        if missing { None } else { Some(total) }
    }
}

impl<A, E, T: Product<A>> Product<Result<A, E>> for Result<T, E> {
    fn product<I: Iter<Item = Result<A, E>>>(iter: I) -> Result<T, E> {
        let mut error = None;
        let total = T::product(Failing { iter, error: &mut error });
        match error {
            None => Ok(total),
            Some(e) => Err(e),
        }
    }
}

macro_rules! number {
    ($($t:ty, $sum:expr, $product:expr;)*) => {$(
        impl Number for $t {
            fn sum_of_none() -> $t {
                $sum
            }

            fn product_of_none() -> $t {
                $product
            }
        }
    )*};
}
number! {
    f64, -0.0, 1.0; f32, -0.0, 1.0;
    u8, 0, 1; u16, 0, 1; u32, 0, 1; u64, 0, 1; u128, 0, 1; usize, 0, 1;
    i8, 0, 1; i16, 0, 1; i32, 0, 1; i64, 0, 1; i128, 0, 1; isize, 0, 1;
}
