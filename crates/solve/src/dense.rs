//! Dense matrices: factors of plain numbers that are applied to any number.
//!
//! The factorisations are those of `linalg`, in memory that is used again. Here rows are scaled before, the condition is
//! estimated behind, and systems are solved for right-hand sides of any number.

use crate::Error;
use linalg::in_place;
use rules::{Number, Scalar, rule};

/// A factored n x n matrix: P D A = L U, where D scales rows to one.
///
/// Its entries are plain numbers, and so right-hand sides of any number are solved by adding multiples: on a tape that
/// records at most n^2 statements, whose sweep is the solve with the transpose.
///
/// ```
/// let lu = solve::Lu::new(2, vec![2.0, 1.0, 0.0, 4.0])?;
/// assert_eq!(lu.size(), 2);
/// let mut b = [4.0, 8.0];
/// lu.solve(&mut b);
/// assert_eq!(b, [1.0, 2.0]);
/// // By the rows (2, 0) and (1, 4); here on duals, as any number will do.
/// let mut b = [forward::Dual::<f64>::variable(2.0), 5.0.into()];
/// lu.solve_transposed(&mut b);
/// assert_eq!(b.map(|x| x.value), [1.0, 1.0]);
/// assert_eq!(b.map(|x| x.tangent), [0.5, -0.125]);
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lu {
    size: usize,
    /// L below the diagonal, whose own is one, and U from it on; column by column.
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
        let mut lu = Lu::default();
        lu.refactor(size, &a)?;
        Ok(lu)
    }

    /// Factors another matrix in the same memory.
    pub(crate) fn refactor(&mut self, size: usize, a: &[f64]) -> Result<(), Error> {
        self.factors.clear();
        self.factors.extend((0..size).flat_map(|j| a.iter().skip(j).step_by(size)));
        self.factor(size)
    }

    /// Factors what lies in the place of the factors.
    fn factor(&mut self, size: usize) -> Result<(), Error> {
        let Lu { factors: a, rows, scales, .. } = self;
        crate::error::finite("the matrix", a)?;
        let singular = |rcond| Error::Singular { rcond, size };
        scales.clear();
        scales.resize(size, 0.0f64);
        for column in a.chunks_exact(size.max(1)) {
            scales.iter_mut().zip(column).for_each(|(largest, x)| *largest = largest.max(x.abs()));
        }
        if scales.contains(&0.0) {
            return Err(singular(0.0));
        }
        // Powers of two: scaling rounds nothing.
        scales.iter_mut().for_each(|x| *x = 2f64.powi(-x.log2().floor().clamp(-1000.0, 1000.0) as i32));
        let mut norm = 0.0f64;
        for column in a.chunks_exact_mut(size.max(1)) {
            column.iter_mut().zip(&*scales).for_each(|(x, scale)| *x *= scale);
            norm = norm.max(column.iter().map(|x| x.abs()).sum());
        }
        in_place::lu(size, a, rows).map_err(|_| singular(0.0))?;
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
        for j in 0..n {
            let column = &self.factors[j * n..(j + 1) * n];
            let (done, rest) = x.split_at_mut(j + 1);
            spread(done[j], &column[j + 1..], rest);
        }
        for j in (0..n).rev() {
            let column = &self.factors[j * n..(j + 1) * n];
            let (rest, done) = x.split_at_mut(j);
            done[0] = over(done[0], column[j]);
            spread(done[0], &column[..j], rest);
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
        for j in 0..n {
            let column = &self.factors[j * n..(j + 1) * n];
            let (known, rest) = b.split_at_mut(j);
            subtract(&mut rest[0], &column[..j], known);
            rest[0] = over(rest[0], column[j]);
        }
        for j in (0..n).rev() {
            let column = &self.factors[j * n..(j + 1) * n];
            let (rest, known) = b.split_at_mut(j + 1);
            subtract(&mut rest[j], &column[j + 1..], known);
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

/// Replaces a symmetric matrix, n x n, by its lower Cholesky factor, column by column. False if it is not positive definite.
pub(crate) fn cholesky(n: usize, a: &mut [f64]) -> bool {
    in_place::cholesky(n, a).is_ok()
}

/// Replaces `b` by the solution of L L^T x = b.
pub(crate) fn solve_factored(n: usize, lower: &[f64], b: &mut [f64]) {
    for j in 0..n {
        let column = &lower[j * n..(j + 1) * n];
        let (done, rest) = b.split_at_mut(j + 1);
        done[j] /= column[j];
        spread(done[j], &column[j + 1..], rest);
    }
    for j in (0..n).rev() {
        let column = &lower[j * n..(j + 1) * n];
        let (rest, known) = b.split_at_mut(j + 1);
        subtract(&mut rest[j], &column[j + 1..], known);
        rest[j] /= column[j];
    }
}
