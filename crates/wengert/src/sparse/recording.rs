//! Sparse derivatives of recorded programs, and of closures, which are recorded: entries are operations of a program too.
//!
//! The columns are coloured, and the tangents of each colour written down beside the program, but none for what is zero by
//! its structure: of a sparse Jacobian that leaves about as many operations as the function has, whatever the colours.

use super::Error;
use super::compressed::Holds;
use super::curvature::Curvature;
use super::hessian::{HessianSource, SparseHessian};
use super::jacobian::{JacobianSource, Sealed, SparseJacobian};
use super::options::Options;
use super::recorded::{hessian_pattern, jacobian_pattern};
use crate::pool::with_kept;
use ::sparse::Pattern;
use ::sparse::color::{Order, columns};
use core::fmt;
use program::{Node, Program, Workspace};

/// A recorded program with its derivatives: the source of a [`SparseJacobian`] or [`SparseHessian`] that was made of a
/// program, or of a closure.
///
/// ```
/// use wengert::sparse::{Recording, SparseJacobian};
/// let jacobian: SparseJacobian<Recording> = SparseJacobian::record(|x| vec![x[0] * x[1]], &[2.0, 3.0])?;
/// // The output, then the two entries.
/// assert_eq!(jacobian.program().outputs().len(), 3);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub struct Recording {
    program: Program,
}

impl Recording {
    pub(super) fn new(program: Program) -> Self {
        Recording { program }
    }

    /// The program: it computes the outputs (of a Hessian: the value, then the gradient), then the entries in the order of
    /// the pattern.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The outputs, and the entries behind them.
    pub(super) fn run(&self, x: &[f64], write: impl FnOnce(&[f64])) -> Result<(), Error> {
        with_kept(|(workspace, results): &mut (Workspace, Vec<f64>)| {
            results.resize(self.program.outputs().len(), 0.0);
            self.program.eval_into(x, workspace, results)?;
            write(results);
            Ok(())
        })
    }

    pub(super) fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let here = if self.program.guards().is_empty() { "" } else { ", guarded" };
        write!(f, "a program of {} operations{here}", self.program.len())
    }
}

impl SparseJacobian<Recording> {
    /// The Jacobian of a closure, which runs once, at `x`, and is recorded: from then on the recording runs.
    ///
    /// Where the closure compares numbers, the recording is that of the branch at `x`, and guarded: an evaluation where a
    /// comparison turns out otherwise is an error. A [`Function`](crate::Function) runs its own branches:
    /// [`prepare`](SparseJacobian::prepare).
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::sparse::SparseJacobian;
    ///
    /// let rates = [0.5, 1.5, 2.5];
    /// let decay = SparseJacobian::record(|x| (0..3).map(|i| (-rates[i] * x[i]).exp() * x[i + 1]).collect(), &[0.0; 4]);
    /// let jacobian = decay?;
    /// assert_eq!(jacobian.entries(), 6);
    /// assert_eq!(jacobian.eval(&[0.0; 4])?, [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the recording has more values than 31 bits can number.
    ///
    /// Cost: about a microsecond for each operation, and as much for each of its derivatives.
    pub fn record(f: impl for<'p> FnOnce(&[Node<'p>]) -> Vec<Node<'p>>, x: &[f64]) -> Result<Self, Error> {
        SparseJacobian::of_program(&Program::record_at(x, f)?)
    }

    /// The Jacobian of a recorded program, with its guards: an evaluation where one does not hold is an error.
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::program::Program;
    /// use wengert::sparse::SparseJacobian;
    ///
    /// let f = Program::record(3, |x| vec![x[0] * x[1], if x[2] < 1.0 { x[2] } else { x[1] }])?;
    /// let jacobian = SparseJacobian::of_program(&f)?;
    /// assert_eq!(jacobian.eval(&[2.0, 3.0, 0.5])?, [3.0, 2.0, 1.0]);
    /// assert!(jacobian.eval(&[2.0, 3.0, 1.5]).unwrap_err().is_other_branch());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`record`](SparseJacobian::record).
    pub fn of_program(program: &Program) -> Result<Self, Error> {
        let pattern = jacobian_pattern(program)?.into_here();
        let groups = columns(&pattern, Order::Natural);
        let wanted: Vec<(u32, u32)> = pattern.iter().map(|(i, j)| (i as u32, groups.colors()[j])).collect();
        let program = program.with_derivatives(groups.colors(), &wanted)?;
        Ok(SparseJacobian { pattern, source: Recording { program } })
    }

    /// The program that computes the outputs, then the entries in the order of the pattern.
    pub fn program(&self) -> &Program {
        self.source.program()
    }
}

