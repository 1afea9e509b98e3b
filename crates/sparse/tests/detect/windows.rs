//! Functions of more inputs than a window has places: what is in several of these, and what is needed of it.

use proptest::prelude::*;
use rules::{Functions, Real};
use sparse::detect::{self, PatternNumber};
use std::collections::BTreeSet;

type Entries = BTreeSet<(usize, usize)>;

fn lower(x: &[f64], f: impl for<'p> FnMut(&[PatternNumber<'p>]) -> Vec<PatternNumber<'p>>) -> Entries {
    detect::hessian(x, f).unwrap().here().lower().iter().collect()
}

#[test]
fn a_function_is_run_once_unless_it_computes_what_nobody_needs() {
    let runs = |dead: bool, n: usize| {
        let mut count = 0;
        let found = lower(&vec![0.5; n], |x| {
            count += 1;
            let products: Vec<_> = x.windows(2).map(|w| w[0] * w[1]).collect();
            if dead {
                let _ = (x[0] * x[n - 1]).sin() + products[0];
            }
            vec![products.into_iter().sum()]
        });
        assert_eq!(found, (1..n).map(|i| (i, i - 1)).collect());
        count
    };
    for n in [3, 64, 65, 1000] {
        assert_eq!((runs(false, n), runs(true, n)), (1, 3), "{n}");
    }
    // Of first derivatives nothing has to be known but what the outputs depend on.
    let mut count = 0;
    let found = detect::jacobian(&[1.0; 3], |x| {
        count += 1;
        let _ = x[0] * x[1];
        vec![x[2].sin()]
    });
    assert_eq!((found.unwrap().here().entries(), count), (1, 1));
}

#[test]
fn of_a_function_that_does_not_do_the_same_each_time_all_is_taken() {
    // What is needed at first is not at last, and the other way round.
    for kind in 0..2 {
        let mut count = 0;
        let found = lower(&[0.5; 4], |x| {
            count += 1;
            let (first, second) = (x[0] * x[1], x[2] * x[3]);
            let other = if kind == 1 && count > 2 { second.exp() } else { second };
            vec![if count < 3 { first } else { other }]
        });
        assert_eq!(count, 4, "{kind}");
        assert!(found.contains(&(3, 2)) && (kind == 0 || found.contains(&(3, 3))), "{kind} {found:?}");
    }
}

#[test]
fn what_many_terms_share_is_in_each_window() {
    // Coefficients of 50 inputs each, all used in every window.
    let (shared, n) = (100, 400);
    let found = lower(&vec![0.5; shared + n], |x| {
        let (head, tail) = x.split_at(shared);
        let of = |k: usize| head.iter().skip(k).step_by(2).map(|&h| h * h).sum::<PatternNumber<'_>>();
        let coefficients = [of(0), of(1)];
        tail.iter().enumerate().map(|(k, &t)| coefficients[k % 2] * t).collect()
    });
    let diagonal = (0..shared).map(|i| (i, i));
    let products = (0..n).flat_map(|k| (0..shared / 2).map(move |h| (shared + k, 2 * h + k % 2)));
    assert_eq!(found, diagonal.chain(products).collect());
}

#[test]
fn dense_layers_meet_in_all_pairs() {
    let n = 90;
    let found = lower(&vec![0.1; n], |x| {
        let mut layer = x.to_vec();
        for _ in 0..3 {
            let of = |i: usize| layer.iter().enumerate().map(|(j, &y)| y * (i + j) as f64).sum::<PatternNumber<'_>>();
            layer = (0..n).map(|i| of(i).tanh()).collect();
        }
        layer
    });
    assert_eq!(found.len(), n * (n + 1) / 2);
    let found = detect::jacobian(&vec![0.1; n], |x| (0..n).map(|i| x[i..].iter().sum::<PatternNumber<'_>>()).collect());
    assert_eq!(found.unwrap().here().entries(), n * (n + 1) / 2);
}

/// Terms of several inputs each.
fn groups() -> impl Strategy<Value = Vec<(Vec<usize>, usize)>> {
    let group = proptest::collection::vec(0..150usize, 1..24);
    proptest::collection::vec((group, 0..4usize), 1..60)
}

fn term<T: Real>(x: &[T], group: &[usize], kind: usize) -> T {
    let sum = |list: &[usize]| list.iter().map(|&i| x[i]).sum::<T>();
    let (first, second) = group.split_at(group.len() / 2);
    match kind {
        0 => sum(group).powi(2),
        1 => sum(first) * sum(second),
        2 => sum(first) / sum(second),
        _ => sum(first).hypot(sum(second)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]
    #[test]
    fn groups_of_inputs_meet_in_all_their_pairs(terms in groups(), repeat in 1..4usize) {
        let found = lower(&[0.5; 150], |x| {
            let again = std::iter::repeat_n(&terms, repeat).flatten();
            vec![again.map(|(group, kind)| term(x, group, *kind)).sum()]
        });
        let mut expected = Entries::new();
        for (group, kind) in &terms {
            let (first, second) = group.split_at(group.len() / 2);
            let mut meet = |these: &[usize], those: &[usize]| {
                these.iter().for_each(|&i| expected.extend(those.iter().map(|&j| (i.max(j), i.min(j)))));
            };
            match kind {
                1 => meet(first, second),
                2 => {
                    meet(first, second);
                    meet(second, second);
                }
                // That of a sum of nothing and another.
                _ => meet(group, group),
            }
        }
        prop_assert_eq!(found, expected);
    }
}
