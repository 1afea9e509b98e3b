//! Methods of numbers that are not in the table of rules.

use crate::prelude::int;
use crate::prelude::place;
use crate::prelude::place::Float;
use std::cmp::Ordering;

/// How two numbers stand to one another; none if one is NaN.
pub fn partial_cmp<T: Float>(x: &T, other: &T) -> Option<Ordering> {
    if *x < *other {
        Some(Ordering::Less)
    } else if *x > *other {
        Some(Ordering::Greater)
    } else if *x == *other {
        Some(Ordering::Equal)
    } else {
        None
    }
}

/// How two numbers stand to one another, -0.0 before 0.0, and NaN at the end of its sign; all NaN of a sign are equal.
pub fn total_cmp<T: Float>(x: &T, other: &T) -> Ordering {
    if *x < *other {
        Ordering::Less
    } else if *x > *other {
        Ordering::Greater
    } else {
        int::cmp(&rank(*x), &rank(*other))
    }
}

/// Where a number stands among those that are not less or greater.
fn rank<T: Float>(x: T) -> i32 {
    if x.is_nan() {
        if x.is_sign_negative() { -2 } else { 2 }
    } else if x.is_sign_negative() {
        -1
    } else {
        0
    }
}

/// The sine and the cosine.
pub fn sin_cos<T: Float>(x: T) -> (T, T) {
    (x.sin(), x.cos())
}

/// Radians in degrees.
pub fn to_degrees<T: Float>(x: T) -> T {
    x * place::literal(180.0 / std::f64::consts::PI)
}

/// Degrees in radians.
pub fn to_radians<T: Float>(x: T) -> T {
    x * place::literal(std::f64::consts::PI / 180.0)
}

/// The nearest integer, the even one of two.
pub fn round_ties_even<T: Float>(x: T) -> T {
    let half = place::literal(0.5);
    let whole = x.trunc();
    let rest = x - whole;
    let is_even = (whole * half).trunc() == whole * half;
    if rest > half || rest == half && !is_even {
        whole + place::literal(1.0)
    } else if rest < place::literal(-0.5) || rest == place::literal(-0.5) && !is_even {
        whole - place::literal(1.0)
    } else {
        whole
    }
}

/// The quotient of Euclidean division.
pub fn div_euclid<T: Float>(x: T, rhs: T) -> T {
    let quotient = (x / rhs).trunc();
    if x % rhs < place::literal(0.0) {
        if rhs > place::literal(0.0) { quotient - place::literal(1.0) } else { quotient + place::literal(1.0) }
    } else {
        quotient
    }
}

/// Whether it is zero, as num-traits asks.
pub fn is_zero<T: Float>(x: &T) -> bool {
    *x == place::literal(0.0)
}

/// Whether it is one, as num-traits asks.
pub fn is_one<T: Float>(x: &T) -> bool {
    *x == place::literal(1.0)
}

/// The number in the middle of two.
pub trait Midpoint {
    /// That number, without overflow.
    fn midpoint(self, other: Self) -> Self;
}

impl Midpoint for f64 {
    fn midpoint(self, other: f64) -> f64 {
        let limit = f64::MAX / 2.0;
        if self.abs() <= limit && other.abs() <= limit { (self + other) / 2.0 } else { self / 2.0 + other / 2.0 }
    }
}

impl Midpoint for f32 {
    fn midpoint(self, other: f32) -> f32 {
        ((self as f64 + other as f64) / 2.0) as f32
    }
}

/// The operators that assign, by their names.
pub trait Assign<Rhs> {
    /// `+=`
    fn add_assign(&mut self, rhs: Rhs);
    /// `-=`
    fn sub_assign(&mut self, rhs: Rhs);
    /// `*=`
    fn mul_assign(&mut self, rhs: Rhs);
    /// `/=`
    fn div_assign(&mut self, rhs: Rhs);
    /// `%=`
    fn rem_assign(&mut self, rhs: Rhs);
}

macro_rules! assign {
    ($($float:ty, $rhs:ty;)*) => {$(
        impl Assign<$rhs> for $float {
            fn add_assign(&mut self, rhs: $rhs) {
                *self += rhs;
            }
            fn sub_assign(&mut self, rhs: $rhs) {
                *self -= rhs;
            }
            fn mul_assign(&mut self, rhs: $rhs) {
                *self *= rhs;
            }
            fn div_assign(&mut self, rhs: $rhs) {
                *self /= rhs;
            }
            fn rem_assign(&mut self, rhs: $rhs) {
                *self %= rhs;
            }
        }
    )*};
}
assign! { f64, f64; f64, &f64; f32, f32; f32, &f32; }
