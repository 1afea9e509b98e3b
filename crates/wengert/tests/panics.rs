//! A panic that is caught leaves nothing behind: memory is used again, and later results are right.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use wengert::prelude::*;
use wengert::{FunctionStep, chain_with, value_and_gradient_into, value_and_hvp_into};

const INPUTS: usize = 20;
const X: [f64; INPUTS] = [0.5; INPUTS];

/// A thousand statements, and then a panic without a word, if it is to.
fn work<T: Real>(x: &[T], fails: bool) -> T {
    let sum = (0..1000).fold(x[0], |sum, i| sum * x[1 + i % (x.len() - 1)] + x[0]);
    if fails {
        resume_unwind(Box::new("this run fails"));
    }
    sum
}

struct Fails(bool);

impl Function for Fails {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        work(x, self.0)
    }
}

struct FailsAsStep(bool);

impl Function for FailsAsStep {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        // Plain numbers run forward, others back.
        let back = !x[0].is_constant();
        let sum = work(x, self.0 && back);
        x.iter().map(|&x| x + 1e-3 * sum).collect()
    }
}

/// How many bytes are lost by 40 runs that panic, beside those that the first ones leave for the others.
fn lost(mut run: impl FnMut()) -> i64 {
    let mut caught = || assert!(catch_unwind(AssertUnwindSafe(&mut run)).is_err());
    (0..3).for_each(|_| caught());
    allocation_counter::measure(|| (0..40).for_each(|_| caught())).bytes_current
}

#[test]
fn nothing_is_lost() {
    let (mut g, mut h) = ([0.0; INPUTS], [0.0; INPUTS]);
    let direction = [1.0; INPUTS];
    let runs: [(&str, &mut dyn FnMut()); 12] = [
        ("Function::gradient", &mut || drop(Fails(true).gradient(&X))),
        ("Function::gradient by lanes", &mut || drop(Fails(true).gradient(&X[..5]))),
        ("Function::jacobian", &mut || drop(Fails(true).jacobian(&X))),
        ("Function::vjp", &mut || drop(Fails(true).vjp(&X, &[1.0]))),
        ("Function::jvp", &mut || drop(Fails(true).jvp(&X, &direction))),
        ("Function::hessian", &mut || drop(Fails(true).hessian(&X))),
        ("Function::hvp", &mut || drop(Fails(true).hvp(&X, &direction))),
        ("gradient", &mut || drop(gradient(|x| work(x, true), &X))),
        ("jacobian_forward", &mut || drop(jacobian_forward(|x| vec![work(x, true)], &X))),
        ("hvp", &mut || {
            value_and_hvp_into(|x| work(x, true), &X, &direction, &mut g, &mut h);
        }),
        ("a chain", &mut || {
            let _ = chain(X, 10, |at, x| [work(&x, at.step() == 7); INPUTS]).gradient(|_, x| x[0]);
        }),
        ("a chain of a Function", &mut || {
            let _ = chain_with(X, 10, FunctionStep::new(FailsAsStep(true))).gradient(|_, x| x[0]);
        }),
    ];
    for (name, run) in runs {
        let bytes = lost(run);
        assert!(bytes.abs() < 4096, "{name}: {bytes} bytes");
    }
}

#[test]
fn later_results_are_right() {
    let expected = gradient(|x| work(x, false), &X);
    for _ in 0..3 {
        assert!(catch_unwind(|| Fails(true).gradient(&X)).is_err());
        assert_eq!(Fails(false).gradient(&X), expected);
        assert!(catch_unwind(|| gradient(|x| work(x, true), &X)).is_err());
        let mut g = [0.0; INPUTS];
        value_and_gradient_into(|x| work(x, false), &X, &mut g);
        assert_eq!(g.as_slice(), expected);
    }
}

/// A function that panics inside one that panics, each on a tape of its own.
struct Nested;

impl Function for Nested {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        let values: Vec<f64> = x.iter().map(|x| x.value()).collect();
        let inner = catch_unwind(|| Fails(true).gradient(&values));
        assert!(inner.is_err());
        work(x, true)
    }
}

#[test]
fn nothing_is_lost_inside_another_run() {
    let bytes = lost(|| drop(Nested.gradient(&X)));
    assert!(bytes.abs() < 4096, "{bytes} bytes");
}

#[differentiable]
fn reads(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let t = (x[i % 5] * sum + 1.0).sin();
        sum += 1e-4 * t * x[i];
    }
    sum
}

#[test]
fn a_workspace_is_as_good_as_before() {
    // What a test prints is kept, and the panics of indices print: a recording is much larger.
    const N: usize = 20_000;
    let (x, mut g, mut workspace) = ([0.5; N], [0.0; N], wengert::Workspace::new());
    reads::value_and_gradient_into(&x, N, &mut g, &mut workspace);
    let expected = g;
    let bytes = lost(|| {
        reads::value_and_gradient_into(&x, N + 1, &mut g, &mut workspace);
    });
    assert!(bytes.abs() < 400_000, "{bytes} bytes");
    reads::value_and_gradient_into(&x, N, &mut g, &mut workspace);
    assert_eq!(g, expected);
    let bytes = lost(|| drop(reads::hvp(&x, N + 1, &x)));
    assert!(bytes.abs() < 400_000, "{bytes} bytes");
}
