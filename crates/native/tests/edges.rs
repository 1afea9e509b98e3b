//! The smallest and the largest programs, guards, rules of users, threads, memory, refusals.
#![cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_os = "linux")))]

mod common;

use common::{all_same, compiled, difference};
use native::{Error, Native, Workspace};
use program::{Node, Program};
use rules::{Functions, Number, Rule, RuleId};
use std::panic::AssertUnwindSafe;

fn check(program: &Program, points: &[&[f64]]) {
    let (native, mut workspace) = (compiled(program), Workspace::new());
    for x in points {
        difference(program, &native, &mut workspace, x).unwrap();
    }
}

#[test]
fn programs_of_no_instruction_and_of_one() {
    check(&Program::record(1, |x| vec![x[0]]).unwrap(), &[&[2.0], &[-0.0], &[f64::NAN]]);
    check(&Program::record(2, |x| vec![x[1]]).unwrap(), &[&[2.0, 3.0]]);
    check(&Program::record(1, |_| vec![Node::from(-0.0)]).unwrap(), &[&[2.0]]);
    check(&Program::record(0, |_| vec![Node::from(2.5)]).unwrap(), &[&[]]);
    check(&Program::record(0, |_| Vec::new()).unwrap(), &[&[]]);
    check(&Program::record(3, |_| Vec::new()).unwrap(), &[&[1.0, 2.0, 3.0]]);
    check(&Program::record(1, |x| vec![x[0], x[0], x[0] * 1.0 + 3.0]).unwrap(), &[&[2.0]]);
    check(&Program::record(1, |x| vec![-x[0]]).unwrap(), &[&[0.0], &[-0.0]]);
    check(&Program::record(2, |x| vec![x[0] * x[1]]).unwrap(), &[&[0.0, -1.0], &[3.0, f64::INFINITY]]);
    check(&Program::record(1, |x| vec![x[0].tan()]).unwrap(), &[&[0.5]]);
}

#[test]
fn what_the_output_does_not_depend_on_counts_as_in_the_sweep() {
    // The square root has an infinite slope at 0, and nobody reads it: the sweep meets a NaN, and the interpreter goes by the
    // structure, which adds up in another order.
    let f = Program::record_at(&[1.0, 2.0], |x| {
        let _ = x[0].sqrt() * x[1];
        let first = x[1] * 0.1;
        vec![(x[1] * x[1] + x[0] + 1.0).sqrt() + first]
    })
    .unwrap();
    for k in 1..40 {
        let x = f64::from(k) * 0.37;
        check(&f, &[&[0.0, x], &[1.0, x], &[-0.5, x]]);
    }
}

