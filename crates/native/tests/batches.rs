//! Batches of native code have the bits of the interpreter's batches.
#![cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_os = "linux")))]

mod common;

use common::{all_same, compiled};
use native::{Native, Workspace};
use program::{BatchWorkspace, Node, Program};
use proptest::prelude::*;
use rules::functions::{gt, select, softplus};
use rules::{Functions, ROWS, Real};

/// What differs between the two at some points, in the widest vectors and in half as wide ones.
fn difference(program: &Program, points: &[f64]) -> Result<(), String> {
    let mut workspace = Workspace::new();
    difference_of(program, &compiled(program), &mut workspace, points)?;
    difference_of(program, &compiled(program).with_lanes(8), &mut workspace, points)
}

fn difference_of(program: &Program, native: &Native, workspace: &mut Workspace, points: &[f64]) -> Result<(), String> {
    let count = points.len() / program.inputs();
    let mut found = vec![0.5; count * program.outputs().len()];
    let mut wanted = found.clone();
    let a = native.eval_batch_into(points, workspace, &mut found);
    let b = program.batch().eval_into(points, &mut BatchWorkspace::new(), &mut wanted);
    if format!("{a:?}") != format!("{b:?}") {
        return Err(format!("{a:?}, wanted {b:?}\n{program}"));
    }
    if !all_same(&found, &wanted) {
        let at = found.iter().zip(&wanted).position(|(a, b)| !common::same(*a, *b)).unwrap_or(0);
        let (row, n) = (at / program.outputs().len(), program.inputs());
        let x = &points[row * n..][..n];
        return Err(format!("at {x:?}: {:?}, wanted {:?}\n{program}", found[at], wanted[at]));
    }
    Ok(())
}

#[test]
fn every_row() {
    let special = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324, -1e300, 1e-300, 710.0, -745.5];
    for row in ROWS {
        let parameters: &[i32] = if row.family { row.parameters } else { &[0] };
        for &n in parameters {
            let recorded = Program::record_at(row.points[0], |x| {
                let args: Vec<Node<'_>> = x.iter().map(|&x| x + 0.0).collect();
                vec![row.op.apply(&args, n), x[0]]
            });
            let Ok(program) = recorded else { continue };
            let mut points: Vec<f64> = row.points.iter().flat_map(|point| point.iter().copied()).collect();
            for (i, &a) in special.iter().enumerate() {
                points.extend((0..row.arity).map(|k| if k == 0 { a } else { special[(3 * i + k) % special.len()] }));
                points.extend((0..row.arity).map(|k| if k == 1 { a } else { 0.3 + k as f64 }));
            }
            if let Err(message) = difference(&program, &points) {
                panic!("{} with {n}: {message}", row.name);
            }
        }
    }
}

fn step<T: Real>(kind: u8, a: T, b: T, c: T) -> T {
    match kind % 20 {
        0..4 => a + b,
        4..6 => a - b,
        6..9 => a * b,
        9 => a / b,
        10 => -a,
        11 => a.mul_add(b, c),
        12 => select(gt(a, b), b, c),
        13 => a.sin() - 1.5,
        14 => a.powi(3),
        15 => softplus(a),
        16 => a.max(b).min(c + 1.0),
        17 => a.clamp(T::from(-0.5), T::from(2.0)),
        18 => (a * a + 1.0).sqrt().recip(),
        _ => {
            // Recorded branches, which some points do not take.
            if a > b + 2.0 || c == 0.25 { a.floor() } else { b.exp() }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs(
        list in prop::collection::vec((any::<u8>(), 0..60usize, 0..60usize, 0..60usize), 0..80),
        x in prop::collection::vec(-2.0..2.0f64, 1..5),
        count in 1..70usize,
        reach in prop::sample::select(vec![3, 60]),
    ) {
        let program = Program::record_at(&x, |x| {
            let mut values = x.to_vec();
            for &(kind, a, b, c) in &list {
                let at = |i: usize| values[values.len() - 1 - i % values.len().min(reach)];
                values.push(step(kind, at(a), at(b), at(c)));
            }
            vec![values[values.len() - 1], values[values.len() / 2], x[0]]
        });
        let Ok(program) = program else { return Ok(()) };
        let points: Vec<f64> = (0..count * x.len())
            .map(|i| if i % 31 == 30 { f64::NAN } else { x[i % x.len()] + (i as f64 * 0.7).sin() * 1.5 * (i % 3) as f64 })
            .collect();
        if let Err(message) = difference(&program, &points) {
            prop_assert!(false, "{}", message);
        }
    }
}

#[test]
fn points_that_fail_are_told_of_as_by_the_interpreter() {
    let program = Program::record_at(&[1.0], |x| vec![if x[0] > 0.0 { x[0].sqrt() } else { -x[0] }]).unwrap();
    let points: Vec<f64> = (0..50).map(|i| if i % 7 == 5 { -1.0 } else { f64::from(i) }).skip(1).collect();
    difference(&program, &points).unwrap();
    let error = compiled(&program).eval_batch(&points).unwrap_err();
    assert_eq!((error.point, error.failed), (4, 7));
    // A precondition, in the midst of calls.
    let program = Program::record(3, |x| vec![x[0].exp().clamp(x[1], x[2].sin()) * x[0], x[1].tanh()]).unwrap();
    let points: Vec<f64> = (0..600).map(|i| (f64::from(i) * 0.71).sin() * if i % 3 == 1 { 0.6 } else { 1.2 }).collect();
    assert!(program.eval_batch(&points).is_err());
    difference(&program, &points).unwrap();
}

#[test]
fn gradients_at_many_points() {
    let f = Program::record(6, |x| {
        let hidden = x[0] * x[1] + (x[2] * x[3]).tanh() * x[4];
        vec![(hidden * hidden).exp() / (x[5] * x[5] + 1.0)]
    })
    .unwrap();
    let program = f.with_gradient().unwrap();
    let points: Vec<f64> = (0..6 * 37).map(|i| (f64::from(i) * 0.37).sin()).collect();
    difference(&program, &points).unwrap();
}
