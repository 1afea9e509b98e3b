//! Factorisations that are kept from the value to the derivatives.

use crate::Error;
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

impl<F> Factor<F> {
    /// One that is not made yet.
    pub(crate) fn open() -> Self {
        Factor(Arc::default())
    }

    pub(crate) fn of(factor: F) -> Self {
        Factor(Arc::new(OnceLock::from(factor)))
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
