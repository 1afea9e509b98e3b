//! Sparse systems by a factorisation that is kept: dX = A^-1 (dB - dA X), with dA on the pattern.

use super::SparseMatrix;
use super::factor::Factored;
use super::logdet;
use super::pattern::{Form, SparsePattern};
use super::product::ValuesTimes;
use crate::linear::LinearMap;
use crate::operations::{Factor, fits};
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply, kernels};
use rules::{Number, Shared};
use std::sync::Arc;

pub(super) type Kept = Factor<Factored>;

#[derive(Clone)]
pub(crate) struct Solve {
    pattern: Arc<SparsePattern>,
    form: Form,
    columns: usize,
    factor: Kept,
}

/// What the factorisation of a pattern is called where several operations share it.
pub(super) fn kind(pattern: &SparsePattern, form: Form) -> String {
    let kind = if form == Form::Symmetric { "sparse cholesky" } else { "sparse lu" };
    format!("{kind} {:?}", (pattern.column_pointers(), pattern.row_indices()))
}

impl Operation<2, 1> for Solve {
    instruction!("sparse_solve", pattern, form, columns, factor; |s| s.pattern.is_square());

    fn shares(&self) -> Option<String> {
        Some(kind(&self.pattern, self.form))
    }

    fn sharing(&self, shared: &mut Shared) -> Self {
        Solve { factor: Kept::shared(shared), ..self.clone() }
    }

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.pattern.entries(), 1), self.outputs()[0]]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.pattern.shape().rows, self.columns)]
    }

    fn value<T: Number>(&self, [values, b]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let a = self.pattern.dense(self.form, values);
        if self.form == Form::Symmetric {
            return Ok([kernels::cholesky::solve(&kernels::cholesky::cholesky(a)?, b)]);
        }
        Ok([kernels::lu::factor(a)?.regular()?.solve(false, &b.to_matrix())])
    }

    fn evaluate(&self, [values, b]: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        let symmetric = self.form == Form::Symmetric;
        let factor = self.factor.get(|| Factored::new(&self.pattern, symmetric, values.as_slice()))?;
        Ok([factor.solve(&self.pattern, self.form == Form::Transposed, b)?])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [values, _]: [View<'a, T>; 2],
        [x]: [View<'a, T>; 1],
        [dvalues, db]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let moved = dvalues.map(ValuesTimes { pattern: &self.pattern, form: self.form, x: x.into() });
        let factor = self.factor.clone();
        Ok([(db - moved).map(Inverted { pattern: &self.pattern, form: self.form, values, factor })])
    }
}

/// The solution of a system, as a map of the right-hand side.
pub(super) struct Inverted<'a, T> {
    pub(super) pattern: &'a Arc<SparsePattern>,
    pub(super) form: Form,
    pub(super) values: View<'a, T>,
    pub(super) factor: Kept,
}

impl<T: Number> LinearMap<T> for Inverted<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        solve(self.pattern, self.form, self.factor.clone(), self.values, x.view())
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        solve(self.pattern, self.form.transposed(), self.factor.clone(), self.values, w.view())
    }
}

pub(super) fn solve<T: Number>(
    pattern: &Arc<SparsePattern>,
    form: Form,
    factor: Kept,
    values: View<'_, T>,
    b: View<'_, T>,
) -> Result<Matrix<T>, Error> {
    let [x] = apply(&Solve { pattern: Arc::clone(pattern), form, columns: b.columns(), factor }, [values, b])?;
    Ok(x)
}

#[track_caller]
fn factor<T: Number>(a: &SparseMatrix<T>, symmetric: bool) -> Result<Kept, Error> {
    let shape = a.pattern().shape();
    assert!(shape.rows == shape.columns, "the factorisation of a sparse matrix of {shape}: it is not square");
    let factored = |values: View<'_, f64>| Factored::new(a.pattern(), symmetric, values.as_slice());
    Ok(match a.values().view().with_known(factored) {
        Some(factored) => Factor::of(factored?),
        None => Factor::open(),
    })
}

/// A sparse matrix that has been factored by elimination; see [`SparseMatrix::lu`].
///
/// ```
/// use linalg::{Matrix, SparseMatrix};
/// let lu = SparseMatrix::from_triplets(2, 2, &[(0, 0, 2.0), (0, 1, 1.0), (1, 1, 4.0)]).lu()?;
/// let b = Matrix::column(&[2.0, 5.0]);
/// assert_eq!(lu.solve(&b)?.as_slice(), [0.375, 1.25]);
/// assert_eq!(lu.solve_transposed(&b)?.as_slice(), [1.0, 1.0]);
/// assert!((lu.logdet()? - 8f64.ln()).abs() < 1e-15);
/// # Ok::<(), linalg::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SparseLu<T = f64> {
    matrix: SparseMatrix<T>,
    factor: Kept,
}

