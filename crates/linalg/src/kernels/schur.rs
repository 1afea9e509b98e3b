//! The Schur form of a real matrix over the complex numbers: A = U T U^H with a triangular T.

use crate::backend::balance;
use crate::{Error, Matrix};
use rules::Complex;

/// A unitary matrix and an upper triangular one.
#[derive(Clone, Debug)]
pub(crate) struct Schur {
    pub(crate) u: Matrix<Complex>,
    pub(crate) t: Matrix<Complex>,
}

const ZERO: Complex = Complex::new(0.0, 0.0);

/// By reflections to a Hessenberg matrix and QR steps with Wilkinson's shift (Golub and Van Loan, *Matrix Computations*, 4th
/// ed., sections 7.4 and 7.5).
pub(crate) fn schur(operation: &'static str, a: &Matrix<f64>) -> Result<Schur, Error> {
    if !a.iter().all(|x| x.is_finite()) {
        return Err(Error::NotFinite { operation });
    }
    let k = balance(a.view());
    if k != 1.0 {
        let Schur { u, t } = schur(operation, &(k * a))?;
        return Ok(Schur { u, t: t.map(|z| z / k) });
    }
    let n = a.rows();
    let (h, q) = hessenberg(a.clone());
    let (mut t, mut u) = (h.map(Complex::from), q.map(Complex::from));
    let mut last = n.saturating_sub(1);
    let mut tries = 0;
    while last > 0 {
        let first = (1..=last).rev().find(|&k| is_small(&t, k)).unwrap_or(0);
        if first > 0 {
            t[(first, first - 1)] = ZERO;
        }
        if first == last {
            last -= 1;
            tries = 0;
            continue;
        }
        tries += 1;
        if tries > 60 {
            return Err(Error::NotConverged { operation });
        }
        let shift = if tries % 10 == 0 { t[(last, last)] + t[(last, last - 1)].abs() } else { wilkinson(&t, last) };
        step(&mut t, &mut u, first, last, shift);
    }
    for j in 0..n {
        for i in j + 1..n {
            t[(i, j)] = ZERO;
        }
    }
    Ok(Schur { u, t })
}

fn is_small(t: &Matrix<Complex>, k: usize) -> bool {
    let size = |z: Complex| z.re.abs() + z.im.abs();
    size(t[(k, k - 1)]) <= 0.5 * f64::EPSILON * (size(t[(k - 1, k - 1)]) + size(t[(k, k)]))
        || size(t[(k, k - 1)]) == 0.0
}

/// A = Q H Q^T with zeros below the first subdiagonal of H.
fn hessenberg(mut a: Matrix<f64>) -> (Matrix<f64>, Matrix<f64>) {
    let n = a.rows();
    let mut q = Matrix::identity(n);
    for k in 0..n.saturating_sub(2) {
        let below: Vec<f64> = (k + 1..n).map(|i| a[(i, k)]).collect();
        let norm = below.iter().fold(0.0f64, |r, x| r.hypot(*x));
        if below[1..].iter().all(|x| *x == 0.0) {
            continue;
        }
        let mut v = below;
        v[0] += norm.copysign(v[0]);
        let length = v.iter().fold(0.0f64, |r, x| r.hypot(*x));
        v.iter_mut().for_each(|x| *x /= length);
        for j in 0..n {
            let dot: f64 = v.iter().enumerate().map(|(i, v)| v * a[(k + 1 + i, j)]).sum();
            v.iter().enumerate().for_each(|(i, v)| a[(k + 1 + i, j)] -= 2.0 * v * dot);
        }
        for m in [&mut a, &mut q] {
            for i in 0..n {
                let dot: f64 = v.iter().enumerate().map(|(j, v)| v * m[(i, k + 1 + j)]).sum();
                v.iter().enumerate().for_each(|(j, v)| m[(i, k + 1 + j)] -= 2.0 * v * dot);
            }
        }
        (k + 2..n).for_each(|i| a[(i, k)] = 0.0);
    }
    (a, q)
}

/// The eigenvalue of the last two rows and columns that is closer to the last entry.
fn wilkinson(t: &Matrix<Complex>, last: usize) -> Complex {
    let (a, b) = (t[(last - 1, last - 1)], t[(last - 1, last)]);
    let (c, d) = (t[(last, last - 1)], t[(last, last)]);
    let half = (a - d) * 0.5;
    let root = (half * half + b * c).sqrt();
    let (plus, minus) = (half + root, half - root);
    let larger = if plus.abs() >= minus.abs() { plus } else { minus };
    if larger == ZERO { d } else { d - b * c / larger }
}

/// A QR step with a shift on the rows and columns from `first` to `last`.
fn step(t: &mut Matrix<Complex>, u: &mut Matrix<Complex>, first: usize, last: usize, shift: Complex) {
    let n = t.rows();
    (first..=last).for_each(|k| t[(k, k)] -= shift);
    let mut rotations = Vec::with_capacity(last - first);
    for k in first..last {
        let (x, y) = (t[(k, k)], t[(k + 1, k)]);
        let r = x.abs().hypot(y.abs());
        let (c, s) = if r == 0.0 { (Complex::from(1.0), ZERO) } else { (x.conj() / r, y.conj() / r) };
        for j in k..n {
            let (p, q) = (t[(k, j)], t[(k + 1, j)]);
            t[(k, j)] = c * p + s * q;
            t[(k + 1, j)] = c.conj() * q - s.conj() * p;
        }
        rotations.push((c, s));
    }
    for (k, (c, s)) in (first..).zip(rotations) {
        let turn = |m: &mut Matrix<Complex>, rows: usize| {
            for i in 0..rows {
                let (p, q) = (m[(i, k)], m[(i, k + 1)]);
                m[(i, k)] = p * c.conj() + q * s.conj();
                m[(i, k + 1)] = q * c - p * s;
            }
        };
        turn(t, (k + 2).min(last + 1));
        turn(u, n);
    }
    (first..=last).for_each(|k| t[(k, k)] += shift);
}

impl Schur {
    /// U^H C for a real C.
    pub(crate) fn turned(&self, c: &Matrix<Complex>) -> Matrix<Complex> {
        Matrix::from_fn(c.rows(), c.columns(), |i, j| (0..c.rows()).map(|k| self.u[(k, i)].conj() * c[(k, j)]).sum())
    }

    /// The real part of U M U^H.
    pub(crate) fn back(&self, m: &Matrix<Complex>) -> Matrix<f64> {
        let (u, n) = (&self.u, m.rows());
        let right = product(m, u, true);
        Matrix::from_fn(n, n, |i, j| (0..n).map(|k| (u[(i, k)] * right[(k, j)]).re).sum())
    }
}

/// A B, or A B^H.
pub(crate) fn product(a: &Matrix<Complex>, b: &Matrix<Complex>, conjugate: bool) -> Matrix<Complex> {
    let columns = if conjugate { b.rows() } else { b.columns() };
    let entry = |k: usize, j: usize| if conjugate { b[(j, k)].conj() } else { b[(k, j)] };
    Matrix::from_fn(a.rows(), columns, |i, j| (0..a.columns()).map(|k| a[(i, k)] * entry(k, j)).sum())
}
