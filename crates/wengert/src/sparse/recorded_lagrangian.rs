//! Hessians of Lagrangians of recorded programs, and of closures, which are recorded.

use super::Error;
use super::compressed::Holds;
use super::curvature::Curvature;
use super::lagrangian::{LagrangianHessian, NoConstraints, Pair};
use super::options::Options;
use super::recorded::hessian_pattern;
use super::recording::Recording;
use crate::pool::with_kept;
use crate::shape::same;
use program::{NO_GROUP, Node, Program};
use std::sync::OnceLock;

/// A program whose first output is the objective, and whose others are the constraints, with the derivatives of their
/// weighted sum: what a [`LagrangianHessian`] of a program or a closure has in place of functions.
///
/// ```
/// use wengert::program::Program;
/// use wengert::sparse::{LagrangianHessian, NoConstraints, RecordedLagrangian};
/// // The objective x y, and the constraint x^2.
/// let both = Program::record(2, |x| vec![x[0] * x[1], x[0] * x[0]])?;
/// let hessian: LagrangianHessian<RecordedLagrangian, NoConstraints> = LagrangianHessian::of_program(&both)?;
/// assert_eq!(hessian.eval(&[1.0, 2.0], 1.0, &[3.0])?, [6.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RecordedLagrangian {
    program: Program,
    /// Of each input, and of each weight behind them.
    groups: Vec<u32>,
    /// The rows and groups of the entries.
    wanted: Vec<(u32, u32)>,
    plain: Recording,
    /// With outputs of weight zero left out whatever their derivatives are, for where these are not finite: made where the first
    /// such point is met.
    guarded: OnceLock<Result<Recording, Error>>,
}

impl RecordedLagrangian {
    fn guarded(&self) -> Result<&Recording, Error> {
        let made = || second_order(self.program.vjp_of_weighted()?, &self.groups, &self.wanted);
        self.guarded.get_or_init(made).as_ref().map_err(Clone::clone)
    }
}

/// The adjoint program with the wanted derivatives of its gradient.
fn second_order(adjoint: Program, groups: &[u32], wanted: &[(u32, u32)]) -> Result<Recording, Error> {
    Ok(Recording::new(adjoint.with_derivatives(groups, wanted)?))
}

/// Room for the inputs and the weights behind them.
#[derive(Default)]
struct Weighted(Vec<f64>);

impl LagrangianHessian<RecordedLagrangian, NoConstraints> {
    /// Of a closure that gives the objective, then the constraints. It runs once, at `x`, and is recorded: see
    /// [`SparseJacobian::record`](super::SparseJacobian::record).
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::sparse::LagrangianHessian;
    ///
    /// // Problem 71 of Hock and Schittkowski.
    /// let x = [1.0, 5.0, 5.0, 1.0];
    /// let hessian = LagrangianHessian::record(
    ///     |x| {
    ///         let squares = x.iter().map(|&x| x * x).sum();
    ///         vec![x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2], x[0] * x[1] * x[2] * x[3], squares]
    ///     },
    ///     &x,
    /// )?;
    /// let values = hessian.eval(&x, 1.0, &[0.0, 0.5])?;
    /// let entry = |i, j| values[hessian.pattern().position(i, j).unwrap()];
    /// assert_eq!([entry(0, 0), entry(1, 0), entry(3, 0), entry(3, 3)], [3.0, 1.0, 12.0, 1.0]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the closure gives no output, or the recording has more values than 31 bits can number.
    pub fn record(f: impl for<'p> FnOnce(&[Node<'p>]) -> Vec<Node<'p>>, x: &[f64]) -> Result<Self, Error> {
        LagrangianHessian::of_program(&Program::record_at(x, f)?)
    }

    /// Of a recorded program, with its guards: its first output is the objective, the others are the constraints.
    ///
    /// # Errors
    /// If the program has no output, or as [`record`](LagrangianHessian::record).
    ///
    /// ```
    /// use wengert::program::Program;
    /// use wengert::sparse::LagrangianHessian;
    /// let f = Program::record(2, |x| vec![x[0] * x[0] * x[1], x[1] * x[1]])?;
    /// // Of the objective alone at (1, 2), then of the constraint alone.
    /// let hessian = LagrangianHessian::of_program(&f)?;
    /// assert_eq!(hessian.eval(&[1.0, 2.0], 1.0, &[0.0])?, [4.0, 2.0, 0.0]);
    /// assert_eq!(hessian.eval(&[1.0, 2.0], 0.0, &[1.0])?, [0.0, 0.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_program(program: &Program) -> Result<Self, Error> {
        let outputs = program.outputs().len();
        let multipliers = outputs.checked_sub(1).ok_or(Error::objective(0))?;
        let pattern = hessian_pattern(program)?.here().symmetrized()?.lower();
        let curvature = Curvature::new(&pattern, Holds::Everywhere, &Options::new())?;
        // The adjoint has the weights for inputs too, and the gradient behind the outputs.
        let mut groups = curvature.coloring().colors().to_vec();
        groups.resize(groups.len() + outputs, NO_GROUP);
        let wanted: Vec<(u32, u32)> = curvature.sources().iter().map(|s| (s.row + outputs as u32, s.color)).collect();
        let plain = second_order(program.vjp()?, &groups, &wanted)?;
        let objective =
            RecordedLagrangian { program: program.clone(), groups, wanted, plain, guarded: OnceLock::new() };
        Ok(LagrangianHessian { pattern, pair: Pair { objective, constraints: NoConstraints }, multipliers, curvature })
    }

    /// The values of all entries, written to `values` in the order of the pattern.
    ///
    /// A factor or a multiplier that is exactly zero leaves its function out, whatever its derivatives are: the first time that
    /// these are not finite, a second program is made, which takes as long as the first did. Else nothing is allocated on the
    /// second call of a thread.
    ///
    /// # Errors
    /// If the program takes another branch at this point than the one that was recorded.
    ///
    /// # Panics
    /// If `x`, `multipliers` or `values` have another length than there are inputs, constraints or entries.
    #[track_caller]
    pub fn eval_into(
        &self,
        x: &[f64],
        objective_factor: f64,
        multipliers: &[f64],
        values: &mut [f64],
    ) -> Result<(), Error> {
        same("the point", x.len(), "inputs", self.inputs());
        same("the list of multipliers", multipliers.len(), "constraints", self.multipliers);
        same("room for values", values.len(), "entries", self.entries());
        let mut run = |recording: &Recording, all: &[f64]| {
            recording.run(all, |results| values.copy_from_slice(&results[results.len() - values.len()..]))?;
            Ok::<_, Error>(values.iter().any(|value| value.is_nan()))
        };
        with_kept(|Weighted(all)| {
            all.clear();
            all.extend_from_slice(x);
            all.push(objective_factor);
            all.extend_from_slice(multipliers);
            if run(&self.pair.objective.plain, all)? && all[x.len()..].contains(&0.0) {
                run(self.pair.objective.guarded()?, all)?;
            }
            Ok(())
        })
    }

    /// The values of all entries; see [`eval_into`](LagrangianHessian::eval_into).
    ///
    /// # Errors
    /// As [`eval_into`](LagrangianHessian::eval_into).
    ///
    /// # Panics
    /// As [`eval_into`](LagrangianHessian::eval_into).
    #[track_caller]
    pub fn eval(&self, x: &[f64], objective_factor: f64, multipliers: &[f64]) -> Result<Vec<f64>, Error> {
        let mut values = vec![0.0; self.entries()];
        self.eval_into(x, objective_factor, multipliers, &mut values)?;
        Ok(values)
    }
}
