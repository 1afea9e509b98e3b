//! Positive definite systems by a factor that is kept: dX = A^-1 (dB - dA X), d(A^-1) = -A^-1 dA A^-1 and
//! d ln det A = <A^-1, dA> (Giles 2008).

use crate::kernels::triangular::Triangle;
use crate::linear::LinearMap;
use crate::linear::mirror;
use crate::matrix::{number, sum};
use crate::operations::cholesky::factor;
use crate::operations::factor::{Factor, Root};
use crate::operations::inverse::NAME as INVERSE;
use crate::operations::inverse_congruence::BetweenInverses;
use crate::operations::solve::NAME as SYSTEM;
use crate::operations::{Beyond, entry};
use crate::parameters::{instruction, shares};
use crate::{Error, LIGHT, Linear, Mask, Matrix, Operation, Shape, View, apply, backend, kernels};
use rules::{Functions, Number};

type Kept = Factor<Root>;

/// The factor on any number.
fn lower<T: Number>(a: View<'_, T>) -> Result<Matrix<T>, Error> {
    kernels::cholesky::cholesky(Mask::Symmetric.of(&a.to_matrix()))
}

#[derive(Clone)]
pub(crate) struct Solve {
    b: Shape,
    factor: Kept,
    beyond: Beyond,
}

impl Solve {
    pub(crate) fn new(b: Shape, factor: Kept) -> Self {
        Solve { b, factor, beyond: Beyond::Refused }
    }
}

impl Operation<2, 1> for Solve {
    instruction!("solve_spd", b, factor, beyond);
    shares!("cholesky", factor);

    fn is_light(&self) -> bool {
        let n = self.b.rows;
        n * n * (n / 6 + self.b.columns) <= LIGHT
    }

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.b.rows, self.b.rows), self.b]
    }

    fn outputs(&self) -> [Shape; 1] {
        [self.b]
    }

    fn value<T: Number>(&self, [a, b]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        self.beyond.check(SYSTEM, [a, b], kernels::cholesky::solve(&lower(a)?, b))
    }

    fn evaluate(&self, [a, b]: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        let l = &self.factor.get(|| factor(a))?.lower;
        let mut x = b.to_matrix();
        backend::triangular(l.view(), Triangle::LOWER, &mut x);
        backend::triangular(l.view(), Triangle::LOWER.transposed(), &mut x);
        self.beyond.check(SYSTEM, [a, b], x)
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a, _]: [View<'a, T>; 2],
        [x]: [View<'a, T>; 1],
        [da, db]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([(db - da.mask(Mask::Symmetric) * x).map(Inverted { a, factor: self.factor.clone() })])
    }
}

/// The solution of a system, as a map of the right-hand side: its own transpose.
struct Inverted<'a, T> {
    a: View<'a, T>,
    factor: Kept,
}

impl<T: Number> LinearMap<T> for Inverted<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        solve(Beyond::Infinite, self.factor.clone(), self.a, x.view())
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        solve(Beyond::Infinite, self.factor.clone(), self.a, w.view())
    }
}

#[derive(Clone)]
pub(crate) struct Inverse {
    n: usize,
    factor: Kept,
    beyond: Beyond,
}

impl Inverse {
    pub(crate) fn new(n: usize, factor: Kept) -> Self {
        Inverse { n, factor, beyond: Beyond::Refused }
    }
}

impl Operation<1, 1> for Inverse {
    instruction!("inverse_spd", n, factor, beyond);
    shares!("cholesky", factor);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn outputs(&self) -> [Shape; 1] {
        self.inputs()
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        let identity = Matrix::identity(self.n);
        let [mut y] = Solve { b: a.shape(), factor: self.factor.clone(), beyond: Beyond::Infinite }
            .value([a, identity.view()])?;
        mirror(&mut y);
        self.beyond.check(INVERSE, [a], y)
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        self.beyond.check(INVERSE, [a], self.factor.get(|| factor(a))?.inverse().clone())
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([-da.map(BetweenInverses { a, factor: self.factor.clone() })])
    }
}

#[derive(Clone)]
pub(crate) struct LogDet {
    n: usize,
    factor: Kept,
}

impl LogDet {
    pub(crate) fn new(n: usize, factor: Kept) -> Self {
        LogDet { n, factor }
    }
}

impl Operation<1, 1> for LogDet {
    instruction!("logdet_spd", n, factor);
    shares!("cholesky", factor);

    fn is_light(&self) -> bool {
        self.n * self.n * (self.n / 6 + 1) <= LIGHT / 2
    }

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(1, 1)]
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Ok([logarithms(&lower(a)?)])
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        Ok([logarithms(&self.factor.get(|| factor(a))?.lower)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        // The inverse is symmetric, and so takes the symmetric part.
        Ok([da.inner(inverse(Beyond::Infinite, self.factor.clone(), a)?)])
    }
}

fn logarithms<T: Number>(l: &Matrix<T>) -> Matrix<T> {
    Matrix::from_vec(1, 1, vec![sum(l.diagonal().map(|d| d.ln())) * number(2.0)])
}

pub(crate) fn solve<T: Number>(
    beyond: Beyond,
    factor: Kept,
    a: View<'_, T>,
    b: View<'_, T>,
) -> Result<Matrix<T>, Error> {
    let [x] = apply(&Solve { b: b.shape(), factor, beyond }, [a, b])?;
    Ok(x)
}

pub(crate) fn inverse<T: Number>(beyond: Beyond, factor: Kept, a: View<'_, T>) -> Result<Matrix<T>, Error> {
    let [y] = apply(&Inverse { n: a.rows(), factor, beyond }, [a])?;
    Ok(y)
}

/// NaN if there is none, which cannot be where values were known when the factor was made.
pub(crate) fn logdet<T: Number>(factor: Kept, a: View<'_, T>) -> T {
    apply(&LogDet { n: a.rows(), factor }, [a]).map_or_else(|_| number(f64::NAN), entry)
}

/// The solution X of A X = B for a symmetric positive definite A; see [`cholesky`](crate::cholesky) for several.
///
/// # Errors
/// If A is not positive definite; and where an entry of X is beyond the largest `f64`.
///
/// # Panics
/// If A is not square, or B has other rows.
///
/// ```
/// use linalg::{Matrix, solve_spd};
/// let a = Matrix::from_rows([[4.0, 2.0], [2.0, 5.0]]);
/// assert_eq!(solve_spd(&a, &Matrix::column(&[8.0, 12.0]))?.as_slice(), [1.0, 2.0]);
/// assert!(solve_spd(&-a, &Matrix::column(&[8.0, 12.0])).is_err());
/// # Ok::<(), linalg::Error>(())
/// ```
#[track_caller]
pub fn solve_spd<T: Number>(a: &Matrix<T>, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
    crate::cholesky(a)?.solve(b)
}
