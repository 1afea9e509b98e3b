//! Parts of a matrix.

use crate::Matrix;
use crate::matrix::number;
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
        let half = number::<T>(0.5);
        if self == Mask::Symmetric {
            return symmetric(x, half);
        }
        let entry = |i: usize, j: usize| {
            let x_ij = x[(i, j)];
            let kept = match self {
                Mask::Lower => i >= j,
                Mask::StrictlyLower => i > j,
                Mask::Upper => i <= j,
                Mask::StrictlyUpper => i < j,
                Mask::Diagonal => i == j,
                Mask::OffDiagonal => i != j,
                Mask::LowerHalf if i == j => return x_ij * half,
                Mask::LowerHalf => i > j,
                Mask::Symmetric => true,
                Mask::Antisymmetric if i == j => false,
                Mask::Antisymmetric => return (x_ij - x[(j, i)]) * half,
            };
            if kept { x_ij } else { number(0.0) }
        };
        Matrix::from_fn(x.rows(), x.columns(), entry)
    }
}

/// Pair by pair: it is in the way of every positive definite matrix.
fn symmetric<T: Number>(x: &Matrix<T>, half: T) -> Matrix<T> {
    let n = x.rows();
    let mut out = x.clone();
    let entries = out.as_mut_slice();
    for j in 0..n {
        for i in j + 1..n {
            let (below, above) = (i + j * n, j + i * n);
            let mean = (entries[below] + entries[above]) * half;
            entries[below] = mean;
            entries[above] = mean;
        }
    }
    out
}
