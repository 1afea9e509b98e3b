//! Results in memory of the caller's.

use allocation_counter::measure;
use linalg::*;

fn matrix(n: usize, shift: f64) -> Matrix {
    Matrix::from_fn(n, n, |i, j| ((7 * i + 3 * j + 1) as f64).sin() + if i == j { shift } else { 0.0 })
}

#[test]
fn solutions_are_those_that_are_returned() {
    for (n, columns) in [(0, 1), (1, 1), (3, 2), (7, 0), (40, 5), (90, 3)] {
        let (a, b) = (matrix(n, n as f64 + 2.0), Matrix::from_fn(n, columns, |i, j| (i as f64 - j as f64).cos()));
        let symmetric = Mask::Symmetric.of(&a);
        let (lu, cholesky) = (a.lu().unwrap(), symmetric.cholesky().unwrap());
        let mut out = Matrix::filled(n, columns, f64::NAN);
        solve_into(&a, &b, &mut out).unwrap();
        assert_eq!(out, solve(&a, &b).unwrap(), "{n}");
        let counted = measure(|| lu.solve_into(&b, &mut out).unwrap());
        assert_eq!(out, lu.solve(&b).unwrap(), "{n}");
        let more = measure(|| cholesky.solve_into(&b, &mut out));
        assert_eq!(out, cholesky.solve(&b).unwrap(), "{n}");
        // Large systems are solved by halves, whose products are made apart.
        if n < 24 {
            assert_eq!((counted.count_total, more.count_total), (0, 0), "{n}");
        }
    }
}

#[test]
fn what_fails_leaves_the_memory_as_it_was() {
    let mut out = Matrix::filled(2, 1, 5.0);
    let singular = Matrix::from_rows([[1.0, 2.0], [2.0, 4.0]]);
    assert!(matches!(solve_into(&singular, &Matrix::column(&[1.0, 1.0]), &mut out), Err(Error::Singular { .. })));
    assert_eq!(out.as_slice(), [5.0, 5.0]);
}

#[test]
#[should_panic(expected = "a solution of 2 x 1 into a matrix of 2 x 2")]
fn another_shape_panics() {
    let _ = solve_into(&matrix(2, 3.0), &Matrix::column(&[1.0, 1.0]), &mut Matrix::zeros(2, 2));
}
