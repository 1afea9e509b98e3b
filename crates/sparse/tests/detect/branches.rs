//! Patterns of functions that branch: both arms.

use proptest::prelude::*;
use rules::{Functions, Real};
use sparse::detect::{self, Detected, Detector};
use std::cell::Cell;

fn entries(found: &Detected) -> Vec<(usize, usize)> {
    found.here().transpose().iter().map(|(j, i)| (i, j)).collect()
}

#[test]
fn all_ways_through_a_function_are_taken() {
    // The way on which the first answer is no and the second yes leads to an entry that no other has.
    let runs = Cell::new(0);
    let found = Detector::jacobian().run_branches(&[1.0, 1.0, 5.0, 6.0], 100, |x| {
        runs.set(runs.get() + 1);
        let s = if x[0] > 0.0 { x[2] } else { x[3] };
        vec![if x[1] < 0.0 { s } else { 0.0.into() }]
    });
    let found = found.unwrap();
    assert_eq!((entries(&found), found.is_local(), runs.get()), (vec![(0, 2), (0, 3)], false, 4));
    assert!(found.branch().is_none());
}

#[test]
fn without_comparisons_one_run_is_enough() {
    let runs = Cell::new(0);
    let found = Detector::hessian().run_branches(&[1.0, 1.0], 100, |x| {
        runs.set(runs.get() + 1);
        vec![x[0].max(x[1]) * x[0]]
    });
    assert_eq!((found.unwrap().is_local(), runs.get()), (false, 1));
}

#[test]
fn of_many_branches_both_arms_are_there() {
    let n = 200;
    let x: Vec<f64> = (0..n).map(|k| if k % 3 == 0 { -1.0 } else { 1.0 }).collect();
    let found = Detector::jacobian().run_branches(&x, 2, |x| {
        (0..n).map(|k| if x[k] > 0.0 { x[k] * x[(k + 1) % n] } else { x[(k + 2) % n] }).collect()
    });
    let found = found.unwrap();
    assert_eq!((found.here().entries(), found.is_local()), (3 * n, true));
    // Where one branch stands below another, random answers have what the other answer of all has not.
    let nested = Detector::jacobian().run_branches_static(&x, 30, |x| {
        let nested = |k: usize| match (x[k] > 0.0, x[(k + 1) % n] > 0.0) {
            (true, true) => x[k],
            (true, false) => x[(k + 1) % n],
            (false, true) => x[(k + 2) % n],
            (false, false) => x[(k + 3) % n],
        };
        (0..n).map(nested).collect()
    });
    let count = nested.unwrap().here().entries();
    assert!(count > 4 * n * 99 / 100, "{count} of {}", 4 * n);
}

#[test]
fn loops_that_end_end() {
    for most in [1, 2, 5, 40] {
        let found = Detector::jacobian().run_branches(&[1.0, 3.0], most, |x| {
            let mut y = x[0];
            while y.abs() > 1e-3 {
                y = 0.5 * y;
            }
            vec![y, if y == 0.0 { x[1] } else { x[0] }]
        });
        assert!(found.unwrap().is_local(), "{most}");
    }
}

#[test]
fn loops_end_that_would_not_if_every_answer_were_another() {
    let found = Detector::jacobian().run_branches(&[1.0; 12], 6, |x| {
        let mut y = x.iter().fold(x[0], |y, &x| if x > 2.0 { y + x } else { y });
        while y > 100.0 {
            y = 0.5 * y;
        }
        vec![y]
    });
    let found = found.unwrap();
    assert_eq!((found.here().entries(), found.is_local()), (12, true));
}

#[test]
fn what_panics_on_no_input_is_left_out() {
    let found = Detector::jacobian().run_branches(&[1.0, 3.0], 100, |x| {
        let smaller = if x[0] < x[1] { 0 } else { 1 };
        let larger = if x[1] > x[0] { 1 } else { 0 };
        assert_ne!(smaller, larger, "one of two is the smaller");
        vec![x[smaller] / x[larger]]
    });
    assert!(found.unwrap().is_local());
    let sorted = Detector::jacobian().run_branches(&[3.0, 1.0, 2.0], 1000, |x| {
        let mut all = x.to_vec();
        all.sort_by(|a, b| a.partial_cmp(b).unwrap());
        all
    });
    assert_eq!(sorted.unwrap().here().entries(), 9);
}

#[test]
#[should_panic(expected = "at the point")]
fn what_panics_at_the_point_panics() {
    let _ = Detector::jacobian().run_branches(&[1.0], 10, |x| {
        assert!(x[0] > 2.0, "at the point");
        x.to_vec()
    });
}

#[test]
fn values_that_are_taken_leave_a_pattern_local() {
    let found = Detector::jacobian()
        .run_branches(&[1.5, 2.0], 100, |x| vec![if x[0] > 0.0 { x[x[0].value() as usize] } else { x[0] }]);
    assert!(found.unwrap().is_local());
}

#[test]
fn outputs_that_come_and_go_are_an_error() {
    let found =
        Detector::jacobian().run_branches(&[1.0, 2.0], 100, |x| if x[0] > 0.0 { x.to_vec() } else { vec![x[0]] });
    assert_eq!(found.unwrap_err().to_string(), "2 x 2 is wanted, and this is 1 x 2");
}

/// Steps of a function that branches: where values come from.
fn run<T: Real>(steps: &[[usize; 4]], x: &[T]) -> Vec<T> {
    let mut values = x.to_vec();
    for (k, &[a, b, c, d]) in steps.iter().enumerate() {
        let [a, b, c, d] = [a, b, c, d].map(|place| values[place % values.len()]);
        let value = match k % 4 {
            0 if a < b => c * d,
            1 if a >= 0.3 * b => c + a,
            2 if 0.2 > a => d.sin(),
            3 if a.partial_cmp(&b) == Some(std::cmp::Ordering::Less) => a / (2.0 + b * b),
            _ => c - d * 0.5,
        };
        values.push(value);
    }
    values.split_off(values.len() - steps.len().min(2))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]
    #[test]
    fn what_is_not_local_holds_everywhere(
        steps in proptest::collection::vec(any::<[usize; 4]>(), 1..6),
        x in proptest::collection::vec(-1.0..1.0f64, 4),
        points in proptest::collection::vec(proptest::collection::vec(-1.0..1.0f64, 4), 20),
    ) {
        for detector in [Detector::jacobian(), Detector::hessian()] {
            let found = detector.run_branches(&x, 300, |x| run(&steps, x)).unwrap();
            prop_assert!(!found.is_local());
            for point in &points {
                let here = detector.run(point, |x| run(&steps, x)).unwrap();
                prop_assert!(found.here().contains(here.here()));
            }
            // The same from wherever it begins.
            prop_assert_eq!(detector.run_branches(&points[0], 300, |x| run(&steps, x)).unwrap(), found);
        }
        let plain = detect::jacobian(&x, |x| run(&steps, x)).unwrap();
        prop_assert!(plain.is_local());
    }
}
