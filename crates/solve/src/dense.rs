//! Dense matrices, row by row: factors of plain numbers that are applied to any number.
//!
//! The factorisations of `linalg` are of matrices of any number, and make a record of each operation. These are of the values
//! alone: rows are scaled, the condition is estimated, and all of it happens in memory that is used again.

use crate::Error;
use crate::krylov::dot;
use rules::{Number, Scalar, rule};

/// A factored n x n matrix: P D A = L U, where D scales rows to one.
///
/// Its entries are plain numbers, and so right-hand sides of any number are solved by adding multiples: on a tape that
/// records at most n^2 statements, whose sweep is the solve with the transpose.
#[derive(Clone, Debug, Default)]
pub struct Lu {
    size: usize,
    /// L below the diagonal, whose own is one, and U from it on.
    factors: Vec<f64>,
    /// Row `i` of the product is row `rows[i]` of the matrix.
    rows: Vec<usize>,
    scales: Vec<f64>,
    norm: f64,
    /// For the estimate of the condition.
    room: [Vec<f64>; 3],
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
    pub fn new(size: usize, a: Vec<f64>) -> Result<Lu, Error> {
        assert!(a.len() == size * size, "{} entries are no {size} x {size} matrix", a.len());
        let mut lu = Lu { factors: a, ..Lu::default() };
        lu.factor(size)?;
        Ok(lu)
    }

    /// Factors another matrix in the same memory.
    pub(crate) fn refactor(&mut self, size: usize, a: &[f64]) -> Result<(), Error> {
        self.factors.clear();
        self.factors.extend_from_slice(a);
        self.factor(size)
    }

    /// Factors what lies in the place of the factors.
    fn factor(&mut self, size: usize) -> Result<(), Error> {
        let Lu { factors: a, rows, scales, .. } = self;
        crate::error::finite("the matrix", a)?;
        let singular = |rcond| Error::Singular { rcond, size };
        scales.clear();
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
        rows.clear();
        rows.extend(0..size);
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
        (self.size, self.norm) = (size, norm);
        match self.rcond() {
            rcond if rcond < f64::EPSILON => Err(singular(rcond)),
            _ => Ok(()),
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
        self.solve_in(b, &mut Vec::new());
    }

    /// As [`solve`](Lu::solve), with memory that is there.
    #[track_caller]
    pub(crate) fn solve_in<T: Number>(&self, b: &mut [T], x: &mut Vec<T>) {
        assert!(b.len() == self.size, "a right-hand side of {} values for {} equations", b.len(), self.size);
        let n = self.size;
        x.clear();
        x.extend(self.rows.iter().map(|&row| times(b[row], self.scales[row])));
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
        b.copy_from_slice(x);
    }

    /// Replaces `b` by the solution of A^T x = b, on any number.
    ///
    /// # Panics
    /// If `b` has not n values.
    #[track_caller]
    pub fn solve_transposed<T: Number>(&self, b: &mut [T]) {
        self.solve_transposed_in(b, &mut Vec::new());
    }

    /// As [`solve_transposed`](Lu::solve_transposed), with memory that is there.
    #[track_caller]
    pub(crate) fn solve_transposed_in<T: Number>(&self, b: &mut [T], x: &mut Vec<T>) {
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
        x.clear();
        x.extend_from_slice(b);
        for (i, &row) in self.rows.iter().enumerate() {
            x[row] = times(b[i], self.scales[row]);
        }
        b.copy_from_slice(x);
    }

    /// An estimate of 1 / (|A| |A^-1|) of the scaled matrix in the 1-norm (Hager 1984, as in Higham, *Accuracy and
    /// Stability of Numerical Algorithms*, 2nd ed., algorithm 15.1).
    fn rcond(&mut self) -> f64 {
        let n = self.size;
        if n == 0 {
            return 1.0;
        }
        let [mut x, mut signs, mut room] = core::mem::take(&mut self.room);
        x.clear();
        x.resize(n, 1.0 / n as f64);
        let mut estimate = 0.0;
        for _ in 0..5 {
            self.plain(&mut x, &mut room, false);
            let norm: f64 = x.iter().map(|x| x.abs()).sum();
            if norm <= estimate || norm.is_nan() {
                break;
            }
            estimate = norm;
            signs.clear();
            signs.extend(x.iter().map(|x| 1f64.copysign(*x)));
            self.plain(&mut signs, &mut room, true);
            let top = (0..n).fold(0, |best, i| if signs[i].abs() > signs[best].abs() { i } else { best });
            x.fill(0.0);
            x[top] = 1.0;
        }
        self.room = [x, signs, room];
        let rcond = 1.0 / (self.norm * estimate);
        if rcond.is_finite() { rcond } else { 0.0 }
    }

    /// Solves with the scaled matrix.
    fn plain(&self, x: &mut [f64], room: &mut Vec<f64>, transposed: bool) {
        if transposed {
            self.solve_transposed_in(x, room);
            x.iter_mut().zip(&self.scales).for_each(|(x, scale)| *x /= scale);
        } else {
            x.iter_mut().zip(&self.scales).for_each(|(x, scale)| *x /= scale);
            self.solve_in(x, room);
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

/// Replaces a symmetric matrix, n x n row by row, by its lower Cholesky factor: A = L L^T; what is above the diagonal is not
/// read. False if it is not positive definite.
pub(crate) fn cholesky(n: usize, a: &mut [f64]) -> bool {
    for i in 0..n {
        let (above, rest) = a.split_at_mut(i * n);
        let row = &mut rest[..=i];
        for j in 0..i {
            let other = &above[j * n..];
            row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
        }
        let pivot = row[i] - dot(&row[..i], &row[..i]);
        if pivot.is_nan() || pivot <= 0.0 {
            return false;
        }
        row[i] = pivot.sqrt();
    }
    true
}

/// Replaces `b` by the solution of L L^T x = b.
pub(crate) fn solve_factored(n: usize, lower: &[f64], b: &mut [f64]) {
    for i in 0..n {
        let row = &lower[i * n..];
        b[i] = (b[i] - dot(&row[..i], &b[..i])) / row[i];
    }
    for i in (0..n).rev() {
        let row = &lower[i * n..];
        b[i] /= row[i];
        let known = b[i];
        b[..i].iter_mut().zip(row).for_each(|(b, l)| *b -= l * known);
    }
}
