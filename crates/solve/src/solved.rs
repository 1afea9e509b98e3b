//! A solution that was checked, and its derivatives.

use crate::derivatives::{evaluated, gradients, linear};
use crate::error::{finite, fits, tolerated};
use crate::isolated::{Room, isolated};
use crate::matrix::{Factored, Form, solve_any};
use crate::{Equations, Error, Objective};
use rules::Real;
use std::sync::Arc;

/// A solution that is one, with the Jacobian by the unknowns there, factored.
pub(crate) struct Solved<'s, E> {
    equations: E,
    theta: &'s [f64],
    pub(crate) x: Vec<f64>,
    pub(crate) factored: Arc<Factored>,
}

impl<'s, E: Equations> Solved<'s, E> {
    /// Improves a point by Newton steps, at most `polish` of them, and looks whether another would move it by more than
    /// the tolerance. `definite` says that the Jacobian is to be symmetric and positive definite.
    pub(crate) fn new(
        equations: E,
        (form, definite): (&Form, bool),
        mut x: Vec<f64>,
        theta: &'s [f64],
        tolerance: f64,
        polish: usize,
    ) -> Result<Self, Error> {
        let (mut left, mut step, mut held) = (Vec::new(), Vec::new(), None);
        settle(&mut x, [&mut left, &mut step], tolerance, polish, |x, values, step| {
            let (found, factored) = form.factor(&equations, x, theta, definite)?;
            step.clone_from(&found);
            factored.solve(step)?;
            (*values, held) = (found, Some(factored));
            Ok(())
        })?;
        let factored = Arc::new(held.ok_or(Error::Open)?);
        // Without factors a look would cost as much as a solution.
        if !matches!(*factored, Factored::Free(..)) {
            let values = |x: &[f64], y: &mut Vec<f64>| evaluated(&equations, x, theta, y);
            isolated(&x, &left, values, |b| factored.solve(b), &mut Room::default())?;
        }
        Ok(Solved { equations, theta, x, factored })
    }

    /// The solution on any number: Newton steps with the Jacobian of the values, each of which makes one more order right
    /// (num-dual does it with a new Jacobian for each). The values do not move.
    ///
    /// On a tape a step is the residual and one record of the solve, whose way back is the adjoint solve.
    pub(crate) fn carry<T: Real>(&self, theta: &[T]) -> Result<Vec<T>, Error> {
        let mut x: Vec<T> = self.x.iter().map(|&x| T::from(x)).collect();
        if theta.iter().all(|t| t.is_constant()) {
            return Ok(x);
        }
        if T::ORDER == usize::MAX {
            return Err(Error::Open);
        }
        for _ in 0..T::ORDER {
            let mut step: Vec<T> = self.equations.eval(&x, theta).as_ref().iter().map(|&r| r - r.value()).collect();
            solve_any(&self.factored, &mut step)?;
            x.iter_mut().zip(&step).for_each(|(x, &s)| *x -= s);
        }
        Ok(x)
    }

    /// The solution, and its derivative along `v`.
    pub(crate) fn push(self, v: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Error> {
        fits("the direction, one number for each parameter", v.len(), self.theta.len())?;
        finite("the direction", v)?;
        let mut dx = linear(&self.equations, &self.x, self.theta, true).push(v);
        self.factored.solve(&mut dx)?;
        dx.iter_mut().for_each(|d| *d = -*d);
        Ok((self.x, dx))
    }

    /// `w` times the derivative of the solution by the parameters.
    pub(crate) fn pull(&self, w: &[f64]) -> Result<Vec<f64>, Error> {
        finite("the weights", w)?;
        let mut adjoint = w.to_vec();
        self.factored.solve_transposed(&mut adjoint)?;
        adjoint.iter_mut().for_each(|a| *a = -*a);
        Ok(linear(&self.equations, &self.x, self.theta, true).pull(&adjoint))
    }

    /// The value and the gradient of a loss of the first `count` unknowns.
    pub(crate) fn gradient<L: Objective>(&self, loss: &L, count: usize) -> Result<(f64, Vec<f64>), Error> {
        let (value, mut weights, mut gradient) = gradients(loss, &self.x[..count], self.theta);
        finite("the loss", &[value])?;
        finite("the gradient of the loss", &weights)?;
        weights.resize(self.x.len(), 0.0);
        gradient.iter_mut().zip(self.pull(&weights)?).for_each(|(g, through)| *g += through);
        Ok((value, gradient))
    }
}

/// Improves a point by Newton steps, at most `polish` of them, and looks whether another would move it by more than the
/// tolerance; `newton` writes the values of the equations at a point, and the step.
pub(crate) fn settle(
    x: &mut [f64],
    [values, step]: [&mut Vec<f64>; 2],
    tolerance: f64,
    polish: usize,
    mut newton: impl FnMut(&[f64], &mut Vec<f64>, &mut Vec<f64>) -> Result<(), Error>,
) -> Result<(), Error> {
    finite("the solution", x)?;
    tolerated(tolerance)?;
    let mut steps = 0;
    loop {
        newton(x, values, step)?;
        let relative = size(step) / (1.0 + size(x));
        if steps < polish && relative > f64::EPSILON {
            x.iter_mut().zip(&*step).for_each(|(x, s)| *x -= s);
            finite("the solution after a Newton step", x)?;
            steps += 1;
        } else if relative <= tolerance {
            return Ok(());
        } else {
            let residual = size(values);
            let equation = values.iter().position(|v| v.abs() == residual).unwrap_or(0);
            return Err(Error::Unsolved { residual, equation, step: relative, tolerance });
        }
    }
}

fn size(list: &[f64]) -> f64 {
    list.iter().fold(0.0, |m, x| m.max(x.abs()))
}
