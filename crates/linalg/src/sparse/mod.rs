//! Sparse matrices: a pattern that stays, and values that are numbers of any kind.

mod factor;
mod least_squares;
mod logdet;
mod pattern;
mod product;
mod solve;

pub use least_squares::SparseQr;
pub use pattern::SparsePattern;
pub use solve::{SparseCholesky, SparseLu};

/// Operations that are instructions of programs, for the table of all.
pub(crate) mod instructions {
    pub(crate) use super::least_squares::{LeastSquares as SparseLeastSquares, Normal as SparseNormal};
    pub(crate) use super::logdet::{Det as SparseDet, InverseEntries as SparseInverseEntries, LogDet as SparseLogDet};
    pub(crate) use super::product::{Entries as SparseEntries, Product as SparseProduct};
    pub(crate) use super::solve::Solve as SparseSolve;
}

use crate::{Error, Matrix};
use pattern::Form;
use rules::Number;
use std::sync::Arc;

/// A sparse matrix of any number: a pattern, which several matrices share, and the values of its entries.
///
/// Of variables, duals or series it is a matrix with derivatives by its entries; adjoints are computed on the pattern alone.
/// The symbolic analysis that a factorisation begins with belongs to the pattern and is made once for all its matrices.
///
/// ```
/// use linalg::{Matrix, SparseMatrix};
/// let a = SparseMatrix::from_triplets(2, 2, &[(0, 0, 4.0), (1, 0, 1.0), (1, 1, 2.0)]);
/// let b = Matrix::column(&[4.0, 3.0]);
/// assert_eq!(a.solve(&b).unwrap().as_slice(), [1.0, 1.0]);
///
/// // The derivative of a sum of the solution by the entries.
/// let tape = reverse::Tape::new();
/// let x = a.map(|v| tape.var(v));
/// let y = x.solve(&Matrix::constant(&b)).unwrap().sum();
/// let g = y.grad();
/// let by_entries: Vec<f64> = x.values().iter().map(|&v| g.wrt(v)).collect();
/// assert_eq!(by_entries, [-0.125, -0.5, -0.5]);
/// ```
///
/// Products, and what is solved with it:
///
/// ```
/// use linalg::{Matrix, SparseMatrix};
/// let a = SparseMatrix::from_triplets(2, 2, &[(0, 0, 2.0), (0, 1, 1.0), (1, 1, 4.0)]);
/// let x = Matrix::column(&[1.0, 3.0]);
/// assert_eq!(a.matmul(&x).as_slice(), [5.0, 12.0]);
/// assert_eq!(a.transposed_matmul(&x).as_slice(), [2.0, 13.0]);
/// assert_eq!(a.to_dense(), Matrix::from_rows([[2.0, 1.0], [0.0, 4.0]]));
/// assert_eq!(a.lu()?.solve(&Matrix::column(&[5.0, 12.0]))?.as_slice(), [1.0, 3.0]);
/// // The same places with other entries.
/// let b = a.with_values(Matrix::column(&[1.0, 0.5, 1.0]));
/// assert_eq!((b.pattern().entries(), b.to_dense()[(0, 1)]), (3, 0.5));
/// // Least squares of a column of ones: the mean.
/// let ones = SparseMatrix::from_triplets(3, 1, &[(0, 0, 1.0), (1, 0, 1.0), (2, 0, 1.0)]);
/// let mean: Matrix = ones.least_squares(&Matrix::column(&[1.0, 2.0, 6.0]))?;
/// assert!((mean[(0, 0)] - 3.0).abs() < 1e-14);
/// # Ok::<(), linalg::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SparseMatrix<T = f64> {
    pattern: Arc<SparsePattern>,
    /// One column, in the pattern's order.
    values: Matrix<T>,
}

impl<T: Number> SparseMatrix<T> {
    /// A matrix from entries in any order, with row and column; entries of one place are added up.
    ///
    /// # Panics
    /// If an entry lies outside.
    #[track_caller]
    pub fn from_triplets(rows: usize, columns: usize, triplets: &[(usize, usize, T)]) -> Self {
        let (pattern, places) = SparsePattern::with_places(rows, columns, triplets.iter().map(|&(i, j, _)| (i, j)));
        let mut values: Vec<Option<T>> = vec![None; pattern.entries()];
        for (&place, &(_, _, value)) in places.iter().zip(triplets) {
            let sum = &mut values[place];
            *sum = Some(sum.map_or(value, |sum| sum + value));
        }
        let values: Vec<T> = values.into_iter().flatten().collect();
        SparseMatrix::new(Arc::new(pattern), values)
    }

    /// A matrix with this pattern and these values, column by column.
    ///
    /// # Panics
    /// If there are not as many values as entries.
    #[track_caller]
    pub fn new(pattern: Arc<SparsePattern>, values: Vec<T>) -> Self {
        let entries = pattern.entries();
        assert!(values.len() == entries, "{} values for a pattern of {entries} entries", values.len());
        SparseMatrix { pattern, values: Matrix::from_vec(entries, 1, values) }
    }

    /// The pattern, to be shared with other matrices.
    pub fn pattern(&self) -> &Arc<SparsePattern> {
        &self.pattern
    }