impl SparseHessian<Recording> {
    /// The Hessian of a closure, which runs once, at `x`, and is recorded: see [`SparseJacobian::record`].
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::sparse::SparseHessian;
    ///
    /// let weights = [1.0, 2.0, 3.0];
    /// let hessian = SparseHessian::record(|x| (0..3).map(|i| weights[i] * x[i] * x[i + 1]).sum(), &[0.0; 4])?;
    /// assert_eq!(hessian.eval(&[0.0; 4])?, [1.0, 2.0, 3.0]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`SparseJacobian::record`].
    pub fn record(f: impl for<'p> FnOnce(&[Node<'p>]) -> Node<'p>, x: &[f64]) -> Result<Self, Error> {
        SparseHessian::of_program(&Program::record_at(x, |x| vec![f(x)])?)
    }

    /// The Hessian of a recorded program with one output, with its guards: see [`SparseJacobian::of_program`].
    ///
    /// # Errors
    /// If the program has not one output, or as [`SparseJacobian::record`].
    ///
    /// ```
    /// use wengert::program::Program;
    /// use wengert::sparse::SparseHessian;
    /// let f = Program::record(2, |x| vec![x[0] * x[0] * x[1]])?;
    /// let hessian = SparseHessian::of_program(&f)?;
    /// assert_eq!(hessian.eval(&[2.0, 3.0])?, [6.0, 4.0]);
    /// // The value, the gradient, and the two entries that are not zero for good.
    /// assert_eq!(hessian.program().eval(&[2.0, 3.0])?, [12.0, 12.0, 4.0, 6.0, 4.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_program(program: &Program) -> Result<Self, Error> {
        let found = hessian_pattern(program)?;
        let pattern = found.here().symmetrized()?.lower();
        let curvature = Curvature::new(&pattern, Holds::Everywhere, &Options::new())?;
        // The value is the first output, before the gradient.
        let wanted: Vec<(u32, u32)> = curvature.sources().iter().map(|s| (s.row + 1, s.color)).collect();
        let program = program.with_gradient()?.with_derivatives(curvature.coloring().colors(), &wanted)?;
        Ok(SparseHessian { pattern, source: Recording { program } })
    }

    /// The program that computes the value, the gradient, then the entries in the order of the pattern.
    pub fn program(&self) -> &Program {
        self.source.program()
    }
}

impl Sealed for Recording {}

impl JacobianSource for Recording {
    fn eval(&self, _: &Pattern, x: &[f64], y: &mut [f64], values: &mut [f64]) -> Result<(), Error> {
        self.run(x, |results| {
            let (outputs, entries) = results.split_at(y.len());
            y.copy_from_slice(outputs);
            values.copy_from_slice(entries);
        })
    }
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Recording::describe(self, f)
    }
}

impl HessianSource for Recording {
    fn eval(&self, _: &Pattern, x: &[f64], gradient: &mut [f64], values: &mut [f64]) -> Result<(), Error> {
        self.run(x, |results| {
            let (outputs, entries) = results.split_at(x.len() + 1);
            gradient[..x.len()].copy_from_slice(&outputs[1..]);
            gradient[x.len()] = outputs[0];
            values.copy_from_slice(entries);
        })
    }
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Recording::describe(self, f)
    }
}
