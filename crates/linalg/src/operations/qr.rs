//! Orthogonalisation: with C = Q^T dA R^-1 and P = triu(C) + strict_tril(C)^T, dR = P R and dQ = dA R^-1 - Q P (Walter and
//! Lehmann 2010, *Algorithmic differentiation of linear algebra functions*).

use crate::kernels::qr::{gram_schmidt, householder};
use crate::kernels::triangular::Triangle;
use crate::operations::triangular::Inverse;
use crate::parameters::instruction;
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply};
use rules::Number;

#[derive(Clone, Copy)]
pub(crate) struct Qr(Shape);

impl Qr {
    pub(crate) fn new(shape: Shape) -> Self {
        Qr(shape)
    }
}

impl Operation<1, 2> for Qr {
    instruction!("qr", 0; |p| p.0.rows >= p.0.columns);

    fn inputs(&self) -> [Shape; 1] {
        [self.0]
    }

    fn outputs(&self) -> [Shape; 2] {
        [self.0, Shape::new(self.0.columns, self.0.columns)]
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 2], Error> {
        Ok(gram_schmidt(a))
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 2], Error> {
        householder(a)
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        _: [View<'a, T>; 1],
        [q, r]: [View<'a, T>; 2],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 2], Error> {
        let inverse = Inverse { l: r.into(), triangle: Triangle::UPPER.transposed() };
        let d = da.transposed().map(inverse).transposed();
        let c = d.left_transposed(q);
        let p = c.mask(Mask::Upper) + c.mask(Mask::StrictlyLower).transposed();
        Ok([d - q * p, p * r])
    }
}

/// The thin QR factorisation of a matrix with at least as many rows as columns: Q with orthonormal columns (m x n), and
/// upper R with a positive diagonal (n x n), which makes both unique. Cost: 2 m n^2 multiplications.
///
/// ```
/// use linalg::{Matrix, qr};
/// let a: Matrix = Matrix::from_rows([[3.0, 1.0], [4.0, 7.0]]);
/// let (q, r) = qr(&a).unwrap();
/// assert!((r[(0, 0)] - 5.0).abs() < 1e-15 && (q[(1, 0)] - 0.8).abs() < 1e-15);
/// ```
///
/// # Errors
/// If a column depends on those before it, or an entry is NaN or infinite.
///
/// # Panics
/// If there are more columns than rows.
#[track_caller]
pub fn qr<T: Number>(a: &Matrix<T>) -> Result<(Matrix<T>, Matrix<T>), Error> {
    assert!(
        a.rows() >= a.columns(),
        "the QR factorisation of a matrix of {}: it has more columns than rows; take its transpose",
        a.shape()
    );
    let [q, r] = apply(&Qr(a.shape()), [a.view()])?;
    Ok((q, r))
}
