//! L D L^T with a unit triangle: with F = L^-1 dA L^-T it is dD = diag(F) and dL = L tril(F D^-1), without the diagonal
//! (as for Cholesky's factor, Murray 2016, section 3.1).

use crate::kernels::triangular::{Triangle, is_finite};
use crate::matrix::{number, sum};
use crate::operations::softmax::ColumnSums;
use crate::operations::triangular::Inverse;
use crate::operations::{fits, said_of, solve_triangular, square};
use crate::parameters::instruction;
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply};
use rules::{Functions, Number};

const NAME: &str = "LDL^T factorisation";

#[derive(Clone, Copy)]
pub(crate) struct Factors {
    pub(crate) n: usize,
}

impl Operation<1, 2> for Factors {
    instruction!("ldlt", n);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn outputs(&self) -> [Shape; 2] {
        [Shape::new(self.n, self.n), Shape::new(self.n, 1)]
    }

    /// Column by column, looking to the right (Golub and Van Loan, *Matrix Computations*, 4th ed., section 4.1.2).
    fn value<T: Number>(&self, [given]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 2], Error> {
        let n = self.n;
        let mut a = Mask::Symmetric.of_view(given);
        let mut d = Vec::with_capacity(n);
        for k in 0..n {
            let pivot = a[(k, k)];
            if !is_finite(pivot) {
                return Err(said_of(given, Error::NotFinite { operation: NAME }));
            }
            if pivot.known().is_some_and(|p| p == T::Scalar::default()) {
                return Err(Error::ZeroPivot { operation: NAME, pivot: k });
            }
            d.push(pivot);
            let (done, open) = a.as_mut_slice().split_at_mut((k + 1) * n);
            let column = &mut done[k * n..];
            for (j, target) in (k + 1..n).zip(open.chunks_exact_mut(n)) {
                let factor = column[j] / pivot;
                for (x, &l) in target[j..].iter_mut().zip(&column[j..]) {
                    *x = *x - l * factor;
                }
            }
            column[..k].fill(number(0.0));
            column[k] = number(1.0);
            column[k + 1..].iter_mut().for_each(|x| *x = *x / pivot);
        }
        Ok([a, Matrix::column(&d)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        _: [View<'a, T>; 1],
        [l, d]: [View<'a, T>; 2],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 2], Error> {
        let inverse = || Inverse { l: l.into(), triangle: Triangle::LOWER.unit() };
        let f = da.mask(Mask::Symmetric).map(inverse()).transposed().map(inverse());
        let over = Matrix::from_fn(self.n, self.n, |_, j| number::<T>(1.0) / d[(j, 0)]);
        let dl = l * f.mask(Mask::StrictlyLower).entrywise(over);
        let dd = f.mask(Mask::Diagonal).map(ColumnSums(f.shape())).transposed();
        Ok([dl, dd])
    }
}

/// A symmetric matrix that has been factored: A = L D L^T, with ones on the diagonal of L.
///
/// ```
/// use linalg::{Matrix, ldlt};
/// let a = Matrix::from_rows([[2.0, 4.0], [4.0, -1.0]]);
/// let factored = ldlt(&a)?;
/// assert_eq!(factored.lower(), &Matrix::from_rows([[1.0, 0.0], [2.0, 1.0]]));
/// // One positive and one negative eigenvalue.
/// assert_eq!(factored.diagonal().as_slice(), [2.0, -9.0]);
/// assert_eq!((factored.det(), factored.logdet()), (-18.0, 2f64.ln() + 9f64.ln()));
/// assert_eq!(factored.solve(&Matrix::column(&[6.0, 3.0]))?.as_slice(), [1.0, 1.0]);
/// # Ok::<(), linalg::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ldlt<T = f64> {
    lower: Matrix<T>,
    diagonal: Matrix<T>,
}

/// Factors a symmetric matrix that need not be positive definite: of another one the symmetric part is meant. There is no
/// pivoting, so it is for matrices that need none, as quasidefinite ones: a block that is positive definite beside one that
/// is negative definite. Cost: n^3/6 multiplications.
///
/// ```
/// use linalg::{Matrix, ldlt};
/// let a = Matrix::from_rows([[4.0, 2.0], [2.0, -1.0]]);
/// let factored = ldlt(&a).unwrap();
/// assert_eq!(factored.diagonal().as_slice(), [4.0, -2.0]);
/// assert_eq!(factored.det(), -8.0);
/// assert_eq!(factored.solve(&Matrix::column(&[8.0, 0.0])).unwrap().as_slice(), [1.0, 2.0]);
/// ```
///
/// # Errors
/// If a pivot is zero, or an entry is NaN or infinite. Rows keep their order: a regular matrix may have a pivot that is zero, as
/// ((0, 1), (1, 0)), or small, which costs digits; [`lu`](crate::lu) chooses.
///
/// # Panics
/// If the matrix is not square.
#[track_caller]
pub fn ldlt<T: Number>(a: &Matrix<T>) -> Result<Ldlt<T>, Error> {
    let n = square(NAME, a);
    let [lower, diagonal] = apply(&Factors { n }, [a.view()])?;
    Ok(Ldlt { lower, diagonal })
}

impl<T: Number> Ldlt<T> {
    /// L, with ones on its diagonal.
    pub fn lower(&self) -> &Matrix<T> {
        &self.lower
    }

    /// The diagonal of D, as one column: as many positive ones as A has positive eigenvalues.
    pub fn diagonal(&self) -> &Matrix<T> {
        &self.diagonal
    }

    /// The solution X of A X = B.
    ///
    /// # Errors
    /// None where there are factors.
    ///
    /// # Panics
    /// If A and B differ in rows.
    #[track_caller]
    pub fn solve(&self, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        fits(self.lower.shape(), b.shape());
        let unit = Triangle::LOWER.unit();
        let half = solve_triangular(unit, &self.lower, b)?;
        let scaled = Matrix::from_fn(half.rows(), half.columns(), |i, j| half[(i, j)] / self.diagonal[(i, 0)]);
        solve_triangular(unit.transposed(), &self.lower, &scaled)
    }

    /// The determinant.
    pub fn det(&self) -> T {
        self.diagonal.iter().copied().reduce(|product, d| product * d).unwrap_or_else(|| number(1.0))
    }

    /// The logarithm of the determinant's absolute value.
    pub fn logdet(&self) -> T {
        sum(self.diagonal.iter().map(|&d| d.abs().ln()))
    }
}
