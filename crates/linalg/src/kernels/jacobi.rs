//! Singular values by rotations.

use crate::backend::Singular;
use crate::{Error, Matrix, View};

/// Sweeps after which the iteration has failed; it takes six to ten.
const SWEEPS: usize = 60;

/// Singular values and both sets of vectors of a matrix with at least as many rows as columns, in no order, by rotations of
/// its columns (Hestenes 1958). The left vector of a value that is zero is zero.
pub(crate) fn singular(a: View<'_, f64>) -> Result<Singular, Error> {
    let (m, n) = (a.rows(), a.columns());
    let mut u = a.to_matrix();
    let mut v = Matrix::identity(n);
    let dot = |u: &Matrix<f64>, p: usize, q: usize| -> f64 {
        u.view().column(p).iter().zip(u.view().column(q)).map(|(x, y)| x * y).sum()
    };
    let largest = u.iter().fold(0.0f64, |l, x| l.max(x.abs()));
    let negligible = (f64::EPSILON * largest).powi(2) * m as f64;
    for _ in 0..SWEEPS {
        let mut rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                let (pp, qq, pq) = (dot(&u, p, p), dot(&u, q, q), dot(&u, p, q));
                if pq.abs() <= f64::EPSILON * (pp * qq).sqrt() || pq.abs() <= negligible {
                    continue;
                }
                rotated = true;
                let (c, s) = rotation(pp, qq, pq);
                turn(u.as_mut_slice(), m, p, q, c, s);
                turn(v.as_mut_slice(), n, p, q, c, s);
            }
        }
        if !rotated {
            let values: Vec<f64> = u.column_slices().map(|x| x.iter().fold(0.0f64, |r, x| r.hypot(*x))).collect();
            for (x, &s) in u.as_mut_slice().chunks_exact_mut(m.max(1)).zip(&values) {
                x.iter_mut().for_each(|x| *x = if s > 0.0 { *x / s } else { 0.0 });
            }
            return Ok((u, values, v));
        }
    }
    Err(Error::NotConverged { operation: "singular value decomposition" })
}

/// Cosine and sine of the rotation that takes the entry between two diagonal ones to zero.
fn rotation(pp: f64, qq: f64, pq: f64) -> (f64, f64) {
    let theta = (qq - pp) / (2.0 * pq);
    let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
    let c = 1.0 / t.hypot(1.0);
    (c, t * c)
}

/// Rotates two columns.
fn turn(entries: &mut [f64], rows: usize, p: usize, q: usize, c: f64, s: f64) {
    let (left, right) = entries.split_at_mut(q * rows);
    for (x, y) in left[p * rows..(p + 1) * rows].iter_mut().zip(&mut right[..rows]) {
        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
    }
}
