//! Least squares by a sparse QR factorisation that is kept. With r = b - A x and N = (A^T A)^-1 = R^-1 R^-T:
//! dx = A^+ (db - dA x) + N dA^T r (Golub and Pereyra 1973, *The differentiation of pseudo-inverses and nonlinear least squares problems
//! whose variables separate*), with dA on the pattern; and the transpose of A^+ is A N.

use super::SparseMatrix;
use super::factor::Orthogonal;
use super::pattern::{Form, SparsePattern};
use super::product::{ValuesTimes, product};
use crate::kernels::qr::gram_schmidt;
use crate::kernels::triangular::{self, Triangle};
use crate::linear::LinearMap;
use crate::operations::{Factor, fits};
use crate::parameters::{instruction, shares};
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::Number;
use std::sync::Arc;

type Kept = Factor<Orthogonal>;

/// With rows of scales 1e10, 1 and 1e-10 one left errors of 1e-3 to 1e-4 in derivatives, two leave 1e-6 as of dense matrices, and three
/// nothing less.
const REFINEMENTS: usize = 2;

fn is_tall(pattern: &SparsePattern) -> bool {
    pattern.shape().rows >= pattern.shape().columns
}

#[derive(Clone)]
pub(crate) struct LeastSquares {
    pattern: Arc<SparsePattern>,
    columns: usize,
    factor: Kept,
}

impl Operation<2, 1> for LeastSquares {
    instruction!("sparse_least_squares", pattern, columns, factor; |s| is_tall(&s.pattern));
    shares!("sparse qr", factor, pattern);

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.pattern.entries(), 1), Shape::new(self.pattern.shape().rows, self.columns)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.pattern.shape().columns, self.columns)]
    }

    fn value<T: Number>(&self, [values, b]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let [q, r] = gram_schmidt(self.pattern.dense(Form::Plain, values).view());
        let mut x = crate::product(q.view(), true, b, false);
        triangular::solve(r.view(), Triangle::UPPER, &mut x);
        Ok([x])
    }

    fn evaluate(&self, [values, b]: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        let factor = self.factor.get(|| Orthogonal::new(&self.pattern, values.as_slice()))?;
        Ok([factor.least_squares(b)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [values, b]: [View<'a, T>; 2],
        [x]: [View<'a, T>; 1],
        [dvalues, db]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let (pattern, factor) = (&self.pattern, &self.factor);
        let moved = dvalues.map(ValuesTimes { pattern, form: Form::Plain, x: x.into() });
        let map = |inverse| Inverted { pattern, values, factor: factor.clone(), inverse };
        let along = (db - moved).map(map(Inverse::OfMatrix));
        if pattern.shape().rows == pattern.shape().columns {
            return Ok([along]);
        }
        // Where rows have other scales, rounding in A x is as large as their ratio: what the rest still has of it is taken out.
        let left = |b: Matrix<T>, x: View<'_, T>| b - product(pattern, Form::Plain, values, x);
        let mut rest = left(b.to_matrix(), x);
        for _ in 0..REFINEMENTS {
            let part = solve(pattern, factor.clone(), values, rest.view())?;
            rest = left(rest, part.view());
        }
        let turned = dvalues.map(ValuesTimes { pattern, form: Form::Transposed, x: rest.into() });
        Ok([along + turned.map(map(Inverse::OfSquare))])
    }
}

/// (A^T A)^-1 C.
#[derive(Clone)]
pub(crate) struct Normal {
    pattern: Arc<SparsePattern>,
    columns: usize,
    factor: Kept,
}

impl Operation<2, 1> for Normal {
    instruction!("sparse_normal", pattern, columns, factor; |s| is_tall(&s.pattern));
    shares!("sparse qr", factor, pattern);

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.pattern.entries(), 1), self.outputs()[0]]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.pattern.shape().columns, self.columns)]
    }

    fn value<T: Number>(&self, [values, c]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let [_, r] = gram_schmidt(self.pattern.dense(Form::Plain, values).view());
        let mut x = c.to_matrix();
        triangular::solve(r.view(), Triangle::UPPER.transposed(), &mut x);
        triangular::solve(r.view(), Triangle::UPPER, &mut x);
        Ok([x])
    }

    fn evaluate(&self, [values, c]: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        let factor = self.factor.get(|| Orthogonal::new(&self.pattern, values.as_slice()))?;
        Ok([factor.normal(c)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [values, c]: [View<'a, T>; 2],
        [y]: [View<'a, T>; 1],
        [dvalues, dc]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let pattern = &self.pattern;
        let map = |inverse| Inverted { pattern, values, factor: self.factor.clone(), inverse };
        // A N C is small beside A and N where rows have other scales, and N A^T is A^+, which loses less than N.
        let image = map(Inverse::OfMatrix).image(c, y)?;
        let first = dvalues.map(ValuesTimes { pattern, form: Form::Transposed, x: image.into() });
        let second = dvalues.map(ValuesTimes { pattern, form: Form::Plain, x: y.into() });
        Ok([(dc - first).map(map(Inverse::OfSquare)) - second.map(map(Inverse::OfMatrix))])
    }
}

#[derive(Clone, Copy)]
enum Inverse {
    /// A^+.
    OfMatrix,
    /// (A^T A)^-1, its own transpose.
    OfSquare,
}

/// What is solved with the factors, as a map of the right-hand side.
struct Inverted<'a, T> {
    pattern: &'a Arc<SparsePattern>,
    values: View<'a, T>,
    factor: Kept,
    inverse: Inverse,
}

impl<T: Number> Inverted<'_, T> {
    fn normal(&self, c: View<'_, T>) -> Result<Matrix<T>, Error> {
        let (pattern, factor) = (Arc::clone(self.pattern), self.factor.clone());
        let [y] = apply(&Normal { pattern, columns: c.columns(), factor }, [self.values, c])?;
        Ok(y)
    }

    /// A N C from C and N C. Its product with A^T is C: refined, for rows of other scales.
    fn image(&self, c: View<'_, T>, y: View<'_, T>) -> Result<Matrix<T>, Error> {
        let times = |form, x: View<'_, T>| product(self.pattern, form, self.values, x);
        let mut found = times(Form::Plain, y);
        for _ in 0..REFINEMENTS {
            let rest = c.to_matrix() - times(Form::Transposed, found.view());
            found += times(Form::Plain, self.normal(rest.view())?.view());
        }
        Ok(found)
    }
}

impl<T: Number> LinearMap<T> for Inverted<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(self.pattern.shape().columns, of.columns)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        match self.inverse {
            Inverse::OfMatrix => solve(self.pattern, self.factor.clone(), self.values, x.view()),
            Inverse::OfSquare => self.normal(x.view()),
        }
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let y = self.normal(w.view())?;
        match self.inverse {
            Inverse::OfMatrix => self.image(w.view(), y.view()),
            Inverse::OfSquare => Ok(y),
        }
    }
}

