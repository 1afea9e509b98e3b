//! Cholesky's factor: dL = L phi(L^-1 dA L^-T), where phi takes the lower triangle and half of the diagonal (Murray 2016,
//! section 3.1; Giles 2008).

use crate::kernels::triangular::Triangle;
use crate::operations::factor::Factor;
use crate::operations::triangular::Inverse;
use crate::operations::{fits, spd, square};
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply, backend, kernels};
use rules::Number;

#[derive(Clone)]
struct Lower {
    n: usize,
    factor: Factor<Matrix<f64>>,
}

impl Operation<1, 1> for Lower {
    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Ok([kernels::cholesky::cholesky(Mask::Symmetric.of(&a.to_matrix()))?])
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        Ok([self.factor.get(|| factor(a))?.clone()])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        _: [View<'a, T>; 1],
        [l]: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let inverse = || Inverse { l: l.into(), triangle: Triangle::LOWER };
        let half = da.mask(Mask::Symmetric).map(inverse()).transposed().map(inverse());
        Ok([l * half.mask(Mask::LowerHalf)])
    }
}

/// The factor of the symmetric part of a matrix.
pub(crate) fn factor(a: View<'_, f64>) -> Result<Matrix<f64>, Error> {
    backend::cholesky(Mask::Symmetric.of(&a.to_matrix()))
}

/// A positive definite matrix that has been factored: A = L L^T.
///
/// The factor is made once, over `f64`; solutions, determinants and their derivatives at every level use it.
///
/// ```
/// use linalg::Matrix;
/// let a = Matrix::from_rows([[4.0, 2.0], [2.0, 5.0]]);
/// let factored = a.cholesky().unwrap();
/// assert_eq!(factored.lower().unwrap(), Matrix::from_rows([[2.0, 0.0], [1.0, 2.0]]));
/// assert_eq!(factored.solve(&Matrix::column(&[8.0, 4.0])).unwrap().as_slice(), [2.0, 0.0]);
/// assert!((factored.logdet() - 16f64.ln()).abs() < 1e-15);
/// ```
#[derive(Clone, Debug)]
pub struct Cholesky<T = f64> {
    matrix: Matrix<T>,
    factor: Factor<Matrix<f64>>,
}

/// Factors a symmetric positive definite matrix. Of another matrix the symmetric part (A + A^T)/2 is meant, also by the
/// derivatives. Cost: n^3/6 multiplications; where values are not known until later, as on nodes of a program, nothing is
/// done here.
///
/// # Errors
/// If the matrix is not positive definite, with the pivot that is not positive; or if it has an entry that is NaN.
///
/// # Panics
/// If the matrix is not square.
#[track_caller]
pub fn cholesky<T: Number>(a: &Matrix<T>) -> Result<Cholesky<T>, Error> {
    square("Cholesky factorisation", a);
    let factor = match a.view().known_f64() {
        Some(values) => Factor::of(factor(values.view())?),
        None => Factor::open(),
    };
    Ok(Cholesky { matrix: a.clone(), factor })
}

impl<T: Number> Cholesky<T> {
    /// The lower factor L.
    ///
    /// # Errors
    /// If values are not known until now, as [`cholesky`].
    pub fn lower(&self) -> Result<Matrix<T>, Error> {
        let operation = Lower { n: self.matrix.rows(), factor: self.factor.clone() };
        let [l] = apply(&operation, [self.matrix.view()])?;
        Ok(l)
    }

    /// The solution X of A X = B. Cost: n^2 for each column of B; with its gradient three times that.
    ///
    /// # Errors
    /// If values are not known until now, as [`cholesky`].
    ///
    /// # Panics
    /// If A and B differ in rows.
    #[track_caller]
    pub fn solve(&self, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        fits(self.matrix.shape(), b.shape());
        spd::solve(self.factor.clone(), self.matrix.view(), b.view())
    }

    /// The inverse.
    ///
    /// # Errors
    /// If values are not known until now, as [`cholesky`].
    pub fn inverse(&self) -> Result<Matrix<T>, Error> {
        spd::inverse(self.factor.clone(), self.matrix.view())
    }

    /// The logarithm of the determinant.
    pub fn logdet(&self) -> T {
        spd::logdet(self.factor.clone(), self.matrix.view())
    }
}
