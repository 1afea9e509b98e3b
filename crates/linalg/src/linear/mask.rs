//! Parts of a matrix.

use crate::linear::Kept;
use crate::matrix::number;
use crate::{Matrix, View};
use core::ops::Range;
use rules::{Number, put};

/// A part of a square matrix, or a half of it.
///
/// ```
/// use linalg::{Mask, Matrix};
/// let a = Matrix::from_rows([[1.0, 2.0], [4.0, 3.0]]);
/// assert_eq!(Mask::Upper.of(&a), Matrix::from_rows([[1.0, 2.0], [0.0, 3.0]]));
/// assert_eq!(Mask::Symmetric.of(&a) + Mask::Antisymmetric.of(&a), a);
/// let half = Mask::LowerHalf.of(&a);
/// assert_eq!(&half + &half.transposed(), Matrix::from_rows([[1.0, 4.0], [4.0, 3.0]]));
/// ```
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
        self.of_own(x.to_matrix())
    }

    /// The part, in the memory of the matrix.
    pub(crate) fn of_own<T: Number>(self, mut x: Matrix<T>) -> Matrix<T> {
        let n = x.rows();
        if x.view().planes().is_some() {
            return x.changed_planes(|plane| self.on_slice(n, plane));
        }
        self.on_slice(n, x.as_mut_slice());
        x
    }

    fn on_slice<T: Number>(self, n: usize, x: &mut [T]) {
        let half = number::<T>(0.5);
        match self {
            Mask::Symmetric => pairs(n, x, |below, above| {
                let mean = (below + above) * half;
                (mean, mean)
            }),
            Mask::Antisymmetric => {
                pairs(n, x, |below, above| ((below - above) * half, (above - below) * half));
                on_diagonal(n, x, |_| number(0.0));
            }
            Mask::Lower => keep(n, x, |j| j..n),
            Mask::StrictlyLower => keep(n, x, |j| j + 1..n),
            Mask::Upper => keep(n, x, |j| 0..j + 1),
            Mask::StrictlyUpper => keep(n, x, |j| 0..j),
            Mask::Diagonal => keep(n, x, |j| j..j + 1),
            Mask::OffDiagonal => on_diagonal(n, x, |_| number(0.0)),
            Mask::LowerHalf => {
                keep(n, x, |j| j..n);
                on_diagonal(n, x, |x| x * half);
            }
        }
    }

    /// The part, added to what is there.
    pub(crate) fn onto<T: Number>(self, x: Kept<'_, T>, sum: &mut [T]) {
        if self != Mask::Symmetric || x.view().planes().is_some() {
            return put(self.of_own(x.into_matrix()).as_slice(), sum, true);
        }
        let half = number::<T>(0.5);
        let (n, x) = (x.view().rows(), x.view().as_slice());
        x.iter().zip(sum.iter_mut()).step_by(n + 1).for_each(|(&x, sum)| *sum = *sum + x);
        each_pair(n, |below, above| {
            let mean = (x[below] + x[above]) * half;
            sum[below] = sum[below] + mean;
            sum[above] = sum[above] + mean;
        });
    }
}

/// Copies what is below the diagonal above it.
pub(crate) fn mirror<T: Number>(a: &mut Matrix<T>) {
    pairs(a.rows(), a.as_mut_slice(), |below, _| (below, below));
}

/// Zeros beside these rows of each column.
fn keep<T: Number>(n: usize, x: &mut [T], rows: impl Fn(usize) -> Range<usize>) {
    for (j, column) in x.chunks_exact_mut(n.max(1)).enumerate() {
        let rows = rows(j);
        column[..rows.start].fill(number(0.0));
        column[rows.end..].fill(number(0.0));
    }
}

fn on_diagonal<T: Number>(n: usize, x: &mut [T], f: impl Fn(T) -> T) {
    x.iter_mut().step_by(n + 1).for_each(|x| *x = f(*x));
}

/// Of each pair of entries across the diagonal what is made of it, those below it and above it.
#[inline]
fn pairs<T: Number>(n: usize, x: &mut [T], f: impl Fn(T, T) -> (T, T)) {
    match n < 8 * TILE || size_of::<T>() > 16 {
        true => each_pair(n, |below, above| (x[below], x[above]) = f(x[below], x[above])),
        false => pairs_in_room(n, x, f),
    }
}

const TILE: usize = 32;

/// As [`pairs`], in tiles, of which that above the diagonal is turned in a room of its own: along a row of a large matrix every
/// entry is in another line and page. For 1024 rows, where these meet in the caches, it takes a third of the time without that room.
#[inline(never)]
fn pairs_in_room<T: Number>(n: usize, x: &mut [T], f: impl Fn(T, T) -> (T, T)) {
    let mut room = [[number::<T>(0.0); TILE]; TILE];
    for left in (0..n).step_by(TILE) {
        let width = TILE.min(n - left);
        for top in (left..n).step_by(TILE) {
            let (height, is_middle) = (TILE.min(n - top), top == left);
            for i in 0..height {
                let above = &x[(top + i) * n + left..][..width];
                for j in 0..width {
                    room[j][i] = above[j];
                }
            }
            for j in 0..width {
                let below = &mut x[(left + j) * n + top..][..height];
                for i in if is_middle { j + 1 } else { 0 }..height {
                    (below[i], room[j][i]) = f(below[i], room[j][i]);
                }
            }
            for i in 0..height {
                let above = &mut x[(top + i) * n + left..][..if is_middle { i } else { width }];
                for j in 0..above.len() {
                    above[j] = room[j][i];
                }
            }
        }
    }
}

/// The places of each pair of entries across the diagonal; in tiles, as one of them is read along a row.
#[inline(always)]
fn each_pair(n: usize, mut f: impl FnMut(usize, usize)) {
    const TILE: usize = 16;
    for left in (0..n).step_by(TILE) {
        for top in (left..n).step_by(TILE) {
            for j in left..n.min(left + TILE) {
                for i in top.max(j + 1)..n.min(top + TILE) {
                    f(i + j * n, j + i * n);
                }
            }
        }
    }
}
