//! Macros of other crates in differentiated functions: those that answer with a `bool`, those that assert, those that log.

// None is recorded.
#![deny(deprecated)]

use std::cell::RefCell;
use wengert::prelude::*;

/// Macros that the attribute does not find: another macro makes them.
mod made {
    macro_rules! make {
        ($_:tt, $name:ident, $log:ident) => {
            macro_rules! $name {
                                        ($_ a:expr, $_ b:expr, within = $_ eps:expr) => {
                                            ($_ a - $_ b).abs().max($_ eps) == $_ eps
                                        };
                                    }
            macro_rules! $log {
                                        ($_($_ said:tt)*) => {
                                            crate::LOG.with_borrow_mut(|log| log.push(format!($_($_ said)*)))
                                        };
                                    }
            pub(crate) use {$log, $name};
        };
    }
    make!($, near, info);
}

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(vec![]) };
}

#[differentiable]
fn sinc(x: f64) -> f64 {
    if approx::abs_diff_eq!(x, 0.0, epsilon = 1e-4) { 1.0 - x * x / 6.0 } else { x.sin() / x }
}

#[test]
fn a_comparison_chooses_the_branch() {
    for x in [0.0_f64, 1e-5, 0.5, -2.0] {
        let series = x.abs() < 1e-4;
        let slope = if series { -x / 3.0 } else { (x * x.cos() - x.sin()) / (x * x) };
        let (value, given) = sinc::value_and_gradient(x);
        assert_eq!(value, sinc(x));
        assert!((given - slope).abs() < 1e-15, "{x}: {given}, {slope}");
    }
    assert!((sinc::hessian(1e-5)[(0, 0)] + 1.0 / 3.0).abs() < 1e-15);
}

#[differentiable]
fn length(v: &[f64; 2], eps: f64, #[constant] unit: f64) -> f64 {
    let n = v[0].hypot(v[1]);
    let is_unit = approx::relative_eq!(n, unit, epsilon = eps, max_relative = 1e-3);
    approx::assert_abs_diff_ne!(n, 100.0);
    let mut steps = 0;
    while steps < 3 && !made::near!(n, steps as f64, within = eps) {
        steps += 1;
    }
    made::info!("{n} in {} steps", steps);
    match (approx::ulps_eq!(v[0], v[1]) || made::near!(v[0], 7.0, within = 0.5), is_unit) {
        (false, true) => 2.0 * n,
        (true, _) => n + f64::from(steps) * v[0],
        _ => n,
    }
}

#[test]
fn they_stand_where_a_bool_does() {
    let cases = [
        ([0.6, 0.8], [1.2, 1.6]),
        ([0.3, 0.4], [0.6, 0.8]),
        ([3.0, 3.0], [0.5_f64.sqrt() + 3.0, 0.5_f64.sqrt()]),
        ([7.2, 2.1], [0.96 + 3.0, 0.28]),
    ];
    for (v, slopes) in cases {
        LOG.take();
        let (value, (given, by_eps)) = length::value_and_gradient(&v, 1e-9, 1.0);
        assert_eq!(value, length(&v, 1e-9, 1.0));
        assert_eq!(by_eps, 0.0);
        for (given, slope) in given.iter().zip(slopes) {
            assert!((given - slope).abs() < 1e-15, "{v:?}: {given}, {slope}");
        }
        // Numbers, without what carries the derivative.
        let said = LOG.take();
        assert_eq!(said[0], said[1]);
        assert!(said[0].starts_with(&format!("{} in ", v[0].hypot(v[1]))), "{said:?}");
        assert_eq!(length::jvp(&v, 1e-9, 1.0, &[1.0, 0.0], 0.0).1, given[0]);
    }
}

#[test]
#[should_panic(expected = "assert_abs_diff_ne!")]
fn an_assertion_holds_for_derivatives() {
    length::gradient(&[60.0, 80.0], 1e-9, 1.0);
}
