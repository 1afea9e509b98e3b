//! Parts of a matrix.

use crate::matrix::number;
use crate::{Matrix, View};
use core::ops::Range;
use rules::Number;

/// A part of a square matrix, or a half of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// On and below the diagonal.
    Lower,
    /// Below the diagonal.
    StrictlyLower,
    /// On and above the diagonal.
    Upper,
    /// Above the diagonal.
    StrictlyUpper,
    /// On the diagonal.
    Diagonal,
    /// Off the diagonal.
    OffDiagonal,
    /// Below the diagonal, and half of the diagonal: with its transpose it makes a symmetric matrix.
    LowerHalf,
    /// The symmetric part: half of the sum with its transpose.
    Symmetric,
    /// The antisymmetric part: half of the difference from its transpose.
    Antisymmetric,
}

impl Mask {
    /// The part of a matrix. Every mask is its own transpose as a map.
    pub fn of<T: Number>(self, x: &Matrix<T>) -> Matrix<T> {
        self.of_view(x.view())
    }

    pub(crate) fn of_view<T: Number>(self, x: View<'_, T>) -> Matrix<T> {
        let half = number::<T>(0.5);
        match self {
            Mask::Symmetric => pairs(x, |below, above| {
                let mean = (below + above) * half;
                (mean, mean)
            }),
            Mask::Antisymmetric => {
                let mut out = pairs(x, |below, above| ((below - above) * half, (above - below) * half));
                on_diagonal(&mut out, |_| number(0.0));
                out
            }
            Mask::Lower => kept(x, |j, n| j..n),
            Mask::StrictlyLower => kept(x, |j, n| j + 1..n),
            Mask::Upper => kept(x, |j, _| 0..j + 1),
            Mask::StrictlyUpper => kept(x, |j, _| 0..j),
            Mask::Diagonal => kept(x, |j, _| j..j + 1),
            Mask::OffDiagonal => {
                let mut out = x.to_matrix();
                on_diagonal(&mut out, |_| number(0.0));
                out
            }
            Mask::LowerHalf => {
                let mut out = kept(x, |j, n| j..n);
                on_diagonal(&mut out, |x| x * half);
                out
            }
        }
    }
}

/// These rows of each column, and zeros.
fn kept<T: Number>(x: View<'_, T>, rows: impl Fn(usize, usize) -> Range<usize>) -> Matrix<T> {
    let n = x.rows();
    let mut out = Matrix::zeros(n, x.columns());
    for (j, column) in out.as_mut_slice().chunks_exact_mut(n.max(1)).enumerate() {
        let rows = rows(j, n);
        column[rows.clone()].copy_from_slice(&x.column(j)[rows]);
    }
    out
}

fn on_diagonal<T: Number>(x: &mut Matrix<T>, f: impl Fn(T) -> T) {
    let step = x.rows() + 1;
    x.as_mut_slice().iter_mut().step_by(step).for_each(|x| *x = f(*x));
}

/// Of each pair of entries across the diagonal what is made of it; in tiles, as one of them is read along a row.
fn pairs<T: Number>(x: View<'_, T>, f: impl Fn(T, T) -> (T, T)) -> Matrix<T> {
    const TILE: usize = 16;
    let n = x.rows();
    let mut out = x.to_matrix();
    let entries = out.as_mut_slice();
    for left in (0..n).step_by(TILE) {
        for top in (left..n).step_by(TILE) {
            for j in left..n.min(left + TILE) {
                for i in top.max(j + 1)..n.min(top + TILE) {
                    let (below, above) = (i + j * n, j + i * n);
                    (entries[below], entries[above]) = f(entries[below], entries[above]);
                }
            }
        }
    }
    out
}
