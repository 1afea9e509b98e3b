//! Factorisations that are kept from the value to the derivatives.

use crate::{Error, Matrix, backend};
use rules::Shared;
use std::sync::{Arc, OnceLock};

/// A factorisation of the matrix of `f64` at the bottom of all levels: made once, then used by every level and by every
/// derivative.
#[derive(Debug)]
pub(crate) struct Factor<F>(Arc<OnceLock<F>>);

impl<F> Clone for Factor<F> {
    fn clone(&self) -> Self {
        Factor(Arc::clone(&self.0))
    }
}

/// A Cholesky factor, and the inverses of it and of its matrix once somebody has asked for them.
#[derive(Debug)]
pub(crate) struct Root {
    pub(crate) lower: Matrix<f64>,
    inverse_lower: OnceLock<Option<Matrix<f64>>>,
    inverse: OnceLock<Matrix<f64>>,
}

impl Root {
    pub(crate) fn new(lower: Matrix<f64>) -> Self {
        Root { lower, inverse_lower: OnceLock::new(), inverse: OnceLock::new() }
    }

    /// The inverse of L L^T: derivatives of a determinant need it in every direction.
    pub(crate) fn inverse(&self) -> &Matrix<f64> {
        self.inverse.get_or_init(|| backend::inverse_of_factored(&self.lower, self.inverse_lower()))
    }

    /// The inverse of L; none of a small one.
    fn inverse_lower(&self) -> Option<&Matrix<f64>> {
        self.inverse_lower.get_or_init(|| backend::inverse_lower(&self.lower)).as_ref()
    }

    /// The inverse of L L^T on both sides of a symmetric matrix.
    pub(crate) fn inverse_congruence(&self, x: Matrix<f64>) -> Matrix<f64> {
        let between = match self.inverse_lower() {
            Some(r) if !backend::is_diagonal(x.view()) => backend::between_triangles(r, x),
            _ => Err(x),
        };
        between.unwrap_or_else(|x| backend::congruence(self.inverse().view(), false, &x))
    }
}

impl<F> Factor<F> {
    /// One that is not made yet.
    pub(crate) fn open() -> Self {
        Factor(Arc::default())
    }

    pub(crate) fn of(factor: F) -> Self {
        Factor(Arc::new(OnceLock::from(factor)))
    }

    /// That which others have of the same matrix, or one that is not made yet, for them too.
    pub(crate) fn shared(shared: &mut Shared) -> Self
    where
        F: Send + Sync + 'static,
    {
        let known = shared.clone().and_then(|shared| shared.downcast().ok());
        Factor(known.unwrap_or_else(|| {
            let fresh = Arc::default();
            *shared = Some(Arc::clone(&fresh) as _);
            fresh
        }))
    }

    /// It, if it is made.
    pub(crate) fn made(&self) -> Option<&F> {
        self.0.get()
    }

    /// It, made now if it was not before.
    pub(crate) fn get(&self, make: impl FnOnce() -> Result<F, Error>) -> Result<&F, Error> {
        match self.0.get() {
            Some(factor) => Ok(factor),
            None => {
                let made = make()?;
                Ok(self.0.get_or_init(|| made))
            }
        }
    }
}
