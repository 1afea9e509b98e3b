//! Jacobians by colours, held against dense ones entry by entry.

use crate::random::{Dice, Terms, each_close};
use wengert::prelude::*;
use wengert::sparse::{Mode, Options, Order, Pattern, SparseJacobian};

const MODES: [Mode; 4] = [Mode::Auto, Mode::Forward, Mode::Reverse, Mode::Bidirectional];

#[test]
fn entries_are_those_of_the_dense_matrix() {
    let mut dice = Dice::new(1);
    let shapes = [[0, 0], [0, 3], [3, 0], [1, 1], [7, 5], [3, 40], [40, 3], [60, 60]];
    for (round, shape) in shapes.iter().cycle().take(96).enumerate() {
        let count = [0, 3, shape[0] + shape[1], 3 * shape[1]][round / 8 % 4];
        let dense = [[false, false], [true, false], [false, true], [true, true]][round / 32 % 4];
        let f = Terms::roll(&mut dice, *shape, count, dense, 12);
        let x = f.point(&mut dice);
        let (value, expected) = f.value_and_jacobian(Default::default(), &x);
        for mode in MODES {
            for check in [true, false] {
                for order in [None, Some(Order::SmallestLast)] {
                    let options = Options::new().mode(mode).check(check);
                    let options = order.map_or(options, |order| options.order(order));
                    let jacobian = SparseJacobian::with_pattern(&f, f.pattern(), &options).unwrap();
                    let (mut y, mut values) = (vec![7.0; f.outputs], vec![7.0; jacobian.entries()]);
                    jacobian.value_and_eval_into(&x, &mut y, &mut values).unwrap();
                    each_close(&y, &value, &(mode, &f));
                    each_close(jacobian.to_dense(&values).as_slice(), expected.as_slice(), &(mode, &f));
                    jacobian.check(&x).unwrap();
                }
            }
        }
    }
}

/// Sums of neighbours, of which the first is multiplied by all.
struct Arrow;

impl Function for Arrow {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        let mut y: Vec<T> = x.iter().map(|&a| a * x[0]).collect();
        y[0] = x.iter().map(|&a| a * a).sum();
        y
    }
}

#[test]
fn the_mode_is_chosen_by_cost() {
    let arrow = Pattern::dense(300, 300).unwrap().filter(|i, j| i == j || i == 0 || j == 0);
    let jacobian = SparseJacobian::with_pattern(Arrow, arrow, &Options::new()).unwrap();
    assert_eq!((jacobian.mode(), jacobian.colors()), (Mode::Bidirectional, 3));
    assert_eq!(
        jacobian.to_string(),
        "SparseJacobian 300 x 300, 898 entries, 1 % dense, 3 colours, forward and reverse"
    );
    let x: Vec<f64> = (0..300).map(|i| 1.0 + i as f64).collect();
    let values = jacobian.eval(&x).unwrap();
    each_close(jacobian.to_dense(&values).as_slice(), Arrow.jacobian(&x).as_slice(), &"arrow");
    let diagonal = Pattern::dense(300, 300).unwrap().filter(|i, j| i == j);
    let tall = SparseJacobian::with_pattern(Arrow, diagonal, &Options::new()).unwrap();
    assert_eq!((tall.mode(), tall.column_colors().count(), tall.row_colors().count()), (Mode::Forward, 1, 0));
    let row = Pattern::dense(1, 300).unwrap();
    let wide = SparseJacobian::with_pattern(Arrow, row, &Options::new()).unwrap();
    assert_eq!((wide.mode(), wide.colors()), (Mode::Reverse, 1));
}