#[test]
fn guards_of_every_kind_give_the_error_of_the_interpreter() {
    let special = [-1.0, -0.0, 0.0, 1.0, f64::NAN, f64::INFINITY];
    for recorded in [[0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [f64::NAN, 0.0], [-0.0, 0.0]] {
        for kind in 0..8 {
            let f = Program::record_at(&recorded, |x| {
                let (a, b) = (x[0] + 0.0, x[1] * 1.0);
                let answer = match kind {
                    0 => a < b,
                    1 => a <= b,
                    2 => a > b,
                    3 => a >= b,
                    4 => a == b,
                    5 => a != b,
                    6 => a.partial_cmp(&b).is_some_and(|order| order.is_le()),
                    _ => x[0].known().is_some_and(|value| value > 0.5),
                };
                vec![if answer { a * b } else { a - b }, a]
            });
            let Ok(f) = f else { continue };
            let (native, mut workspace) = (compiled(&f), Workspace::new());
            for x in special.iter().flat_map(|&a| special.map(|b| [a, b])) {
                difference(&f, &native, &mut workspace, &x).unwrap();
            }
        }
    }
}

#[test]
fn preconditions_are_those_of_the_interpreter() {
    let f = Program::record_at(&[1.0, 0.0, 2.0], |x| vec![x[0].clamp(x[1], x[2]) * x[0]]).unwrap();
    check(&f, &[&[1.0, 0.0, 2.0], &[5.0, 0.0, 2.0], &[1.0, 2.0, 0.0], &[1.0, f64::NAN, 0.0]]);
}

/// A sum of five, that panics where the first is 13.
#[derive(Clone, Copy)]
struct Sum;

impl Rule<5> for Sum {
    const ID: RuleId = RuleId::User("edges::Sum");
    fn value(x: [f64; 5], _: i32) -> f64 {
        assert!(x[0] != 13.0, "unlucky");
        x.iter().sum()
    }
    fn partials<T: Number>(x: [T; 5], _: T, _: [bool; 5], _: i32) -> [T; 5] {
        x.map(|_| T::constant(rules::Scalar::from_f64(1.0)))
    }
}

#[test]
fn rules_of_users_run_and_panic_as_in_the_interpreter() {
    let f = Program::record(5, |x| {
        let x: [Node<'_>; 5] = core::array::from_fn(|i| x[i]);
        let y = Node::apply::<Sum, 5>(x, 0);
        vec![y * y + x[2]]
    })
    .unwrap();
    check(&f, &[&[1.0, 2.0, 3.0, 4.0, 5.0], &[0.0, -0.0, f64::INFINITY, 1e-320, 5.0]]);
    let native = compiled(&f);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let found = std::panic::catch_unwind(AssertUnwindSafe(|| native.eval(&[13.0, 0.0, 0.0, 0.0, 0.0])));
    std::panic::set_hook(hook);
    assert!(found.is_err());
}

#[test]
fn many_inputs_outputs_and_constants() {
    let n = 3000;
    let x: Vec<f64> = (0..n).map(|i| (f64::from(i) * 0.37).sin()).collect();
    let list = Program::record_at(&x, |x| {
        x.iter().enumerate().map(|(i, &x)| x * (1.0 + i as f64 / 7.0) + (i as f64).sqrt() + 0.1).collect()
    })
    .unwrap();
    check(&list, &[&x]);
    let sum = Program::record_at(&x, |x| {
        let all = x.iter().enumerate().map(|(i, &x)| (x * (i as f64 * 0.001)).sin() * x);
        vec![all.reduce(|a, b| a + b).unwrap()]
    })
    .unwrap();
    check(&sum, &[&x]);
    // All values live at once, and read again backwards.
    let late = Program::record_at(&x, |x| {
        let squares: Vec<Node<'_>> = x.iter().map(|&x| x * x + 1.0).collect();
        let sum = squares.iter().fold(Node::from(0.0), |sum, &y| sum + y);
        vec![squares.iter().rev().fold(sum, |sum, &y| sum / y + y * 0.5)]
    })
    .unwrap();
    check(&late, &[&x]);
}

#[test]
fn a_chain_of_a_hundred_thousand() {
    let f = Program::record_at(&[0.3, 0.7], |x| {
        let (mut a, mut b) = (x[0], x[1]);
        for k in 0..25_000 {
            (a, b) = (a * 0.99 + b * 1e-3, b - a * (f64::from(k % 17) * 1e-3));
        }
        vec![a * b]
    })
    .unwrap();
    assert!(f.len() > 90_000);
    check(&f, &[&[0.3, 0.7]]);
}

#[test]
fn sixty_four_threads_share_the_code() {
    let f = Program::record(3, |x| vec![(x[0] * x[1]).sin() + (x[2] * 3.0).exp() / x[1]]).unwrap();
    let native = compiled(&f);
    std::thread::scope(|scope| {
        for thread in 0..64 {
            let (f, native) = (&f, &native);
            scope.spawn(move || {
                let mut workspace = Workspace::new();
                for k in 0..100 {
                    let x = [f64::from(thread) * 0.1, 1.0 + f64::from(k), 0.01 * f64::from(k)];
                    difference(f, native, &mut workspace, &x).unwrap();
                }
                let points: Vec<f64> = (0..99).map(|i| 1.0 + f64::from(i * thread).cos()).collect();
                assert!(all_same(&native.eval_batch(&points).unwrap(), &f.eval_batch(&points).unwrap()));
            });
        }
    });
}

#[test]
fn nothing_is_allocated_from_the_second_call_on() {
    let f = Program::record(2, |x| vec![(x[0] * x[1]).sin() + x[0].atan2(x[1]) * x[0].tanh()]).unwrap();
    let (native, mut workspace, mut g) = (compiled(&f), Workspace::new(), [0.0; 2]);
    let (points, mut results) = ([0.5; 80], [0.0; 40]);
    let mut run = || {
        native.eval_into(&[0.5, 0.25], &mut workspace, &mut [0.0]).unwrap();
        native.value_and_gradient_into(&[0.5, 0.25], &mut workspace, &mut g).unwrap();
        native.eval_batch_into(&points, &mut workspace, &mut results).unwrap();
    };
    run();
    assert_eq!(allocation_counter::measure(run).count_total, 0);
}

#[test]
fn one_workspace_serves_programs_of_any_size() {
    let small = Program::record(1, |x| vec![x[0] * x[0]]).unwrap();
    let large = Program::record(40, |x| {
        let squares: Vec<Node<'_>> = x.iter().map(|&x| (x * x).exp()).collect();
        vec![squares.iter().rev().fold(x[0], |sum, &y| sum * y)]
    })
    .unwrap();
    let (a, b, mut workspace) = (compiled(&small), compiled(&large), Workspace::new());
    for _ in 0..2 {
        difference(&small, &a, &mut workspace, &[0.3]).unwrap();
        difference(&large, &b, &mut workspace, &[0.1; 40]).unwrap();
    }
}

#[test]
fn operations_on_matrices_are_refused_by_name_and_replayed() {
    let f = Program::record(4, |x| vec![linalg::Matrix::from_vec(2, 2, x.to_vec()).inverse().unwrap()[(1, 0)] * x[0]])
        .unwrap();
    let error = Native::new(&f).unwrap_err();
    assert!(matches!(error, Error::Operation { .. }), "{error}");
    assert!(error.to_string().contains("replay"), "{error}");
    let native = Native::or_replay(&f);
    assert!(!native.is_native());
    let x = [3.0, 1.0, 1.0, 2.0];
    assert_eq!(native.eval(&x), f.eval(&x));
    assert_eq!(native.eval_batch(&x).unwrap(), f.eval_batch(&x).unwrap());
    let mut g = [0.0; 4];
    let value = native.value_and_gradient_into(&x, &mut Workspace::new(), &mut g).unwrap();
    assert_eq!(value, f.eval(&x).unwrap()[0]);
}

#[test]
#[should_panic(expected = "the program has 2 inputs, and 1 numbers were given")]
fn wrong_shapes_panic_with_both_numbers() {
    let f = Program::record(2, |x| vec![x[0] * x[1]]).unwrap();
    let _ = compiled(&f).eval(&[1.0]);
}

#[test]
fn a_gradient_of_two_outputs_is_an_error() {
    let f = Program::record(1, |x| vec![x[0], x[0] * x[0]]).unwrap();
    let found = compiled(&f).value_and_gradient(&[1.0]);
    assert_eq!(found, Err(program::Error::Outputs { wanted: 1, found: 2 }));
}
