//! Patterns and derivatives of recorded programs.

use sparse::detect;
use wengert::extend::rule;
use wengert::prelude::*;
use wengert::program::Program;
use wengert::sparse::{LagrangianHessian, SparseHessian, SparseJacobian, hessian_pattern, jacobian_pattern};

rule! {
    /// A rule of the user's.
    Bent: bent(a, b) = a * a + b, d [2.0 * a, 1.0];
}

#[track_caller]
fn close(got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len());
    for (k, (g, w)) in got.iter().zip(want).enumerate() {
        assert!((g - w).abs() <= 1e-12 * (1.0 + w.abs()), "{k}: {g} for {w}");
    }
}

#[test]
fn guards_make_patterns_local() {
    let branching = Program::record(2, |x| vec![if x[0] < 2.0 { x[1] } else { x[0] }]).unwrap();
    let found = jacobian_pattern(&branching).unwrap();
    assert!(found.is_local() && found.branch().is_some_and(|at| at.file().ends_with("recorded.rs")));
    assert_eq!(found.here().iter().collect::<Vec<_>>(), [(0, 1)]);
}

#[test]
fn preconditions_are_not_asked() {
    let clamped = Program::build(3, |x| vec![x[0].clamp(2.0, 1.0) * x[1].clamp(x[2], 0.0)]).unwrap();
    let found = hessian_pattern(&clamped).unwrap();
    assert_eq!(found.here().lower().iter().collect::<Vec<_>>(), [(1, 0), (2, 0)]);
    assert!(!found.is_local());
}

#[test]
fn rules_of_the_user_are_taken_for_bent() {
    let program = Program::record(3, |x| vec![bent(x[0], x[1]) + x[2]]).unwrap();
    assert_eq!(hessian_pattern(&program).unwrap().here().entries(), 4);
    assert_eq!(jacobian_pattern(&program).unwrap().here().entries(), 3);
}

/// A function that the number decides.
fn decided<T: Real>(k: u64, x: &[T]) -> Vec<T> {
    let mut v = x.to_vec();
    for step in 0..12 {
        let pick = |shift: u64| v[((k >> (shift + step)) * 7 + k + step * shift) as usize % v.len()];
        let (a, b) = (pick(1), pick(3));
        v.push(match (k + step * step) % 6 {
            0 => a * b,
            1 => a - b.sin(),
            2 => a / (2.0 + b * b),
            3 => a.max(b),
            4 => a.powi(3) + 1.0,
            _ => 0.5 * a + b,
        });
    }
    v.split_off(v.len() - 3)
}

#[test]
fn they_are_those_of_the_function() {
    let x = [0.3, 0.4, 0.5, 0.6, 0.7];
    for k in 0..300 {
        let program = Program::record(5, |x| decided(k, x)).unwrap();
        let jacobian = detect::jacobian(&x, |x| decided(k, x)).unwrap();
        assert_eq!(jacobian_pattern(&program).unwrap(), jacobian, "{k}");
        let hessian = detect::hessian(&x, |x| decided(k, x)).unwrap();
        assert_eq!(hessian_pattern(&program).unwrap(), hessian, "{k}");
    }
}

#[test]
fn their_jacobians_are_those_of_the_function() {
    let (at, x) = ([0.3, 0.4, 0.5, 0.6, 0.7], [0.31, 0.44, 0.57, 0.62, 0.79]);
    let mut entries = 0;
    for k in 0..300 {
        let jacobian = SparseJacobian::record(|x| decided(k, x), &at).unwrap();
        let dense = wengert::jacobian(|x| decided(k, x), &x);
        let mut y = vec![f64::NAN; 3];
        let mut values = vec![f64::NAN; jacobian.entries()];
        match jacobian.value_and_eval_into(&x, &mut y, &mut values) {
            Ok(()) => {
                assert_eq!(y, decided(k, &x), "{k}");
                close(jacobian.to_dense(&values).as_slice(), dense.as_slice());
                entries += jacobian.entries();
            }
            Err(error) => assert!(error.is_other_branch(), "{k}: {error}"),
        }
    }
    assert!(entries > 1000, "{entries}");
}

#[test]
fn their_hessians_are_those_of_the_function() {
    let (at, x) = ([0.3, 0.4, 0.5, 0.6, 0.7], [0.31, 0.44, 0.57, 0.62, 0.79]);
    let mut entries = 0;
    for k in 0..300 {
        let hessian = SparseHessian::record(|x| decided(k, x)[0], &at).unwrap();
        let (value, gradient, dense) = wengert::value_and_hessian(|x| decided(k, x)[0], &x);
        let (mut g, mut values) = ([f64::NAN; 5], vec![f64::NAN; hessian.entries()]);
        assert_eq!(hessian.value_gradient_and_eval_into(&x, &mut g, &mut values).unwrap(), value);
        close(&g, &gradient);
        close(hessian.to_dense(&values).as_slice(), dense.as_slice());
        entries += hessian.entries();
    }
    assert!(entries > 500, "{entries}");
}

#[test]
fn rules_of_the_user_and_infinite_partials_come_through() {
    let jacobian = SparseJacobian::record(|x| vec![bent(x[0], x[1]), x[2].sqrt() * x[0]], &[1.0; 3]).unwrap();
    let text = jacobian.to_string();
    assert!(text.starts_with("SparseJacobian 2 x 3, 4 entries, 67 % dense, a program of "), "{text}");
    assert_eq!(jacobian.eval(&[3.0, 5.0, 0.0]).unwrap(), [6.0, 0.0, 1.0, f64::INFINITY]);
}

#[test]
fn their_lagrangians_are_those_of_the_function() {
    let (at, x) = ([0.3, 0.4, 0.5, 0.6, 0.7], [0.31, 0.44, 0.57, 0.62, 0.79]);
    for k in 0..100 {
        let hessian = LagrangianHessian::record(|x| decided(k, x), &at).unwrap();
        assert_eq!(hessian.constraints(), 2);
        for weights in [[1.0, -2.0, 0.5], [0.0, 1.0, 0.0]] {
            let weighted = wengert::hessian(|x| (0..3).map(|i| decided(k, x)[i] * weights[i]).sum(), &x);
            let values = hessian.eval(&x, weights[0], &weights[1..]).unwrap();
            close(hessian.to_dense(&values).as_slice(), weighted.as_slice());
        }
    }
}

#[test]
fn what_has_no_weight_is_left_out_of_lagrangians() {
    let hessian = LagrangianHessian::record(|x| vec![x[0] * x[0] * x[1], (x[0] * x[1]).sqrt()], &[1.0, 1.0]).unwrap();
    assert_eq!(hessian.eval(&[0.0, 3.0], 1.0, &[0.0]).unwrap(), [6.0, 0.0, 0.0]);
    assert!(hessian.eval(&[0.0, 3.0], 1.0, &[1.0]).unwrap().iter().any(|value| !value.is_finite()));
    let none = LagrangianHessian::record(|_| vec![], &[1.0]).unwrap_err();
    assert!(none.is_wrong_outputs(), "{none}");
    let bent = LagrangianHessian::record(|x| vec![if x[0] < 1.0 { x[0] * x[0] } else { x[0] }], &[0.5]).unwrap();
    assert!(bent.eval(&[1.5], 1.0, &[]).unwrap_err().is_other_branch());
}
