//! The logarithm of a determinant: d ln |det A| = <A^-T, dA>.

use crate::kernels::lu::{Factors, factor};
use crate::matrix::sum;
use crate::operations::factor::Factor;
use crate::operations::solve::Kept;
use crate::operations::{entry, inverse, said_of, square};
use crate::parameters::{instruction, shares};
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply, backend};
use rules::{Functions, Number};

#[derive(Clone)]
pub(crate) struct LogDet {
    n: usize,
    factor: Kept,
}

impl LogDet {
    pub(crate) fn new(n: usize, factor: Kept) -> Self {
        LogDet { n, factor }
    }
}

impl Operation<1, 1> for LogDet {
    instruction!("logdet", n, factor);
    shares!("lu", factor);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(1, 1)]
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Ok([logarithms(factor(a.to_matrix()).map_err(|error| said_of(a, error))?.regular()?)])
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        Ok([logarithms(self.factor.get(|| backend::lu(a))?.regular()?)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([da.inner(inverse::of_tangents(self.factor.clone(), a)?.transposed())])
    }
}

fn logarithms<T: Number>(factors: &Factors<T>) -> Matrix<T> {
    Matrix::from_vec(1, 1, vec![sum(factors.packed.diagonal().map(|d| d.abs().ln()))])
}

pub(crate) fn by_factor<T: Number>(factor: Kept, a: View<'_, T>) -> Result<T, Error> {
    Ok(entry(apply(&LogDet { n: a.rows(), factor }, [a])?))
}

/// The logarithm of the determinant's absolute value, by elimination; of a positive definite matrix
/// [`Cholesky::logdet`](crate::Cholesky::logdet) takes half the time.
///
/// # Errors
/// If the matrix is singular or has an entry that is NaN or infinite.
///
/// # Panics
/// If the matrix is not square.
///
/// ```
/// use linalg::{Matrix, logdet};
/// // Also where the determinant is larger than any number.
/// let y = logdet(&Matrix::from_diagonal(&[1e200, -1e200]))?;
/// assert!((y - 400.0 * 10f64.ln()).abs() < 1e-10);
/// # Ok::<(), linalg::Error>(())
/// ```
#[track_caller]
pub fn logdet<T: Number>(a: &Matrix<T>) -> Result<T, Error> {
    square("determinant", a);
    by_factor(Factor::open(), a.view())
}
