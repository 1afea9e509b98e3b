//! Substitution.

use crate::kernels::product::product;
use crate::{Error, Matrix, View};
use rules::{Number, Scalar};

pub(crate) const NAME: &str = "solution of a triangular system";

/// Which triangle of a matrix is meant, and what of it.
///
/// ```
/// use linalg::{Matrix, Triangle, solve_triangular};
/// let l = Matrix::from_rows([[2.0, 0.0], [1.0, 4.0]]);
/// let b = Matrix::column(&[2.0, 5.0]);
/// let solved = |triangle| solve_triangular(triangle, &l, &b).map(|x| x.into_vec());
/// assert_eq!(solved(Triangle::LOWER)?, [1.0, 1.0]);
/// assert_eq!(solved(Triangle::LOWER.transposed())?, [0.375, 1.25]);
/// assert_eq!(solved(Triangle::LOWER.unit())?, [2.0, 3.0]);
/// # Ok::<(), linalg::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    /// The entries on and below the diagonal, or those on and above it; the others are not looked at.
    pub lower: bool,
    /// It is transposed.
    pub transposed: bool,
    /// Its diagonal counts as ones and is not looked at.
    pub unit: bool,
}

impl Triangle {
    /// On and below the diagonal.
    pub const LOWER: Triangle = Triangle { lower: true, transposed: false, unit: false };
    /// On and above the diagonal.
    pub const UPPER: Triangle = Triangle { lower: false, transposed: false, unit: false };

    /// It transposed.
    #[must_use]
    pub fn transposed(self) -> Self {
        Triangle { transposed: !self.transposed, ..self }
    }

    /// It with ones on its diagonal.
    #[must_use]
    pub fn unit(self) -> Self {
        Triangle { unit: true, ..self }
    }
}

/// That nothing on the diagonal is zero, NaN or infinite, where values are known.
pub(crate) fn check<T: Number>(l: View<'_, T>, triangle: Triangle) -> Result<(), Error> {
    for pivot in 0..if triangle.unit { 0 } else { l.rows() } {
        match l[(pivot, pivot)].known() {
            Some(v) if v == T::Scalar::default() => return Err(Error::Singular { pivot, value: 0.0 }),
            Some(v) if !v.to_f64().is_finite() => return Err(Error::NotFinite { operation: NAME }),
            _ => {}
        }
    }
    Ok(())
}

/// From this size on a system is solved by halves, with products between them.
const HALVED: usize = 24;

/// Solves a triangular system for every column of `b`, in place.
pub(crate) fn solve<T: Number>(l: View<'_, T>, triangle: Triangle, b: &mut Matrix<T>) {
    let (n, columns) = (l.rows(), b.columns());
    if n < HALVED || columns < 4 {
        return substitute(l, triangle, b);
    }
    let h = n / 2;
    let forwards = triangle.lower != triangle.transposed;
    let (first, second) = if forwards { (0..h, h..n) } else { (h..n, 0..h) };
    let (rows, between) = if triangle.lower { (h..n, 0..h) } else { (0..h, h..n) };
    let mut known = b.block(first.clone(), 0..columns);
    solve(l.block(first.clone(), first.clone()).view(), triangle, &mut known);
    let factor = l.block(rows, between);
    let mut rest = b.block(second.clone(), 0..columns);
    rest -= product(factor.view(), triangle.transposed, known.view(), false);
    solve(l.block(second.clone(), second.clone()).view(), triangle, &mut rest);
    b.set_block(first.start, 0, &known);
    b.set_block(second.start, 0, &rest);
}

/// Column by column.
fn substitute<T: Number>(l: View<'_, T>, triangle: Triangle, b: &mut Matrix<T>) {
    let n = l.rows();
    if n == 0 {
        return;
    }
    let forwards = triangle.lower != triangle.transposed;
    // As a slice: where a view's entries are is then asked once.
    let l = l.as_slice();
    for x in b.as_mut_slice().chunks_exact_mut(n) {
        for (step, column) in l.chunks_exact(n).enumerate() {
            let (i, column) = if forwards { (step, column) } else { (n - 1 - step, &l[(n - 1 - step) * n..][..n]) };
            if triangle.transposed {
                // A row of the transpose is a column: what is known so far, in one sum.
                let known = if forwards { 0..i } else { i + 1..n };
                let mut terms = column[known.clone()].iter().zip(&x[known]).map(|(&l, &x)| l * x);
                if let Some(first) = terms.next() {
                    x[i] = x[i] - terms.fold(first, |sum, term| sum + term);
                }
            }
            if !triangle.unit {
                x[i] = x[i] / column[i];
            }
            if !triangle.transposed {
                let found = x[i];
                let open = if forwards { i + 1..n } else { 0..i };
                for (x, &l) in x[open.clone()].iter_mut().zip(&column[open]) {
                    *x = *x - l * found;
                }
            }
        }
    }
}

/// Whether the value is finite, where it is known. Of a pivot this tells it of all entries: one that is NaN or infinite makes such
/// a pivot in its column at the latest.
pub(crate) fn is_finite<T: Number>(x: T) -> bool {
    x.known().is_none_or(|v| v.to_f64().is_finite())
}
