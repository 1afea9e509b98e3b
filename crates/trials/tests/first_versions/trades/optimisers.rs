//! Test functions of optimisers, on any float of num-traits.

use wengert::prelude::*;

use num_traits::{Float, FromPrimitive};
use std::iter::Sum;
use std::ops::AddAssign;

/// Multidimensional Rosenbrock test function
#[differentiable]
pub fn rosenbrock<T>(param: &[T], a: T, b: T) -> T
where
    T: Float + FromPrimitive + Sum,
{
    param.iter().zip(param.iter().skip(1)).map(|(&xi, &xi1)| (a - xi).powi(2) + b * (xi1 - xi.powi(2)).powi(2)).sum()
}

/// Rastrigin test function
#[differentiable]
pub fn rastrigin<T>(param: &[T]) -> T
where
    T: Float + FromPrimitive + Sum,
{
    let two_pi = T::from_f64(2.0 * std::f64::consts::PI).unwrap();
    let a = T::from_f64(10.0).unwrap();
    a * T::from_usize(param.len()).unwrap() + param.iter().map(|&x| x.powi(2) - a * (two_pi * x).cos()).sum()
}

/// Himmelblau test function
#[differentiable]
pub fn himmelblau<T>(param: &[T; 2]) -> T
where
    T: Float + FromPrimitive + AddAssign,
{
    let n7 = T::from_f64(7.0).unwrap();
    let n11 = T::from_f64(11.0).unwrap();
    let [x1, x2] = *param;
    (x1.powi(2) + x2 - n11).powi(2) + (x1 + x2.powi(2) - n7).powi(2)
}

#[test]
fn holds() {
    super::check(
        &[0.4, -0.2, 0.3],
        |x| rosenbrock(x, 1.0, 100.0),
        |x| {
            let (v, (g, _, _)) = rosenbrock::value_and_gradient(x, 1.0, 100.0);
            (v, g)
        },
    );
    super::check(&[0.4, -0.2, 0.3], rastrigin, |x| rastrigin::value_and_gradient(x));
    super::check(&[0.4, -0.2], |x| himmelblau(&[x[0], x[1]]), |x| himmelblau::value_and_gradient(&[x[0], x[1]]));
}
