//! Hessians by colours, held against dense ones entry by entry.

use crate::random::{Dice, Terms, Total, each_close};
use wengert::prelude::*;
use wengert::sparse::{Options, Pattern, Recovery, SparseHessian};

/// The lower triangle of the dense Hessian, and each entry of a symmetric one.
#[track_caller]
fn compare(hessian: &Pattern, values: &[f64], dense: &wengert::Matrix, what: &dyn std::fmt::Debug) {
    for ((i, j), value) in hessian.iter().zip(values) {
        // Of the two numbers that the dense Hessian has for an entry the one that is nearer: they round differently.
        let (a, b) = (dense[(i, j)], dense[(j, i)]);
        let near = if (value - a).abs() <= (value - b).abs() { a } else { b };
        each_close(&[*value], &[near], &(i, j, what));
    }
    for i in 0..dense.rows() {
        for j in 0..=i {
            assert!(dense[(i, j)] == 0.0 || hessian.position(i, j).is_some(), "{i}, {j}, {what:?}");
        }
    }
}

#[test]
fn entries_are_those_of_the_dense_matrix() {
    let mut dice = Dice::new(3);
    for round in 0..36 {
        let n = [0, 1, 2, 7, 30, 60][round % 6];
        let f = Total(Terms::roll(&mut dice, [1, n], [n / 2, n, 3 * n][round % 3], [round % 2 == 1, false], 12));
        let x = f.0.point(&mut dice);
        let (value, gradient, dense) = f.value_and_hessian(&x);
        let lower = f.0.hessian_pattern();
        for recovery in [Recovery::Direct, Recovery::Substitution] {
            for check in [true, false] {
                for pattern in [lower.clone(), lower.symmetrized().unwrap(), lower.transpose()] {
                    let options = Options::new().recovery(recovery).check(check);
                    let hessian = SparseHessian::with_pattern(&f, pattern, &options).unwrap();
                    assert_eq!(hessian.pattern(), &lower);
                    let (mut g, mut values) = (vec![7.0; n], vec![7.0; hessian.entries()]);
                    let y = hessian.value_gradient_and_eval_into(&x, &mut g, &mut values).unwrap();
                    each_close(&[y], &[value], &(recovery, &f));
                    each_close(&g, &gradient, &(recovery, &f));
                    compare(&lower, &values, &dense, &(recovery, &f));
                    hessian.check(&x).unwrap();
                }
            }
        }
    }
}

/// Band matrices with entries over twelve orders of magnitude, and the last variables joined with all.
struct Scaled {
    scales: Vec<f64>,
    dense: usize,
}

impl Scaled {
    fn pattern(&self) -> Pattern {
        let n = self.scales.len();
        Pattern::dense(n, n).unwrap().filter(|i, j| i >= j && (i - j <= 3 || i >= n - self.dense))
    }
}

impl Function for Scaled {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        let n = x.len();
        let mut sum = T::from(0.0);
        for i in 0..n {
            for j in 0..=i {
                if i - j <= 3 || i >= n - self.dense {
                    sum += (x[i] * x[j]) * (self.scales[i] * self.scales[j] * ((1 + i + 3 * j) as f64).sin());
                }
            }
        }
        sum
    }
}

#[test]
fn each_entry_is_right_relative_to_its_own_size() {
    for dense in [0, 1, 5] {
        for spread in [0.0, 6.0, 12.0] {
            let n = 48;
            // From large to small and back, so that both stand beside both.
            let scale = |i: usize| 10f64.powf(spread * ((i * 37 % n) as f64 / n as f64 - 0.5));
            let f = Scaled { scales: (0..n).map(scale).collect(), dense };
            let x: Vec<f64> = (0..n).map(|i| 1.0 / f.scales[i] + 0.1 * i as f64).collect();
            let expected = |i: usize, j: usize| {
                let factor = f.scales[i] * f.scales[j] * ((1 + i.max(j) + 3 * i.min(j)) as f64).sin();
                if i == j { 2.0 * factor } else { factor }
            };
            for recovery in [Recovery::Direct, Recovery::Substitution] {
                let options = Options::new().recovery(recovery);
                let hessian = SparseHessian::with_pattern(&f, f.pattern(), &options).unwrap();
                let most = if dense > 0 { 8 + 2 * dense } else { 7 };
                assert!(hessian.colors() <= most, "{hessian}");
                let values = hessian.eval(&x).unwrap();
                for (i, j, value) in hessian.triplets(&values) {
                    let error = (value / expected(i, j) - 1.0).abs();
                    assert!(error < 1e-12, "({i}, {j}): {error} {value} {dense} {spread} {recovery:?}");
                }
            }
        }
    }
}

