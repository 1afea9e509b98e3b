//! Value and gradient in one go: the instructions forward, then their partials backward.

use crate::error::Error;
use crate::eval::Workspace;
use crate::program::Program;
use rules::{Op, Rule, rule};

impl Program {
    /// The value of the only output at `x`; its gradient into `gradient`. With the same workspace, nothing is allocated
    /// from the second call on.
    ///
    /// # Errors
    /// As [`eval`](Program::eval), and [`Error::Outputs`] if there is not exactly one output.
    ///
    /// # Panics
    /// If `x` or `gradient` have not as many numbers as the program has inputs.
    ///
    /// Cost: a few nanoseconds for each operation, without making the gradient program first.
    ///
    /// ```
    /// use program::{Program, Workspace};
    /// let f = Program::record(2, |x| vec![x[0] * x[1]])?;
    /// let mut g = [0.0; 2];
    /// assert_eq!(f.value_and_gradient_into(&[2.0, 3.0], &mut Workspace::new(), &mut g)?, 6.0);
    /// assert_eq!(g, [3.0, 2.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn value_and_gradient_into(
        &self,
        x: &[f64],
        workspace: &mut Workspace,
        gradient: &mut [f64],
    ) -> Result<f64, Error> {
        self.expect(x.len(), gradient.len(), self.inputs);
        let &[output] = self.outputs.as_slice() else {
            return Err(Error::Outputs { wanted: 1, found: self.outputs.len() });
        };
        self.forward(x, workspace)?;
        let Workspace { values, adjoints, args, .. } = workspace;
        adjoints.clear();
        adjoints.resize(values.len(), 0.0);
        adjoints[output as usize] = 1.0;
        self.descend(values, adjoints, args);
        if adjoints[..self.inputs].iter().any(|a| a.is_nan()) {
            self.descend_by_structure(output, values, adjoints, args);
        }
        gradient.copy_from_slice(&adjoints[..self.inputs]);
        Ok(values[output as usize])
    }

    /// The sweep that multiplies and adds without asking what is active: constants get adjoints that nobody reads, and
    /// what is absent contributes zeros, which do harm only against a partial that is not finite.
    fn descend(&self, values: &[f64], adjoints: &mut [f64], room: &mut Vec<f64>) {
        const ADD: u32 = Op::Add as u32;
        const SUB: u32 = Op::Sub as u32;
        const MUL: u32 = Op::Mul as u32;
        const DIV: u32 = Op::Div as u32;
        const NEG: u32 = Op::Neg as u32;
        const BOTH: [bool; 2] = [true; 2];
        let (first, active) = (self.first(), self.active());
        for (j, step) in self.steps.iter().enumerate().rev() {
            let (w, y) = (adjoints[first + j], values[first + j]);
            let (a, b) = (step.args[0] as usize, step.args[1] as usize);
            let two = || [values[a], values[b]];
            let d = match step.code {
                ADD => rule::Add::partials(two(), y, BOTH, 0),
                SUB => rule::Sub::partials(two(), y, BOTH, 0),
                MUL => rule::Mul::partials(two(), y, BOTH, 0),
                DIV => rule::Div::partials(two(), y, BOTH, 0),
                NEG => {
                    adjoints[a] += w * rule::Neg::partials([values[a]], y, [true], 0)[0];
                    continue;
                }
                _ => {
                    let (_, args, _) = self.call(step);
                    let d = self.slopes(j, values, active, room);
                    args.iter().zip(d).for_each(|(&a, d)| adjoints[a as usize] += w * d);
                    continue;
                }
            };
            adjoints[a] += w * d[0];
            adjoints[b] += w * d[1];
        }
    }

    /// The partials of instruction `j` by its active arguments, and anything for the others.
    pub(crate) fn slopes<'r>(&self, j: usize, values: &[f64], active: &[bool], room: &'r mut Vec<f64>) -> &'r [f64] {
        let (function, args, n) = self.call(&self.steps[j]);
        let y = values[self.first() + j];
        let count = args.len();
        room.resize(room.len().max(2 * count), 0.0);
        let (at, d) = room.split_at_mut(count);
        let d = &mut d[..count];
        let mut few = [true; 3];
        for (i, &a) in args.iter().enumerate() {
            at[i] = values[a as usize];
            if let Some(on) = few.get_mut(i) {
                *on = active[a as usize];
            }
        }
        if count <= few.len() {
            function.slopes(at, y, &few[..count], n, d);
        } else {
            let on: Vec<bool> = args.iter().map(|&a| active[a as usize]).collect();
            function.slopes(at, y, &on, n, d);
        }
        d
    }

    /// As `descend`, where something was not finite: nothing goes to what is inactive, comes from what the output does
    /// not depend on, or passes through an arm that is not taken.
    #[cold]
    fn descend_by_structure(&self, output: u32, values: &[f64], adjoints: &mut [f64], room: &mut Vec<f64>) {
        adjoints.fill(0.0);
        let (first, active) = (self.first(), self.active());
        let mut reached = vec![false; values.len()];
        adjoints[output as usize] = 1.0;
        reached[output as usize] = true;
        for (j, step) in self.steps.iter().enumerate().rev() {
            let w = adjoints[first + j];
            if !reached[first + j] || !active[first + j] {
                continue;
            }
            let (function, args, _) = self.call(step);
            if function.op() == Some(Op::Select) {
                let taken = args[if values[args[0] as usize] != 0.0 { 1 } else { 2 }] as usize;
                adjoints[taken] += w;
                reached[taken] = true;
                continue;
            }
            let d = self.slopes(j, values, active, room);
            for (&a, d) in args.iter().zip(d).filter(|(a, _)| active[**a as usize]) {
                adjoints[a as usize] += w * d;
                reached[a as usize] = true;
            }
        }
    }
}
