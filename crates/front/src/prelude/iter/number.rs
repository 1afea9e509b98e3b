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

impl Number for f64 {
    fn sum_of_none() -> f64 {
        -0.0
    }

    fn product_of_none() -> f64 {
        1.0
    }
}

impl Number for f32 {
    fn sum_of_none() -> f32 {
        -0.0
    }

    fn product_of_none() -> f32 {
        1.0
    }
}

impl Number for i8 {
    fn sum_of_none() -> i8 {
        0
    }

    fn product_of_none() -> i8 {
        1
    }
}

impl Number for i16 {
    fn sum_of_none() -> i16 {
        0
    }

    fn product_of_none() -> i16 {
        1
    }
}

impl Number for i32 {
    fn sum_of_none() -> i32 {
        0
    }

    fn product_of_none() -> i32 {
        1
    }
}

impl Number for i64 {
    fn sum_of_none() -> i64 {
        0
    }

    fn product_of_none() -> i64 {
        1
    }
}

impl Number for i128 {
    fn sum_of_none() -> i128 {
        0
    }

    fn product_of_none() -> i128 {
        1
    }
}

impl Number for isize {
    fn sum_of_none() -> isize {
        0
    }

    fn product_of_none() -> isize {
        1
    }
}

impl Number for u8 {
    fn sum_of_none() -> u8 {
        0
    }

    fn product_of_none() -> u8 {
        1
    }
}

impl Number for u16 {
    fn sum_of_none() -> u16 {
        0
    }

    fn product_of_none() -> u16 {
        1
    }
}

impl Number for u32 {
    fn sum_of_none() -> u32 {
        0
    }

    fn product_of_none() -> u32 {
        1
    }
}

impl Number for u64 {
    fn sum_of_none() -> u64 {
        0
    }

    fn product_of_none() -> u64 {
        1
    }
}

impl Number for u128 {
    fn sum_of_none() -> u128 {
        0
    }

    fn product_of_none() -> u128 {
        1
    }
}

impl Number for usize {
    fn sum_of_none() -> usize {
        0
    }

    fn product_of_none() -> usize {
        1
    }
}
