//! Dense matrices, row by row: factors of plain numbers that are applied to any number.

use crate::Error;
use rules::{Number, Real, Scalar, rule};

/// A factored n x n matrix: P D A = L U, where D scales rows to one.
///
/// Its entries are plain numbers, and so right-hand sides of any number are solved by adding multiples: on a tape that
/// records at most n^2 statements, whose sweep is the solve with the transpose.
#[derive(Clone, Debug)]
pub struct Lu {
    size: usize,
    /// L below the diagonal, whose own is one, and U from it on.
    factors: Vec<f64>,
    /// Row `i` of the product is row `rows[i]` of the matrix.
    rows: Vec<usize>,
    scales: Vec<f64>,
    norm: f64,
}

impl Lu {
    /// Factors a matrix, given row by row, by elimination with row exchanges. Cost: 2/3 n^3 operations.
    ///
    /// # Errors
    /// If it is singular, as far as rounding can tell, or an entry is not finite.
    ///
    /// # Panics
    /// If the entries are not n^2.
    #[track_caller]
    pub fn new(size: usize, mut a: Vec<f64>) -> Result<Lu, Error> {
        assert!(a.len() == size * size, "{} entries are no {size} x {size} matrix", a.len());
        crate::error::finite("the matrix", &a)?;
        let singular = |rcond| Error::Singular { rcond, size };
        let mut scales = Vec::with_capacity(size);
        for row in a.chunks_exact_mut(size.max(1)) {
            let largest = row.iter().fold(0.0f64, |m, x| m.max(x.abs()));
            if largest == 0.0 {
                return Err(singular(0.0));
            }
            // Powers of two: scaling rounds nothing.
            let scale = 2f64.powi(-largest.log2().floor().clamp(-1000.0, 1000.0) as i32);
            row.iter_mut().for_each(|x| *x *= scale);
            scales.push(scale);
        }
        let column = |j: usize| (0..size).map(|i| a[i * size + j].abs()).sum::<f64>();
        let norm = (0..size).map(column).fold(0.0, f64::max);
        let mut rows: Vec<usize> = (0..size).collect();
        for k in 0..size {
            let at = |i: usize| a[i * size + k].abs();
            let pivot = (k..size).fold(k, |best, i| if at(i) > at(best) { i } else { best });
            if at(pivot) == 0.0 {
                return Err(singular(0.0));
            }
            if pivot != k {
                rows.swap(k, pivot);
                let (above, below) = a.split_at_mut(pivot * size);
                above[k * size..(k + 1) * size].swap_with_slice(&mut below[..size]);
            }
            let (upper, lower) = a.split_at_mut((k + 1) * size);
            let top = &upper[k * size..];
            for row in lower.chunks_exact_mut(size) {
                let factor = row[k] / top[k];
                row[k] = factor;
                if factor != 0.0 {
                    for (x, &t) in row[k + 1..].iter_mut().zip(&top[k + 1..]) {
                        *x -= factor * t;
                    }
                }
            }
        }
        let lu = Lu { size, factors: a, rows, scales, norm };
        match lu.rcond() {
            rcond if rcond < f64::EPSILON => Err(singular(rcond)),
            _ => Ok(lu),
        }
    }

    /// The number of rows, n.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Replaces `b` by the solution of A x = b, on any number. Cost: 2 n^2 operations, fewer where factors are zero.
    ///
    /// # Panics
    /// If `b` has not n values.
    #[track_caller]
    pub fn solve<T: Number>(&self, b: &mut [T]) {
        assert!(b.len() == self.size, "a right-hand side of {} values for {} equations", b.len(), self.size);
        let n = self.size;
        let mut x: Vec<T> = self.rows.iter().map(|&row| times(b[row], self.scales[row])).collect();
        for i in 0..n {
            let row = &self.factors[i * n..(i + 1) * n];
            let (known, rest) = x.split_at_mut(i);
            subtract(&mut rest[0], &row[..i], known);
        }
        for i in (0..n).rev() {
            let row = &self.factors[i * n..(i + 1) * n];
            let (rest, known) = x.split_at_mut(i + 1);
            subtract(&mut rest[i], &row[i + 1..], known);
            rest[i] = over(rest[i], row[i]);
        }
        b.copy_from_slice(&x);
    }

