//! Minima and least squares in loops: without allocation, and without constraints.

use crate::buffers::{Buffers, Plain};
use crate::dense::cholesky;
use crate::derivatives::{gradient_into, gradients_into, hessian_into, mixed_into};
use crate::error::{finite, fits};
use crate::implicit::handed;
use crate::isolated::isolated;
use crate::matrix::Form;
use crate::minimum::Minimum;
use crate::solved::settle;
use crate::{Error, Objective, Solver};

impl<F: Objective, S: Solver<F>> Minimum<F, S> {
    /// The minimum, written to `x`, in memory that is there; see [`Buffers`]. Here and in the other methods that end in
    /// `_into`, bounds, and a Hessian that is not held dense, are worked on in memory of their own, as are solutions of
    /// solvers that are not from here.
    ///
    /// # Errors
    /// As [`at`](Minimum::at), and if `x` has another length than the minimum.
    pub fn at_into(&self, theta: &[f64], x: &mut [f64], buffers: &mut Buffers) -> Result<(), Error> {
        match self.is_plain() {
            true => self.settled_into(theta, buffers)?,
            false => buffers.x = self.at(theta)?,
        }
        handed("room for the minimum", &buffers.x, x)
    }

    /// As [`vjp`](Minimum::vjp), written to `x` and `by_theta`, in memory that is there; see [`at_into`](Minimum::at_into).
    ///
    /// # Errors
    /// As [`vjp`](Minimum::vjp), and if `x` or `by_theta` has another length than what is written to it.
    pub fn vjp_into(
        &self,
        theta: &[f64],
        w: &[f64],
        x: &mut [f64],
        by_theta: &mut [f64],
        buffers: &mut Buffers,
    ) -> Result<(), Error> {
        fits("room for the derivative", by_theta.len(), theta.len())?;
        if !self.is_plain() {
            let (point, back) = self.vjp(theta, w)?;
            by_theta.copy_from_slice(&back);
            return handed("room for the minimum", &point, x);
        }
        self.settled_into(theta, buffers)?;
        fits("weights, one for each unknown", w.len(), buffers.x.len())?;
        finite("the weights", w)?;
        buffers.plain.step.clear();
        buffers.plain.step.extend_from_slice(w);
        self.back_into(theta, by_theta, buffers);
        handed("room for the minimum", &buffers.x, x)
    }

    /// As [`gradient`](Minimum::gradient), written to `gradient`, in memory that is there; see
    /// [`at_into`](Minimum::at_into).
    ///
    /// # Errors
    /// As [`gradient`](Minimum::gradient), and if `gradient` has another length than `theta`.
    pub fn gradient_into<L: Objective>(
        &self,
        loss: L,
        theta: &[f64],
        gradient: &mut [f64],
        buffers: &mut Buffers,
    ) -> Result<f64, Error> {
        fits("room for the gradient", gradient.len(), theta.len())?;
        if !self.is_plain() {
            let (value, found) = self.gradient(loss, theta)?;
            gradient.copy_from_slice(&found);
            return Ok(value);
        }
        self.settled_into(theta, buffers)?;
        let Buffers { x, plain: Plain { step, .. }, recording, direct, .. } = buffers;
        direct.clear();
        direct.resize(theta.len(), 0.0);
        let value = gradients_into(&loss, x, theta, recording, step, direct);
        finite("the loss", &[value])?;
        finite("the gradient of the loss", step)?;
        self.back_into(theta, gradient, buffers);
        gradient.iter_mut().zip(&buffers.direct).for_each(|(g, d)| *g += d);
        Ok(value)
    }

    /// Solves, checks that the point is a minimum, and leaves it and the factors in the buffers.
    fn settled_into(&self, theta: &[f64], buffers: &mut Buffers) -> Result<(), Error> {
        finite("the parameters", theta)?;
        let mut x = core::mem::take(&mut buffers.x);
        let solved = self.solver.solve_into(&self.objective, theta, &mut x, buffers);
        let Buffers { plain: Plain { values, matrix, step, room, lu, isolated: look, .. }, columns, recording, .. } =
            buffers;
        let settled = solved.and_then(|()| {
            settle(&mut x, [values, step], self.tolerance, self.polish, |x, values, step| {
                hessian_into(&self.objective, x, theta, columns, values, matrix);
                finite("the equations", values)?;
                lu.refactor(x.len(), matrix)?;
                step.clone_from(values);
                lu.solve_in(step, room);
                Ok(())
            })?;
            let equations = |x: &[f64], y: &mut Vec<f64>| gradient_into(&self.objective, x, theta, recording, y);
            let solve = |b: &mut [f64]| {
                lu.solve_in(b, room);
                Ok(())
            };
            isolated(&x, values, equations, solve, look)?;
            match cholesky(x.len(), matrix) {
                true => Ok(()),
                false => Err(Error::NotMinimum { size: x.len() }),
            }
        });
        buffers.x = x;
        settled
    }

    /// Takes weights of the unknowns, which lie in the buffers, to the parameters.
    fn back_into(&self, theta: &[f64], by_theta: &mut [f64], buffers: &mut Buffers) {
        let Buffers { x, plain: Plain { step, room, lu, .. }, mixed, .. } = buffers;
        lu.solve_transposed_in(step, room);
        step.iter_mut().for_each(|a| *a = -*a);
        mixed_into(&self.objective, [x, step, theta], mixed, by_theta);
    }

    fn is_plain(&self) -> bool {
        self.bounds.is_none() && matches!(self.form, Form::Dense)
    }
}
