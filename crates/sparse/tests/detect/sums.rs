//! Sums that begin with zero, whose first round is like the others.

use crate::naive::Found;
use rules::Functions;
use sparse::detect::{self, PatternNumber};

fn all_pairs(found: &mut Found, inputs: &[usize]) {
    for &i in inputs {
        found.extend(inputs.iter().map(|&j| (i.max(j), i.min(j))));
    }
}

type Number = PatternNumber<'static>;

/// The pairs of inputs that meet, and how often the function was run to find them.
fn lower(n: usize, f: impl Fn(&[Number]) -> Vec<Number>) -> (Found, usize) {
    let mut runs = 0;
    let found = detect::hessian_static(&vec![0.5; n], |x| {
        runs += 1;
        f(x)
    });
    (found.unwrap().here().lower().iter().collect(), runs)
}

#[test]
fn every_term_of_a_sum_counts() {
    for n in [2, 3, 9, 40, 700, 1500] {
        for begin in [0.0, -0.0, 1.0] {
            let mut expected = Found::new();
            (1..n).for_each(|k| all_pairs(&mut expected, &[k - 1, k]));
            let found = lower(n, |x| {
                let mut sum = Number::from(begin);
                for w in x.windows(2) {
                    sum += (w[0] - w[1]) * (w[0] - w[1]);
                }
                vec![sum]
            });
            assert_eq!(found, (expected, 1), "{n}, {begin}");
        }
    }
}

#[test]
fn sums_of_several_kinds_go_side_by_side() {
    fn sums(x: &[Number]) -> Vec<Number> {
        let zero = Number::from(0.0);
        let (mut plus, mut minus, mut both) = (zero, zero, zero);
        for w in x.windows(3) {
            plus += w[0] * w[1];
            minus -= w[2] * w[2];
            both = both + w[0].sin() + w[1];
        }
        vec![plus, minus, both]
    }
    for n in [3, 4, 30, 900] {
        let mut expected = Found::new();
        (2..n).for_each(|k| expected.extend([(k - 1, k - 2), (k, k), (k - 2, k - 2)]));
        assert_eq!(lower(n, sums), (expected, 1), "{n}");
        let first = detect::jacobian_static(&vec![0.5; n], sums).unwrap();
        let rows: Found = (0..n).flat_map(|k| [(0, k), (1, k), (2, k)]).collect();
        let is_there = |&(row, k): &(usize, usize)| if row == 1 { k >= 2 } else { k < n - 1 };
        assert_eq!(first.here().iter().collect::<Found>(), rows.into_iter().filter(is_there).collect());
    }
}

#[test]
fn a_sum_begins_anew_in_each_row() {
    for (rows, columns) in [(40, 3), (3, 40), (1, 90), (90, 25)] {
        let n = rows + columns;
        let found = lower(n, |x| {
            let square = |row: usize| {
                let mut sum = Number::from(0.0);
                for column in 0..columns {
                    sum += x[row] * x[rows + (column * 7 + row) % columns];
                }
                sum * sum
            };
            vec![(0..rows).map(square).sum()]
        });
        let mut expected = Found::new();
        let all: Vec<usize> = (rows..n).collect();
        (0..rows).for_each(|row| all_pairs(&mut expected, &[&[row], &all[..]].concat()));
        assert_eq!(found, (expected, 1), "{rows} x {columns}");
    }
}

#[test]
fn a_first_round_that_reads_elsewhere_is_of_no_loop() {
    let n = 60;
    let found = lower(n, |x| {
        let mut sum = Number::from(0.0);
        for k in 0..n - 1 {
            // Where others read one input twice, the first round reads two.
            let other = if k == 0 { x[n - 1] } else { x[k] };
            sum += x[k] * x[k + 1] + other * other;
        }
        vec![sum]
    });
    let mut expected: Found = (1..n).flat_map(|k| [(k, k - 1), (k, k)]).collect();
    expected.insert((n - 1, n - 1));
    assert_eq!(found, (expected, 1));
}

#[test]
fn what_is_added_to_zero_and_not_used_has_no_entries() {
    let n = 80;
    let found = lower(n, |x| {
        let (mut sum, mut unused) = (Number::from(0.0), Number::from(0.0));
        for w in x.windows(2) {
            sum += w[0] * w[1];
            unused += w[0] * w[0];
        }
        let _ = unused;
        vec![sum]
    });
    assert_eq!(found, ((1..n).map(|k| (k, k - 1)).collect(), 3));
}
