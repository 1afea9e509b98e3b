//! The solver of levenberg-marquardt on functions with `#[differentiable]`.

use levenberg_marquardt::{LevenbergMarquardt, TerminationReason};
use wengert::adapters::levenberg_marquardt::LeastSquares;
use wengert::prelude::*;

/// Misra1a of NIST's reference data sets.
#[differentiable]
fn misra(b: &[f64], #[constant] x: &[f64], #[constant] y: &[f64]) -> Vec<f64> {
    let mut r = vec![0.0; x.len()];
    for i in 0..x.len() {
        r[i] = b[0] * (1.0 - (-b[1] * x[i]).exp()) - y[i];
    }
    r
}

const X: [f64; 14] = [77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0];
const Y: [f64; 14] = [10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78];

#[test]
fn certified_values_from_both_starts() {
    for start in [[500.0, 0.0001], [250.0, 0.0005]] {
        let problem = LeastSquares::new(&start, |b| misra(b, &X, &Y), |b| misra::jacobian(b, &X, &Y));
        let (found, report) = LevenbergMarquardt::new().minimize(problem);
        assert!(report.termination.was_successful(), "{report:?}");
        let certified = [2.3894212918E+02, 5.5015643181E-04];
        for (b, c) in found.point().iter().zip(certified) {
            assert!((b - c).abs() < 1e-8 * c, "{b} is not {c}");
        }
        assert!((2.0 * report.objective_function - 1.2455138894E-01).abs() < 1e-10);
    }
}

#[differentiable]
fn guarded(x: &[f64]) -> [f64; 2] {
    [x[0].ln() - 1.0, 0.1 * x[0]]
}

#[test]
fn steps_to_where_nothing_is_defined_are_taken_back() {
    // The first step of Gauss and Newton from here leads below zero.
    let problem = LeastSquares::new(&[20.0], |x| guarded(x).to_vec(), |x| guarded::jacobian(x));
    let (found, report) = LevenbergMarquardt::new().minimize(problem);
    assert!(report.termination.was_successful(), "{report:?}");
    let (r, j) = (guarded(found.point()), guarded::jacobian(found.point()));
    let slope = r[0] * j[(0, 0)] + r[1] * j[(1, 0)];
    assert!(slope.abs() < 1e-7, "{slope}");
}

#[test]
fn a_start_where_nothing_is_defined_is_refused() {
    let problem = LeastSquares::new(&[-1.0], |x| guarded(x).to_vec(), |x| guarded::jacobian(x));
    let (_, report) = LevenbergMarquardt::new().minimize(problem);
    assert!(matches!(report.termination, TerminationReason::User(_)), "{report:?}");
}
