//! Random programs over the table: what is not in the pattern is zero.

use forward::Dual;
use proptest::prelude::*;
use rules::{Kind, ROWS, Real};
use sparse::detect::{self, Detector};

type Nested = Dual<Dual<f64>>;

pub(crate) struct Second {
    pub(crate) gradient: Vec<f64>,
    pub(crate) hessian: Vec<Vec<f64>>,
}

/// First and second derivatives by duals of duals, without NaN: what is no number counts as zero.
pub(crate) fn seconds(x: &[f64], f: impl Fn(&[Nested]) -> Nested) -> Second {
    let n = x.len();
    let at = |i: usize, j: usize| {
        let seed = |k: usize| {
            let inner = |x: f64, seed: bool| if seed { Dual::variable(x) } else { Dual::fixed(x) };
            if k == i { Dual::new(inner(x[k], k == j), Dual::fixed(1.0)) } else { Dual::fixed(inner(x[k], k == j)) }
        };
        f(&(0..n).map(seed).collect::<Vec<Nested>>())
    };
    let number = |x: f64| if x.is_nan() { 0.0 } else { x };
    Second {
        gradient: (0..n).map(|i| number(at(i, i).tangent.value)).collect(),
        hessian: (0..n).map(|i| (0..n).map(|j| number(at(i, j).tangent.tangent)).collect()).collect(),
    }
}

/// An operation: a row, its parameter, and where its arguments come from.
#[derive(Clone, Debug)]
struct Step {
    row: usize,
    parameter: usize,
    args: [usize; 3],
    /// One of the arguments is this constant instead.
    constant: Option<(usize, f64)>,
}

fn run<T: Real>(steps: &[Step], outputs: usize, x: &[T]) -> Vec<T> {
    let mut values = x.to_vec();
    for step in steps {
        let row = &ROWS[step.row];
        let mut args: Vec<T> = step.args[..row.arity].iter().map(|&a| values[a % values.len()]).collect();
        if let Some((place, c)) = step.constant {
            args[place % row.arity] = T::constant(c);
        }
        let n = row.parameters[step.parameter % row.parameters.len()];
        values.push(row.op.apply(&args, n));
    }
    values[values.len() - outputs.min(values.len())..].to_vec()
}

fn programs() -> impl Strategy<Value = Vec<Step>> {
    let rows: Vec<usize> =
        (0..ROWS.len()).filter(|&k| ROWS[k].requires.is_empty() && ROWS[k].kind != Kind::Helper).collect();
    let constant =
        proptest::option::weighted(0.2, (0..3usize, prop_oneof![Just(0.0), Just(1.0), Just(2.0), -2.0..2.0]));
    let step = (proptest::sample::select(rows), any::<usize>(), any::<[usize; 3]>(), constant)
        .prop_map(|(row, parameter, args, constant)| Step { row, parameter, args, constant });
    proptest::collection::vec(step, 1..14)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]
    #[test]
    fn nothing_is_missed(steps in programs(), x in proptest::collection::vec(-2.0..2.0f64, 1..6), outputs in 1..4usize) {
        let jacobian = detect::jacobian(&x, |x| run(&steps, outputs, x)).unwrap();
        let hessian = detect::hessian(&x, |x| run(&steps, outputs, x)).unwrap();
        prop_assert!(!jacobian.is_local() && !hessian.is_local());
        prop_assert!(hessian.here().is_symmetric());
        let count = run(&steps, outputs, &x).len();
        prop_assert_eq!((jacobian.here().rows(), jacobian.here().columns()), (count, x.len()));
        for k in 0..count {
            let there = seconds(&x, |x| run(&steps, outputs, x)[k]);
            for i in 0..x.len() {
                prop_assert!(jacobian.here().position(k, i).is_some() || there.gradient[i] == 0.0, "output {} by {}", k, i);
                for j in 0..x.len() {
                    let entry = there.hessian[i][j];
                    prop_assert!(hessian.here().position(i, j).is_some() || entry == 0.0, "{} {} {}: {}", k, i, j, entry);
                }
            }
        }
        // At the point, less may be there, and nothing that is not zero is missed.
        let here = [Detector::jacobian(), Detector::hessian()].map(|d| d.local().run(&x, |x| run(&steps, outputs, x)).unwrap());
        prop_assert!(jacobian.here().contains(here[0].here()) && hessian.here().contains(here[1].here()));
        for k in 0..count {
            let there = seconds(&x, |x| run(&steps, outputs, x)[k]);
            for i in 0..x.len() {
                prop_assert!(here[0].here().position(k, i).is_some() || there.gradient[i] == 0.0, "output {} by {}", k, i);
                for j in 0..x.len() {
                    let entry = there.hessian[i][j];
                    prop_assert!(here[1].here().position(i, j).is_some() || entry == 0.0, "{} {} {}: {}", k, i, j, entry);
                }
            }
        }
        let same = detect::hessian_static(&x, |x| run(&steps, outputs, x)).unwrap();
        prop_assert_eq!(same.here(), hessian.here());
    }
}
