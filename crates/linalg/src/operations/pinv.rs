//! The pseudo-inverse of a matrix of full rank, by a QR factorisation: dP = -P dA P + P P^T dA^T (I - A P) + (I - P A) dA^T P^T P
//! (G. H. Golub and V. Pereyra, *The differentiation of pseudo-inverses and nonlinear least squares problems whose variables
//! separate*, SIAM J. Numer. Anal. 10, 1973).

use crate::kernels::qr::{gram_schmidt, householder};
use crate::kernels::triangular::{self, Triangle};
use crate::operations::qr::Qr;
use crate::operations::{Beyond, matmul_transposed, transposed_matmul};
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::Number;

const NAME: &str = "pseudo-inverse";

#[derive(Clone, Copy)]
pub(crate) struct Pinv(Shape);

impl Pinv {
    pub(crate) fn new(shape: Shape) -> Self {
        Pinv(shape)
    }
}

impl Operation<1, 1> for Pinv {
    instruction!("pinv", 0);

    fn inputs(&self) -> [Shape; 1] {
        [self.0]
    }

    fn outputs(&self) -> [Shape; 1] {
        [self.0.transposed()]
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        let turned = self.is_wide().then(|| a.transposed());
        let p = self.by_factors(gram_schmidt(turned.as_ref().map_or(a, Matrix::view)));
        Beyond::Refused.check(NAME, [a], p)
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        let turned = self.is_wide().then(|| a.transposed());
        let p = self.by_factors(householder(turned.as_ref().map_or(a, Matrix::view))?);
        Beyond::Refused.check(NAME, [a], p)
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        [p]: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let own_p = p.to_matrix();
        let mut moved = -(p * da * p);
        if self.0.rows > self.0.columns {
            let rest = outside(a.to_matrix())?;
            moved = moved + da.transposed().left(matmul_transposed(&own_p, &own_p)).right(rest);
        }
        if self.0.rows < self.0.columns {
            let rest = outside(a.transposed())?;
            moved = moved + da.transposed().left(rest).right(transposed_matmul(&own_p, &own_p));
        }
        Ok([moved])
    }
}

impl Pinv {
    fn is_wide(self) -> bool {
        self.0.rows < self.0.columns
    }

    /// R^-1 Q^T, or of a wide matrix Q R^-T.
    fn by_factors<T: Number>(self, [q, r]: [Matrix<T>; 2]) -> Matrix<T> {
        let mut x = q.transposed();
        triangular::solve(r.view(), Triangle::UPPER, &mut x);
        if self.is_wide() { x.transposed() } else { x }
    }
}

/// I - A P, the projector on what is outside of the columns, as I - Q Q^T: where rows have other scales, rounding in A P is as large
/// as their ratio.
fn outside<T: Number>(a: Matrix<T>) -> Result<Matrix<T>, Error> {
    let [q, _] = apply(&Qr::new(a.shape()), [a.view()])?;
    Ok(Matrix::identity(a.rows()) - matmul_transposed(&q, &q))
}

/// The pseudo-inverse (Moore and Penrose) of a matrix of full rank: (A^T A)^-1 A^T of a tall one, A^T (A A^T)^-1 of a wide one.
///
/// ```
/// use linalg::{Matrix, pinv};
/// let p = pinv(&Matrix::column(&[3.0, 4.0])).unwrap();
/// assert!((p - Matrix::row(&[0.12, 0.16])).norm() < 1e-16);
/// ```
///
/// # Errors
/// If the rank is not full, where the pseudo-inverse is not continuous, with the column (of a wide matrix the row) that depends
/// on others; if an entry is NaN or infinite; or if one of the pseudo-inverse is beyond the largest `f64`.
pub fn pinv<T: Number>(a: &Matrix<T>) -> Result<Matrix<T>, Error> {
    let [p] = apply(&Pinv(a.shape()), [a.view()])?;
    Ok(p)
}
