//! Eigenvalues of symmetric matrices by rotations.

use crate::{Error, Matrix};

/// Eigenvalues in no order and the matrix of eigenvectors of a symmetric matrix of finite numbers, by cyclic rotations: slower than by
/// tridiagonal matrices, with small eigenvalues of positive definite matrices as accurate as they are determined (Golub and
/// Van Loan, *Matrix Computations*, 4th ed., section 8.5).
pub(crate) fn symmetric(operation: &'static str, mut a: Matrix<f64>) -> Result<(Vec<f64>, Matrix<f64>), Error> {
    let n = a.rows();
    let mut v = Matrix::identity(n);
    for _ in 0..60 {
        let mut rotated = false;
        for q in 1..n {
            for p in 0..q {
                rotated |= rotate(&mut a, &mut v, p, q);
            }
        }
        if !rotated {
            return Ok((a.diagonal().collect(), v));
        }
    }
    Err(Error::NotConverged { operation })
}

/// Makes the entry at (p, q) zero, unless it is small beside those on the diagonal.
fn rotate(a: &mut Matrix<f64>, v: &mut Matrix<f64>, p: usize, q: usize) -> bool {
    let (app, aqq, apq) = (a[(p, p)], a[(q, q)], a[(p, q)]);
    let small = f64::EPSILON * app.abs().sqrt() * aqq.abs().sqrt();
    if apq.abs() <= small.max(f64::MIN_POSITIVE) {
        a[(p, q)] = 0.0;
        a[(q, p)] = 0.0;
        return false;
    }
    let tau = (aqq - app) / (2.0 * apq);
    let t = if tau >= 0.0 { 1.0 / (tau + 1f64.hypot(tau)) } else { -1.0 / (-tau + 1f64.hypot(tau)) };
    let c = 1.0 / 1f64.hypot(t);
    let s = t * c;
    for k in (0..a.rows()).filter(|&k| k != p && k != q) {
        let (akp, akq) = (a[(k, p)], a[(k, q)]);
        let (akp, akq) = (c * akp - s * akq, s * akp + c * akq);
        a[(k, p)] = akp;
        a[(p, k)] = akp;
        a[(k, q)] = akq;
        a[(q, k)] = akq;
    }
    a[(p, p)] = app - t * apq;
    a[(q, q)] = aqq + t * apq;
    a[(p, q)] = 0.0;
    a[(q, p)] = 0.0;
    for k in 0..v.rows() {
        let (vkp, vkq) = (v[(k, p)], v[(k, q)]);
        v[(k, p)] = c * vkp - s * vkq;
        v[(k, q)] = s * vkp + c * vkq;
    }
    true
}
