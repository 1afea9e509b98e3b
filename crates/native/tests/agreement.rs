//! Native code computes the bits of the interpreter: every row of the table, random programs, derivatives of both.
#![cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_os = "linux")))]

mod common;

use common::{compiled, difference};
use native::Workspace;
use program::{Function, Node, Program};
use proptest::prelude::*;
use rules::functions::{gt, logaddexp, select, softplus};
use rules::{ROWS, Real};

const SPECIAL: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.5,
    -3.5,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    5e-324,
    -2e-310,
    1e300,
    -1e-300,
    f64::MAX,
    1.0 - f64::EPSILON / 2.0,
];

/// Programs with a row in the middle: each argument is an input or, by the bits of `fixed`, a constant.
fn of_row(row: &rules::Row, n: i32, fixed: usize, point: &[f64]) -> Option<Program> {
    Program::record_at(point, |x| {
        let args: Vec<Node<'_>> =
            (0..row.arity).map(|k| if fixed >> k & 1 == 1 { Node::from(point[k]) } else { x[k] * 1.0 + 0.0 }).collect();
        let y = row.op.apply(&args, n);
        vec![y * y - x[0]]
    })
    .ok()
}

#[test]
fn every_row_at_its_points_and_at_special_values() {
    let mut workspace = Workspace::new();
    for row in ROWS {
        let parameters: &[i32] = if row.family { row.parameters } else { &[0] };
        for &n in parameters {
            for fixed in 0..(1 << row.arity) {
                let Some(program) = of_row(row, n, fixed, row.points[0]) else { continue };
                let native = compiled(&program);
                let mut points: Vec<Vec<f64>> = row.points.iter().map(|point| point.to_vec()).collect();
                for &a in &SPECIAL {
                    for shift in 0..2 {
                        let at = |k: usize| SPECIAL[(k * 5 + shift * 3) % SPECIAL.len()];
                        points.push((0..row.arity).map(|k| if k == 0 { a } else { at(k) }).collect());
                    }
                }
                for x in &points {
                    if let Err(message) = difference(&program, &native, &mut workspace, x) {
                        panic!("{} with {n}, constant {fixed:b}: {message}", row.name);
                    }
                }
            }
        }
    }
    assert_eq!(Function::table(ROWS[0].op).op(), Some(ROWS[0].op));
}

/// What a line does with three earlier values.
fn step<T: Real>(kind: u8, a: T, b: T, c: T) -> T {
    match kind % 28 {
        0..4 => a + b,
        4..7 => a - b,
        7..11 => a * b,
        11 => a / b,
        12 => -a,
        13 => a.mul_add(b, c),
        14 => select(gt(a, b), b, c),
        15 => a.sin() - 1.5,
        16 => a.powi(3),
        17 => softplus(a),
        18 => a.max(b),
        19 => a.clamp(T::from(-0.5), T::from(2.0)) * 3.0,
        20 => (a * a + 1.0).sqrt().recip(),
        21 => a.min(c).abs(),
        22 => logaddexp(a, b),
        23 => a.atan2(b),
        24 => a.floor() + b.exp(),
        25 => a.powi(-2) * c,
        26 => b.hypot(c),
        _ => a.tanh().powf(b),
    }
}

fn lines<T: Real>(lines: &[(u8, usize, usize, usize)], x: &[T], outputs: usize, reach: usize) -> Vec<T> {
    let mut values = x.to_vec();
    for &(kind, a, b, c) in lines {
        let at = |i: usize| values[values.len() - 1 - i % values.len().min(reach)];
        values.push(step(kind, at(a), at(b), at(c)));
    }
    let n = values.len();
    (0..outputs).map(|k| values[(n - 1) / (k + 1)]).collect()
}

/// Kinds of operations, and which earlier values they read.
type Lines = Vec<(u8, usize, usize, usize)>;

fn programs() -> impl Strategy<Value = (Lines, Vec<f64>, usize, usize)> {
    (
        prop::collection::vec((any::<u8>(), 0..90usize, 0..90usize, 0..90usize), 0..120),
        prop::collection::vec(-2.0..2.0f64, 1..6),
        1..4usize,
        prop::sample::select(vec![3, 20, 90]),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs((list, x, outputs, reach) in programs(), special in 0..SPECIAL.len()) {
        let program = Program::record_at(&x, |x| lines(&list, x, outputs, reach)).unwrap();
        let native = compiled(&program);
        let mut workspace = Workspace::new();
        let specials: Vec<f64> = (0..x.len()).map(|i| SPECIAL[(special + 3 * i) % SPECIAL.len()]).collect();
        for x in [x.clone(), specials, x.iter().map(|x| x * 1.5).collect()] {
            if let Err(message) = difference(&program, &native, &mut workspace, &x) {
                prop_assert!(false, "{message}");
            }
        }
    }

    #[test]
    fn derivatives_of_random_programs((list, x, _, reach) in programs()) {
        let list = &list[..list.len().min(20)];
        let program = Program::record_at(&x, |x| lines(list, x, 1, reach)).unwrap();
        let mut workspace = Workspace::new();
        let point = |program: &Program| -> Vec<f64> {
            (0..program.inputs()).map(|i| x[i % x.len()] * (1.0 + i as f64 * 0.01)).collect()
        };
        for derivative in [program.with_gradient(), program.jvp(), program.gradient().and_then(|g| g.jvp()), program.hessian()] {
            let Ok(derivative) = derivative else { continue };
            let native = compiled(&derivative);
            for x in [point(&derivative), vec![0.0; derivative.inputs()], vec![f64::INFINITY; derivative.inputs()]] {
                if let Err(message) = difference(&derivative, &native, &mut workspace, &x) {
                    prop_assert!(false, "{message}");
                }
            }
        }
    }
}
