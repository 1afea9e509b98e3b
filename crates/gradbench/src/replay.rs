//! What the engine `program` keeps between runs: the function, recorded once.

use wengert::program::{Error, Node, Program, Workspace};

/// A recorded program and its memory, made again where the function takes another branch.
#[derive(Default)]
pub(crate) struct Replay {
    program: Option<Program>,
    workspace: Workspace,
    /// The constants that the recording holds.
    constants: Vec<f64>,
}

impl Replay {
    /// Itself, with a function to record.
    pub(crate) fn of<F>(&mut self, f: F) -> (&mut Replay, F)
    where
        F: for<'p> Fn(&[Node<'p>]) -> Node<'p>,
    {
        (self, f)
    }

    /// The value of `f` at `x`, and its gradient into `gradient`.
    pub(crate) fn gradient<F>(&mut self, x: &[f64], gradient: &mut [f64], f: F) -> f64
    where
        F: for<'p> Fn(&[Node<'p>]) -> Node<'p>,
    {
        let run = |program: &Program, workspace: &mut Workspace, gradient: &mut [f64]| {
            program.value_and_gradient_into(x, workspace, gradient)
        };
        let make = || Program::record_at(x, |x| vec![f(x)]);
        self.run(gradient, &[], make, run).unwrap_or(f64::NAN)
    }

    /// What the program that `make` makes of a recording computes at `x`, into `results`; `constants` are what `f` knows
    /// beside its arguments.
    pub(crate) fn outputs<F>(
        &mut self,
        x: &[f64],
        results: &mut [f64],
        constants: &[f64],
        make: fn(Program) -> Result<Program, Error>,
        f: F,
    ) where
        F: for<'p> Fn(&[Node<'p>]) -> Vec<Node<'p>>,
    {
        let run = |program: &Program, workspace: &mut Workspace, results: &mut [f64]| {
            // A product with a direction has it behind the arguments.
            let ones = vec![1.0; program.inputs() - x.len()];
            program.eval_into(&[x, &ones].concat(), workspace, results)
        };
        self.run(results, constants, || make(Program::record_at(x, &f)?), run);
    }

    /// The Jacobian of `f` at `x`, which has so many outputs, row by row: a product with each unit vector.
    pub(crate) fn by_columns<F>(&mut self, x: &[f64], outputs: usize, f: F) -> Vec<f64>
    where
        F: for<'p> Fn(&[Node<'p>]) -> Vec<Node<'p>>,
    {
        let n = x.len();
        let (mut jacobian, mut results) = (vec![0.0; outputs * n], vec![0.0; 2 * outputs]);
        let mut arguments = [x, &vec![0.0; n]].concat();
        for j in 0..n {
            arguments[n + j] = 1.0;
            let run = |program: &Program, workspace: &mut Workspace, results: &mut [f64]| {
                program.eval_into(&arguments, workspace, results)
            };
            self.run(&mut results, &[], || Program::record_at(x, &f)?.jvp(), run);
            arguments[n + j] = 0.0;
            for (row, entry) in jacobian.chunks_exact_mut(n).zip(&results[outputs..]) {
                row[j] = *entry;
            }
        }
        jacobian
    }

    /// The derivative of `f` at `x` along a direction.
    pub(crate) fn along<F>(&mut self, x: &[f64], direction: &[f64], f: F) -> f64
    where
        F: for<'p> Fn(&[Node<'p>]) -> Node<'p>,
    {
        let run = |program: &Program, workspace: &mut Workspace, results: &mut [f64]| {
            program.eval_into(&[x, direction].concat(), workspace, results)
        };
        let make = || Program::record_at(x, |x| vec![f(x)])?.jvp();
        let mut results = [0.0; 2];
        self.run(&mut results, &[], make, run);
        results[1]
    }

    /// Runs the kept program; a new one where there is none, or where it holds no longer. What cannot be computed is NaN.
    fn run<R>(
        &mut self,
        results: &mut [f64],
        constants: &[f64],
        make: impl Fn() -> Result<Program, Error>,
        run: impl Fn(&Program, &mut Workspace, &mut [f64]) -> Result<R, Error>,
    ) -> Option<R> {
        if let Some(program) = self.program.as_ref().filter(|_| self.constants == constants)
            && let Ok(done) = run(program, &mut self.workspace, results)
        {
            return Some(done);
        }
        self.constants = constants.to_vec();
        self.program = make().ok();
        let done = self.program.as_ref().and_then(|program| run(program, &mut self.workspace, results).ok());
        if done.is_none() {
            results.fill(f64::NAN);
        }
        done
    }
}
