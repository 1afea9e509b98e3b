//! Operations on matrices taken apart into functions of numbers.

use crate::arena::Id;
use crate::error::Error;
use crate::node::{Node, Recorder};
use crate::program::Program;
use crate::replay::nodes;
use rules::Number;

impl Program {
    /// The program with its operations on matrices taken apart into functions of numbers, as they are at this point: elimination
    /// goes by the pivots that it has here, and a guard for each makes the program an error where it would choose others.
    ///
    /// For what knows functions of numbers alone: code in other languages, formulas, patterns of sparse derivatives.
    ///
    /// # Errors
    /// As [`eval`](Program::eval); [`Error::Operation`] for one that goes by iterations, as eigenvalues do.
    ///
    /// # Panics
    /// If there are not as many numbers as inputs.
    ///
    /// Cost: an operation of n^3 multiplications becomes as many instructions.
    ///
    /// ```
    /// use linalg::{Matrix, solve};
    /// use program::{Names, Program};
    /// let f = Program::record(4, |x| {
    ///     let a = Matrix::from_rows([[x[0], x[1]], [x[1], x[2]]]);
    ///     let b = Matrix::column(&[x[3], x[3]]);
    ///     solve(&a, &b).expect("a regular matrix").into_vec()
    /// })?;
    /// assert!(f.to_rust(&Names::of("f")).unwrap_err().to_string().contains("apart_at"));
    /// let point = [4.0, 1.0, 3.0, 11.0];
    /// assert!(f.apart_at(&point)?.to_rust(&Names::of("f")).is_ok());
    /// assert_eq!(f.apart_at(&point)?.eval(&point)?, [2.0, 3.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn apart_at(&self, point: &[f64]) -> Result<Program, Error> {
        self.expect(point.len(), 0, 0);
        let known = self.all_values(point)?;
        if self.calls.is_empty() {
            return Ok(self.clone());
        }
        let recorder = Recorder::taking_apart(self.inputs);
        let outputs: Vec<Id> = {
            let mut values: Vec<Node<'_>> = (0..self.inputs).map(|i| recorder.node(Id::input(i), point[i])).collect();
            values.extend(self.constants.iter().map(|&c| Node::constant(c)));
            let mut guards = self.guards.iter().peekable();
            for (j, step) in self.steps.iter().enumerate() {
                while let Some(guard) = guards.next_if(|g| g.at <= j) {
                    recorder.keep(guard, values[guard.a as usize], values[guard.b as usize]);
                }
                let at = self.first() + j;
                match self.element(step) {
                    Some((called, 0)) => {
                        let (operation, x) = (&called.operation, nodes(self.operands(called), &values));
                        let failed = |message| Error::Operation { at, operation: operation.name(), message };
                        values.extend(operation.apart(&operation.parted(&x)).map_err(failed)?);
                    }
                    Some(_) => {}
                    None => {
                        let (function, args, n) = self.call(step);
                        values.push(recorder.call(function, &nodes(args, &values), n).with_value(known[at]));
                    }
                }
            }
            guards.for_each(|guard| recorder.keep(guard, values[guard.a as usize], values[guard.b as usize]));
            self.outputs.iter().map(|&id| recorder.id(values[id as usize])).collect()
        };
        Ok(recorder.into_arena().finish(&outputs).ok_or(Error::TooLarge)?.without_dead_code())
    }
}
