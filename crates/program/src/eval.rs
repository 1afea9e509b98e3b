//! The interpreter on plain numbers.

use crate::error::Error;
use crate::program::{Program, Step};
use rules::{Op, Rule, rule};

/// The memory of a run, kept from one run to the next so that repeated evaluation does not allocate.
///
/// It serves any program; changing from one to another costs a pass over the constants.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(crate) values: Vec<f64>,
    pub(crate) adjoints: Vec<f64>,
    pub(crate) args: Vec<f64>,
    stamp: u64,
}

impl Workspace {
    /// Without memory yet.
    pub const fn new() -> Workspace {
        Workspace { values: Vec::new(), adjoints: Vec::new(), args: Vec::new(), stamp: 0 }
    }
}

impl Program {
    /// The outputs at `x`.
    ///
    /// # Errors
    /// [`Error::BranchChanged`] where the function would take another branch than the recorded one, and
    /// [`Error::Precondition`] where it would panic.
    ///
    /// # Panics
    /// If `x` has not as many numbers as the program has inputs.
    ///
    /// Cost: about a nanosecond for an arithmetic operation, else that of the function.
    #[track_caller]
    pub fn eval(&self, x: &[f64]) -> Result<Vec<f64>, Error> {
        let mut y = vec![0.0; self.outputs.len()];
        self.eval_into(x, &mut Workspace::new(), &mut y)?;
        Ok(y)
    }

    /// The outputs at `x` into `y`; with the same workspace, nothing is allocated from the second call on.
    ///
    /// # Errors
    /// As [`eval`](Program::eval); `y` is then as it was.
    ///
    /// # Panics
    /// If `x` or `y` have not as many numbers as the program has inputs or outputs.
    ///
    /// ```
    /// use program::{Program, Workspace};
    /// let f = Program::record(1, |x| vec![x[0] * x[0]])?;
    /// let (mut workspace, mut y) = (Workspace::new(), [0.0]);
    /// for x in [1.0, 2.0, 3.0] {
    ///     f.eval_into(&[x], &mut workspace, &mut y)?;
    ///     assert_eq!(y, [x * x]);
    /// }
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn eval_into(&self, x: &[f64], workspace: &mut Workspace, y: &mut [f64]) -> Result<(), Error> {
        self.expect(x.len(), y.len(), self.outputs.len());
        self.forward(x, workspace)?;
        for (y, &id) in y.iter_mut().zip(&self.outputs) {
            *y = workspace.values[id as usize];
        }
        Ok(())
    }

    /// # Panics
    /// If the numbers of inputs and of places for results are not these.
    #[track_caller]
    pub(crate) fn expect(&self, inputs: usize, places: usize, results: usize) {
        assert!(
            inputs == self.inputs,
            "the program has {} inputs, and {inputs} numbers were given: pass one for each input",
            self.inputs
        );
        assert!(places == results, "there are {results} results and {places} places: give one place for each");
    }

    /// All values at `x` into the workspace; guards are checked.
    pub(crate) fn forward(&self, x: &[f64], workspace: &mut Workspace) -> Result<(), Error> {
        let Workspace { values, args, stamp, .. } = workspace;
        if *stamp != self.stamp {
            values.clear();
            values.resize(self.values(), 0.0);
            values[self.inputs..self.first()].copy_from_slice(&self.constants);
            *stamp = self.stamp;
        }
        values[..self.inputs].copy_from_slice(x);
        let fault = self.run(values, args);
        let before = fault.unwrap_or(usize::MAX);
        for (at, guard) in self.guards.iter().enumerate().take_while(|(_, g)| g.at <= before) {
            let seen = [values[guard.a as usize], values[guard.b as usize]];
            if guard.test.answer(seen[0], seen[1]) != guard.answer {
                let (test, recorded, location) = (guard.test, guard.answer, guard.location);
                return Err(Error::BranchChanged { at, test, values: seen, recorded, location });
            }
        }
        match fault {
            Some(j) => Err(self.broken(j)),
            None => Ok(()),
        }
    }

    /// Runs the instructions; the first that breaks a precondition is reported.
    fn run(&self, values: &mut [f64], args: &mut Vec<f64>) -> Option<usize> {
        const ADD: u32 = Op::Add as u32;
        const SUB: u32 = Op::Sub as u32;
        const MUL: u32 = Op::Mul as u32;
        const DIV: u32 = Op::Div as u32;
        const NEG: u32 = Op::Neg as u32;
        let first = self.first();
        let mut fault = None;
        for (j, step) in self.steps.iter().enumerate() {
            let (a, b) = (values[step.args[0] as usize], || values[step.args[1] as usize]);
            let value = match step.code {
                ADD => rule::Add::value([a, b()], 0),
                SUB => rule::Sub::value([a, b()], 0),
                MUL => rule::Mul::value([a, b()], 0),
                DIV => rule::Div::value([a, b()], 0),
                NEG => rule::Neg::value([a], 0),
                _ => self.function(step, values, args).unwrap_or_else(|| {
                    fault = fault.or(Some(j));
                    f64::NAN
                }),
            };
            values[first + j] = value;
        }
        fault
    }

    /// The value of an instruction of any function.
    #[inline(never)]
    fn function(&self, step: &Step, values: &[f64], room: &mut Vec<f64>) -> Option<f64> {
        let (function, args, n) = self.call(step);
        let mut few = [0.0; 3];
        if args.len() <= 3 {
            for (x, &id) in few.iter_mut().zip(args) {
                *x = values[id as usize];
            }
            return function.value(&few[..args.len()], n);
        }
        room.clear();
        room.extend(args.iter().map(|&id| values[id as usize]));
        function.value(room, n)
    }

    #[cold]
    fn broken(&self, j: usize) -> Error {
        let (function, ..) = self.call(&self.steps[j]);
        let requires = function.op().map_or("", |op| op.row().requires);
        Error::Precondition { at: self.first() + j, function: function.name(), requires }
    }
}
