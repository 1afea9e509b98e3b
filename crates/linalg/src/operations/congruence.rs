//! K X K^T, of the symmetric part of X: with S = sym(dK sym(X) K^T), its tangent is 2 S + K sym(dX) K^T.

use crate::linear::mirror;
use crate::linear::{Kept, LinearMap};
use crate::parameters::instruction;
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply, backend, kernels};
use rules::Number;

#[derive(Clone, Copy)]
pub(crate) struct Congruence {
    k: Shape,
    transposed: bool,
}

impl Congruence {
    fn turned(&self) -> Shape {
        if self.transposed { self.k.transposed() } else { self.k }
    }
}

impl Operation<2, 1> for Congruence {
    instruction!("congruence", k, transposed);

    fn inputs(&self) -> [Shape; 2] {
        let inner = self.turned().columns;
        [self.k, Shape::new(inner, inner)]
    }

    fn outputs(&self) -> [Shape; 1] {
        let outer = self.turned().rows;
        [Shape::new(outer, outer)]
    }

    fn value<T: Number>(&self, [k, x]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let left = kernels::product::product(k, self.transposed, Mask::Symmetric.of_view(x).view(), false);
        let mut out = kernels::product::product(left.view(), false, k, !self.transposed);
        mirror(&mut out);
        Ok([out])
    }

    fn evaluate(&self, [k, x]: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        Ok([backend::congruence(k, self.transposed, &Mask::Symmetric.of_view(x))])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [k, x]: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [dk, dx]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let right = crate::product(Mask::Symmetric.of_view(x).view(), false, k, !self.transposed);
        let half = dk.product(self.transposed, right.into(), false, false);
        Ok([half + half.transposed() + dx.map(Between { k: k.into(), transposed: self.transposed })])
    }
}

/// K X K^T of the symmetric part of X, as a map of X: symmetric to the last bit, and cheaper than two products.
pub(crate) struct Between<'a, T> {
    pub(crate) k: Kept<'a, T>,
    /// K^T X K instead.
    pub(crate) transposed: bool,
}

impl<T: Number> Between<'_, T> {
    fn run(&self, transposed: bool, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let k = self.k.view();
        let [out] = apply(&Congruence { k: k.shape(), transposed }, [k, x.view()])?;
        Ok(out)
    }
}

impl<T: Number> LinearMap<T> for Between<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        let k = self.k.view().shape();
        let k = if self.transposed { k.transposed() } else { k };
        assert!(of == Shape::new(k.columns, k.columns), "a tangent of {of} between {k} and its transpose");
        Shape::new(k.rows, k.rows)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.run(self.transposed, x)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.run(!self.transposed, w)
    }
}