    /// Replaces `b` by the solution of A^T x = b, on any number.
    ///
    /// # Panics
    /// If `b` has not n values.
    #[track_caller]
    pub fn solve_transposed<T: Number>(&self, b: &mut [T]) {
        assert!(b.len() == self.size, "a right-hand side of {} values for {} equations", b.len(), self.size);
        let n = self.size;
        for i in 0..n {
            let row = &self.factors[i * n..(i + 1) * n];
            b[i] = over(b[i], row[i]);
            let (done, rest) = b.split_at_mut(i + 1);
            spread(done[i], &row[i + 1..], rest);
        }
        for i in (0..n).rev() {
            let row = &self.factors[i * n..(i + 1) * n];
            let (rest, done) = b.split_at_mut(i);
            spread(done[0], &row[..i], rest);
        }
        let mut x = b.to_vec();
        for (i, &row) in self.rows.iter().enumerate() {
            x[row] = times(b[i], self.scales[row]);
        }
        b.copy_from_slice(&x);
    }

    /// An estimate of 1 / (|A| |A^-1|) of the scaled matrix in the 1-norm (Hager 1984, as in Higham, *Accuracy and
    /// Stability of Numerical Algorithms*, 2nd ed., algorithm 15.1).
    fn rcond(&self) -> f64 {
        let n = self.size;
        if n == 0 {
            return 1.0;
        }
        let mut x = vec![1.0 / n as f64; n];
        let mut estimate = 0.0;
        for _ in 0..5 {
            self.plain(&mut x, false);
            let norm: f64 = x.iter().map(|x| x.abs()).sum();
            if norm <= estimate || norm.is_nan() {
                break;
            }
            estimate = norm;
            let mut signs: Vec<f64> = x.iter().map(|x| 1f64.copysign(*x)).collect();
            self.plain(&mut signs, true);
            let top = (0..n).fold(0, |best, i| if signs[i].abs() > signs[best].abs() { i } else { best });
            x.fill(0.0);
            x[top] = 1.0;
        }
        let rcond = 1.0 / (self.norm * estimate);
        if rcond.is_finite() { rcond } else { 0.0 }
    }

    /// Solves with the scaled matrix.
    fn plain(&self, x: &mut [f64], transposed: bool) {
        if transposed {
            self.solve_transposed(x);
            x.iter_mut().zip(&self.scales).for_each(|(x, scale)| *x /= scale);
        } else {
            x.iter_mut().zip(&self.scales).for_each(|(x, scale)| *x /= scale);
            self.solve(x);
        }
    }
}

pub(crate) fn times<T: Number>(x: T, c: f64) -> T {
    x.apply_with::<rule::Mul>(T::Scalar::from_f64(c))
}

pub(crate) fn over<T: Number>(x: T, c: f64) -> T {
    x.apply_with::<rule::Div>(T::Scalar::from_f64(c))
}

/// Zeros are structural: they record nothing and meet no infinity.
fn subtract<T: Number>(x: &mut T, factors: &[f64], known: &[T]) {
    for (&factor, &k) in factors.iter().zip(known) {
        if factor != 0.0 {
            *x = *x - times(k, factor);
        }
    }
}

fn spread<T: Number>(x: T, factors: &[f64], rest: &mut [T]) {
    for (&factor, r) in factors.iter().zip(rest) {
        if factor != 0.0 {
            *r = *r - times(x, factor);
        }
    }
}

/// The lower factor of a symmetric positive definite matrix, on any number: A = L L^T.
#[derive(Clone, Debug)]
pub struct Cholesky<T = f64> {
    size: usize,
    lower: Vec<T>,
}

impl<T: Real> Cholesky<T> {
    /// Factors a matrix, given row by row; what is above the diagonal is not read. None if it is not positive definite.
    pub fn new(size: usize, mut a: Vec<T>) -> Option<Cholesky<T>> {
        for i in 0..size {
            for j in 0..=i {
                let mut sum = a[i * size + j];
                for k in 0..j {
                    sum -= a[i * size + k] * a[j * size + k];
                }
                a[i * size + j] = if i > j {
                    sum / a[j * size + j]
                } else if sum.value() > 0.0 {
                    sum.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Cholesky { size, lower: a })
    }

    /// The logarithm of the determinant of A.
    pub fn log_determinant(&self) -> T {
        (0..self.size).map(|i| 2.0 * self.lower[i * self.size + i].ln()).sum()
    }

    /// Replaces `b` by the solution of A x = b.
    ///
    /// # Panics
    /// If `b` has not n values.
    pub fn solve(&self, b: &mut [T]) {
        let n = self.size;
        for i in 0..n {
            for k in 0..i {
                let known = b[k];
                b[i] -= self.lower[i * n + k] * known;
            }
            b[i] /= self.lower[i * n + i];
        }
        for i in (0..n).rev() {
            for k in i + 1..n {
                let known = b[k];
                b[i] -= self.lower[k * n + i] * known;
            }
            b[i] /= self.lower[i * n + i];
        }
    }
}
