//! Factorisations of sparse matrices of `f64`: faer's with the feature, the dense ones without.

#[cfg(feature = "sparse")]
pub(super) use with_faer::{Analyses, Factored};
#[cfg(not(feature = "sparse"))]
pub(super) use without::{Analyses, Factored};

use super::pattern::SparsePattern;
use crate::Error;

/// That all entries are finite.
fn finite(values: &[f64], operation: &'static str) -> Result<(), Error> {
    if values.iter().all(|x| x.is_finite()) { Ok(()) } else { Err(Error::NotFinite { operation }) }
}

#[cfg(feature = "sparse")]
#[path = "with_faer.rs"]
mod with_faer;

#[cfg(not(feature = "sparse"))]
mod without {
    use super::{Error, SparsePattern, finite};
    use crate::kernels::lu::Factors;
    use crate::kernels::{cholesky, lu};
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
                    let factors = lu::factor(dense)?;
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
                Factored::Cholesky(l) => 2.0 * l.diagonal().map(f64::ln).sum::<f64>(),
                Factored::Lu(_) => f64::NAN,
            }
        }
    }
}
