//! First derivatives of a program, at one point after another, in memory that is kept.

use crate::problem::Problem;
use lang::{Error, Workspace};
use std::fmt;
use wengert::{Adjoints, Dual, Mode, Tape, Var};

/// Outputs per sweep in reverse mode.
const SWEEP: usize = 4;

/// An engine with a program: called again and again, it allocates nothing after the first time.
pub(crate) trait Engine {
    /// Writes the m values at `x`, and the m x k derivatives by the k variables, row by row.
    fn run(&mut self, x: &[f64], values: &mut [f64], jacobian: &mut [f64]) -> Result<(), Error>;

    /// What the last run did.
    fn account(&self) -> Account;
}

/// What an engine did.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Account {
    /// Runs on duals with that many lanes.
    Forward { lanes: usize, runs: usize },
    /// A recording and sweeps over it.
    Reverse { statements: usize, bytes: usize, sweeps: usize },
}

impl Account {
    /// The engine's name.
    pub(crate) fn mode(&self) -> &'static str {
        match self {
            Account::Forward { .. } => "forward",
            Account::Reverse { .. } => "reverse",
        }
    }

    /// The account as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        match *self {
            Account::Forward { lanes, runs } => serde_json::json!({"mode": self.mode(), "lanes": lanes, "runs": runs}),
            Account::Reverse { statements, bytes, sweeps } => {
                serde_json::json!({"mode": self.mode(), "statements": statements, "bytes": bytes, "sweeps": sweeps})
            }
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Account::Forward { lanes, runs } => {
                write!(f, "forward mode, {} with {}", plural(runs, "run"), plural(lanes, "lane"))
            }
            Account::Reverse { statements, bytes, sweeps } => {
                let (statements, sweeps) = (plural(statements, "statement"), plural(sweeps, "sweep"));
                write!(f, "reverse mode, {statements} recorded in {bytes} bytes, {sweeps}")
            }
        }
    }
}

/// `1 run`, `2 runs`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The engine of this mode, or the one that suits the program; in reverse mode it records on `tape`.
pub(crate) fn engine<'a>(problem: &'a Problem, mode: Mode, tape: &'a Tape) -> Box<dyn Engine + 'a> {
    let (n, m) = (problem.wrt.len(), problem.program.outputs());
    match mode.choose(n, m) {
        Mode::Reverse => Box::new(Reverse::new(problem, tape)),
        _ => forward(problem),
    }
}

/// Duals with as many lanes as suit the program.
pub(crate) fn forward(problem: &Problem) -> Box<dyn Engine + '_> {
    match problem.wrt.len() {
        0..=2 => Box::new(Forward::<2>::new(problem)),
        3..=4 => Box::new(Forward::<4>::new(problem)),
        _ => Box::new(Forward::<8>::new(problem)),
    }
}

struct Forward<'a, const N: usize> {
    problem: &'a Problem,
    workspace: Workspace<Dual<f64, [f64; N]>>,
    inputs: Vec<Dual<f64, [f64; N]>>,
    outputs: Vec<Dual<f64, [f64; N]>>,
}

impl<'a, const N: usize> Forward<'a, N> {
    fn new(problem: &'a Problem) -> Self {
        let outputs = vec![Dual::fixed(0.0); problem.program.outputs()];
        Forward { problem, workspace: Workspace::new(), inputs: Vec::new(), outputs }
    }
}

impl<const N: usize> Engine for Forward<'_, N> {
    fn run(&mut self, x: &[f64], values: &mut [f64], jacobian: &mut [f64]) -> Result<(), Error> {
        let Problem { program, wrt, limits, .. } = self.problem;
        self.inputs.clear();
        self.inputs.extend(x.iter().map(|&x| Dual::fixed(x)));
        for first in (0..wrt.len().max(1)).step_by(N) {
            let lanes = &wrt[first..wrt.len().min(first + N)];
            for (k, &i) in lanes.iter().enumerate() {
                self.inputs[i] = Dual::lane(x[i], k);
            }
            program.eval_into(&self.inputs, limits, &mut self.workspace, &mut self.outputs)?;
            for (row, y) in self.outputs.iter().enumerate() {
                values[row] = y.value;
                jacobian[row * wrt.len() + first..][..lanes.len()].copy_from_slice(&y.tangent[..lanes.len()]);
            }
            for &i in lanes {
                self.inputs[i] = Dual::fixed(x[i]);
            }
        }
        Ok(())
    }

    fn account(&self) -> Account {
        Account::Forward { lanes: N, runs: self.problem.wrt.len().div_ceil(N).max(1) }
    }
}

struct Reverse<'a> {
    problem: &'a Problem,
    tape: &'a Tape,
    workspace: Workspace<Var<'a>>,
    inputs: Vec<Var<'a>>,
    outputs: Vec<Var<'a>>,
    one: Adjoints<f64>,
    several: Adjoints<f64, [f64; SWEEP]>,
}

impl<'a> Reverse<'a> {
    fn new(problem: &'a Problem, tape: &'a Tape) -> Self {
        let outputs = vec![Var::fixed(0.0); problem.program.outputs()];
        let (one, several) = (Adjoints::new(), Adjoints::new());
        Reverse { problem, tape, workspace: Workspace::new(), inputs: Vec::new(), outputs, one, several }
    }
}

impl Engine for Reverse<'_> {
    fn run(&mut self, x: &[f64], values: &mut [f64], jacobian: &mut [f64]) -> Result<(), Error> {
        let Problem { program, wrt, limits, .. } = self.problem;
        record(self.problem, x, self.tape, &mut self.inputs);
        program.eval_into(&self.inputs, limits, &mut self.workspace, &mut self.outputs)?;
        for (value, y) in values.iter_mut().zip(&self.outputs) {
            *value = y.inner();
        }
        if let [y] = self.outputs[..] {
            self.tape.adjoints_into(&[(y, 1.0)], &mut self.one);
            for (entry, &i) in jacobian.iter_mut().zip(wrt) {
                *entry = self.one.wrt(self.inputs[i]);
            }
            return Ok(());
        }
        for (rows, first) in self.outputs.chunks(SWEEP).zip((0..).step_by(SWEEP)) {
            let mut lanes = [Var::fixed(0.0); SWEEP];
            lanes[..rows.len()].copy_from_slice(rows);
            self.tape.adjoints_of_into(&lanes, &mut self.several);
            for (column, &i) in wrt.iter().enumerate() {
                let adjoints = self.several.wrt(self.inputs[i]);
                for (k, &entry) in adjoints[..rows.len()].iter().enumerate() {
                    jacobian[(first + k) * wrt.len() + column] = entry;
                }
            }
        }
        Ok(())
    }

    fn account(&self) -> Account {
        let statistics = self.tape.statistics();
        let sweeps = match self.outputs.len() {
            1 => 1,
            m => m.div_ceil(SWEEP),
        };
        Account::Reverse { statements: statistics.statements, bytes: statistics.bytes, sweeps }
    }
}

/// Starts a recording over: inputs on the tape for the variables, constants for the others.
pub(crate) fn record<'a>(problem: &Problem, x: &[f64], tape: &'a Tape, inputs: &mut Vec<Var<'a>>) {
    tape.restart();
    inputs.clear();
    inputs.extend(x.iter().map(|&x| Var::fixed(x)));
    for &i in &problem.wrt {
        inputs[i] = tape.var(x[i]);
    }
}
