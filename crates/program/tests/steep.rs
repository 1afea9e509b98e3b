//! Where derivatives stop being finite.

use program::Program;
use rules::Functions;
use rules::functions::{ge, select};

#[test]
fn the_operation_on_the_way_back() {
    let f = Program::record(2, |x| vec![x[0] * x[1], x[0].powf(x[1]) * 2.0]).unwrap();
    let steep = f.trace_steep(&[0.0, 0.5]).unwrap().unwrap();
    assert_eq!((steep.function, steep.args.clone(), steep.operand), ("powf", vec![0.0, 0.5], 0));
    assert_eq!((steep.partial, steep.adjoint, steep.output), (f64::INFINITY, 2.0, 1));
    assert_eq!(steep.to_string(), "the slope of powf(0.0, 0.5) by argument 1 is inf, and 2.0 of output 1 comes to it");
}

#[test]
fn what_is_absent_does_no_harm() {
    let f = Program::record_at(&[1.0], |x| vec![select(ge(x[0], 0.5.into()), x[0] * x[0], x[0].sqrt())]).unwrap();
    assert_eq!(f.trace_steep(&[1.0]).unwrap(), None);
    assert!(f.trace_steep(&[0.0]).unwrap().is_some());
    let max = Program::record(1, |x| vec![x[0].sqrt().max(x[0] + 1.0)]).unwrap();
    assert_eq!(max.trace_steep(&[0.0]).unwrap(), None);
}

#[test]
fn sums_that_overflow_count() {
    let f = Program::record(1, |x| vec![x[0] * 1e308 + x[0] * 1e308]).unwrap();
    let steep = f.trace_steep(&[0.0]).unwrap();
    assert!(steep.is_some_and(|steep| steep.partial.is_finite()));
}

#[test]
fn values_come_first() {
    let why = Program::explain_not_finite(&[0.0], |x| vec![x[0].ln().sqrt()]).unwrap().unwrap();
    assert!(why.starts_with("ln(0.0) = -inf at ") && why.contains("steep.rs:"), "{why}");
    assert_eq!(Program::explain_not_finite(&[], |_| vec![]).unwrap(), None);
}