fn solve<T: Number>(
    pattern: &Arc<SparsePattern>,
    factor: Kept,
    values: View<'_, T>,
    b: View<'_, T>,
) -> Result<Matrix<T>, Error> {
    let [x] = apply(&LeastSquares { pattern: Arc::clone(pattern), columns: b.columns(), factor }, [values, b])?;
    Ok(x)
}

/// A sparse matrix of full column rank that has been factored as Q R; see [`SparseMatrix::qr`].
///
/// ```
/// use linalg::{Matrix, SparseMatrix};
/// // A line through three points: its height and its slope.
/// let a = SparseMatrix::from_triplets(3, 2, &[(0, 0, 1.0), (1, 0, 1.0), (1, 1, 1.0), (2, 0, 1.0), (2, 1, 2.0)]);
/// let line = a.qr()?.solve(&Matrix::column(&[1.0, 2.0, 6.0]))?;
/// assert!((line - Matrix::column(&[0.5, 2.5])).norm() < 1e-14);
/// # Ok::<(), linalg::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SparseQr<T = f64> {
    matrix: SparseMatrix<T>,
    factor: Kept,
}

impl<T: Number> SparseQr<T> {
    #[track_caller]
    pub(super) fn of(a: &SparseMatrix<T>) -> Result<Self, Error> {
        let shape = a.pattern().shape();
        assert!(
            is_tall(a.pattern()),
            "least squares by a sparse matrix of {shape}: it has more columns than rows; take `pinv` of `to_dense`"
        );
        let factored = |values: View<'_, f64>| Orthogonal::new(a.pattern(), values.as_slice());
        let factor = match a.values().view().with_known(factored) {
            Some(factored) => Factor::of(factored?),
            None => Factor::open(),
        };
        Ok(SparseQr { factor, matrix: a.gathered() })
    }

    /// For each column b of B the x for which A x - b has the least norm. Cost: the entries of the factors for each column of B; with
    /// its gradient three times that, and three multiplications for each entry of A and column of B.
    ///
    /// # Errors
    /// If values are not known until now, as [`SparseMatrix::qr`].
    ///
    /// # Panics
    /// If A and B differ in rows.
    #[track_caller]
    pub fn solve(&self, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        fits(self.matrix.pattern().shape(), b.shape());
        solve(self.matrix.pattern(), self.factor.clone(), self.matrix.values().view(), b.view())
    }
}