impl<T: Number> SparseLu<T> {
    #[track_caller]
    pub(super) fn of(a: &SparseMatrix<T>) -> Result<Self, Error> {
        Ok(SparseLu { factor: factor(a, false)?, matrix: a.gathered() })
    }

    /// The solution X of A X = B. Cost: the entries of the factors for each column of B; with its gradient twice that, and a
    /// multiplication for each entry of A and column of B.
    ///
    /// # Errors
    /// If the matrix is singular, or B is not finite.
    ///
    /// # Panics
    /// If A and B differ in rows.
    #[track_caller]
    pub fn solve(&self, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.solve_as(Form::Plain, b)
    }

    /// The solution X of A^T X = B.
    ///
    /// # Errors
    /// As [`solve`](SparseLu::solve).
    ///
    /// # Panics
    /// If A and B differ in rows.
    #[track_caller]
    pub fn solve_transposed(&self, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.solve_as(Form::Transposed, b)
    }

    /// The determinant. Cost: an elimination entry by entry; with its gradient a solution for each column, whose entries outside of the
    /// pattern are dropped as soon as they are there; a second derivative holds the dense inverse.
    ///
    /// ```
    /// use linalg::SparseMatrix;
    /// let a = SparseMatrix::from_triplets(2, 2, &[(0, 1, 4.0), (1, 0, 2.0), (1, 1, 1.0)]);
    /// assert_eq!(a.lu().unwrap().det().unwrap(), -8.0);
    /// ```
    ///
    /// # Errors
    /// If the matrix is singular.
    pub fn det(&self) -> Result<T, Error> {
        logdet::det(self.matrix.pattern(), self.factor.clone(), self.matrix.values().view())
    }

    /// The logarithm of the determinant's absolute value, where the determinant itself may leave the range of numbers. Cost: as
    /// [`det`](SparseLu::det).
    ///
    /// # Errors
    /// If the matrix is singular.
    pub fn logdet(&self) -> Result<T, Error> {
        logdet::logdet(self.matrix.pattern(), Form::Plain, self.factor.clone(), self.matrix.values().view())
    }

    #[track_caller]
    fn solve_as(&self, form: Form, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        fits(self.matrix.pattern().shape(), b.shape());
        solve(self.matrix.pattern(), form, self.factor.clone(), self.matrix.values().view(), b.view())
    }
}

/// A sparse positive definite matrix that has been factored; see [`SparseMatrix::cholesky`].
///
/// ```
/// use linalg::{Matrix, SparseMatrix};
/// // Of the matrix with the rows (4, 2) and (2, 5): the part on and below the diagonal.
/// let a = SparseMatrix::from_triplets(2, 2, &[(0, 0, 4.0), (1, 0, 2.0), (1, 1, 5.0)]);
/// let factored = a.cholesky()?;
/// assert_eq!(factored.solve(&Matrix::column(&[6.0, 7.0]))?.as_slice(), [1.0, 1.0]);
/// assert!((factored.logdet()? - 16f64.ln()).abs() < 1e-15);
/// # Ok::<(), linalg::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SparseCholesky<T = f64> {
    matrix: SparseMatrix<T>,
    factor: Kept,
}

impl<T: Number> SparseCholesky<T> {
    #[track_caller]
    pub(super) fn of(a: &SparseMatrix<T>) -> Result<Self, Error> {
        Ok(SparseCholesky { factor: factor(a, true)?, matrix: a.gathered() })
    }

    /// The solution X of A X = B. Cost: as [`SparseLu::solve`].
    ///
    /// # Errors
    /// If values are not known until now, as [`SparseMatrix::cholesky`].
    ///
    /// # Panics
    /// If A and B differ in rows.
    #[track_caller]
    pub fn solve(&self, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        fits(self.matrix.pattern().shape(), b.shape());
        let values = self.matrix.values().view();
        solve(self.matrix.pattern(), Form::Symmetric, self.factor.clone(), values, b.view())
    }

    /// The logarithm of the determinant. Cost: that of the factor; with its gradient a solution for each column, whose
    /// entries outside of the pattern are dropped as soon as they are there; a second derivative holds the dense inverse.
    ///
    /// # Errors
    /// If values are not known until now, as [`SparseMatrix::cholesky`].
    pub fn logdet(&self) -> Result<T, Error> {
        logdet::logdet(self.matrix.pattern(), Form::Symmetric, self.factor.clone(), self.matrix.values().view())
    }
}

impl<T: Number> SparseMatrix<T> {
    #[track_caller]
    pub(super) fn gathered(&self) -> Self {
        SparseMatrix { pattern: Arc::clone(&self.pattern), values: self.values.view().gathered() }
    }
}
