//! What a Taylor series is: its coefficients, its structural zeros, what it nests with.
#![allow(clippy::nonminimal_bool)]

use forward::{Dual, Taylor};
use rules::{Functions, Number, Real, functions::*};

fn coefficients<const K: usize>(series: Taylor<f64, K>) -> Vec<f64> {
    series.coefficients().collect()
}

#[test]
fn the_order_counts_the_coefficients_after_the_value() {
    let x = Taylor::<f64, 3>::variable(2.0);
    assert_eq!(coefficients(x), [2.0, 1.0, 0.0, 0.0]);
    assert_eq!(coefficients(x * x * x), [8.0, 12.0, 6.0, 1.0]);
    assert_eq!([0, 1, 2, 3].map(|k| (x * x * x).derivative(k)), [8.0, 12.0, 12.0, 6.0]);
    assert_eq!(coefficients(Taylor::<f64, 0>::variable(2.0).exp()), [2.0f64.exp()]);
}

#[test]
#[should_panic(expected = "a series of order 3 has no coefficient 4")]
fn a_coefficient_beyond_the_order() {
    Taylor::<f64, 3>::variable(2.0).coefficient(4);
}

#[test]
fn structural_zeros() {
    let x = Taylor::<f64, 4>::variable(0.0);
    assert_eq!((x + 1.0).degree(), 1);
    assert_eq!((x * x - 3.0).degree(), 2);
    assert_eq!((x * x / 2.0).degree(), 2);
    assert_eq!((x * x).abs().degree(), 2);
    assert_eq!(x.floor().degree(), 0);
    assert_eq!(Taylor::<f64, 4>::from(3.0).exp().degree(), 0);
    // A constant meets no infinite partial.
    assert_eq!(coefficients(x + Taylor::from(0.0).sqrt()), [0.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(coefficients((x * 0.0 + 1.0).max(f64::INFINITY)), [f64::INFINITY, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn constant_exponents_are_exact_at_zero_and_below() {
    for n in 0..=5 {
        let mut want = vec![0.0; 6];
        want[n] = 1.0;
        let x = Taylor::<f64, 5>::variable(0.0);
        assert_eq!(coefficients(x.powf(n as f64)), want);
        assert_eq!(coefficients(x.powi(n as i32)), want);
    }
    let x = Taylor::<f64, 5>::variable(-2.0);
    assert_eq!(coefficients(x.powf(3.0)), [-8.0, 12.0, -6.0, 1.0, 0.0, 0.0]);
    assert_eq!(coefficients(x.powf(-1.0)), coefficients(x.recip()));
    // x^2.5 at 0: the third derivative is the first that is not finite.
    let x = Taylor::<f64, 4>::variable(0.0);
    assert_eq!(coefficients(x.powf(2.5)), [0.0, 0.0, 0.0, f64::INFINITY, f64::NEG_INFINITY]);
}

#[test]
fn the_geometric_series() {
    let x = Taylor::<f64, 20>::variable(0.0);
    assert_eq!(coefficients(1.0 / (1.0 - x)), [1.0; 21]);
    assert_eq!(coefficients((1.0 - x).recip()), [1.0; 21]);
}

#[test]
fn a_dead_arm_leaves_nothing() {
    let x = Taylor::<f64, 3>::variable(0.0);
    let y = select(gt(x, Taylor::from(1.0)), x.ln().sqrt(), x * 3.0);
    assert_eq!(coefficients(y), [0.0, 3.0, 0.0, 0.0]);
}

#[test]
fn nests_with_duals_on_either_side() {
    // d/dy of the x-derivatives of sin(x y) at (0.5, 2), against x-derivatives of its y-derivative x cos(x y).
    let f = |x: f64, y: f64| {
        let x = Taylor::<_, 3>::variable(Dual::<f64>::fixed(x));
        (x * Taylor::fixed(Dual::variable(y))).sin()
    };
    let g = |x: f64, y: f64| {
        let x = Dual::fixed(Taylor::<f64, 3>::variable(x));
        (x * Dual::variable(Taylor::fixed(y))).sin()
    };
    let x = Taylor::<f64, 3>::variable(0.5);
    let want = x * (2.0 * x).cos();
    let (inside, outside) = (f(0.5, 2.0), g(0.5, 2.0));
    for k in 0..=3 {
        assert!((inside.coefficient(k).tangent - want.coefficient(k)).abs() < 1e-15);
        assert!((outside.tangent.coefficient(k) - want.coefficient(k)).abs() < 1e-15);
    }
}

#[test]
fn single_precision() {
    fn f<S: rules::Scalar, T: Real<S>>(x: T, half: S) -> T {
        (x * half).sin() / (x + half)
    }
    let single = f(Taylor::<f32, 5>::variable(0.75), 0.5);
    let double = f(Taylor::<f64, 5>::variable(0.75), 0.5);
    for k in 0..=5 {
        assert!((f64::from(single.coefficient(k)) - double.coefficient(k)).abs() < 2e-6);
    }
}

rules::rule! {
    /// A product of four, of more arguments than any row has.
    pub Quad: quad(a, b, c, e) = a * b * c * e, d [b * c * e, a * c * e, a * b * e, a * b * c];
}

#[test]
fn a_rule_of_ones_own() {
    let x = Taylor::<f64, 6>::variable(0.5);
    let args = [x, x.sin(), Taylor::from(2.0), x.exp()];
    let got = quad(args[0], args[1], args[2], args[3]);
    let want = args[0] * args[1] * args[2] * args[3];
    for k in 0..=6 {
        assert!((got.coefficient(k) - want.coefficient(k)).abs() < 1e-15);
    }
}

#[test]
fn many_steps_without_room_in_place() {
    // Each order of beta adds six polygammas: more steps than are kept without allocation.
    let x = Taylor::<f64, 12>::variable(2.0);
    let (got, want) = (beta(x, x), (2.0 * ln_gamma(x) - ln_gamma(2.0 * x)).exp());
    for k in 0..=12 {
        assert!((got.coefficient(k) - want.coefficient(k)).abs() < 1e-12 * (1.0 + want.coefficient(k).abs()));
    }
}

#[test]
fn formats() {
    let x = Taylor::<f64, 2>::variable(1.5);
    assert_eq!(format!("{x}"), "1.5");
    assert_eq!(format!("{:.2}", x * x), "2.25");
    assert_eq!(format!("{:?}", x * x), "Taylor [2.25, 3.0, 1.0]");
}

#[test]
fn a_number_like_any_other() {
    let x = Taylor::<f64, 2>::variable(1.5);
    assert!(x > 1.0 && 2.0 > x && x == 1.5 && x < x + 1.0);
    let sum: Taylor<f64, 2> = [x, x].iter().sum();
    assert_eq!(coefficients(sum), [3.0, 2.0, 0.0]);
    let mut y = x;
    y *= 2.0;
    y -= x;
    assert_eq!(coefficients(y), coefficients(x));
    assert_eq!(x.known(), Some(1.5));
    assert!(!x.is_constant() && Taylor::<f64, 2>::from(1.0).is_constant());
}

#[test]
fn a_quotient_by_what_has_no_reciprocal() {
    // By x the derivative is infinite, as 1/y is; by y it is -(x/y)/y, which is 0.
    let along = |x: &[f64], y: &[f64]| {
        let (x, y) = (Taylor::<f64, 2>::polynomial(0.0, x), Taylor::polynomial(1e-320, y));
        (x / y).derivative(1)
    };
    assert_eq!([along(&[1.0], &[]), along(&[], &[1.0]), along(&[1.0], &[1.0])], [f64::INFINITY, 0.0, f64::INFINITY]);
}

#[test]
fn a_quotient_whose_terms_overflow_is_no_wrong_number() {
    // The truth is -1/3: with sinc(x).
    for x in [1e-155, 1e-160, 1e-300, 5e-324, -1e-160] {
        let x = Taylor::<f64, 3>::variable(x);
        let y = x.sin() / x;
        assert_eq!(y.value, 1.0);
        assert!(y.derivative(2).is_nan(), "{y:?}");
    }
    // What does not cancel is right, and so is what a small divisor scales.
    let x = Taylor::<f64, 2>::variable(1e-160);
    assert_eq!((1.0 / x).derivative(2), f64::INFINITY);
    assert_eq!(coefficients(Taylor::from(0.0) / x), [0.0; 3]);
    assert_eq!(coefficients((x * x) / Taylor::from(1e-160))[2], 1e160);
    let scaled = (1.0 + Taylor::<f64, 2>::variable(0.0)) * 1e-160;
    assert!((coefficients(scaled.exp() / scaled)[2] / 1e160 - 1.0).abs() < 1e-15);
}
