//! Gradients that are not a number, of functions with operations that iterate: the program is run again on a tape, on which
//! they have to work as they do on plain numbers.

use wengert::linalg::{Matrix, expm, expm_multiply, logm, pinv, sqrtm, sylvester};
use wengert::prelude::*;

use super::numbers;

/// The entries of a Hessian by four numbers.
fn rows(hessian: &wengert::Matrix) -> Vec<f64> {
    (0..16).map(|k| hessian[(k / 4, k % 4)]).collect()
}

/// What is added to a trace.
#[derive(Clone, Copy)]
enum End {
    /// The root of what is 0 and varies, which has no derivative.
    Edge,
    /// The root of what a maximum leaves out, which has the derivative 0.
    LeftOut,
    Nothing,
}

macro_rules! programs {
    ($($name:ident |$a:ident| $y:expr;)+) => {$(
        mod $name {
            use super::*;

            #[differentiable]
            fn ended($a: &Matrix<f64>, end: End) -> f64 {
                let y = $y;
                let end = match end {
                    End::Edge => (y.sum() * 0.0).sqrt(),
                    End::LeftOut => (-y.norm()).max(0.0).sqrt(),
                    End::Nothing => 0.0,
                };
                end + y.trace()
            }

            #[test]
            fn $name() {
                let a = Matrix::from_rows([[2.0, 0.3], [0.1, 1.5]]);
                let d = Matrix::from_rows([[0.4, -0.2], [0.7, 0.1]]);
                assert!(numbers(&ended::gradient(&a, End::Edge)).iter().all(|x| x.is_nan()));
                assert!(numbers(&ended::hvp(&a, End::Edge, &d)).iter().all(|x| x.is_nan()));
                assert!(rows(&ended::hessian(&a, End::Edge)).iter().all(|x| x.is_nan()));
                assert!(ended::jvp(&a, End::Edge, &d).1.is_nan());
                let near = |what: &str, x: &[f64], y: &[f64]| {
                    assert!(x.iter().zip(y).all(|(x, y)| (x - y).abs() < 1e-12), "{what}: {x:?} and {y:?}");
                };
                let [found, wanted] = [End::LeftOut, End::Nothing].map(|end| {
                    let tangent = vec![ended::jvp(&a, end, &d).1];
                    let (by_a, product) = (ended::gradient(&a, end), ended::hvp(&a, end, &d));
                    [tangent, numbers(&by_a), numbers(&product), rows(&ended::hessian(&a, end))]
                });
                for (k, what) in ["jvp", "gradient", "hvp", "hessian"].into_iter().enumerate() {
                    near(what, &found[k], &wanted[k]);
                }
            }
        }
    )+};
}

programs! {
    exponential |a| expm(a).unwrap();
    logarithm |a| logm(a).unwrap();
    root |a| sqrtm(a).unwrap();
    equation |a| sylvester(a, a, &a.transposed()).unwrap();
    applied |a| expm_multiply(a, a).unwrap();
    pseudo_inverse |a| pinv(a).unwrap();
    decomposed |a| a.qr().unwrap().1;
    regular |a| a * a.det();
    solved |a| a.solve(&a.transposed()).unwrap();
}

/// Several outputs, of which one has no derivative.
#[differentiable]
fn outputs(a: &Matrix<f64>) -> Vec<f64> {
    let y = sqrtm(a).unwrap();
    vec![y[(0, 0)], y[(1, 0)] + (y.sum() * 0.0).sqrt(), logm(&y).unwrap().trace()]
}

#[test]
fn several() {
    let a = Matrix::from_rows([[2.0, 0.3], [0.1, 1.5]]);
    let d = Matrix::from_rows([[0.4, -0.2], [0.7, 0.1]]);
    let jacobian = outputs::jacobian(&a);
    let tangent = outputs::jvp(&a, &d).1;
    for i in [0, 2] {
        let row: f64 = (0..4).map(|j| jacobian[(i, j)] * d.as_slice()[j]).sum();
        assert!((row - tangent[i]).abs() < 1e-12, "{i}: {row} and {}", tangent[i]);
    }
    assert!(jacobian.row(1).iter().all(|x| x.is_nan()));
}
