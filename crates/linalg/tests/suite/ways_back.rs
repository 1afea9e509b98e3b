//! Products and sums have a way back of their own where adjoints stand: it gives what their tangents' transpose gives.

use crate::common::noise;
use linalg::{Matrix, dot, matmul, matmul_transposed, transposed_matmul};
use reverse::{Adjoints, Tape, Var};

type On<'t> = Matrix<Var<'t>>;

/// The gradient by both matrices, added to adjoints where they stand, and through lists of several lanes.
#[track_caller]
fn agrees(a: &Matrix, b: &Matrix, f: impl for<'t> Fn(&On<'t>, &On<'t>) -> Matrix<Var<'t>>) {
    let tape = Tape::new();
    let [a, b] = [a, b].map(|x| Matrix::from_list(x.rows(), x.columns(), tape.list(x.as_slice())));
    let y = f(&a, &b);
    let w = noise(y.shape().len(), 3);
    let z = y.iter().zip(&w).map(|(&y, &w)| w * y).reduce(|s, x| s + x).unwrap_or_else(|| Var::fixed(0.0)).keep();
    let in_place = z.grad();
    let mut lanes = Adjoints::new();
    tape.adjoints_of_into(&[z, z + z], &mut lanes);
    for &x in a.iter().chain(&b) {
        let [one, two] = lanes.wrt(x);
        let g = in_place.wrt(x);
        assert!((g - one).abs() <= 1e-14 * (1.0 + g.abs()) && (2.0 * g - two).abs() <= 2e-14 * (1.0 + g.abs()), "{g}");
    }
}

#[test]
fn adjoints_in_place_are_those_through_lists() {
    for n in [1, 2, 3, 4, 5, 8, 9, 17, 33] {
        for m in [1, 3, 4, 6, 18] {
            let of =
                |rows: usize, columns: usize, seed: u64| Matrix::from_vec(rows, columns, noise(rows * columns, seed));
            agrees(&of(n, m, 1), &of(m, 5, 2), |a, b| matmul(a, b));
            agrees(&of(m, n, 1), &of(m, 5, 2), |a, b| transposed_matmul(a, b));
            agrees(&of(n, m, 1), &of(4, m, 2), |a, b| matmul_transposed(a, b));
            agrees(&of(n, m, 1), &of(n, m, 2), |a, b| Matrix::filled(1, 1, dot(a, b)));
            agrees(&of(n, m, 1), &of(n, m, 2), |a, b| a + b);
            agrees(&of(n, m, 1), &of(n, m, 2), |a, b| a - b);
        }
    }
}
