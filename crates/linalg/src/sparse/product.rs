//! Products of sparse and dense matrices. Y = A X is linear in the values of A and in X, and so is each of its transposes:
//! by the values that is W X^T on the pattern, by X it is A^T W. The three are each other's derivatives.

use super::pattern::{Form, SparsePattern};
use crate::linear::{Kept, LinearMap};
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::{Number, Shared};
use std::sync::Arc;

/// A X.
#[derive(Clone)]
pub(crate) struct Product {
    pattern: Arc<SparsePattern>,
    form: Form,
    columns: usize,
}

impl Operation<2, 1> for Product {
    instruction!("sparse_product", pattern, form, columns; |p| p.form != Form::Symmetric || p.pattern.is_square());

    fn sharing(&self, _: &mut Shared) -> Self {
        self.clone()
    }

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.pattern.entries(), 1), Shape::new(self.pattern.meant(self.form).columns, self.columns)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.pattern.meant(self.form).rows, self.columns)]
    }

    fn value<T: Number>(&self, [values, x]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        Ok([self.pattern.times(self.form, values.as_slice(), x)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [values, x]: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [dvalues, dx]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let by_x = Times { pattern: &self.pattern, form: self.form, values: values.into() };
        Ok([dvalues.map(ValuesTimes { pattern: &self.pattern, form: self.form, x: x.into() }) + dx.map(by_x)])
    }
}

/// W X^T on the pattern, or what it is for the other forms.
#[derive(Clone)]
pub(crate) struct Entries {
    pattern: Arc<SparsePattern>,
    form: Form,
    columns: usize,
}

impl Operation<2, 1> for Entries {
    instruction!("sparse_entries", pattern, form, columns; |p| p.form != Form::Symmetric || p.pattern.is_square());

    fn sharing(&self, _: &mut Shared) -> Self {
        self.clone()
    }

    fn inputs(&self) -> [Shape; 2] {
        let shape = self.pattern.meant(self.form);
        [Shape::new(shape.rows, self.columns), Shape::new(shape.columns, self.columns)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.pattern.entries(), 1)]
    }

    fn value<T: Number>(&self, [w, x]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        Ok([self.pattern.entries_of(self.form, w, x)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [w, x]: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [dw, dx]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let of = |fixed: View<'a, T>, left| EntriesWith { pattern: &self.pattern, form: self.form, fixed, left };
        Ok([dw.map(of(x, true)) + dx.map(of(w, false))])
    }
}

/// A X.
#[track_caller]
pub(super) fn product<T: Number>(
    pattern: &Arc<SparsePattern>,
    form: Form,
    values: View<'_, T>,
    x: View<'_, T>,
) -> Matrix<T> {
    let shape = pattern.meant(form);
    assert!(
        shape.columns == x.rows(),
        "a sparse matrix of {shape} times one of {}: the inner numbers differ",
        x.shape()
    );
    run(&Product { pattern: Arc::clone(pattern), form, columns: x.columns() }, [values, x])
}

/// W X^T on the pattern.
pub(super) fn entries<T: Number>(
    pattern: &Arc<SparsePattern>,
    form: Form,
    w: View<'_, T>,
    x: View<'_, T>,
) -> Matrix<T> {
    run(&Entries { pattern: Arc::clone(pattern), form, columns: x.columns() }, [w, x])
}

fn run<T: Number>(operation: &impl Operation<2, 1>, x: [View<'_, T>; 2]) -> Matrix<T> {
    match apply(operation, x) {
        Ok([y]) => y,
        Err(error) => unreachable!("a product always has a value: {error}"),
    }
}

/// A X as a map of the values of A.
pub(super) struct ValuesTimes<'a, T> {
    pub(super) pattern: &'a Arc<SparsePattern>,
    pub(super) form: Form,
    pub(super) x: Kept<'a, T>,
}

impl<T: Number> LinearMap<T> for ValuesTimes<'_, T> {
    fn shape(&self, _: Shape) -> Shape {
        Shape::new(self.pattern.meant(self.form).rows, self.x.view().columns())
    }
    fn apply(&self, values: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(product(self.pattern, self.form, values.view(), self.x.view()))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(entries(self.pattern, self.form, w.view(), self.x.view()))
    }
}

/// A X as a map of X.
pub(super) struct Times<'a, T> {
    pub(super) pattern: &'a Arc<SparsePattern>,
    pub(super) form: Form,
    pub(super) values: Kept<'a, T>,
}

impl<T: Number> LinearMap<T> for Times<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(self.pattern.meant(self.form).rows, of.columns)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(product(self.pattern, self.form, self.values.view(), x.view()))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(product(self.pattern, self.form.transposed(), self.values.view(), w.view()))
    }
}

/// W X^T on the pattern as a map of W, or of X.
pub(super) struct EntriesWith<'a, T> {
    pub(super) pattern: &'a Arc<SparsePattern>,
    pub(super) form: Form,
    /// The other of the two.
    pub(super) fixed: View<'a, T>,
    /// It is a map of W.
    pub(super) left: bool,
}

impl<T: Number> LinearMap<T> for EntriesWith<'_, T> {
    fn shape(&self, _: Shape) -> Shape {
        Shape::new(self.pattern.entries(), 1)
    }
    fn apply(&self, moved: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let (w, x) = if self.left { (moved.view(), self.fixed) } else { (self.fixed, moved.view()) };
        Ok(entries(self.pattern, self.form, w, x))
    }
    fn transposed(&self, values: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let form = if self.left { self.form } else { self.form.transposed() };
        Ok(product(self.pattern, form, values.view(), self.fixed))
    }
}