#[test]
fn a_pattern_that_lacks_an_entry_is_noticed() {
    let mut dice = Dice::new(2);
    for round in 0..60 {
        let f = Terms::roll(&mut dice, [20, 20], 40, [round % 3 == 1, round % 3 == 2], 6);
        let x = f.point(&mut dice);
        let (whole, dense) = (f.pattern(), f.jacobian(&x));
        let live: Vec<_> = whole.iter().filter(|&entry| dense[entry] != 0.0).collect();
        let (row, column) = live[dice.below(live.len())];
        let lacking = whole.filter(|i, j| (i, j) != (row, column));
        for mode in MODES {
            let options = Options::new().mode(mode);
            let jacobian = SparseJacobian::with_pattern(&f, lacking.clone(), &options).unwrap();
            let error = jacobian.eval(&x).unwrap_err();
            assert!(error.is_wrong_pattern());
            let (i, j, derivative) = error.lacking().unwrap();
            assert_eq!((i, j), (row, column));
            each_close(&[derivative], &[dense[(i, j)]], &mode);
            assert!(jacobian.check(&x).is_err());
            let trusting = SparseJacobian::with_pattern(&f, lacking.clone(), &options.check(false)).unwrap();
            trusting.eval(&x).unwrap();
            assert!(trusting.check(&x).is_err());
        }
    }
}

#[test]
fn entries_that_are_small_beside_their_row_are_noticed_too() {
    let f = wengert::function!(|x| -> [T; 1] { [x[0] + 1e-10 * x[1]] });
    let only = Pattern::from_coordinates(1, 2, [(0, 0)]).unwrap();
    for mode in MODES {
        let jacobian = SparseJacobian::with_pattern(&f, only.clone(), &Options::new().mode(mode)).unwrap();
        assert_eq!(jacobian.eval(&[1.0, 1.0]).unwrap_err().lacking(), Some((0, 1, 1e-10)), "{mode:?}");
    }
}

/// Entries that are differences of huge terms: rounding alone makes products differ.
struct Cancelling;

impl Function for Cancelling {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        let big = |a: T| 1e12 * (a + 1.0) - 1e12 * a;
        vec![big(x[0]) + x[1] * x[1], x[1] * 1e-9 + (x[2] * 1e9).sin() * 1e3]
    }
}

#[test]
fn cancellation_is_no_wrong_pattern() {
    let pattern = Pattern::dense(2, 3).unwrap().filter(|i, j| (i, j) != (0, 2) && (i, j) != (1, 0));
    for mode in MODES {
        let jacobian = SparseJacobian::with_pattern(Cancelling, pattern.clone(), &Options::new().mode(mode)).unwrap();
        jacobian.eval(&[1.0 / 3.0, 0.7, 0.1]).unwrap();
    }
}

/// Roots, whose derivatives at 0 are infinite, beside what does not depend on them.
struct Roots;

impl Function for Roots {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        vec![x[0].sqrt(), x[0].sqrt() + x[1] * x[1], x[2].sqrt() * x[1], x[3] * 2.0]
    }
}

#[test]
fn infinite_and_undefined_derivatives_stay_where_they_are() {
    let entries = [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 3)];
    let pattern = Pattern::from_coordinates(4, 4, entries).unwrap();
    for mode in MODES {
        for check in [true, false] {
            let options = Options::new().mode(mode).check(check);
            let jacobian = SparseJacobian::with_pattern(Roots, pattern.clone(), &options).unwrap();
            for x in [[0.0, 1.0, 4.0, 1.0], [4.0, 1.0, 0.0, 1.0], [1.0, f64::NAN, 4.0, 1.0], [-1.0, 2.0, -1.0, 0.0]] {
                let values = jacobian.eval(&x).unwrap();
                let dense = Roots.jacobian(&x);
                each_close(jacobian.to_dense(&values).as_slice(), dense.as_slice(), &(mode, check, x));
            }
        }
    }
}

/// As many outputs as its input says.
struct Growing;

impl Function for Growing {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        vec![x[0] * 2.0; x[0].value() as usize]
    }
}

#[test]
fn another_number_of_outputs_is_an_error() {
    for mode in MODES {
        let options = Options::new().mode(mode);
        let jacobian = SparseJacobian::with_pattern(Growing, Pattern::dense(2, 1).unwrap(), &options).unwrap();
        jacobian.eval(&[2.5]).unwrap();
        let error = jacobian.eval(&[3.5]).unwrap_err();
        assert!(error.is_wrong_outputs());
        assert_eq!(error.to_string(), "the function gave 3 outputs, but was prepared for 2: prepare it again");
    }
}
