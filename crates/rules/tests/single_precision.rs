//! Rows in `f32`: values and partials agree with `f64` at every point of the table.

mod common;

use common::dual::derivatives;
use rules::{Kind, ROWS, Row};

const ALL: [bool; 3] = [true; 3];

/// What an error of half a unit in each argument does to each result, from differences of the `f64` results.
fn spread(row: &Row, args: &[f64], pick: &dyn Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let here = pick(args);
    let mut spread = vec![0.0; here.len()];
    for i in 0..args.len() {
        for side in [-1.0, 1.0] {
            let mut moved = args.to_vec();
            moved[i] += side * args[i].abs() * f64::from(f32::EPSILON);
            if (row.admits)(&moved) {
                for (s, (a, b)) in spread.iter_mut().zip(here.iter().zip(pick(&moved))) {
                    let d = (a - b).abs();
                    *s = f64::max(*s, if d.is_finite() { d } else { 0.0 });
                }
            }
        }
    }
    spread
}

#[test]
fn rows_in_f32_agree_with_f64() {
    let mut failures = Vec::new();
    for row in ROWS {
        for &n in row.parameters {
            for &point in row.points {
                let args: Vec<f32> = point.iter().map(|&x| x as f32).collect();
                let exact: Vec<f64> = args.iter().map(|&x| f64::from(x)).collect();
                if !exact.iter().all(|x| *x == 0.0 || x.abs() > 1e-30 && x.abs() < 1e30) || !(row.admits)(&exact) {
                    continue;
                }
                let flags = &ALL[..row.arity];
                let all = |at: &[f64]| {
                    let (value, first, second) = derivatives(row.op, at, n, flags);
                    [vec![value], first, second].concat()
                };
                let (value, first, second) = derivatives(row.op, &args, n, flags);
                let got = [vec![value], first, second].concat();
                let wanted = all(&exact);
                let spread = spread(row, &exact, &all);
                for (k, ((got, wanted), spread)) in got.into_iter().zip(wanted).zip(spread).enumerate() {
                    let error = (f64::from(got) - wanted).abs();
                    // Comparisons jump: half a unit beside a point they are elsewhere.
                    let spread = if row.steps || row.kind == Kind::Operator { 0.0 } else { spread };
                    let permitted = 4.0 * wanted.abs() * f64::from(f32::EPSILON) + 2.0 * spread + 1e-37;
                    let same = f64::from(got) == f64::from(wanted as f32) || got.is_nan() && wanted.is_nan();
                    if !same && (error.is_nan() || error > permitted) {
                        failures.push(format!("{}{point:?}; {n}: entry {k} is {got:e}, not {wanted:e}", row.name));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn the_methods_of_std_are_computed_in_f32() {
    for (name, x, expected) in
        [("sin", 0.7_f32, 0.7_f32.sin()), ("exp", 1.3, 1.3_f32.exp()), ("atan", 2.1, 2.1_f32.atan())]
    {
        let row = Row::find(name).unwrap();
        assert_eq!(row.op.apply(&[x], 0).to_bits(), expected.to_bits(), "{name}");
    }
}
