//! Every row of the table: what the pattern leaves out is zero.

use crate::programs::{Second, seconds};
use rules::{Number, ROWS, Row};
use sparse::detect::{self, PatternNumber};

/// The second derivatives of a row that are in the pattern, by pairs of arguments, and the first.
fn found(row: &Row, x: &[f64], n: i32) -> (Vec<bool>, Vec<Vec<bool>>) {
    fn run<'p>(row: &Row, x: &[PatternNumber<'p>], n: i32) -> Vec<PatternNumber<'p>> {
        vec![row.op.apply(x, n)]
    }
    let first = detect::jacobian(x, |x| run(row, x, n)).unwrap();
    let second = detect::hessian(x, |x| run(row, x, n)).unwrap();
    assert!(!first.is_local() && !second.is_local(), "{}", row.name);
    let k = x.len();
    let has = |i, j| second.here().position(i, j).is_some();
    (
        (0..k).map(|i| first.here().position(0, i).is_some()).collect(),
        (0..k).map(|i| (0..k).map(|j| has(i, j)).collect()).collect(),
    )
}

#[test]
fn what_a_row_leaves_out_is_zero_at_every_point() {
    let mut compared = 0;
    for row in ROWS {
        for &n in row.parameters {
            for x in row.points.iter().filter(|x| (row.admits)(x)) {
                let (first, second) = found(row, x, n);
                let Second { gradient, hessian, .. } = seconds(x, |x| row.op.apply(x, n));
                for i in 0..x.len() {
                    assert!(first[i] || gradient[i] == 0.0, "{} {n} at {x:?}: by {i}", row.name);
                    for j in 0..x.len() {
                        assert!(second[i][j] || hessian[i][j] == 0.0, "{} {n} at {x:?}: by {i} and {j}", row.name);
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 500);
}

#[test]
fn no_row_is_denser_than_it_has_to_be() {
    // The pairs of each row, as its mathematics has them.
    let curved = |name: &str, n: i32| -> Option<Vec<(usize, usize)>> {
        Some(match (name, n) {
            (
                "add" | "sub" | "neg" | "abs" | "fract" | "max" | "min" | "clamp" | "relu" | "select" | "finite_part",
                _,
            ) => vec![],
            ("rem" | "rem_euclid" | "copysign", _) => vec![],
            ("powi", 1) => vec![],
            ("mul" | "mul_add" | "damped", _) => vec![(1, 0)],
            ("div" | "xlogy" | "xdivy", _) => vec![(1, 0), (1, 1)],
            _ => return None,
        })
    };
    let mut named = 0;
    for row in ROWS {
        for &n in row.parameters {
            let (_, second) = found(row, row.points[0], n);
            let pairs: Vec<_> = (0..row.arity).flat_map(|i| (0..=i).map(move |j| (i, j))).collect();
            let pairs: Vec<_> = pairs.into_iter().filter(|&(i, j)| second[i][j]).collect();
            if let Some(expected) = curved(row.name, n) {
                assert_eq!(pairs, expected, "{} {n}", row.name);
                named += 1;
            }
        }
    }
    assert!(named >= 19, "{named}");
}

#[test]
fn flat_rows_have_no_entries() {
    for row in ROWS.iter().filter(|row| row.steps) {
        let (first, second) = found(row, row.points[0], 0);
        assert!(!first.contains(&true) && !second.iter().flatten().any(|&s| s), "{}", row.name);
    }
}

#[test]
fn constants_take_part() {
    // Where an argument is a constant, its derivatives are left out, and a product with it is linear.
    for row in ROWS.iter().filter(|row| row.arity == 2) {
        for (x, n) in row.points.iter().flat_map(|x| row.parameters.iter().map(move |&n| (x, n))) {
            for fixed in 0..2 {
                let run = |other: f64| {
                    detect::hessian(&[x[1 - fixed]], move |v| {
                        let mut args = [v[0]; 2];
                        args[fixed] = PatternNumber::constant(other);
                        vec![row.op.apply(&args, n)]
                    })
                };
                let found = run(x[fixed]).unwrap().here().entries() == 1;
                let there = seconds(&[x[1 - fixed]], |v| {
                    let mut args = [v[0]; 2];
                    args[fixed] = Number::constant(x[fixed]);
                    row.op.apply(&args, n)
                });
                assert!(found || there.hessian[0][0] == 0.0, "{} {n} at {x:?}, {fixed} fixed", row.name);
            }
        }
    }
}
