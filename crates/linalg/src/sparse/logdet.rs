//! The determinant of a sparse matrix and its logarithm: d ln |det A| = <A^-T, dA>, of which the entries of the inverse on the
//! pattern are needed.

use super::factor::{Factored, pivots};
use super::pattern::{Form, SparsePattern};
use super::product::{EntriesWith, ValuesTimes, entries};
use super::solve::{Inverted, Kept, kind, solve};
use crate::linear::LinearMap;
use crate::matrix::{number, sum};
use crate::operations::entry;
use crate::parameters::{instruction, shares};
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply, kernels};
use rules::{Functions, Number, Shared};
use std::sync::Arc;

/// With the factorisation of the form.
macro_rules! shared {
    () => {
        fn shares(&self) -> Option<String> {
            Some(kind(&self.pattern, self.form))
        }
        fn sharing(&self, shared: &mut Shared) -> Self {
            Self { factor: Kept::shared(shared), ..self.clone() }
        }
    };
}

#[derive(Clone)]
pub(crate) struct LogDet {
    pattern: Arc<SparsePattern>,
    factor: Kept,
    form: Form,
}

impl Operation<1, 1> for LogDet {
    instruction!("sparse_logdet", pattern, factor, form; |l| l.pattern.is_square() && l.form != Form::Transposed);
    shared!();

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.pattern.entries(), 1)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(1, 1)]
    }

    fn value<T: Number>(&self, [values]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        let a = self.pattern.dense(self.form, values);
        if self.form == Form::Plain {
            let factors = kernels::lu::factor(a)?;
            return Ok([Matrix::column(&[sum(factors.regular()?.packed.diagonal().map(|d| d.abs().ln()))])]);
        }
        let l = kernels::cholesky::cholesky(a)?;
        Ok([Matrix::column(&[sum(l.diagonal().map(|d| d.ln())) * number(2.0)])])
    }

    fn evaluate(&self, [values]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        if self.form == Form::Plain {
            let (pivots, _) = pivots(&self.pattern, values.as_slice())?;
            return Ok([Matrix::column(&[sum(pivots.iter().map(|pivot| pivot.abs().ln()))])]);
        }
        let factor = self.factor.get(|| Factored::new(&self.pattern, true, values.as_slice()))?;
        Ok([Matrix::column(&[factor.logdet()])])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [values]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [dvalues]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([dvalues.inner(inverse_entries(&self.pattern, &self.factor, self.form, values)?)])
    }
}

fn inverse_entries<T: Number>(
    pattern: &Arc<SparsePattern>,
    factor: &Kept,
    form: Form,
    values: View<'_, T>,
) -> Result<Matrix<T>, Error> {
    let inverse = InverseEntries { pattern: Arc::clone(pattern), factor: factor.clone(), form };
    let [inverse] = apply(&inverse, [values])?;
    Ok(inverse)
}

/// The determinant itself, by elimination.
#[derive(Clone)]
pub(crate) struct Det {
    pattern: Arc<SparsePattern>,
    factor: Kept,
}

impl Operation<1, 1> for Det {
    instruction!("sparse_det", pattern, factor; |l| l.pattern.is_square());
    shares!("sparse lu", factor, pattern);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.pattern.entries(), 1)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(1, 1)]
    }

    fn value<T: Number>(&self, [values]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        let factors = kernels::lu::factor(self.pattern.dense(Form::Plain, values))?;
        let sign = number(if factors.regular()?.odd { -1.0 } else { 1.0 });
        Ok([Matrix::column(&[factors.packed.diagonal().fold(sign, |product, d| product * d)])])
    }

    fn evaluate(&self, [values]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        let (pivots, odd) = pivots(&self.pattern, values.as_slice())?;
        Ok([Matrix::column(&[pivots.iter().fold(if odd { -1.0 } else { 1.0 }, |product, d| product * d)])])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [values]: [View<'a, T>; 1],
        [y]: [View<'a, T>; 1],
        [dvalues]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let inverse = inverse_entries(&self.pattern, &self.factor, Form::Plain, values)?;
        Ok([dvalues.inner(inverse).multiple(y)])
    }
}

/// The entries of the transposed inverse on the pattern; of a symmetric matrix those below the diagonal twice, as they stand for their
/// mirror images too.
#[derive(Clone)]
pub(crate) struct InverseEntries {
    pattern: Arc<SparsePattern>,
    factor: Kept,
    form: Form,
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
            let inverse = solve(&self.pattern, self.form.transposed(), self.factor.clone(), values, unit.view())?;
            out += entries(&self.pattern, self.form, inverse.view(), unit.view());
        }
        Ok(out)
    }
}

impl Operation<1, 1> for InverseEntries {
    instruction!("sparse_inverse_entries", pattern, factor, form; |l| l.pattern.is_square() && l.form != Form::Transposed);
    shared!();

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
        let turned = self.form.transposed();
        let inverse = solve(pattern, turned, self.factor.clone(), values, unit.view())?;
        let moved = dvalues.map(ValuesTimes { pattern, form: turned, x: inverse.into() });
        let moved = moved.map(Inverted { pattern, form: turned, values, factor: self.factor.clone() });
        Ok([-moved.map(OnPattern { pattern, form: self.form, unit })])
    }
}

/// The entries of a dense matrix on the pattern, counted as above.
struct OnPattern<'a, T> {
    pattern: &'a Arc<SparsePattern>,
    form: Form,
    unit: Matrix<T>,
}

impl<T: Number> OnPattern<'_, T> {
    fn map(&self) -> EntriesWith<'_, T> {
        EntriesWith { pattern: self.pattern, form: self.form, fixed: self.unit.view(), left: true }
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

pub(super) fn logdet<T: Number>(
    pattern: &Arc<SparsePattern>,
    form: Form,
    factor: Kept,
    values: View<'_, T>,
) -> Result<T, Error> {
    apply(&LogDet { pattern: Arc::clone(pattern), factor, form }, [values]).map(entry)
}

pub(super) fn det<T: Number>(pattern: &Arc<SparsePattern>, factor: Kept, values: View<'_, T>) -> Result<T, Error> {
    apply(&Det { pattern: Arc::clone(pattern), factor }, [values]).map(entry)
}
