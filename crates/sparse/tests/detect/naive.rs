//! Programs with many inputs, against sets that are made at every value.

use proptest::prelude::*;
use rules::Real;
use sparse::detect;
use std::collections::BTreeSet;

/// What is computed from two earlier values.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation {
    Sum,
    Difference,
    Product,
    Quotient,
    Sine,
    Scaled,
    Floor,
}

pub(crate) const OPERATIONS: [Operation; 9] = [
    Operation::Sum,
    Operation::Sum,
    Operation::Sum,
    Operation::Difference,
    Operation::Product,
    Operation::Quotient,
    Operation::Sine,
    Operation::Scaled,
    Operation::Floor,
];

pub(crate) type Step = (Operation, usize, usize);

pub(crate) fn run<T: Real>(steps: &[Step], outputs: usize, x: &[T]) -> Vec<T> {
    let mut values = x.to_vec();
    for &(operation, a, b) in steps {
        let (a, b) = (values[a % values.len()], values[b % values.len()]);
        values.push(match operation {
            Operation::Sum => a + b,
            Operation::Difference => a - b,
            Operation::Product => a * b,
            Operation::Quotient => a / b,
            Operation::Sine => a.sin(),
            Operation::Scaled => 2.0 * a,
            Operation::Floor => a.floor(),
        });
    }
    values.split_off(values.len() - outputs)
}

/// The entries of the Jacobian, and of the lower triangle of the Hessians.
pub(crate) type Found = BTreeSet<(usize, usize)>;

pub(crate) fn naive(steps: &[Step], outputs: usize, n: usize) -> (Found, Found) {
    let mut sets: Vec<BTreeSet<usize>> = (0..n).map(|i| BTreeSet::from([i])).collect();
    let mut operands: Vec<Vec<usize>> = vec![vec![]; n];
    let mut curved: Vec<Vec<(usize, usize)>> = vec![vec![]; n];
    for &(operation, a, b) in steps {
        let (a, b) = (a % sets.len(), b % sets.len());
        let (args, pairs) = match operation {
            Operation::Sum | Operation::Difference => (vec![a, b], vec![]),
            Operation::Product => (vec![a, b], vec![(a, b)]),
            Operation::Quotient => (vec![a, b], vec![(a, b), (b, b)]),
            Operation::Sine => (vec![a], vec![(a, a)]),
            Operation::Scaled => (vec![a], vec![]),
            Operation::Floor => (vec![], vec![]),
        };
        sets.push(args.iter().flat_map(|&a| sets[a].clone()).collect());
        operands.push(args);
        curved.push(pairs);
    }
    let first = sets.len() - outputs;
    let jacobian = (0..outputs).flat_map(|k| sets[first + k].iter().map(move |&i| (k, i))).collect();
    let mut live = vec![false; sets.len()];
    live[first..].fill(true);
    let mut hessian = Found::new();
    for v in (0..sets.len()).rev().filter(|&v| v >= n) {
        if live[v] {
            operands[v].iter().for_each(|&a| live[a] = true);
            for &(a, b) in &curved[v] {
                let (a, b) = (&sets[a], &sets[b]);
                hessian.extend(a.iter().flat_map(|&i| b.iter().map(move |&j| (i.max(j), i.min(j)))));
            }
        }
    }
    (jacobian, hessian)
}

/// Steps of which most continue what stands last, as sums do.
fn programs() -> impl Strategy<Value = Vec<Step>> {
    let back = prop_oneof![3 => Just(0usize), 1 => any::<usize>()];
    let step = (proptest::sample::select(&OPERATIONS[..]), back, any::<usize>());
    let list = |length: std::ops::Range<usize>| proptest::collection::vec(step.clone(), length);
    prop_oneof![9 => list(1..90), 1 => list(90..300)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]
    #[test]
    fn sets_are_those_of_every_value(draws in programs(), n in prop_oneof![3 => 1..40usize, 1 => 60..200usize], outputs in 1..6usize, random in any::<bool>()) {
        let outputs = outputs.min(draws.len());
        // Places count from the last value.
        let from_end = |(k, &(operation, a, b)): (usize, &Step)| {
            let count = n + k;
            (operation, count - 1 - a % count, if random { count - 1 - b % count } else { b % n })
        };
        let steps: Vec<Step> = draws.iter().enumerate().map(from_end).collect();
        let (jacobian, hessian) = naive(&steps, outputs, n);
        let found = detect::jacobian(&vec![0.5; n], |x| run(&steps, outputs, x)).unwrap();
        prop_assert_eq!(found.here().iter().collect::<Found>(), jacobian);
        let found = detect::hessian(&vec![0.5; n], |x| run(&steps, outputs, x)).unwrap();
        prop_assert_eq!(found.here().lower().iter().collect::<Found>(), hessian);
    }
}
