//! Elimination with partial pivoting.

use crate::kernels::triangular::{self, Triangle, is_finite};
use crate::{Error, Matrix, View};
use rules::{Functions, Number, Scalar};

/// The factors of a matrix whose rows were exchanged: P A = L U.
#[derive(Clone, Debug)]
pub(crate) struct Factors<T> {
    /// L below the diagonal, which is ones; U on and above it.
    pub(crate) packed: Matrix<T>,
    /// Which row of the matrix became row `i`.
    pub(crate) rows: Vec<usize>,
    /// Whether the number of exchanges is odd.
    pub(crate) odd: bool,
    /// The first column without a pivot, where values are known.
    pub(crate) singular: Option<usize>,
}

/// What an elimination met.
pub(crate) struct Met {
    /// Whether the number of exchanges is odd.
    pub(crate) odd: bool,
    /// The first column without a pivot, where values are known.
    pub(crate) singular: Option<usize>,
}

/// The factors of a square matrix.
pub(crate) fn factor<T: Number>(mut a: Matrix<T>) -> Result<Factors<T>, Error> {
    let (n, mut rows) = (a.rows(), Vec::new());
    let Met { odd, singular } = eliminate(n, a.as_mut_slice(), &mut rows)?;
    Ok(Factors { packed: a, rows, odd, singular })
}

/// The factors in the place of the entries, column by column, looking to the right (Golub and Van Loan, *Matrix
/// Computations*, 4th ed., section 3.4). Numbers that do not know their values are taken in the order of the rows.
pub(crate) fn eliminate<T: Number>(n: usize, a: &mut [T], rows: &mut Vec<usize>) -> Result<Met, Error> {
    rows.clear();
    rows.extend(0..n);
    let (mut odd, mut singular) = (false, None);
    for k in 0..n {
        let column = &a[k * n..(k + 1) * n];
        let mut best = k;
        for i in k + 1..n {
            if larger(column[i], column[best]) {
                best = i;
            }
        }
        let pivot = column[best];
        if best != k {
            rows.swap(k, best);
            odd = !odd;
            a.chunks_exact_mut(n).for_each(|column| column.swap(k, best));
        }
        if !is_finite(pivot) {
            return Err(Error::NotFinite { operation: "LU factorisation" });
        }
        if pivot.known().is_some_and(|v| v == T::Scalar::default()) {
            singular = singular.or(Some(k));
            continue;
        }
        let (done, open) = a.split_at_mut((k + 1) * n);
        let column = &mut done[k * n..];
        for x in &mut column[k + 1..] {
            *x = *x / pivot;
        }
        for target in open.chunks_exact_mut(n) {
            let factor = target[k];
            for (x, &l) in target[k + 1..].iter_mut().zip(&column[k + 1..]) {
                *x = *x - l * factor;
            }
        }
    }
    Ok(Met { odd, singular })
}

/// Whether one number is larger than another, whatever their signs.
fn larger<T: Number>(a: T, b: T) -> bool {
    match (a.known(), b.known()) {
        // A NaN is taken for a pivot, so that it is noticed.
        (Some(a), Some(b)) => a.to_f64().abs() > b.to_f64().abs() || a.to_f64().is_nan(),
        _ => a.abs().exceeds(b.abs()) == Some(true),
    }
}

impl<T: Number> Factors<T> {
    /// An error if there is a zero among the pivots.
    pub(crate) fn regular(&self) -> Result<&Self, Error> {
        match self.singular {
            Some(pivot) => Err(Error::Singular { pivot, value: 0.0 }),
            None => Ok(self),
        }
    }

    /// Solves A X = B, or with the transpose of A.
    pub(crate) fn solve(&self, transposed: bool, b: &Matrix<T>) -> Matrix<T> {
        self.solve_with(transposed, b, triangular::solve)
    }

    /// As [`solve`](Factors::solve), with triangular systems solved by this.
    pub(crate) fn solve_with(
        &self,
        transposed: bool,
        b: &Matrix<T>,
        solve: impl Fn(View<'_, T>, Triangle, &mut Matrix<T>),
    ) -> Matrix<T> {
        let (lower, upper) = (Triangle::LOWER.unit(), Triangle::UPPER);
        let packed = self.packed.view();
        if transposed {
            let mut y = b.clone();
            solve(packed, upper.transposed(), &mut y);
            solve(packed, lower.transposed(), &mut y);
            let mut x = y.clone();
            for ((i, j), &y) in y.indexed() {
                x[(self.rows[i], j)] = y;
            }
            return x;
        }
        let mut x = Matrix::from_fn(b.rows(), b.columns(), |i, j| b[(self.rows[i], j)]);
        solve(packed, lower, &mut x);
        solve(packed, upper, &mut x);
        x
    }
}
