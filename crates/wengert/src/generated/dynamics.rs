//! The way back through a generated right-hand side of a differential equation.

use super::Workspace;
use std::sync::{Mutex, PoisonError};

/// What the way back through a generated right-hand side writes to.
#[derive(Debug, Default)]
pub struct OfDynamics(Mutex<DynamicsLists>);

/// By time, state, parameters; the derivative of the state, and what it held before.
#[derive(Debug, Default)]
pub struct DynamicsLists {
    pub t: f64,
    pub u: Vec<f64>,
    pub p: Vec<f64>,
    pub du: Vec<f64>,
    pub before: Vec<f64>,
    pub workspace: Workspace,
}

impl Clone for OfDynamics {
    fn clone(&self) -> Self {
        OfDynamics::default()
    }
}

impl OfDynamics {
    /// Adds what `run` writes, for so many states and parameters.
    pub fn add(&self, sizes: [usize; 2], by_u: &mut [f64], by_p: &mut [f64], run: impl FnOnce(&mut DynamicsLists)) {
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let DynamicsLists { u, p, du, before, .. } = &mut *guard;
        for (list, size) in [(u, sizes[0]), (p, sizes[1]), (du, sizes[0]), (before, sizes[0])] {
            list.clear();
            list.resize(size, 0.0);
        }
        run(&mut guard);
        by_u.iter_mut().zip(&guard.u).chain(by_p.iter_mut().zip(&guard.p)).for_each(|(sum, x)| *sum += *x);
    }
}
