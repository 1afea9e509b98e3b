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
        let mut rotated = false;
        for (p, q) in pairs(n) {
            rotated |= rotate(n, entries, vectors, p, q);
        }
        if !rotated {
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

/// All pairs of so many, the smaller one first, in rounds in which each comes once: what a round does is independent, so that a
/// processor takes roots and quotients of several at once.
pub(super) fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    // The last one stays where it is, the others go round; of an odd number that one is nobody.
    let others = n.next_multiple_of(2).max(2) - 1;
    let around = move |k: usize| if k < others { k } else { k - others };
    let round = move |round: usize| {
        let turned = (1..=others / 2).map(move |k| (around(round + k), around(round + others - k)));
        core::iter::once((round, others)).chain(turned)
    };
    (0..others).flat_map(round).map(|(i, j)| (i.min(j), i.max(j))).filter(move |&(_, q)| q < n)
}

/// Cosine, sine and tangent of the rotation that takes the entry between two diagonal ones to zero.
pub(super) fn rotation(pp: f64, qq: f64, pq: f64) -> (f64, f64, f64) {
    let (d, b) = (qq - pp, 2.0 * pq);
    let square = d * d + b * b;
    if !(1e-280..1e280).contains(&square) {
        return far(d, b);
    }
    // With few roots and quotients that wait for each other.
    let u = d.abs() + square.sqrt();
    let b = if d < 0.0 { -b } else { b };
    let w = (u * u + b * b).sqrt();
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
