//! Random straight-line programs: values that are used many times, functions of functions, choices.

use crate::random::Dice;
use wengert::prelude::*;
use wengert::sparse::{LagrangianHessian, Mode, NoConstraints, Options, Recovery, SparseHessian, SparseJacobian};

/// Operations on inputs and on what was computed before.
#[derive(Debug)]
struct Straight {
    inputs: usize,
    operations: Vec<(usize, usize, usize)>,
    outputs: Vec<usize>,
}

impl Straight {
    /// Operands are mostly near, so that few inputs come together.
    fn roll(dice: &mut Dice, inputs: usize, outputs: usize, count: usize) -> Self {
        let mut operations = Vec::new();
        for k in 0..count {
            let known = inputs + k;
            let near = |dice: &mut Dice| match dice.below(4) {
                0 => dice.below(known),
                _ => known - 1 - dice.below(known.min(4)),
            };
            let (a, b) = (near(dice), dice.below(inputs));
            operations.push((dice.below(12), a, if dice.below(3) == 0 { near(dice) } else { b }));
        }
        let outputs = (0..outputs).map(|_| dice.below(inputs + count)).collect();
        Straight { inputs, operations, outputs }
    }

    fn point(&self, dice: &mut Dice) -> Vec<f64> {
        (0..self.inputs).map(|_| dice.unit()).collect()
    }
}

impl Function for Straight {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        let mut values = x.to_vec();
        for &(kind, a, b) in &self.operations {
            let (a, b) = (values[a], values[b]);
            values.push(match kind {
                0 => a + b,
                1 => a - b,
                2 => a * b,
                3 => a / (2.0 + b * b),
                4 => a.sin(),
                5 => (a * b).tanh(),
                6 => (-(a * a)).exp(),
                7 => a.max(b),
                8 => 0.5 * a - 1.5,
                9 => (1.0 + a * a).ln(),
                10 => a * 0.0 + b,
                _ => select(b, a, a * 2.0),
            });
        }
        self.outputs.iter().map(|&k| values[k]).collect()
    }
}

/// The sum of all outputs.
struct Sum<'f>(&'f Straight);

impl Function for Sum<'_> {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        self.0.eval(x).into_iter().sum()
    }
}

#[track_caller]
fn near(got: &[f64], want: &[f64], what: &dyn std::fmt::Debug) {
    assert_eq!(got.len(), want.len());
    let scale = want.iter().fold(1.0f64, |m, w| m.max(w.abs()));
    for (g, w) in got.iter().zip(want) {
        assert!((g - w).abs() <= 1e-11 * scale, "{g} for {w}: {what:?}");
    }
}

#[test]
fn derivatives_are_those_of_the_dense_matrices() {
    let mut dice = Dice::new(9);
    let (mut sparse, mut entries) = (0, 0);
    for round in 0..120 {
        let f = Straight::roll(&mut dice, 1 + round % 17, round % 11, 5 + round);
        let (at, elsewhere) = (f.point(&mut dice), f.point(&mut dice));
        for mode in [Mode::Auto, Mode::Forward, Mode::Reverse, Mode::Bidirectional] {
            let options = Options::new().mode(mode).check(round % 2 == 0);
            let jacobian = SparseJacobian::prepare_with(&f, &at, &options).unwrap();
            assert!(!jacobian.is_local());
            (sparse, entries) = (sparse + jacobian.entries(), entries + jacobian.rows() * jacobian.columns());
            for x in [&at, &elsewhere] {
                let values = jacobian.eval(x).unwrap();
                near(jacobian.to_dense(&values).as_slice(), f.jacobian(x).as_slice(), &f);
                jacobian.check(x).unwrap();
            }
        }
        let sum = Sum(&f);
        let joint = LagrangianHessian::<_, NoConstraints>::of_joint(&f, &at);
        for recovery in [Recovery::Direct, Recovery::Substitution] {
            let options = Options::new().recovery(recovery).check(round % 2 == 1);
            let hessian = SparseHessian::prepare_with(&sum, &at, &options).unwrap();
            for x in [&at, &elsewhere] {
                let (values, dense) = (hessian.eval(x).unwrap(), sum.hessian(x));
                near(hessian.to_dense(&values).as_slice(), dense.as_slice(), &f);
                hessian.check(x).unwrap();
                if let Ok(joint) = &joint {
                    let values = joint.eval(x, 1.0, &vec![1.0; joint.constraints()]).unwrap();
                    near(joint.to_dense(&values).as_slice(), dense.as_slice(), &f);
                }
            }
        }
    }
    assert!(sparse < entries * 2 / 3 && sparse > entries / 20, "{sparse} of {entries}");
}
