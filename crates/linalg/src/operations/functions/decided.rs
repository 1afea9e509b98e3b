//! What the derivatives of eigenvalues decide by values, as operations of their own: on numbers that know their values only when
//! a program runs, they are decided then.

use super::eigen::{distinct, largest};
use crate::linear::{Kept, LinearMap};
use crate::matrix::number;
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::{Complex, Number, Scalar};

/// A matrix as it is, where eigenvalues differ; else an error.
#[derive(Clone, Copy)]
pub(crate) struct Distinct {
    n: usize,
    of: Shape,
}

impl Operation<3, 1> for Distinct {
    instruction!("distinct", n, of);

    fn inputs(&self) -> [Shape; 3] {
        [Shape::new(self.n, 1), Shape::new(self.n, 1), self.of]
    }

    fn outputs(&self) -> [Shape; 1] {
        [self.of]
    }

    fn value<T: Number>(&self, [re, im, x]: [View<'_, T>; 3]) -> Result<[Matrix<T>; 1], Error> {
        distinct(re, im)?;
        Ok([x.to_matrix()])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [re, im, _]: [View<'a, T>; 3],
        _: [View<'a, T>; 1],
        [_, _, dx]: [Linear<'e, 'a, T>; 3],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([dx.map(Checked { re: re.into(), im: im.into() })])
    }
}

/// The same as a map, its own transpose.
pub(crate) struct Checked<'a, T> {
    pub(crate) re: Kept<'a, T>,
    pub(crate) im: Kept<'a, T>,
}

impl<T: Number> LinearMap<T> for Checked<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let (re, im) = (self.re.view(), self.im.view());
        let [x] = apply(&Distinct { n: re.rows(), of: x.shape() }, [re, im, x.view()])?;
        Ok(x)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.apply(w)
    }
}

/// Of each column of a complex matrix which entry is the largest: 1 there, else 0.
#[derive(Clone, Copy)]
pub(crate) struct Peaks(pub(crate) Shape);

impl Operation<2, 1> for Peaks {
    instruction!("peaks", 0);

    fn inputs(&self) -> [Shape; 2] {
        [self.0; 2]
    }

    fn outputs(&self) -> [Shape; 1] {
        [self.0]
    }

    fn value<T: Number>(&self, [re, im]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let part = |v: View<'_, T>, i: usize, j: usize| v[(i, j)].known().map_or(0.0, Scalar::to_f64);
        let mut peaks = Matrix::zeros(self.0.rows, self.0.columns);
        for j in 0..self.0.columns {
            let entry = |i: usize| Complex::new(part(re, i, j), part(im, i, j));
            if let Some(k) = largest(&(0..self.0.rows).map(entry).collect::<Vec<_>>()) {
                peaks[(k, j)] = number(1.0);
            }
        }
        Ok([peaks])
    }

    /// It is constant piece by piece.
    fn tangent<'e, 'a, T: Number>(
        &'a self,
        _: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [d, _]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([d.scaled(number(0.0))])
    }
}