    /// The values of the entries, column by column: one column.
    pub fn values(&self) -> &Matrix<T> {
        &self.values
    }

    /// The matrix with a function applied to each entry that is there: of numbers it makes variables.
    pub fn map<U: Number>(&self, f: impl FnMut(T) -> U) -> SparseMatrix<U> {
        SparseMatrix { pattern: Arc::clone(&self.pattern), values: self.values.map(f) }
    }

    /// A matrix of the same pattern with these values, one column of them.
    ///
    /// # Panics
    /// If there are not as many values as entries.
    #[track_caller]
    #[must_use]
    pub fn with_values<U: Number>(&self, values: Matrix<U>) -> SparseMatrix<U> {
        let entries = self.pattern.entries();
        let fits = values.shape() == crate::Shape::new(entries, 1);
        assert!(fits, "values of {} for a pattern of {entries} entries", values.shape());
        SparseMatrix { pattern: Arc::clone(&self.pattern), values }
    }

    /// All entries, with zeros where the pattern has none.
    pub fn to_dense(&self) -> Matrix<T> {
        self.pattern.dense(Form::Plain, self.values.view())
    }

    /// The product with a dense matrix. Cost: a multiplication for each entry and column; with its gradient three.
    ///
    /// # Panics
    /// If the columns of this are not as many as the rows of the other.
    #[track_caller]
    pub fn matmul(&self, x: &Matrix<T>) -> Matrix<T> {
        product::product(&self.pattern, Form::Plain, self.values.view(), x.view())
    }

    /// The product of the transpose with a dense matrix.
    ///
    /// # Panics
    /// If this and the other differ in rows.
    #[track_caller]
    pub fn transposed_matmul(&self, x: &Matrix<T>) -> Matrix<T> {
        product::product(&self.pattern, Form::Transposed, self.values.view(), x.view())
    }

    /// The solution X of A X = B by elimination; see [`lu`](SparseMatrix::lu) for several.
    ///
    /// # Errors
    /// If the matrix is singular.
    ///
    /// # Panics
    /// If the matrix is not square, or B has other rows.
    #[track_caller]
    pub fn solve(&self, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.lu()?.solve(b)
    }

    /// The factorisation by elimination, for solutions and their derivatives. With the feature `sparse` it is faer's sparse one,
    /// in an order that keeps factors sparse; without it, and on numbers whose values are not known, the dense one.
    ///
    /// # Errors
    /// If an entry is not finite, or the matrix is singular.
    ///
    /// # Panics
    /// If the matrix is not square.
    #[track_caller]
    pub fn lu(&self) -> Result<SparseLu<T>, Error> {
        SparseLu::of(self)
    }

    /// The factorisation of a positive definite matrix, of which the entries on and below the diagonal are looked at: those
    /// above count as their mirror images, and have no derivatives. As for [`lu`](SparseMatrix::lu), faer's with the feature.
    ///
    /// ```
    /// use linalg::{Matrix, SparseMatrix};
    /// let a = SparseMatrix::from_triplets(2, 2, &[(0, 0, 4.0), (1, 0, 2.0), (1, 1, 2.0)]);
    /// let factored = a.cholesky().unwrap();
    /// assert!((factored.logdet().unwrap() - 4f64.ln()).abs() < 1e-15);
    /// assert_eq!(factored.solve(&Matrix::column(&[8.0, 4.0])).unwrap().as_slice(), [2.0, 0.0]);
    /// ```
    ///
    /// # Errors
    /// If an entry is not finite, or the matrix is not positive definite.
    ///
    /// # Panics
    /// If the matrix is not square.
    #[track_caller]
    pub fn cholesky(&self) -> Result<SparseCholesky<T>, Error> {
        SparseCholesky::of(self)
    }

    /// The QR factorisation of a matrix with as many rows as columns or more, for least squares and their derivatives. With the feature
    /// `sparse` it is faer's sparse one, in an order that keeps R sparse; without it, and on numbers whose values are not known, the
    /// dense one.
    ///
    /// ```
    /// use linalg::{Matrix, SparseMatrix};
    /// let a = SparseMatrix::from_triplets(3, 2, &[(0, 0, 1.0), (1, 0, 1.0), (2, 1, 2.0)]);
    /// let x = a.qr().unwrap().solve(&Matrix::column(&[1.0, 3.0, 4.0])).unwrap();
    /// assert!((x - Matrix::column(&[2.0, 2.0])).norm() < 1e-15);
    /// ```
    ///
    /// # Errors
    /// If an entry is not finite, or a column depends on others.
    ///
    /// # Panics
    /// If there are more columns than rows.
    #[track_caller]
    pub fn qr(&self) -> Result<SparseQr<T>, Error> {
        SparseQr::of(self)
    }

    /// For each column b of B the x for which A x - b has the least norm; see [`qr`](SparseMatrix::qr) for several.
    ///
    /// # Errors
    /// As [`qr`](SparseMatrix::qr).
    ///
    /// # Panics
    /// If there are more columns than rows, or A and B differ in rows.
    #[track_caller]
    pub fn least_squares(&self, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.qr()?.solve(b)
    }
}
