//! The numeric traits of num-traits, with the feature `num-traits`.
#![cfg(feature = "num-traits")]

use forward::{Dual, Tagged, Taylor};
use num_traits::{Bounded, FloatConst, FromPrimitive, Inv, Num, NumAssign, One, Pow, Signed, ToPrimitive, Zero};
use rules::Real;

/// Code that knows num-traits only: Horner's rule.
fn horner<T: Num + Copy>(coefficients: &[T], x: T) -> T {
    coefficients.iter().rev().fold(T::zero(), |sum, &c| sum * x + c)
}

#[test]
fn generic_code_of_others_is_differentiated() {
    let c = [1.0, 1.0, 1.0];
    assert_eq!(horner(&c.map(Dual::<f64>::from), Dual::variable(5.0)).tangent, 11.0);
    assert_eq!(horner(&c.map(Taylor::<f64, 2>::from), Taylor::variable(5.0)).derivative(2), 2.0);
    let lanes = horner(&c.map(Dual::<f64, [f64; 2]>::from), Dual::lane(5.0, 1));
    assert_eq!(lanes.tangent, [0.0, 11.0]);
    let tagged = horner(&c.map(Tagged::<Dual>::from), Tagged::bind(Dual::variable(5.0)));
    assert_eq!(tagged.release().tangent, 11.0);
    let single = horner(&[1.0f32, 1.0, 1.0].map(Dual::<f32>::from), Dual::variable(5.0));
    assert_eq!(single.tangent, 11.0);
}

#[test]
fn a_zero_with_a_derivative_is_not_the_neutral_element() {
    assert!(Dual::<f64>::from(0.0).is_zero() && Dual::<f64>::zero().is_zero() && Dual::<f64>::from(-0.0).is_zero());
    assert!(!Dual::<f64>::variable(0.0).is_zero());
    assert!(Dual::<f64>::one().is_one() && !Dual::<f64>::variable(1.0).is_one());
    assert!(!Dual::<Dual>::fixed(Dual::variable(0.0)).is_zero());
    assert!(!Taylor::<f64, 2>::variable(0.0).is_zero() && Taylor::<f64, 2>::from(0.0).is_zero());
}

#[test]
fn every_real_has_zero_and_one() {
    fn f<T: Real>(x: T) -> T {
        T::zero() + T::one() * x
    }
    assert_eq!(f(Dual::<f64>::variable(2.0)).tangent, 1.0);
}

#[test]
fn signs() {
    let x = Dual::<f64>::variable(-2.0);
    assert_eq!((Signed::abs(&x).tangent, Signed::signum(&x).tangent), (-1.0, 0.0));
    assert!(x.is_negative() && !x.is_positive());
    assert_eq!(Dual::from(1.0).abs_sub(&x).tangent, -1.0);
    assert_eq!(x.abs_sub(&Dual::from(1.0)).value, 0.0);
}

#[test]
fn powers() {
    let x = Dual::<f64>::variable(3.0);
    assert_eq!((Pow::pow(x, 2).tangent, Pow::pow(x, 2.0).tangent), (6.0, 6.0));
    assert_eq!(Pow::pow(x, Dual::from(2.0)).tangent, 6.0);
    assert_eq!(Inv::inv(Dual::<f64>::variable(2.0)).tangent, -0.25);
}

#[test]
fn conversions() {
    let x = Dual::<f64>::variable(2.5);
    assert_eq!((x.to_f64(), x.to_i32(), x.to_u8()), (Some(2.5), Some(2), Some(2)));
    assert_eq!(<Dual<f64> as FromPrimitive>::from_i32(-7).unwrap().value, -7.0);
    assert_eq!(<Dual<f32> as num_traits::NumCast>::from(0.1f64).unwrap().value, 0.1f32);
    assert_eq!(Dual::<f64>::from_str_radix("2.5", 10).unwrap().value, 2.5);
    assert!(Dual::<f64>::from_str_radix("two", 10).is_err());
    assert_eq!((Dual::<f64>::max_value().value, Dual::<f32>::min_value().value), (f64::MAX, f32::MIN));
    assert_eq!(<Dual<Dual> as FloatConst>::PI().value.value, std::f64::consts::PI);
}

#[test]
fn assignment() {
    fn double<T: NumAssign + Copy>(mut x: T) -> T {
        x += x;
        x
    }
    assert_eq!(double(Dual::<f64>::variable(2.0)).tangent, 2.0);
}
