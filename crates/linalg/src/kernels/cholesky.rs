//! Cholesky's method.

use crate::kernels::triangular::{self, Triangle};
use crate::linear::mirror;
use crate::matrix::{number, sum};
use crate::{Error, Mask, Matrix, View};
use rules::{Functions, Number, Scalar};

/// The lower factor of a symmetric matrix, of which the entries on and below the diagonal are looked at; zeros above.
/// Column by column, looking to the right (Golub and Van Loan, *Matrix Computations*, 4th ed., section 4.2.5).
pub(crate) fn cholesky<T: Number>(mut a: Matrix<T>) -> Result<Matrix<T>, Error> {
    factor(a.rows(), a.as_mut_slice())?;
    Ok(a)
}

/// The same in the place of the n x n entries, column by column.
pub(crate) fn factor<T: Number>(n: usize, entries: &mut [T]) -> Result<(), Error> {
    for k in 0..n {
        let pivot = entries[k * n + k];
        let value = pivot.known().map(Scalar::to_f64);
        if value.is_some_and(|value| value.is_nan() || value == f64::INFINITY) {
            return Err(Error::NotFinite { operation: "Cholesky factorisation" });
        }
        if pivot.exceeds(number(0.0)) == Some(false) {
            return Err(Error::NotPositiveDefinite { pivot: k, value: value.unwrap_or(f64::NAN) });
        }
        let root = pivot.sqrt();
        let (done, open) = entries.split_at_mut((k + 1) * n);
        let column = &mut done[k * n..];
        column[..k].fill(number(0.0));
        column[k] = root;
        for x in &mut column[k + 1..] {
            *x = *x / root;
        }
        for (j, target) in (k + 1..n).zip(open.chunks_exact_mut(n)) {
            let factor = column[j];
            for (x, &l) in target[j..].iter_mut().zip(&column[j..]) {
                *x = *x - l * factor;
            }
        }
    }
    Ok(())
}

/// The adjoint of the symmetric matrix by that of its lower factor: the factorisation from its end (S. P. Smith, *Differentiation of
/// the Cholesky algorithm*, J. Comput. Graph. Statist. 4, 1995), two thirds of n^3, where products and solutions take seven.
pub(crate) fn adjoint<T: Number>(l: View<'_, T>, w: View<'_, T>) -> Matrix<T> {
    let n = l.rows();
    let mut adjoint = Mask::Lower.of_view(w);
    let entries = adjoint.as_mut_slice();
    for k in (0..n).rev() {
        let (done, open) = entries.split_at_mut((k + 1) * n);
        let (l, by) = (l.column(k), &mut done[k * n..]);
        for (j, s) in (k + 1..n).zip(open.chunks_exact(n)) {
            let (s, l) = (&s[j..], &l[j..]);
            for (by, &s) in by[j..].iter_mut().zip(s) {
                *by = *by - s * l[0];
            }
            by[j] = by[j] - sum(s.iter().zip(l).map(|(&s, &l)| s * l));
        }
        let root = l[k];
        by[k + 1..].iter_mut().for_each(|by| *by = *by / root);
        let rest = sum(by[k + 1..].iter().zip(&l[k + 1..]).map(|(&by, &l)| by * l));
        by[k] = (by[k] - rest) / (root + root);
    }
    // An entry off the diagonal stands for two.
    for k in 0..n {
        entries[k * n + k + 1..(k + 1) * n].iter_mut().for_each(|x| *x = *x * number(0.5));
    }
    mirror(&mut adjoint);
    adjoint
}

/// The solution of L L^T X = B.
pub(crate) fn solve<T: Number>(l: &Matrix<T>, b: View<'_, T>) -> Matrix<T> {
    let mut x = b.to_matrix();
    triangular::solve(l.view(), Triangle::LOWER, &mut x);
    triangular::solve(l.view(), Triangle::LOWER.transposed(), &mut x);
    x
}