#[test]
fn a_pattern_that_lacks_an_entry_is_noticed() {
    let mut dice = Dice::new(4);
    for round in 0..40 {
        let f = Total(Terms::roll(&mut dice, [1, 20], 30, [round % 2 == 1, false], 6));
        let x = f.0.point(&mut dice);
        let (whole, dense) = (f.0.hessian_pattern(), f.hessian(&x));
        let live: Vec<_> = whole.iter().filter(|&entry| dense[entry] != 0.0).collect();
        let (row, column) = live[dice.below(live.len())];
        let lacking = whole.filter(|i, j| (i, j) != (row, column));
        for recovery in [Recovery::Direct, Recovery::Substitution] {
            let options = Options::new().recovery(recovery);
            let hessian = SparseHessian::with_pattern(&f, lacking.clone(), &options).unwrap();
            assert_eq!(hessian.eval(&x).unwrap_err().lacking().map(|(i, j, _)| (i, j)), Some((row, column)));
            let trusting = SparseHessian::with_pattern(&f, lacking.clone(), &options.check(false)).unwrap();
            trusting.eval(&x).unwrap();
            assert!(trusting.check(&x).unwrap_err().is_wrong_pattern());
        }
    }
}

struct Two;

impl Function for Two {
    type Output<T: Real> = [T; 2];
    fn eval<T: Real + 'static>(&self, x: &[T]) -> [T; 2] {
        [x[0] * x[1], x[0]]
    }
}

#[test]
fn what_cannot_be_a_hessian_is_an_error() {
    let pattern = Pattern::dense(2, 2).unwrap();
    let hessian = SparseHessian::with_pattern(Two, pattern, &Options::new()).unwrap();
    assert!(hessian.eval(&[1.0, 2.0]).unwrap_err().is_wrong_outputs());
    let flat = SparseHessian::with_pattern(Two, Pattern::dense(2, 3).unwrap(), &Options::new());
    let message = "a pattern of 2 x 3 for a Hessian: pass a square one, or its lower triangle";
    assert_eq!(flat.unwrap_err().to_string(), message);
}

struct Root;

impl Function for Root {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        x[0] * x[0].sqrt() + x[1] * x[1] * x[2]
    }
}

#[test]
fn infinite_and_undefined_derivatives_stay_where_they_are() {
    let pattern = Pattern::from_coordinates(3, 3, [(0, 0), (1, 1), (2, 1)]).unwrap();
    for check in [true, false] {
        let hessian = SparseHessian::with_pattern(Root, pattern.clone(), &Options::new().check(check)).unwrap();
        for x in [[0.0, 1.0, 2.0], [1.0, f64::NAN, 2.0], [-1.0, 3.0, 1.0]] {
            let dense = Root.hessian(&x);
            let values = hessian.eval(&x).unwrap();
            each_close(hessian.to_dense(&values).as_slice(), dense.as_slice(), &x);
        }
    }
}

#[test]
fn it_says_what_it_is() {
    let f = Scaled { scales: vec![1.0; 50], dense: 1 };
    let hessian = SparseHessian::with_pattern(&f, f.pattern(), &Options::new()).unwrap();
    let line = "SparseHessian 50 x 50, 240 entries, 9.6 % dense (lower triangle), 8 colours, direct";
    assert_eq!(hessian.to_string(), line);
    assert!(format!("{hessian:#}").starts_with(&format!("{line}\n⣷⣄⠀")), "{hessian:#}");
    let options = Options::new().recovery(Recovery::Substitution);
    let hessian = SparseHessian::with_pattern(&f, f.pattern(), &options).unwrap();
    assert!(hessian.to_string().ends_with("5 colours, substitution"), "{hessian}");
}
