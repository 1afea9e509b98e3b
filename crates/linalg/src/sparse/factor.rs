//! Factorisations of sparse matrices of `f64`: faer's with the feature, the dense ones without.

#[cfg(feature = "sparse")]
pub(super) use qr_with_faer::Orthogonal;
#[cfg(feature = "sparse")]
pub(super) use with_faer::{Analyses, Factored, pivots};
#[cfg(not(feature = "sparse"))]
pub(super) use without::{Analyses, Factored, Orthogonal, pivots};

use super::pattern::SparsePattern;
use crate::Error;

/// That all entries are finite.
fn finite(values: &[f64], operation: &'static str) -> Result<(), Error> {
    if values.iter().all(|x| x.is_finite()) { Ok(()) } else { Err(Error::NotFinite { operation }) }
}

#[cfg(feature = "sparse")]
#[path = "with_faer.rs"]
mod with_faer;

#[cfg(feature = "sparse")]
#[path = "qr_with_faer.rs"]
mod qr_with_faer;

#[cfg(not(feature = "sparse"))]
mod without {
    use super::{Error, SparsePattern, finite};
    use crate::kernels::lu::Factors;
    use crate::kernels::triangular::{self, Triangle};
    use crate::kernels::{cholesky, lu, qr};
    use crate::matrix::sum;
    use crate::sparse::pattern::Form;
    use crate::{Matrix, Shape, View};

    /// Nothing is analysed.
    #[derive(Debug, Default)]
    pub(crate) struct Analyses {}

    #[derive(Debug)]
    pub(crate) enum Factored {
        Lu(Factors<f64>),
        Cholesky(Matrix<f64>),
    }

    impl Factored {
        pub(crate) fn new(pattern: &SparsePattern, symmetric: bool, values: &[f64]) -> Result<Self, Error> {
            finite(values, "factorisation of a sparse matrix")?;
            let form = if symmetric { Form::Symmetric } else { Form::Plain };
            let dense = pattern.dense(form, View::new(Shape::new(values.len(), 1), values));
            Ok(match symmetric {
                true => Factored::Cholesky(cholesky::cholesky(dense)?),
                false => {
                    // All entries are finite.
                    let grown = |_| Error::Overflow { operation: "factorisation of a sparse matrix" };
                    let factors = lu::factor(dense).map_err(grown)?;
                    factors.regular()?;
                    Factored::Lu(factors)
                }
            })
        }

        pub(crate) fn solve(
            &self,
            _: &SparsePattern,
            transposed: bool,
            b: View<'_, f64>,
        ) -> Result<Matrix<f64>, Error> {
            Ok(match self {
                Factored::Lu(factors) => factors.solve(transposed, &b.to_matrix()),
                Factored::Cholesky(l) => cholesky::solve(l, b),
            })
        }

        pub(crate) fn logdet(&self) -> f64 {
            match self {
                Factored::Cholesky(l) => 2.0 * sum(l.diagonal().map(f64::ln)),
                Factored::Lu(_) => f64::NAN,
            }
        }
    }

    /// The pivots of elimination, and whether their product is the determinant's with the other sign.
    pub(crate) fn pivots(pattern: &SparsePattern, values: &[f64]) -> Result<(Vec<f64>, bool), Error> {
        match Factored::new(pattern, false, values)? {
            Factored::Lu(factors) => Ok((factors.packed.diagonal().collect(), factors.odd)),
            Factored::Cholesky(_) => unreachable!("elimination was asked for"),
        }
    }

    /// Q and R.
    #[derive(Debug)]
    pub(crate) struct Orthogonal([Matrix<f64>; 2]);

    impl Orthogonal {
        pub(crate) fn new(pattern: &SparsePattern, values: &[f64]) -> Result<Self, Error> {
            finite(values, "factorisation of a sparse matrix")?;
            let dense = pattern.dense(Form::Plain, View::new(Shape::new(values.len(), 1), values));
            Ok(Orthogonal(qr::householder(dense.view())?))
        }

        pub(crate) fn least_squares(&self, b: View<'_, f64>) -> Matrix<f64> {
            let [q, r] = &self.0;
            let mut x = crate::product(q.view(), true, b, false);
            triangular::solve(r.view(), Triangle::UPPER, &mut x);
            x
        }

        pub(crate) fn normal(&self, c: View<'_, f64>) -> Matrix<f64> {
            let mut x = c.to_matrix();
            triangular::solve(self.0[1].view(), Triangle::UPPER.transposed(), &mut x);
            triangular::solve(self.0[1].view(), Triangle::UPPER, &mut x);
            x
        }
    }
}
