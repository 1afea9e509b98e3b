//! Eigenvalues of symmetric matrices without vectors: dl_i = v_i^T dA v_i, and the adjoint is the function of the matrix that takes
//! each eigenvalue to its weight, V diag(w) V^T.
//!
//! Where eigenvalues are equal, those of a matrix that moves along E move as the eigenvalues of E on their space (Rellich 1937; Kato,
//! *Perturbation Theory for Linear Operators*, II.6): that is forward mode. Weights that are equal there have an adjoint that does not depend on
//! vectors; and as the weights move along with the eigenvalues, so do those of E on the space with its own vectors, which gives
//! the second derivatives of a symmetric function of the eigenvalues.

use crate::linear::{LinearMap, Part};
use crate::matrix::number;
use crate::operations::degenerate::{Beside, ROUNDING, Split, equal_pair, several};
use crate::operations::eigen::SymmetricEigen;
use crate::operations::square;
use crate::parameters::instruction;
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply, backend};
use core::ops::Range;
use rules::Number;

const NAME: &str = "symmetric eigendecomposition";

#[derive(Clone, Copy)]
pub(crate) struct SymmetricValues(pub(crate) usize);

impl Operation<1, 1> for SymmetricValues {
    const ITERATES: bool = true;

    instruction!("symmetric_eigenvalues", 0);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.0, self.0)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.0, 1)]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Err(Error::Unknown { operation: NAME })
    }

    fn evaluate(&self, x: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        let [values, _] = SymmetricEigen(self.0).evaluate(x)?;
        Ok([values])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([da.mask(Mask::Symmetric).map(Moved { a })])
    }
}

/// The derivative of the eigenvalues, as a map of that of the matrix.
struct Moved<'a, T> {
    a: View<'a, T>,
}

impl<T: Number> LinearMap<T> for Moved<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(of.rows, 1)
    }
    fn apply(&self, da: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let [values, v] = apply(&SymmetricEigen(self.a.rows()), [self.a])?;
        let s = v.transposed().matmul(da).matmul(&v);
        let Some(split) = several(values.view()) else {
            return Ok(Matrix::column(&s.diagonal().collect::<Vec<_>>()));
        };
        let Some(known) = s.view().known_f64().filter(|_| T::ORDER == 0) else {
            return Err(equal_pair(values.view(), &split[0]));
        };
        let mut out = Matrix::column(&known.diagonal().collect::<Vec<_>>());
        for group in split {
            let (slopes, _) = moving(&known, &group)?;
            slopes.iter().zip(group).for_each(|(&slope, i)| out[(i, 0)] = slope);
        }
        Ok(out.map(number))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        interpolated(self.a, w.view())
    }
}

/// How equal eigenvalues move, in ascending order, and with which vectors in their space.
pub(crate) fn moving(s: &Matrix<f64>, group: &Range<usize>) -> Result<(Vec<f64>, Matrix<f64>), Error> {
    let (values, vectors) = backend::symmetric_eigen(NAME, Mask::Symmetric.of(&s.block(group.clone(), group.clone())))?;
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    let vectors = Matrix::from_fn(values.len(), values.len(), |i, j| vectors[(i, order[j])]);
    Ok((order.iter().map(|&i| values[i]).collect(), vectors))
}

/// The function of a symmetric matrix that takes its eigenvalues to these values, V diag(w) V^T.
#[derive(Clone, Copy)]
pub(crate) struct Interpolated(usize);

impl Operation<2, 1> for Interpolated {
    const ITERATES: bool = true;

    instruction!("interpolated", 0);

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.0, self.0), Shape::new(self.0, 1)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.0, self.0)]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        Err(Error::Unknown { operation: NAME })
    }

    fn evaluate(&self, [a, w]: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        let [values, v] = SymmetricEigen(self.0).evaluate([a])?;
        let mut w = w.as_slice().to_vec();
        for group in several(values.view()).unwrap_or_default() {
            let mean = mean_of_equal(&w, &group).ok_or_else(|| equal_pair(values.view(), &group))?;
            w[group].fill(mean);
        }
        Ok([v.matmul(&Matrix::from_diagonal(&w)).matmul(&v.transposed())])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a, w]: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [da, dw]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let n = self.0;
        let [values, v] = apply(&SymmetricEigen(n), [a])?;
        if T::ORDER == 0 && several(values.view()).is_some() {
            let beside = |x: Linear<'e, 'a, T>, range| x.map(Beside(Part { columns: range, of: Shape::new(n, n + 1) }));
            let both = beside(da.mask(Mask::Symmetric), 0..n) + beside(dw, n..n + 1);
            return Ok([both.map(AtEqual { values, v, w })]);
        }
        // With K for the turn of the vectors, V (K diag(w) - diag(w) K + diag(dw)) V^T.
        let weights = Matrix::from_diagonal(w.as_slice());
        let split = da.mask(Mask::Symmetric).left_transposed(v.clone()).right(v.clone());
        let split = split.map(OwnSplit(values));
        let turn = split.columns(1..n + 1);
        let inner = turn.right(weights.clone()) - turn.left(weights) + dw.map(OnDiagonal);
        Ok([inner.left(v.clone()).right_transposed(v)])
    }
}

pub(crate) fn interpolated<T: Number>(a: View<'_, T>, w: View<'_, T>) -> Result<Matrix<T>, Error> {
    let [y] = apply(&Interpolated(a.rows()), [a, w])?;
    Ok(y)
}

