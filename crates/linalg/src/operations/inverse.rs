//! The inverse: d(A^-1) = -A^-1 dA A^-1.

use crate::kernels::lu::factor;
use crate::operations::factor::Factor;
use crate::operations::solve::Kept;
use crate::operations::{Beyond, said_of, square};
use crate::parameters::{instruction, shares};
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply, backend};
use rules::Number;

pub(crate) const NAME: &str = "inverse";

#[derive(Clone)]
pub(crate) struct Inverse {
    n: usize,
    factor: Kept,
    beyond: Beyond,
}

impl Inverse {
    pub(crate) fn new(n: usize, factor: Kept) -> Self {
        Inverse { n, factor, beyond: Beyond::Refused }
    }
}

impl Operation<1, 1> for Inverse {
    instruction!("inverse", n, factor, beyond);
    shares!("lu", factor);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn outputs(&self) -> [Shape; 1] {
        self.inputs()
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        let y = factor(a.to_matrix())
            .map_err(|error| said_of(a, error))?
            .regular()?
            .solve(false, &Matrix::identity(self.n));
        self.beyond.check(NAME, [a], y)
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        let factors = self.factor.get(|| backend::lu(a))?;
        let y = backend::solve_factored(factors.regular()?, false, &Matrix::identity(self.n));
        self.beyond.check(NAME, [a], y)
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        _: [View<'a, T>; 1],
        [y]: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([-(y * da * y)])
    }
}

pub(crate) fn by_factor<T: Number>(factor: Kept, a: View<'_, T>) -> Result<Matrix<T>, Error> {
    let [y] = apply(&Inverse::new(a.rows(), factor), [a])?;
    Ok(y)
}

/// The inverse as a derivative has it.
pub(crate) fn of_tangents<T: Number>(factor: Kept, a: View<'_, T>) -> Result<Matrix<T>, Error> {
    let [y] = apply(&Inverse { n: a.rows(), factor, beyond: Beyond::Infinite }, [a])?;
    Ok(y)
}

/// The inverse of a square matrix. To solve a system, [`solve`](crate::solve) is faster and more accurate.
///
/// # Errors
/// If the matrix is singular or has an entry that is NaN or infinite; and where an entry of the inverse is beyond the largest `f64`.
///
/// # Panics
/// If the matrix is not square.
///
/// ```
/// use linalg::{Matrix, inverse};
/// assert_eq!(inverse(&Matrix::from_diagonal(&[2.0, 4.0]))?, Matrix::from_diagonal(&[0.5, 0.25]));
/// # Ok::<(), linalg::Error>(())
/// ```
#[track_caller]
pub fn inverse<T: Number>(a: &Matrix<T>) -> Result<Matrix<T>, Error> {
    square(NAME, a);
    by_factor(Factor::open(), a.view())
}
