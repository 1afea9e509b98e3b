//! What the derivatives of eigenvectors and singular vectors are divided by, as an operation of its own: where values are not
//! known until a program runs, that is where equal ones are met.

use crate::linear::{Kept, LinearMap};
use crate::matrix::{number, sum};
use crate::operations::degenerate::{ColumnsOver, OverSums, Split};
use crate::parameters::{Parameter, instruction};
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::Number;

/// Which of the maps it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Map {
    /// [`Split`].
    Split,
    /// Its transpose.
    Joined,
    /// [`OverSums`], its own transpose.
    Sums,
    /// [`ColumnsOver`], its own transpose.
    Columns,
}

impl Parameter for Map {
    fn put(&self, to: &mut Vec<f64>) {
        (*self as usize).put(to);
    }
    fn take(from: &mut impl Iterator<Item = f64>) -> Option<Self> {
        [Map::Split, Map::Joined, Map::Sums, Map::Columns].get(usize::take(from)?).copied()
    }
}

/// A map of matrices that holds quotients by differences or sums of values, of the values and the matrix.
#[derive(Clone, Copy)]
pub(crate) struct OverGaps {
    n: usize,
    /// Of what is divided.
    rows: usize,
    map: Map,
    /// Equal values are an error whatever is divided: a second derivative cannot tell what depends on the choice of vectors.
    strict: bool,
}

impl Operation<2, 1> for OverGaps {
    instruction!("over_gaps", n, rows, map, strict; |p| p.rows == p.n || p.map == Map::Columns);

    fn inputs(&self) -> [Shape; 2] {
        let columns = if self.map == Map::Joined { self.n + 1 } else { self.n };
        [Shape::new(self.n, 1), Shape::new(self.rows, columns)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.rows, if self.map == Map::Split { self.n + 1 } else { self.n })]
    }

    fn value<T: Number>(&self, [values, x]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let (strict, x) = (self.strict, x.to_matrix());
        Ok([match self.map {
            Map::Split => Split { values, strict, of: None }.split(&x)?,
            Map::Joined => Split { values, strict, of: None }.joined(&x)?,
            Map::Sums => OverSums { values, strict, of: None }.quotients(&x)?,
            Map::Columns => ColumnsOver { values, strict, of: None }.quotients(&x)?,
        }])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [values, _]: [View<'a, T>; 2],
        [y]: [View<'a, T>; 1],
        [dvalues, dx]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let (n, strict) = (self.n, true);
        let moved = |k: Matrix<T>, plus| dvalues.map(Pairs { k: k.into(), plus });
        Ok([match self.map {
            Map::Split => {
                let by_values = moved(y.block(0..n, 1..n + 1), false);
                (dx - by_values).map(Split::strictly_by(values))
            }
            Map::Joined => {
                // Not `Split` of what moves: that is antisymmetric, and the transpose of `Split` is one for symmetric matrices.
                let over = Split::strictly_by(values).apply(&y.to_matrix())?.block(0..n, 1..n + 1);
                dx.map(Transposed(Split::strictly_by(values))) - moved(over, false)
            }
            Map::Sums => (dx - moved(y.to_matrix(), true)).map(OverSums { values, strict, of: None }),
            Map::Columns => (dx - dvalues.map(Scaled { columns: y })).map(ColumnsOver { values, strict, of: None }),
        }])
    }
}

/// The operation, for numbers whose values are not known until later.
pub(crate) fn over_gaps<T: Number>(
    map: Map,
    strict: bool,
    values: View<'_, T>,
    x: &Matrix<T>,
) -> Result<Matrix<T>, Error> {
    let [y] = apply(&OverGaps { n: values.rows(), rows: x.rows(), map, strict }, [values, x.view()])?;
    Ok(y)
}

/// Of a column x the matrix k_ij (x_j - x_i), or with a sum.
struct Pairs<'a, T> {
    k: Kept<'a, T>,
    plus: bool,
}

impl<T: Number> LinearMap<T> for Pairs<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(of.rows, of.rows)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let (k, x) = (self.k.view(), x.as_slice());
        Ok(Matrix::from_fn(x.len(), x.len(), |i, j| k[(i, j)] * if self.plus { x[j] + x[i] } else { x[j] - x[i] }))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let k = self.k.view();
        let mut out = vec![number::<T>(0.0); w.rows()];
        for ((i, j), &w) in w.indexed().filter(|((i, j), _)| self.plus || i != j) {
            let share = k[(i, j)] * w;
            out[j] = out[j] + share;
            out[i] = if self.plus { out[i] + share } else { out[i] - share };
        }
        Ok(Matrix::column(&out))
    }
}

/// Of a column x these columns, each times its entry.
struct Scaled<'a, T> {
    columns: View<'a, T>,
}

impl<T: Number> LinearMap<T> for Scaled<'_, T> {
    fn shape(&self, _: Shape) -> Shape {
        self.columns.shape()
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let Shape { rows, columns } = self.columns.shape();
        Ok(Matrix::from_fn(rows, columns, |i, j| self.columns[(i, j)] * x[(j, 0)]))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let inner = |j: usize| sum(w.column_slice(j).iter().zip(self.columns.column(j)).map(|(&w, &x)| w * x));
        Ok(Matrix::from_fn(w.columns(), 1, |j, _| inner(j)))
    }
}

/// A map the other way round.
struct Transposed<'a, T>(Split<'a, T>);

impl<T: Number> LinearMap<T> for Transposed<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(of.rows, of.rows)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.0.transposed(x)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.0.apply(w)
    }
}
