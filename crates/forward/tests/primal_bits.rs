//! Whatever a program computes, its value on any number has the bits that it has on `f64`.

mod common;

use common::{Opaque, Two};
use forward::{Dual, Taylor};
use proptest::prelude::*;
use rules::{Number, ROWS};

/// A straight-line program: each step applies a row to earlier values.
#[derive(Clone, Debug)]
struct Step {
    row: usize,
    parameter: usize,
    args: [usize; 3],
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (0..ROWS.len(), any::<usize>(), [any::<usize>(), any::<usize>(), any::<usize>()]);
    let step = step.prop_map(|(row, parameter, args)| Step { row, parameter, args });
    proptest::collection::vec(step, 1..24)
}

fn number() -> impl Strategy<Value = f64> {
    const EDGES: [f64; 12] = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -2.5, 1e-300, 1e300, f64::INFINITY, f64::NAN];
    prop_oneof![4 => -5.0..5.0f64, 1 => proptest::sample::select(&EDGES[..])]
}

/// Runs the program; a step whose precondition plain numbers do not meet is left out.
fn run<T: Number<Scalar = f64>>(steps: &[Step], inputs: Vec<T>) -> Vec<T> {
    let mut values = inputs;
    for step in steps {
        let row = &ROWS[step.row];
        let args: Vec<T> = step.args[..row.arity].iter().map(|i| values[i % values.len()]).collect();
        let plain: Vec<f64> = args.iter().map(|a| a.known().unwrap()).collect();
        if (row.admits)(&plain) {
            values.push(row.op.apply(&args, row.parameters[step.parameter % row.parameters.len()]));
        }
    }
    values
}

fn check<T: Number<Scalar = f64>>(steps: &[Step], inputs: &[f64], lift: impl Fn(usize, f64) -> T) {
    let plain = run(steps, inputs.to_vec());
    let lifted = run(steps, inputs.iter().enumerate().map(|(i, &x)| lift(i, x)).collect());
    assert_eq!(plain.len(), lifted.len());
    for (x, y) in plain.iter().zip(lifted) {
        let y = y.known().unwrap();
        assert!(x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan()), "{x:?} became {y:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    #[test]
    fn on_every_number(steps in steps(), inputs in [number(), number(), number()]) {
        check(&steps, &inputs, |_, x| Opaque { inner: Dual::<f64>::variable(x) });
        check(&steps, &inputs, |i, x| if i == 1 { Opaque::constant(x) } else { Opaque { inner: Dual::<f64, [f64; 3]>::lane(x, i) } });
        check(&steps, &inputs, |_, x| Opaque { inner: <Two as common::Nest>::along(x, 1.0) });
        check(&steps, &inputs, |_, x| Opaque { inner: Taylor::<f64, 2>::variable(x) });
    }
}
