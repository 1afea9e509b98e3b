//! Operators of numbers as methods of their traits, and functions of num-traits by the paths of its traits.

use super::held;
use num_traits::{Float, FromPrimitive};
use std::ops::{Add, Div, Mul, Neg, Sub};
use wengert::prelude::*;

struct Pair(f64, f64);

impl Mul<Pair> for f64 {
    type Output = Pair;
    fn mul(self, pair: Pair) -> Pair {
        Pair(self * pair.0, self * pair.1)
    }
}

#[differentiable]
fn operators(x: &[f64], k: f64) -> f64 {
    let (a, b) = (&x[0], &&x[1]);
    let products = x.iter().zip(x).map(|(p, q)| p.mul(q)).fold(0.0, Add::add);
    let differences: f64 = x.iter().map(|v| v.sub(k)).map(|v| v.mul(&k)).sum();
    let pair = k.mul(Pair(*a, 2.0)).0.add(k.mul(3.0));
    let bits = 3usize.add(4).div(2);
    products.add(differences).sub(a.mul(k).neg().div(b.mul(2.0))).mul(pair) + bits as f64 * f64::add(k, 1.0)
}

trait Inner: Copy {
    type Scalar: Float;
    fn squared(self) -> Self::Scalar;
    fn length(self) -> Self::Scalar {
        Float::sqrt(self.squared())
    }
}

#[derive(Clone, Copy)]
struct Along<T>(T);

impl<T: Float> Inner for Along<T> {
    type Scalar = T;
    fn squared(self) -> T {
        self.0 * self.0
    }
}

fn mean<T: Float + FromPrimitive + std::iter::Sum>(x: &[T]) -> Option<T> {
    if x.is_empty() { None } else { Some(x.iter().copied().sum::<T>() / T::from_usize(x.len())?) }
}

#[differentiable]
fn paths(x: &[f64]) -> f64 {
    let largest = x.iter().copied().fold(Float::neg_infinity(), Float::max);
    Float::exp(largest) * mean(x).unwrap() + Along(x[0]).length() + num_traits::Float::powi(x[1], 3)
}

#[test]
fn operators_by_method() {
    let x = [0.4, 1.3, -0.8];
    let (value, (by_x, by_k)) = operators::value_and_gradient(&x, 0.7);
    held(&[x[0], x[1], x[2], 0.7], |x| operators(&x[..3], x[3]), value, &[&by_x[..], &[by_k]].concat());
}

#[test]
fn functions_by_the_paths_of_traits() {
    let x = [0.4, 1.3, -0.8];
    let (value, by) = paths::value_and_gradient(&x);
    held(&x, paths, value, &by);
}
