//! Loops whose rounds use what the one before made, as where fluxes are taken on both sides.

use crate::naive::Found;
use sparse::detect::{self, PatternNumber};

/// The lower triangle, and how often the function was run.
fn lower(n: usize, f: impl for<'p> Fn(&[PatternNumber<'p>]) -> PatternNumber<'p>) -> (Found, usize) {
    let mut runs = 0;
    let found = detect::hessian(&vec![0.5; n], |x| {
        runs += 1;
        vec![f(x)]
    });
    (found.unwrap().here().lower().iter().collect(), runs)
}

fn all_pairs(found: &mut Found, inputs: &[usize]) {
    for &i in inputs {
        found.extend(inputs.iter().map(|&j| (i.max(j), i.min(j))));
    }
}

/// Where a round reads: in order, backwards, anywhere.
fn orders(n: usize) -> [Vec<usize>; 3] {
    [(0..n).collect(), (0..n).rev().collect(), (0..n).map(|k| k * 37 % n).collect()]
}

#[test]
fn differences_of_fluxes_join_three_neighbours() {
    for n in [5, 40, 100, 1501] {
        for order in orders(n) {
            let (found, runs) = lower(n, |x| {
                let at = |k: usize| x[order[k]];
                let (mut sum, mut before) = (at(0) * 2.0, at(0) * at(0));
                for k in 1..n {
                    let flux = at(k - 1) * at(k - 1) * at(k);
                    let rate = flux - before;
                    sum += rate * rate;
                    before = flux;
                }
                sum
            });
            let mut expected = Found::new();
            (1..n).for_each(|k| all_pairs(&mut expected, &order[k.saturating_sub(2)..=k]));
            assert_eq!((found, runs), (expected, 1), "{n}");
        }
    }
}

#[test]
fn what_is_used_in_the_next_round_alone_counts_there() {
    for (n, rows) in [(40, 1), (700, 1), (20, 45)] {
        for order in orders(n) {
            let (found, _) = lower(2 * n, |x| {
                let mut sum = x[0] * 2.0;
                for _ in 0..rows {
                    let mut before = x[0] * 3.0;
                    for &i in &order {
                        let rate = before - x[i];
                        sum += rate * rate;
                        // That of the last round is used by nothing.
                        before = x[i] * x[n + i];
                    }
                }
                sum
            });
            let mut expected = Found::new();
            all_pairs(&mut expected, &[0, order[0]]);
            order.windows(2).for_each(|w| all_pairs(&mut expected, &[w[1], w[0], n + w[0]]));
            assert_eq!(found, expected, "{n}, {rows}");
        }
    }
}

#[test]
fn what_the_first_round_uses_is_of_no_round() {
    let n = 60;
    for order in orders(n) {
        let (found, runs) = lower(2 * n + 4, |x| {
            // As a round leaves it, but that it is made of other operations.
            let other = x[2 * n] + x[2 * n + 1];
            let mut sum = x[2 * n + 2] + x[2 * n + 3];
            let mut before = other * x[2 * n + 2];
            for &i in &order {
                let rate = before - x[i];
                sum += rate * rate;
                before = x[i] * x[n + i];
            }
            sum + before
        });
        let mut expected = Found::new();
        all_pairs(&mut expected, &[2 * n, 2 * n + 1, 2 * n + 2, order[0]]);
        order.windows(2).for_each(|w| all_pairs(&mut expected, &[w[1], w[0], n + w[0]]));
        expected.insert((n + order[n - 1], order[n - 1]));
        assert_eq!((found, runs), (expected, 1));
    }
}

#[test]
fn rows_of_jacobians_have_inputs_of_both_rounds() {
    let n = 900;
    for order in orders(n) {
        let found = detect::jacobian(&vec![0.5; n], |x| {
            let mut before = x[order[0]] * 2.0;
            let rate = |k: usize| {
                let flux = x[order[k]] * x[order[k - 1]];
                let rate = flux - before;
                before = flux;
                rate
            };
            (1..n).map(rate).collect()
        });
        let pattern = found.unwrap().here().transpose();
        for k in 1..n {
            let mut expected = order[k.saturating_sub(2)..=k].to_vec();
            expected.sort_unstable();
            assert_eq!(pattern.column(k - 1), expected, "{k}");
        }
    }
}
