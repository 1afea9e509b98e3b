//! Eigenvalues and vectors of symmetric matrices: with S = V^T dA V, dl = diag(S) and dV = V (S_ij / (l_j - l_i)) (Giles 2008;
//! Magnus 1985).

use crate::operations::degenerate::{Split, level, turn};
use crate::operations::square;
use crate::parameters::instruction;
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply, backend};
use core::cmp::Ordering;
use rules::Number;

const NAME: &str = "symmetric eigendecomposition";

#[derive(Clone, Copy)]
pub(crate) struct SymmetricEigen(pub(crate) usize);

impl Operation<1, 2> for SymmetricEigen {
    const ITERATES: bool = true;

    instruction!("symmetric_eigen", 0);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.0, self.0)]
    }

    fn outputs(&self) -> [Shape; 2] {
        [Shape::new(self.0, 1), Shape::new(self.0, self.0)]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 1]) -> Result<[Matrix<T>; 2], Error> {
        Err(Error::Unknown { operation: NAME })
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 2], Error> {
        let a = Mask::Symmetric.of(&a.to_matrix());
        let is_exact = backend::is_diagonal(a.view());
        let (mut values, mut vectors) = backend::symmetric_eigen(NAME, a)?;
        into_order(&mut values, f64::total_cmp, &mut [&mut vectors]);
        if !is_exact {
            level(&mut values);
        }
        turn(&values, &mut [&mut vectors])?;
        for vector in vectors.as_mut_slice().chunks_exact_mut(self.0.max(1)).filter(|x| largest_is_negative(x)) {
            vector.iter_mut().for_each(|x| *x = -*x);
        }
        Ok([Matrix::from_vec(self.0, 1, values), vectors])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        [values, v]: [View<'a, T>; 2],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 2], Error> {
        let s = da.mask(Mask::Symmetric).left_transposed(v).right(v);
        let split = s.map(Split { values, strict: false, of: Some([v, a, v]) });
        Ok([split.columns(0..1), v * split.columns(1..self.0 + 1)])
    }
}

/// Puts values in the order of this comparison, and columns with them.
pub(crate) fn into_order(values: &mut [f64], compare: fn(&f64, &f64) -> Ordering, columns: &mut [&mut Matrix<f64>]) {
    // At most as many exchanges as there are values; larger matrices come in order.
    for i in 0..values.len() {
        let rest = &values[i..];
        let Some((first, _)) = rest.iter().enumerate().min_by(|(_, x), (_, y)| compare(x, y)) else { return };
        if first > 0 {
            values.swap(i, i + first);
            columns.iter_mut().for_each(|x| exchange(x, i, i + first));
        }
    }
}

/// Exchanges two columns, i < j.
fn exchange(x: &mut Matrix<f64>, i: usize, j: usize) {
    let rows = x.rows();
    let (left, right) = x.as_mut_slice().split_at_mut(j * rows);
    left[i * rows..(i + 1) * rows].swap_with_slice(&mut right[..rows]);
}

/// Whether the entry with the largest absolute value is negative: what fixes the sign of a vector.
pub(crate) fn largest_is_negative(x: &[f64]) -> bool {
    x.iter().fold(0.0f64, |l, &x| if x.abs() > l.abs() * (1.0 + 1e-9) { x } else { l }) < 0.0
}

/// The eigenvalues of a symmetric matrix in ascending order (n x 1), and its orthonormal eigenvectors as columns (n x n),
/// each with its largest entry positive. Of another matrix the symmetric part (A + A^T)/2 is meant.
///
/// Where eigenvalues are equal up to rounding, any basis of their space could be returned. A result that does not depend on
/// the choice and treats the values alike, as a projector on the whole space or the sum of the values, has its right gradient, and
/// its Hessian from operators that compare two choices, see [`in_frame`](crate::in_frame). Any other has a gradient of NaN;
/// along a direction it is an error that names the pair; and so are derivatives of third order there. V diag(f(l)) V^T, whose derivative
/// cannot be told from values and vectors, is [`symmetric_function`](crate::symmetric_function).
///
/// ```
/// use linalg::{Matrix, symmetric_eigen};
/// let a: Matrix = Matrix::from_rows([[2.0, 1.0], [1.0, 2.0]]);
/// let (values, vectors) = symmetric_eigen(&a).unwrap();
/// assert!((values[(0, 0)] - 1.0).abs() < 1e-15 && (values[(1, 0)] - 3.0).abs() < 1e-15);
/// assert!((&a * &vectors - &vectors * Matrix::from_diagonal(values.as_slice())).norm() < 1e-14);
/// ```
///
/// # Errors
/// If an entry is NaN or infinite; [`Error::Degenerate`] as above;
/// [`Error::Unknown`] on numbers that do not know their values.
///
/// # Panics
/// If the matrix is not square.
#[track_caller]
pub fn symmetric_eigen<T: Number>(a: &Matrix<T>) -> Result<(Matrix<T>, Matrix<T>), Error> {
    let n = square("symmetric eigendecomposition", a);
    let [values, vectors] = apply(&SymmetricEigen(n), [a.view()])?;
    Ok((values, vectors))
}
