//! Singular values by rotations.

use crate::backend::Singular;
use crate::kernels::rotations::{pairs, rotation, turn};
use crate::{Error, Matrix, View};

/// Sweeps after which the iteration has failed; it takes six to ten.
const SWEEPS: usize = 60;

/// Singular values and both sets of vectors of a matrix with at least as many rows as columns, in no order, by rotations of
/// its columns (Hestenes 1958). The left vector of a value that is zero is zero.
pub(crate) fn singular(a: View<'_, f64>) -> Result<Singular, Error> {
    let (m, n) = (a.rows(), a.columns());
    let mut u = a.to_matrix();
    let mut v = Matrix::identity(n);
    let largest = u.iter().fold(0.0f64, |l, x| l.max(x.abs()));
    let negligible = (f64::EPSILON * largest).powi(2) * m as f64;
    let (columns, vectors) = (u.as_mut_slice(), v.as_mut_slice());
    for _ in 0..SWEEPS {
        let mut rotated = false;
        for (p, q) in pairs(n) {
            let [pp, qq, pq] = products(columns, m, p, q);
            if pq.abs() <= f64::EPSILON * (pp.sqrt() * qq.sqrt()) || pq.abs() <= negligible {
                continue;
            }
            rotated = true;
            let (c, s, _) = rotation(pp, qq, pq);
            turn(columns, m, p, q, c, s);
            turn(vectors, n, p, q, c, s);
        }
        if !rotated {
            let values: Vec<f64> = u.column_slices().map(length).collect();
            for (x, &s) in u.as_mut_slice().chunks_exact_mut(m.max(1)).zip(&values) {
                x.iter_mut().for_each(|x| *x = if s > 0.0 { *x / s } else { 0.0 });
            }
            return Ok((u, values, v));
        }
    }
    Err(Error::NotConverged { operation: "singular value decomposition" })
}

/// The squares of two columns and their inner product.
fn products(columns: &[f64], rows: usize, p: usize, q: usize) -> [f64; 3] {
    let column = |p: usize| &columns[p * rows..(p + 1) * rows];
    column(p).iter().zip(column(q)).fold([0.0; 3], |[pp, qq, pq], (x, y)| [pp + x * x, qq + y * y, pq + x * y])
}

/// The Euclidean norm, also where squares vanish; entries are such that they do not overflow.
fn length(x: &[f64]) -> f64 {
    let square = x.iter().map(|x| x * x).sum::<f64>();
    if square > 1e-280 { square.sqrt() } else { x.iter().fold(0.0f64, |r, x| r.hypot(*x)) }
}