/// The mean of numbers that are equal up to rounding.
fn mean_of_equal(w: &[f64], group: &Range<usize>) -> Option<f64> {
    let scale = w.iter().fold(0.0f64, |l, x| l.max(x.abs()));
    let part = &w[group.clone()];
    let (least, most) = part.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), &x| (l.min(x), m.max(x)));
    (most - least <= ROUNDING * scale).then(|| part.iter().sum::<f64>() / part.len() as f64)
}

/// The derivative where values are equal, of [dA | dw].
struct AtEqual<'a, T> {
    values: Matrix<T>,
    v: Matrix<T>,
    w: View<'a, T>,
}

impl<T: Number> AtEqual<'_, T> {
    fn known(x: View<'_, T>) -> Result<Matrix<f64>, Error> {
        x.known_f64().ok_or(Error::Unknown { operation: NAME })
    }
}

impl<T: Number> LinearMap<T> for AtEqual<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(of.rows, of.rows)
    }
    fn apply(&self, both: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let n = both.rows();
        let [values, v, w] = [self.values.view(), self.v.view(), self.w].map(Self::known);
        let (values, v, w, both) = (values?, v?, w?, Self::known(both.view())?);
        let (s, dw) = (v.transposed().matmul(&both.block(0..n, 0..n)).matmul(&v), both.column_slice(n));
        let mut inner = Matrix::from_fn(n, n, |i, j| match values[(j, 0)] - values[(i, 0)] {
            _ if i == j => dw[i],
            0.0 => 0.0,
            gap => s[(i, j)] * (w[(j, 0)] - w[(i, 0)]) / gap,
        });
        for group in several(values.view()).unwrap_or_default() {
            let (slopes, turned) = moving(&s, &group)?;
            // Of a function that treats these values alike, the weights move as they do.
            let along = affine(&slopes, &dw[group.clone()], dw);
            let along = along.ok_or_else(|| equal_pair(values.view(), &group))?;
            let block = turned.matmul(&Matrix::from_diagonal(&along)).matmul(&turned.transposed());
            inner.set_block(group.start, group.start, &block);
        }
        Ok(v.matmul(&inner).matmul(&v.transposed()).map(number))
    }
    fn transposed(&self, _: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let split = several(self.values.view()).unwrap_or_default();
        Err(equal_pair(self.values.view(), split.first().unwrap_or(&(0..2))))
    }
}

/// y, if it is an affine function of x up to rounding.
fn affine(x: &[f64], y: &[f64], all: &[f64]) -> Option<Vec<f64>> {
    let n = x.len() as f64;
    let (x_mean, y_mean) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let square: f64 = x.iter().map(|x| (x - x_mean).powi(2)).sum();
    let mixed: f64 = x.iter().zip(y).map(|(x, y)| (x - x_mean) * (y - y_mean)).sum();
    let scale = x.iter().fold(0.0f64, |l, x| l.max(x.abs()));
    let slope = if square.sqrt() <= ROUNDING * scale { 0.0 } else { mixed / square };
    let largest = all.iter().fold(0.0f64, |l, y| l.max(y.abs()));
    let fits = x.iter().zip(y).all(|(x, y)| (y - y_mean - slope * (x - x_mean)).abs() <= 100.0 * ROUNDING * largest);
    fits.then(|| y.to_vec())
}

/// [`Split`] by values of its own.
struct OwnSplit<T>(Matrix<T>);

impl<T: Number> LinearMap<T> for OwnSplit<T> {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(of.rows, of.columns + 1)
    }
    fn apply(&self, s: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Split::strictly_by(self.0.view()).apply(s)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Split::strictly_by(self.0.view()).transposed(w)
    }
}

/// A column as a diagonal.
struct OnDiagonal;

impl<T: Number> LinearMap<T> for OnDiagonal {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(of.rows, of.rows)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(Matrix::from_diagonal(x.as_slice()))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(Matrix::column(&w.diagonal().collect::<Vec<_>>()))
    }
}

/// The eigenvalues of a symmetric matrix in ascending order (n x 1), those of [`symmetric_eigen`](crate::symmetric_eigen). Of another
/// matrix the symmetric part (A + A^T)/2 is meant.
///
/// Where some are equal up to rounding, forward mode gives how each of them moves along the direction. A loss that treats them alike,
/// as a sum of a function of each, has its right gradient and Hessian there; what tells them apart has none: a gradient of NaN.
///
/// ```
/// use linalg::{Matrix, symmetric_eigenvalues};
/// let tape = reverse::Tape::new();
/// let a = Matrix::from_rows([[2.0, 0.0], [0.0, 2.0]]).map(|a| tape.var(a));
/// let y = symmetric_eigenvalues(&a).unwrap().map(|l| l * l * l).sum();
/// assert!((y.grad().wrt(a[(0, 0)]) - 12.0).abs() < 1e-14);
/// ```
///
/// # Errors
/// If an entry is NaN or infinite; [`Error::Unknown`] on numbers that do not know their values; [`Error::Degenerate`] for
/// the second derivative along directions that part equal values, in forward mode alone.
///
/// # Panics
/// If the matrix is not square.
#[track_caller]
pub fn symmetric_eigenvalues<T: Number>(a: &Matrix<T>) -> Result<Matrix<T>, Error> {
    let [values] = apply(&SymmetricValues(square(NAME, a)), [a.view()])?;
    Ok(values)
}
