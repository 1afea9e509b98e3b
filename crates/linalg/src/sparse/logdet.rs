//! The logarithm of the determinant of a sparse positive definite matrix: d ln det A = <A^-1, dA>, of which the entries of
//! the inverse on the pattern are needed.

use super::pattern::{Form, SparsePattern};
use super::product::{EntriesWith, ValuesTimes, entries};
use super::solve::{Inverted, Kept, solve};
use crate::linear::LinearMap;
use crate::matrix::{number, sum};
use crate::operations::entry;
use crate::parameters::{instruction, shares};
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply, kernels};
use rules::{Functions, Number};
use std::sync::Arc;

#[derive(Clone)]
pub(crate) struct LogDet {
    pattern: Arc<SparsePattern>,
    factor: Kept,
}

impl Operation<1, 1> for LogDet {
    instruction!("sparse_logdet", pattern, factor; |l| l.pattern.is_square());
    shares!("sparse cholesky", factor, pattern);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.pattern.entries(), 1)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(1, 1)]
    }

    fn value<T: Number>(&self, [values]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        let l = kernels::cholesky::cholesky(self.pattern.dense(Form::Symmetric, values))?;
        Ok([Matrix::column(&[sum(l.diagonal().map(|d| d.ln())) * number(2.0)])])
    }

    fn evaluate(&self, [values]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        let factor = self.factor.get(|| super::factor::Factored::new(&self.pattern, true, values.as_slice()))?;
        Ok([Matrix::column(&[factor.logdet()])])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [values]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [dvalues]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let inverse = InverseEntries { pattern: Arc::clone(&self.pattern), factor: self.factor.clone() };
        let [inverse] = apply(&inverse, [values])?;
        Ok([dvalues.inner(inverse)])
    }
}

/// The entries of the inverse on the pattern, those below the diagonal twice: they stand for their mirror images too.
#[derive(Clone)]
pub(crate) struct InverseEntries {
    pattern: Arc<SparsePattern>,
    factor: Kept,
}

/// So many columns of the inverse are there at a time.
const BLOCK: usize = 32;

impl InverseEntries {
    /// Columns of the identity.
    fn unit<T: Number>(&self, first: usize, count: usize) -> Matrix<T> {
        let one_or_zero = |i: usize, j: usize| number(if i == first + j { 1.0 } else { 0.0 });
        Matrix::from_fn(self.pattern.shape().rows, count, one_or_zero)
    }

    fn of<T: Number>(&self, values: View<'_, T>, block: usize) -> Result<Matrix<T>, Error> {
        let n = self.pattern.shape().rows;
        let mut out = Matrix::zeros(self.pattern.entries(), 1);
        for first in (0..n).step_by(block.max(1)) {
            let unit = self.unit::<T>(first, block.min(n - first));
            let inverse = solve(&self.pattern, Form::Symmetric, self.factor.clone(), values, unit.view())?;
            out += entries(&self.pattern, Form::Symmetric, inverse.view(), unit.view());
        }
        Ok(out)
    }
}

impl Operation<1, 1> for InverseEntries {
    instruction!("sparse_inverse_entries", pattern, factor; |l| l.pattern.is_square());
    shares!("sparse cholesky", factor, pattern);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.pattern.entries(), 1)]
    }

    fn outputs(&self) -> [Shape; 1] {
        self.inputs()
    }

    fn value<T: Number>(&self, [values]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Ok([self.of(values, self.pattern.shape().rows)?])
    }

    fn evaluate(&self, [values]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        Ok([self.of(values, BLOCK)?])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [values]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [dvalues]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let n = self.pattern.shape().rows;
        let unit = self.unit::<T>(0, n);
        let pattern = &self.pattern;
        let inverse = solve(pattern, Form::Symmetric, self.factor.clone(), values, unit.view())?;
        let moved = dvalues.map(ValuesTimes { pattern, form: Form::Symmetric, x: inverse.into() });
        let moved = moved.map(Inverted { pattern, form: Form::Symmetric, values, factor: self.factor.clone() });
        Ok([-moved.map(OnPattern { pattern, unit })])
    }
}

/// The entries of a dense matrix on the pattern, counted as above.
struct OnPattern<'a, T> {
    pattern: &'a Arc<SparsePattern>,
    unit: Matrix<T>,
}

impl<T: Number> OnPattern<'_, T> {
    fn map(&self) -> EntriesWith<'_, T> {
        EntriesWith { pattern: self.pattern, form: Form::Symmetric, fixed: self.unit.view(), left: true }
    }
}

impl<T: Number> LinearMap<T> for OnPattern<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        self.map().shape(of)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.map().apply(x)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.map().transposed(w)
    }
}

pub(super) fn logdet<T: Number>(pattern: &Arc<SparsePattern>, factor: Kept, values: View<'_, T>) -> Result<T, Error> {
    apply(&LogDet { pattern: Arc::clone(pattern), factor }, [values]).map(entry)
}
