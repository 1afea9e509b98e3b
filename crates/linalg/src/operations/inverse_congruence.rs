//! A^-1 X A^-1 for a positive definite A, of the symmetric parts of both: with Y = A^-1 and the result W its tangent is
//! -2 sym(W dA Y) + Y dX Y.

use crate::linear::{LinearMap, mirror};
use crate::operations::cholesky::factor;
use crate::operations::factor::{Factor, Root};
use crate::operations::{Beyond, spd};
use crate::parameters::{instruction, shares};
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply, kernels};
use rules::Number;

#[derive(Clone)]
pub(crate) struct InverseCongruence {
    n: usize,
    factor: Factor<Root>,
}

impl Operation<2, 1> for InverseCongruence {
    instruction!("inverse_congruence", n, factor);
    shares!("cholesky", factor);

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.n, self.n); 2]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn value<T: Number>(&self, [a, x]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let lower = kernels::cholesky::cholesky(Mask::Symmetric.of_view(a))?;
        let half = kernels::cholesky::solve(&lower, Mask::Symmetric.of_view(x).view());
        let mut out = kernels::cholesky::solve(&lower, half.transposed().view());
        mirror(&mut out);
        Ok([out])
    }

    fn evaluate(&self, [a, x]: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        Ok([self.factor.get(|| factor(a))?.inverse_congruence(Mask::Symmetric.of_view(x))])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a, _]: [View<'a, T>; 2],
        [w]: [View<'a, T>; 1],
        [da, dx]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let half = da.mask(Mask::Symmetric).left(w).right(spd::inverse(Beyond::Infinite, self.factor.clone(), a)?);
        let between = BetweenInverses { a, factor: self.factor.clone() };
        Ok([dx.map(between) - half - half.transposed()])
    }
}

/// A^-1 X A^-1 of the symmetric part of X, as a map of X: its own transpose.
pub(crate) struct BetweenInverses<'a, T> {
    pub(crate) a: View<'a, T>,
    pub(crate) factor: Factor<Root>,
}

impl<T: Number> LinearMap<T> for BetweenInverses<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        assert!(of == self.a.shape(), "a tangent of {of} between inverses of {}", self.a.shape());
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let operation = InverseCongruence { n: self.a.rows(), factor: self.factor.clone() };
        let [out] = apply(&operation, [self.a, x.view()])?;
        Ok(out)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.apply(w)
    }
}
