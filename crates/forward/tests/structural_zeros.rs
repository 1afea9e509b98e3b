//! What is structurally absent adds nothing, even beside infinity and NaN; what is an ordinary zero does.

use forward::Dual;
use rules::{Functions, functions::*};

type Two = Dual<Dual>;

fn two(x: f64) -> Two {
    Dual::variable(Dual::variable(x))
}

#[test]
fn a_constant_exponent_below_zero() {
    let y = Dual::<f64>::variable(-2.0).powf(3.0);
    assert_eq!((y.value, y.tangent), (-8.0, 12.0));
    let y = two(-2.0).powf(3.0);
    assert_eq!(y.tangent.tangent, -12.0);
}

#[test]
fn an_active_exponent_below_zero_is_nan_in_its_own_lane_only() {
    let (x, y) = (Dual::<_, [f64; 2]>::lane(-2.0, 0), Dual::lane(3.0, 1));
    let z: Dual<f64, [f64; 2]> = x.powf(y);
    assert_eq!((z.value, z.tangent[0]), (-8.0, 12.0));
    assert!(z.tangent[1].is_nan());
}

#[test]
fn a_constant_exponent_at_zero() {
    for (exponent, want) in [(0.0, 0.0), (1.0, 0.0), (2.0, 2.0), (3.0, 0.0)] {
        assert_eq!(two(0.0).powf(exponent).tangent.tangent, want, "{exponent}");
    }
    let third = Dual::<Two>::variable(two(0.0));
    assert_eq!(third.powf(2.0).tangent.tangent.tangent, 0.0);
    assert_eq!(third.powi(2).tangent.tangent.tangent, 0.0);
}

#[test]
fn a_dead_arm() {
    let x = Dual::<f64>::variable(0.0);
    assert_eq!(select(gt(x, Dual::from(1.0)), x.ln().sqrt(), x * 3.0).tangent, 3.0);
    let x = two(0.0);
    let y = select(gt(x, Two::from(1.0)), x.ln().sqrt(), x * x);
    assert_eq!((y.tangent.value, y.value.tangent, y.tangent.tangent), (0.0, 0.0, 2.0));
}

#[test]
fn a_lane_that_no_seed_reaches() {
    let (x, y) = (Dual::<_, [f64; 2]>::lane(0.0, 0), Dual::lane(1.0, 1));
    let z: Dual<f64, [f64; 2]> = x.sqrt() + y;
    assert_eq!(z.tangent, [f64::INFINITY, 1.0]);
    let z: Dual<f64, [f64; 2]> = x.sqrt() * y + y;
    assert_eq!(z.tangent, [f64::INFINITY, 1.0]);
}

#[test]
fn a_seed_that_is_zero() {
    let still = Dual::<f64>::seeded(0.0, 0.0).sqrt() + Dual::variable(1.0);
    assert_eq!(still.tangent, 1.0);
    let lanes = Dual::<f64, [f64; 2]>::seeded_lanes(0.0, [0.0, 2.0]).sqrt();
    assert_eq!(lanes.tangent, [0.0, f64::INFINITY]);
}

#[test]
fn ordinary_zeros_are_ordinary() {
    let x = Dual::<f64>::variable(0.0);
    let slope = x.powi(3).cbrt().tangent;
    assert!(slope.is_nan() || slope == 1.0, "{slope}");
    let slope = (1.0 / (1.0 / x)).tangent;
    assert!(slope.is_nan() || slope == 1.0, "{slope}");
    assert!((x * x).sqrt().tangent.is_nan());
}

#[test]
fn constants_of_an_outer_level() {
    // An outer variable is constant inside: its infinite slope stays outside.
    let outer = Dual::<f64>::variable(0.0);
    let y = Dual::<Dual>::fixed(outer).sqrt() + Dual::<Dual>::variable(Dual::fixed(1.0));
    assert_eq!(y.tangent.value, 1.0);
    assert_eq!(y.tangent.tangent, 0.0);
    assert_eq!(y.value.tangent, f64::INFINITY);
}
