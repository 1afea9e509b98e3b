//! Eigenvalues of symmetric matrices by rotations.

use crate::{Error, Matrix};

/// Eigenvalues in no order and the matrix of eigenvectors of a symmetric matrix of finite numbers, by cyclic rotations: slower than by
/// tridiagonal matrices, with small eigenvalues of positive definite matrices as accurate as they are determined (Golub and
/// Van Loan, *Matrix Computations*, 4th ed., section 8.5).
pub(crate) fn symmetric(operation: &'static str, mut a: Matrix<f64>) -> Result<(Vec<f64>, Matrix<f64>), Error> {
    let n = a.rows();
    let mut v = Matrix::identity(n);
    let (entries, vectors) = (a.as_mut_slice(), v.as_mut_slice());
    for _ in 0..60 {
        if !any_of_pairs(n, |p, q| rotate(n, entries, vectors, p, q)) {
            return Ok((a.diagonal().collect(), v));
        }
    }
    Err(Error::NotConverged { operation })
}

/// Makes the entry at (p, q) zero, p < q, unless it is small beside those on the diagonal.
fn rotate(n: usize, a: &mut [f64], v: &mut [f64], p: usize, q: usize) -> bool {
    let [pp, qq, pq, qp] = [p + p * n, q + q * n, p + q * n, q + p * n];
    let (app, aqq, apq) = (a[pp], a[qq], a[pq]);
    let small = f64::EPSILON * app.abs().sqrt() * aqq.abs().sqrt();
    let rotated = apq.abs() > small.max(f64::MIN_POSITIVE);
    if rotated {
        let (c, s, t) = rotation(app, aqq, apq);
        turn(a, n, p, q, c, s);
        for k in 0..n {
            a[p + k * n] = a[k + p * n];
            a[q + k * n] = a[k + q * n];
        }
        (a[pp], a[qq]) = (app - t * apq, aqq + t * apq);
        turn(v, n, p, q, c, s);
    }
    (a[pq], a[qp]) = (0.0, 0.0);
    rotated
}

/// Takes all pairs of so many, the smaller one first, in rounds in which each comes once: what a round does is independent, so
/// that a processor takes roots and quotients of several at once. Whether it was so for any.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn any_of_pairs(n: usize, mut take: impl FnMut(usize, usize) -> bool) -> bool {
    // The last one stays where it is, the others go round; of an odd number that one is nobody.
    let others = n.next_multiple_of(2).max(2) - 1;
    let mut any = false;
    for round in 0..others {
        let around = |k: usize| if round + k < others { round + k } else { round + k - others };
        for k in 0..=others / 2 {
            let (i, j) = (around(k), if k == 0 { others } else { around(others - k) });
            let (p, q) = (i.min(j), i.max(j));
            if q < n {
                any |= take(p, q);
            }
        }
    }
    any
}

/// Cosine, sine and tangent of the rotation that takes the entry between two diagonal ones to zero.
pub(super) fn rotation(pp: f64, qq: f64, pq: f64) -> (f64, f64, f64) {
    let (d, b) = (qq - pp, 2.0 * pq);
    let square = d * d + b * b;
    if !(1e-280..1e280).contains(&square) {
        return far(d, b);
    }
    // With few roots and quotients that wait for each other: the square of the cosine is u / 2 r.
    let r = square.sqrt();
    let u = d.abs() + r;
    let b = if d < 0.0 { -b } else { b };
    let w = (2.0 * r * u).sqrt();
    (u / w, b / w, b / u)
}

/// The same where squares overflow or vanish.
#[cold]
fn far(d: f64, b: f64) -> (f64, f64, f64) {
    // Of 1 + x^2; a large x is its own, where the square would overflow.
    let root = |x: f64| if x.abs() < 1e100 { (1.0 + x * x).sqrt() } else { x.abs() };
    let tau = d / b;
    let t = tau.signum() / (tau.abs() + root(tau));
    let c = 1.0 / root(t);
    (c, t * c, t)
}

/// Rotates two columns, p < q.
pub(super) fn turn(entries: &mut [f64], rows: usize, p: usize, q: usize, c: f64, s: f64) {
    let (left, right) = entries.split_at_mut(q * rows);
    for (x, y) in left[p * rows..(p + 1) * rows].iter_mut().zip(&mut right[..rows]) {
        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
    }
}
