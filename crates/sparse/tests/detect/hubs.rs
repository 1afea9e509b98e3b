//! Inputs that all rounds of a loop read, beside those that each reads.

use crate::naive::Found;
use sparse::detect;

/// Hubs at these places, and rounds that read `step` inputs farther each, from this one on, and one `beside` that: each hub meets
/// both, and they meet.
fn check(n: usize, hubs: &[usize], (first, step): (usize, usize), beside: usize, besides: &[(usize, usize)]) {
    let rounds: Vec<_> = (first..n - beside).step_by(step).map(|k| (k, k + beside)).collect();
    let found = detect::hessian(&vec![0.5; n], |x| {
        let mut sum = x[0] * 2.0;
        for &(i, j) in besides {
            sum += x[i] * x[j];
        }
        for &(i, j) in &rounds {
            let mut term = x[i] * x[j];
            for &hub in hubs {
                term *= x[hub];
            }
            sum += term;
        }
        vec![sum]
    });
    let mut expected = Found::new();
    let mut meet = |i: usize, j: usize| expected.extend([(i.max(j), i.min(j))]);
    besides.iter().for_each(|&(i, j)| meet(i, j));
    for &(i, j) in &rounds {
        let all = [&[i, j], hubs].concat();
        for (k, &i) in all.iter().enumerate() {
            all[..k].iter().for_each(|&j| meet(i, j));
        }
    }
    let found: Found = found.unwrap().here().lower().iter().collect();
    // Where a round reads a hub twice it may meet itself.
    let lacks: Vec<_> = expected.difference(&found).collect();
    let more: Vec<_> = found.difference(&expected).filter(|(i, j)| i != j).collect();
    assert!(
        lacks.is_empty() && more.is_empty(),
        "{n} {hubs:?} {first} {step} {beside}: lacks {lacks:?}, more {more:?}"
    );
}

#[test]
fn a_parameter_of_all_rounds_meets_all_of_them() {
    for n in [20, 41, 100, 1000] {
        for step in [1, 2, 3, 7] {
            for beside in [0, 1, 2, n / 3] {
                for hub in [0, 1, n / 2, n - 2, n - 1] {
                    check(n, &[hub], (0, step), beside, &[]);
                    check(n, &[hub], (n / 4, step), beside, &[(3, 1), (n - 1, n / 2), (n / 2, n / 2)]);
                }
            }
        }
    }
}

#[test]
fn several_parameters_meet_each_other_too() {
    for n in [40, 333] {
        for count in [2, 7, 8, 9, 12] {
            for beside in [0, 1, 5] {
                let spread: Vec<_> = (0..count).map(|k| k * (n - 1) / (count - 1)).collect();
                check(n, &spread, (0, 1), beside, &[(7, 2)]);
                let last: Vec<_> = (n - count..n).collect();
                check(n, &last, (0, 2), beside, &[]);
                let besides: Vec<_> = (0..n - 9).map(|k| (k + 9, k)).collect();
                check(n, &last, (0, 3), beside, &besides);
            }
        }
    }
}

#[test]
fn parameters_that_differ_from_loop_to_loop() {
    // All meet all, by more parameters than are kept.
    let n = 60;
    let found = detect::hessian(&vec![0.5; n], |x| {
        let mut sum = x[0] * 2.0;
        for i in 0..n {
            for &other in x {
                sum += x[i] * other;
            }
        }
        vec![sum]
    });
    assert_eq!(found.unwrap().here().entries(), n * n);
}
