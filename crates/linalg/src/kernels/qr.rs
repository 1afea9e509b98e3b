//! Orthogonalisation.

use crate::matrix::sum;
use crate::{Error, Matrix, View};
use rules::{Functions, Number};

/// Q with orthonormal columns and upper R with a positive diagonal, Q R = A, for at least as many rows as columns and
/// columns that are independent: by Gram and Schmidt, twice, which is orthogonal to rounding (Giraud et al. 2005). It asks
/// for no value.
pub(crate) fn gram_schmidt<T: Number>(a: View<'_, T>) -> [Matrix<T>; 2] {
    let (m, n) = (a.rows(), a.columns());
    let mut q = a.to_matrix();
    let mut r = Matrix::zeros(n, n);
    for j in 0..n {
        let (done, open) = q.as_mut_slice().split_at_mut(j * m);
        let column = &mut open[..m];
        for _ in 0..2 {
            for (i, q) in done.chunks_exact(m).enumerate() {
                let part = sum(q.iter().zip(&*column).map(|(&q, &x)| q * x));
                for (x, &q) in column.iter_mut().zip(q) {
                    *x = *x - q * part;
                }
                r[(i, j)] = r[(i, j)] + part;
            }
        }
        let norm = sum(column.iter().map(|&x| x * x)).sqrt();
        for x in column {
            *x = *x / norm;
        }
        r[(j, j)] = norm;
    }
    [q, r]
}

/// The same by Householder's reflections (Golub and Van Loan, *Matrix Computations*, 4th ed., section 5.2.2).
///
/// # Errors
/// If a column depends on those before it, to rounding.
pub(crate) fn householder(a: View<'_, f64>) -> Result<[Matrix<f64>; 2], Error> {
    let (m, n) = (a.rows(), a.columns());
    let mut work = a.to_matrix();
    let norms: Vec<f64> = work.column_slices().map(|x| x.iter().fold(0.0f64, |r, x| r.hypot(*x))).collect();
    let largest = norms.iter().fold(0.0, |l: f64, &x| if x > l || x.is_nan() { x } else { l });
    if !largest.is_finite() {
        return Err(Error::NotFinite { operation: "QR factorisation" });
    }
    // A column's entry and its norm are added.
    let unit = if largest > f64::MAX / 4.0 { 4.0 } else { 1.0 };
    work.as_mut_slice().iter_mut().for_each(|x| *x /= unit);
    let mut diagonal = vec![0.0; n];
    let mut taus = vec![0.0; n];
    for k in 0..n {
        let (done, open) = work.as_mut_slice().split_at_mut((k + 1) * m);
        let v = &mut done[k * m + k..];
        let norm = v.iter().fold(0.0f64, |r, x| r.hypot(*x));
        // Each column by itself: their units differ.
        let whole = norms[k] / unit;
        if norm <= f64::EPSILON * whole * m as f64 {
            return Err(Error::RankDeficient { column: k, value: if whole > 0.0 { norm / whole } else { 0.0 } });
        }
        let alpha = if v[0] > 0.0 { -norm } else { norm };
        // v = x - alpha e1, scaled so that its first entry is 1; H = I - tau v v^T.
        let head = v[0] - alpha;
        taus[k] = -head / alpha;
        diagonal[k] = alpha;
        for x in &mut v[1..] {
            *x /= head;
        }
        v[0] = 1.0;
        for target in open.chunks_exact_mut(m) {
            reflect(v, taus[k], &mut target[k..]);
        }
    }
    let r = Matrix::from_fn(n, n, |i, j| {
        let entry = match i.cmp(&j) {
            core::cmp::Ordering::Less => work[(i, j)],
            core::cmp::Ordering::Equal => diagonal[i],
            core::cmp::Ordering::Greater => return 0.0,
        };
        unit * if diagonal[i] < 0.0 { -entry } else { entry }
    });
    let mut q = Matrix::zeros(m, n);
    for j in 0..n {
        let column = &mut q.as_mut_slice()[j * m..(j + 1) * m];
        column[j] = if diagonal[j] < 0.0 { -1.0 } else { 1.0 };
        for k in (0..=j).rev() {
            reflect(&work.view().column(k)[k..], taus[k], &mut column[k..]);
        }
    }
    Ok([q, r])
}

fn reflect(v: &[f64], tau: f64, x: &mut [f64]) {
    let part = tau * sum(v.iter().zip(&*x).map(|(v, x)| v * x));
    for (x, v) in x.iter_mut().zip(v) {
        *x -= part * v;
    }
}
