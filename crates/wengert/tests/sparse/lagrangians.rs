//! Hessians of Lagrangians.

use crate::random::{Dice, Terms, Total};
use std::sync::atomic::{AtomicUsize, Ordering};
use wengert::prelude::*;
use wengert::sparse::{LagrangianHessian, Options, Pattern, Recovery};

/// An objective and constraints, weighted.
struct Weighted<'f> {
    objective: &'f Total,
    constraints: &'f Terms,
    weights: Vec<f64>,
}

impl Function for Weighted<'_> {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        let constraints = self.constraints.eval(x);
        let weighted = constraints.iter().zip(&self.weights[1..]).map(|(&g, &w)| g * w);
        weighted.fold(self.objective.eval(x) * self.weights[0], |sum, term| sum + term)
    }
}

/// Both in one.
struct Joint<'f>(&'f Total, &'f Terms);

impl Function for Joint<'_> {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        let mut outputs = vec![self.0.eval(x)];
        outputs.extend(self.1.eval(x));
        outputs
    }
}

#[test]
fn it_is_the_hessian_of_the_weighted_sum() {
    let mut dice = Dice::new(5);
    for round in 0..30 {
        let (n, m) = ([1, 6, 25][round % 3], [0, 1, 9][round / 3 % 3]);
        let objective = Total(Terms::roll(&mut dice, [1, n], n, [false, false], 2));
        let constraints = Terms::roll(&mut dice, [m, n], n + m, [false, round % 2 == 1], 2);
        let x = objective.0.point(&mut dice);
        let lagrangian = LagrangianHessian::prepare(&objective, &constraints, &x).unwrap();
        let joint = LagrangianHessian::of_joint(Joint(&objective, &constraints), &x).unwrap();
        assert_eq!((lagrangian.constraints(), joint.constraints()), (m, m));
        assert!(!lagrangian.is_local());
        let union = objective.0.hessian_pattern().union(&constraints.hessian_pattern()).unwrap();
        assert!(union.contains(lagrangian.pattern()), "not more than there is");
        for weights in [vec![1.0; m + 1], (0..=m).map(|k| [0.0, 1.5, -2.0][k % 3]).collect(), vec![0.0; m + 1]] {
            let weighted = Weighted { objective: &objective, constraints: &constraints, weights: weights.clone() };
            let dense = weighted.hessian(&x);
            let scale = dense.as_slice().iter().fold(1e-300f64, |m, h| m.max(h.abs()));
            let values = lagrangian.eval(&x, weights[0], &weights[1..]).unwrap();
            let found = lagrangian.to_dense(&values);
            for (a, b) in found.as_slice().iter().zip(dense.as_slice()) {
                assert!((a - b).abs() <= 1e-13 * scale, "{a} {b} {scale}");
            }
            assert_eq!(joint.eval(&x, weights[0], &weights[1..]).unwrap(), values);
            lagrangian.check(&x, weights[0], &weights[1..]).unwrap();
        }
    }
}

/// Constraints that share what is dear, and how often it was computed.
struct Shared<'c> {
    constraints: usize,
    count: &'c AtomicUsize,
}

impl Function for Shared<'_> {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        self.count.fetch_add(1, Ordering::Relaxed);
        let shared = (x[0] * x[1]).sin();
        (0..=self.constraints).map(|k| shared * x[k % x.len()] * x[(k + 1) % x.len()]).collect()
    }
}

#[test]
fn what_is_shared_is_swept_once_for_each_pass() {
    let x: Vec<f64> = (0..40).map(|i| 1.0 + 0.1 * i as f64).collect();
    for constraints in [5, 39, 400] {
        let count = AtomicUsize::new(0);
        let lagrangian = LagrangianHessian::of_joint(Shared { constraints, count: &count }, &x).unwrap();
        let mut values = vec![0.0; lagrangian.entries()];
        count.store(0, Ordering::Relaxed);
        lagrangian.eval_into(&x, 1.0, &vec![1.0; constraints], &mut values).unwrap();
        let (runs, colors) = (count.load(Ordering::Relaxed), lagrangian.colors());
        assert!(runs <= colors.div_ceil(4), "{runs} runs for {colors} colours and {constraints} constraints");
    }
}

#[test]
fn what_is_not_weighted_does_not_count() {
    // The constraint's derivatives are infinite or NaN at 0.
    let constraint = wengert::function!(|x| -> [T; 1] { [x[0].sqrt() + x[0].ln()] });
    let lagrangian = LagrangianHessian::prepare(wengert::function!(|x| x[0] * x[0]), constraint, &[1.0]).unwrap();
    assert_eq!(lagrangian.eval(&[0.0], 3.0, &[0.0]).unwrap(), [6.0]);
    assert_eq!(lagrangian.eval(&[-1.0], 0.0, &[0.0]).unwrap(), [0.0]);
    assert!(lagrangian.eval(&[-1.0], 1.0, &[1.0]).unwrap()[0].is_nan());
}

#[test]
fn wrong_shapes_are_errors() {
    let two = || wengert::function!(|x| -> [T; 2] { [x[0], x[0]] });
    assert!(LagrangianHessian::prepare(two(), two(), &[1.0]).unwrap_err().is_wrong_outputs());
    let none = wengert::function!(|_x| -> [T; 0] { [] });
    let error = LagrangianHessian::of_joint(none, &[1.0]).unwrap_err();
    assert!(error.is_wrong_outputs());
    assert_eq!(error.to_string(), "the function gave no output: an objective is wanted");
    let pattern = Pattern::dense(1, 1).unwrap();
    let square = wengert::function!(|x| x[0] * x[0]);
    let given = LagrangianHessian::with_pattern(square, two(), 1, pattern, &Options::new()).unwrap();
    let error = given.eval(&[1.0], 1.0, &[1.0]).unwrap_err();
    assert_eq!(error.to_string(), "the function gave 3 outputs, but was prepared for 2: prepare it again");
}

#[test]
#[should_panic(expected = "the list of multipliers has length 1, but there are 2 constraints")]
fn multipliers_are_as_many_as_constraints() {
    let two = wengert::function!(|x| -> [T; 2] { [x[0], x[0]] });
    let lagrangian = LagrangianHessian::prepare(wengert::function!(|x| x[0] * x[0]), two, &[1.0]).unwrap();
    let _ = lagrangian.eval(&[1.0], 1.0, &[1.0]);
}

#[test]
fn it_says_what_it_is() {
    let objective = wengert::function!(|x| x.windows(2).map(|w| (w[1] - w[0]).powi(4)).sum::<T>());
    let constraint = wengert::function!(|x| -> [T; 1] { [x.iter().map(|&a| a * a).sum::<T>()] });
    let x = [1.0; 30];
    let options = Options::new().recovery(Recovery::Substitution);
    let lagrangian = LagrangianHessian::prepare_with(&objective, &constraint, &x, &options).unwrap();
    let line =
        "LagrangianHessian 30 x 30, 59 entries, 6.6 % dense (lower triangle), 1 constraint, 2 colours, substitution";
    assert_eq!(lagrangian.to_string(), line);
}
