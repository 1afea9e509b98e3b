//! Results in memory of the caller's, over `f64`.

use crate::kernels::triangular::Triangle;
use crate::operations::{fits, lu, overflows, solve, square};
use crate::{Cholesky, Error, Lu, Matrix, Shape, backend};

/// The product A B into `out`, without an allocation; with the feature `faer`, large ones by it.
///
/// ```
/// use linalg::{Matrix, matmul_into};
/// let a = Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]);
/// let mut out = Matrix::zeros(2, 2);
/// matmul_into(&a, &a, &mut out);
/// assert_eq!(out, &a * &a);
/// ```
///
/// # Panics
/// If the columns of A are not as many as the rows of B, or `out` has another shape than the product.
#[track_caller]
pub fn matmul_into(a: &Matrix, b: &Matrix, out: &mut Matrix) {
    assert!(a.columns() == b.rows(), "a matrix of {} times one of {}: the inner numbers differ", a.shape(), b.shape());
    let wanted = Shape::new(a.rows(), b.columns());
    assert!(out.shape() == wanted, "a product of {wanted} into a matrix of {}", out.shape());
    backend::product_into(a.view(), false, b.view(), false, out.as_mut_slice(), false);
}

/// The solution X of A X = B into `out`. The factors of A are made anew, in a copy of it: to solve again and
/// again, keep them and call [`Lu::solve_into`].
///
/// ```
/// use linalg::{Matrix, solve_into};
/// let a = Matrix::from_rows([[2.0, 1.0], [1.0, 3.0]]);
/// let mut out = Matrix::zeros(2, 1);
/// solve_into(&a, &Matrix::column(&[3.0, 4.0]), &mut out)?;
/// assert_eq!(out.as_slice(), [1.0, 1.0]);
/// # Ok::<(), linalg::Error>(())
/// ```
///
/// # Errors
/// If A is singular or has an entry that is NaN or infinite: `out` is then as it was; or if an entry of X is beyond the largest `f64`.
///
/// # Panics
/// If A is not square, B has other rows, or `out` another shape than B.
#[track_caller]
pub fn solve_into(a: &Matrix, b: &Matrix, out: &mut Matrix) -> Result<(), Error> {
    square(solve::NAME, a);
    fits(a.shape(), b.shape());
    expect(b, out);
    lu(a)?.solve_into(b, out)
}

#[track_caller]
fn expect(b: &Matrix, out: &Matrix) {
    assert!(out.shape() == b.shape(), "a solution of {} into a matrix of {}", b.shape(), out.shape());
}

impl Lu {
    /// The solution X of A X = B into `out`. For fewer than 24 rows nothing is allocated, beyond that halves of it are.
    ///
    /// ```
    /// use linalg::Matrix;
    /// let factored = Matrix::from_rows([[0.0, 2.0], [1.0, 3.0]]).lu()?;
    /// let mut out = Matrix::zeros(2, 1);
    /// factored.solve_into(&Matrix::column(&[4.0, 7.0]), &mut out)?;
    /// assert_eq!(out.as_slice(), [1.0, 2.0]);
    /// # Ok::<(), linalg::Error>(())
    /// ```
    ///
    /// # Errors
    /// If A is singular: `out` is then as it was; or if an entry of X is beyond the largest `f64`.
    ///
    /// # Panics
    /// If A and B differ in rows, or `out` has another shape than B.
    #[track_caller]
    pub fn solve_into(&self, b: &Matrix, out: &mut Matrix) -> Result<(), Error> {
        let factors = self.factors()?;
        let packed = factors.regular()?.packed.view();
        fits(packed.shape(), b.shape());
        expect(b, out);
        let n = b.rows().max(1);
        for (to, from) in out.as_mut_slice().chunks_exact_mut(n).zip(b.column_slices()) {
            to.iter_mut().zip(&factors.rows).for_each(|(to, &row)| *to = from[row]);
        }
        backend::triangular(packed, Triangle::LOWER.unit(), out);
        backend::triangular(packed, Triangle::UPPER, out);
        if overflows([packed, b.view()], out.view()) {
            return Err(Error::Overflow { operation: solve::NAME });
        }
        Ok(())
    }
}

impl Cholesky {
    /// The solution X of A X = B into `out`, infinite where it is beyond the largest `f64`. For fewer than 24 rows nothing is
    /// allocated, beyond that halves of it are.
    ///
    /// ```
    /// use linalg::Matrix;
    /// let factored = Matrix::from_rows([[4.0, 2.0], [2.0, 5.0]]).cholesky()?;
    /// let mut out = Matrix::zeros(2, 1);
    /// factored.solve_into(&Matrix::column(&[8.0, 4.0]), &mut out);
    /// assert_eq!(out.as_slice(), [2.0, 0.0]);
    /// # Ok::<(), linalg::Error>(())
    /// ```
    ///
    /// # Panics
    /// If A and B differ in rows, or `out` has another shape than B.
    #[track_caller]
    pub fn solve_into(&self, b: &Matrix, out: &mut Matrix) {
        let Ok(root) = self.root() else { unreachable!("over `f64` the factor is made with the factorisation") };
        fits(root.lower.shape(), b.shape());
        expect(b, out);
        out.as_mut_slice().copy_from_slice(b.as_slice());
        backend::triangular(root.lower.view(), Triangle::LOWER, out);
        backend::triangular(root.lower.view(), Triangle::LOWER.transposed(), out);
    }
}
