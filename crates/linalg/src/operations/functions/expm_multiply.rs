//! The exponential of a matrix times a matrix of few columns, without the exponential: by truncated Taylor series in steps of
//! small norm (A. H. Al-Mohy and N. J. Higham, *Computing the action of the matrix exponential*, SIAM J. Sci. Comput. 33, 2011).
//! dY = e^A dB + L dA with the derivative of the same recurrence; both are transposed by running it backwards.

use super::{expm, one_norm, upper};
use crate::linear::LinearMap;
use crate::matrix::number;
use crate::operations::{fits, overflows, product, square};
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::Number;

const NAME: &str = "action of the matrix exponential";

/// The largest norm of a step: cancellation costs a factor of e^2 at most.
const STEP: f64 = 2.0;
/// The terms of a step: 2^26/26! is below rounding.
const TERMS: usize = 25;

#[derive(Clone)]
pub(crate) struct ExpmMultiply {
    b: Shape,
    transposed: bool,
}

impl ExpmMultiply {
    pub(crate) fn new(b: Shape) -> Self {
        ExpmMultiply { b, transposed: false }
    }
}

impl Operation<2, 1> for ExpmMultiply {
    instruction!("expm_multiply", b, transposed);

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.b.rows, self.b.rows), self.b]
    }

    fn outputs(&self) -> [Shape; 1] {
        [self.b]
    }

    fn value<T: Number>(&self, [a, b]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let mut y = b.to_matrix();
        let (steps, factor) = steps(a)?;
        for _ in 0..steps {
            y = self
                .series(a, y, factor)
                .into_iter()
                .reduce(|sum, term| sum + term)
                .unwrap_or_else(|| Matrix::zeros(0, 0));
        }
        if overflows([b], y.view()) { Err(Error::Overflow { operation: NAME }) } else { Ok([y]) }
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a, b]: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [da, db]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let by_a = if self.transposed { da.transposed() } else { da };
        let map = Action { a, operation: self.clone() };
        Ok([db.map(map) + by_a.map(ByMatrix { a, b, operation: self.clone() })])
    }
}

/// How many steps are taken, and the factor of the matrix in each.
fn steps<T: Number>(a: View<'_, T>) -> Result<(usize, f64), Error> {
    let steps = (one_norm(NAME, a)? / STEP).ceil().max(1.0);
    // More steps than that would not end.
    if steps > 1e9 {
        return Err(Error::NotConverged { operation: NAME });
    }
    Ok((steps as usize, 1.0 / steps))
}

impl ExpmMultiply {
    /// The next term of a step's series from that of order `k - 1`.
    fn next<T: Number>(&self, a: View<'_, T>, term: &Matrix<T>, factor: f64, k: usize) -> Matrix<T> {
        let factor = number::<T>(factor / k as f64);
        product(a, self.transposed, term.view(), false).map(|x| x * factor)
    }

    /// The terms of a step's series.
    fn series<T: Number>(&self, a: View<'_, T>, y: Matrix<T>, factor: f64) -> Vec<Matrix<T>> {
        let mut terms = vec![y];
        for k in 1..=TERMS {
            terms.push(self.next(a, &terms[k - 1], factor, k));
        }
        terms
    }
}

/// As a map of the matrix of few columns.
struct Action<'a, T> {
    a: View<'a, T>,
    operation: ExpmMultiply,
}

impl<T: Number> Action<'_, T> {
    fn run(&self, transposed: bool, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let [y] = apply(&ExpmMultiply { b: x.shape(), transposed }, [self.a, x.view()])?;
        Ok(y)
    }
}

impl<T: Number> LinearMap<T> for Action<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.run(self.operation.transposed, x)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.run(!self.operation.transposed, w)
    }
}

/// As a map of the tangent of the (transposed) exponent.
struct ByMatrix<'a, T> {
    a: View<'a, T>,
    b: View<'a, T>,
    operation: ExpmMultiply,
}

impl<T: Number> ByMatrix<'_, T> {
    fn exponent(&self) -> Matrix<T> {
        if self.operation.transposed { self.a.transposed() } else { self.a.to_matrix() }
    }
}

impl<T: Number> LinearMap<T> for ByMatrix<'_, T> {
    fn shape(&self, _: Shape) -> Shape {
        self.operation.b
    }

    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        if T::ORDER == usize::MAX {
            let (m, n) = (self.exponent(), self.a.rows());
            let both = m.beside(x).above(&Matrix::zeros(n, n).beside(&m));
            let under = Matrix::zeros(n, self.b.columns()).above(&self.b.to_matrix());
            return Ok(expm_multiply(&both, &under)?.block(0..n, 0..self.b.columns()));
        }
        let (steps, factor) = steps(self.a)?;
        let (mut y, mut dy) = (self.b.to_matrix(), Matrix::zeros(self.b.rows(), self.b.columns()));
        for _ in 0..steps {
            let terms = self.operation.series(self.a, y, factor);
            let mut dterm = dy.clone();
            for k in 1..=TERMS {
                let scale = number::<T>(factor / k as f64);
                let by_x = x.matmul(&terms[k - 1]).map(|x| x * scale);
                dterm = self.operation.next(self.a, &dterm, factor, k) + by_x;
                dy += &dterm;
            }
            y = terms.into_iter().reduce(|sum, term| sum + term).unwrap_or_else(|| Matrix::zeros(0, 0));
        }
        Ok(dy)
    }

    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        if T::ORDER == usize::MAX {
            let outer = product(w.view(), false, self.b, true);
            return upper(&self.exponent().transposed(), &outer, expm);
        }
        let (steps, factor) = steps(self.a)?;
        let back = ExpmMultiply { transposed: !self.operation.transposed, ..self.operation.clone() };
        let mut starts = vec![self.b.to_matrix()];
        for k in 1..steps {
            let terms = self.operation.series(self.a, starts[k - 1].clone(), factor);
            starts.extend(terms.into_iter().reduce(|sum, term| sum + term));
        }
        let n = self.a.rows();
        let (mut found, mut w) = (Matrix::zeros(n, n), w.clone());
        while let Some(start) = starts.pop() {
            let terms = self.operation.series(self.a, start, factor);
            let mut adjoint = w.clone();
            for k in (1..=TERMS).rev() {
                let scale = number::<T>(factor / k as f64);
                found += product(adjoint.view(), false, terms[k - 1].view(), true).map(|x| x * scale);
                adjoint = &w + &back.next(self.a, &adjoint, factor, k);
            }
            w = adjoint;
        }
        Ok(found)
    }
}

/// e^A B for a matrix B of few columns, without forming e^A. Cost: 25 products with B for each 2 of the norm of A; its
/// derivative along a direction twice that, back three times, with a copy of B for each 2 of the norm.
///
/// ```
/// use linalg::{Matrix, expm_multiply};
/// let y = expm_multiply(&Matrix::from_rows([[0.0, 1.0], [0.0, 0.0]]), &Matrix::column(&[1.0, 2.0])).unwrap();
/// assert_eq!(y.as_slice(), [3.0, 2.0]);
/// ```
///
/// # Errors
/// If an entry of A is NaN or infinite or its value is not known, or its norm is beyond 10^9; and where an entry of the result
/// is beyond the largest `f64`.
///
/// # Panics
/// If A is not square, or B has other rows.
#[track_caller]
pub fn expm_multiply<T: Number>(a: &Matrix<T>, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
    square("exponential", a);
    fits(a.shape(), b.shape());
    let [y] = apply(&ExpmMultiply { b: b.shape(), transposed: false }, [a.view(), b.view()])?;
    Ok(y)
}
