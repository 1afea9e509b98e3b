//! Patterns of recorded programs.

use sparse::detect;
use wengert::extend::rule;
use wengert::prelude::*;
use wengert::program::Program;
use wengert::sparse::{hessian_pattern, jacobian_pattern};

rule! {
    /// A rule of the user's.
    Bent: bent(a, b) = a * a + b, d [2.0 * a, 1.0];
}

#[test]
fn guards_make_patterns_local() {
    let branching = Program::record(2, |x| vec![if x[0] < 2.0 { x[1] } else { x[0] }]).unwrap();
    let found = jacobian_pattern(&branching).unwrap();
    assert!(found.local && found.branch.is_some_and(|at| at.file().ends_with("recorded.rs")));
    assert_eq!(found.pattern.iter().collect::<Vec<_>>(), [(0, 1)]);
}

#[test]
fn preconditions_are_not_asked() {
    let clamped = Program::build(3, |x| vec![x[0].clamp(2.0, 1.0) * x[1].clamp(x[2], 0.0)]).unwrap();
    let found = hessian_pattern(&clamped).unwrap();
    assert_eq!(found.pattern.lower().iter().collect::<Vec<_>>(), [(1, 0), (2, 0)]);
    assert!(!found.local);
}

#[test]
fn rules_of_the_user_are_taken_for_bent() {
    let program = Program::record(3, |x| vec![bent(x[0], x[1]) + x[2]]).unwrap();
    assert_eq!(hessian_pattern(&program).unwrap().pattern.entries(), 4);
    assert_eq!(jacobian_pattern(&program).unwrap().pattern.entries(), 3);
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
