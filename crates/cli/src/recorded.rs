//! A program recorded at a point, its operations in the order and with the names of a textbook.

use crate::args::{Question, Shown, Size};
use crate::failure::{Failure, tell};
use crate::met::{Lookout, Meetings};
use crate::number;
use crate::problem::{Problem, constant, given, position};
use lang::Workspace;
use wengert::program::graph::Dependence;
use wengert::program::{Answer, Error, Graph, Guard, Instruction, Node, Program, Test};

/// The letters that operations are numbered with, and those for results; the first that no input uses.
const OPERATIONS: [&str; 5] = ["v", "w", "u", "t", "s"];
const RESULTS: [&str; 5] = ["y", "z", "f", "r", "q"];

/// A program at a point, operation by operation.
pub(crate) struct Recorded {
    pub(crate) problem: Problem,
    /// The point.
    pub(crate) x: Vec<f64>,
    /// The operations, by how many others each waits for.
    pub(crate) program: Program,
    /// The names of the operations, in their order.
    names: Vec<String>,
    /// What the results are called.
    pub(crate) results: Vec<String>,
    /// The comparisons that steered the recording, in words.
    pub(crate) guards: Vec<String>,
}

/// Which derivatives are wanted.
#[derive(Debug, PartialEq)]
pub(crate) enum Sweep {
    /// Along a direction: a seed for each input.
    Forward(Vec<f64>),
    /// Of a weighted sum: a weight for each result.
    Reverse(Vec<f64>),
}

impl Recorded {
    /// Runs the program of the arguments at their point, and keeps what it did.
    ///
    /// # Errors
    /// If there are more operations than are wanted, besides what is wrong with the program.
    pub(crate) fn at_point(question: &Question, size: Size) -> Result<Recorded, Failure> {
        let (problem, x) = Problem::at_point(question, None)?;
        Recorded::of(problem, x, size)
    }

    /// Runs a program at a point, and keeps what it did.
    ///
    /// # Errors
    /// As [`at_point`](Recorded::at_point).
    pub(crate) fn of(problem: Problem, x: Vec<f64>, size: Size) -> Result<Recorded, Failure> {
        let limits = size.limits(problem.limits);
        let mut failed = None;
        let recorded = Program::record_at(&x, |inputs| {
            let mut outputs = vec![Node::from(0.0); problem.program.outputs()];
            let ran = problem.program.eval_into(inputs, &limits, &mut Workspace::new(), &mut outputs);
            failed = ran.err();
            outputs
        });
        if let Some(e) = failed {
            return Err(size.explain(&e, problem.limits).unwrap_or_else(|| problem.failure(&e)));
        }
        // A table shows functions of numbers.
        let recorded = recorded.and_then(|recorded| recorded.apart_at(&x)).map_err(wrong)?;
        size.admits(recorded.len(), "the program", "")?;
        let order = by_level(&recorded);
        let program = reordered(&recorded, &order, &x).map_err(wrong)?;

        let inputs = problem.program.inputs();
        let names = numbered(&OPERATIONS, order.len(), inputs);
        let results = result_names(&problem.program);
        let first = recorded.values() - recorded.len();
        let mut of_id: Vec<String> = recorded.instructions().map(|i| operand_name(i, inputs)).collect();
        for (name, &id) in names.iter().zip(&order) {
            of_id[id as usize].clone_from(name);
        }
        debug_assert_eq!(of_id.len(), first + order.len());
        let guards = recorded.guards().iter().map(|guard| describe(guard, &of_id)).collect();
        Ok(Recorded { problem, x, program, names, results, guards })
    }

    /// The graph, with the names.
    pub(crate) fn graph(&self) -> Result<Graph<'_>, Failure> {
        let graph = self.program.graph(&self.x).map_err(wrong)?.with_names(self.problem.program.inputs());
        let first = (self.program.values() - self.program.len()) as u32;
        let constants = self.problem.program.inputs().len() as u32..first;
        let named = (first..).zip(&self.names).fold(graph, |graph, (id, name)| graph.with_name(id, name));
        Ok(constants.fold(named, |graph, id| match self.program.instruction(id) {
            Instruction::Constant(c) => graph.with_name(id, number::text(c)),
            _ => graph,
        }))
    }

    /// The sweep that the arguments ask for; says which results it leaves out.
    pub(crate) fn sweep(&self, shown: &Shown) -> Result<Sweep, Failure> {
        let inputs = self.problem.program.inputs();
        let m = self.results.len();
        if let Some(name) = &shown.wrt {
            let by = position(inputs, name.trim(), "--wrt")?;
            return Ok(Sweep::Forward((0..inputs.len()).map(|i| f64::from(u8::from(i == by))).collect()));
        }
        if let Some(direction) = &shown.direction {
            let mut seeds = vec![None; inputs.len()];
            let direction: Vec<&str> = direction.iter().map(String::as_str).collect();
            for seed in given(&direction)? {
                let i = position(inputs, seed.name, "--direction")?;
                if seeds[i].replace(seed.value).is_some() {
                    return Err(Failure::Usage(format!("--direction names `{}` twice", seed.name)));
                }
            }
            return Ok(Sweep::Forward(seeds.into_iter().map(|seed| seed.unwrap_or(0.0)).collect()));
        }
        match &shown.weights {
            Some(texts) => {
                let weights = texts.iter().map(|text| constant(text, text)).collect::<Result<Vec<f64>, _>>()?;
                if weights.len() != m {
                    let text = format!("the program has {m} results and there is a weight for {}", weights.len());
                    return Err(Failure::Usage(text));
                }
                Ok(Sweep::Reverse(weights))
            }
            None => {
                if m > 1 {
                    tell(format_args!(
                        "note: the derivatives are those of {}, the first of {m} results; --weights takes others",
                        self.results[0]
                    ));
                }
                Ok(Sweep::Reverse((0..m).map(|i| f64::from(u8::from(i == 0))).collect()))
            }
        }
    }

    /// What the run met on the way of a sweep.
    pub(crate) fn met(&self, sweep: &Sweep) -> Meetings {
        let not_zero = |weights: &[f64]| weights.iter().map(|&w| w != 0.0).collect();
        let lookout = match sweep {
            Sweep::Forward(seeds) => Lookout::by(&self.problem, not_zero(seeds)),
            Sweep::Reverse(weights) => Lookout::new(&self.problem).of(not_zero(weights)),
        };
        lookout.all(&self.x, false)
    }

    /// Which results have no derivative by which inputs, in words.
    pub(crate) fn independences(&self, graph: &Graph<'_>) -> Vec<String> {
        let mut said = Vec::new();
        for (i, input) in self.problem.program.inputs().iter().enumerate() {
            for (result, dependence) in self.results.iter().zip(graph.dependence(i)) {
                match dependence {
                    Dependence::Active => {}
                    Dependence::Absent => said.push(format!("{result} does not depend on {input}")),
                    Dependence::Flat => said.push(format!(
                        "{result} depends on {input} without a derivative: through steps, conditions or arms not taken"
                    )),
                }
            }
        }
        said
    }
}

/// What goes wrong with a program that was recorded at the very point.
pub(crate) fn wrong(e: Error) -> Failure {
    Failure::Program(format!("error: {e}"))
}

/// What the results of a program are called: as no variable is.
pub(crate) fn result_names(program: &lang::Program) -> Vec<String> {
    match program.outputs() {
        1 => vec![free_prefix(&RESULTS, program.inputs())],
        m => numbered(&RESULTS, m, program.inputs()),
    }
}

fn numbered(letters: &[&str], count: usize, inputs: &[String]) -> Vec<String> {
    let prefix = free_prefix(letters, inputs);
    (1..=count).map(|i| format!("{prefix}{i}")).collect()
}

/// A prefix such that no input is called by it alone or by it and a number.
fn free_prefix(letters: &[&str], inputs: &[String]) -> String {
    let taken = |prefix: &str| {
        let numbered = |name: &String| name.strip_prefix(prefix).is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
        inputs.iter().any(numbered)
    };
    let free = letters.iter().find(|letter| !taken(letter)).map(|letter| (*letter).to_owned());
    free.unwrap_or_else(|| {
        let mut prefix = format!("{}_", letters[0]);
        while taken(&prefix) {
            prefix.push('_');
        }
        prefix
    })
}

fn operand_name(instruction: Instruction<'_>, inputs: &[String]) -> String {
    match instruction {
        Instruction::Input(i) => inputs[i].clone(),
        Instruction::Constant(c) => number::text(c),
        _ => String::new(),
    }
}

/// The ids of the operations, those first that wait for the fewest others; among equals, as they were done.
fn by_level(program: &Program) -> Vec<u32> {
    let mut level = vec![0usize; program.values()];
    let mut order = Vec::with_capacity(program.len());
    for (id, instruction) in (0..).zip(program.instructions()) {
        if let Instruction::Apply { args, .. } = instruction {
            level[id as usize] = 1 + args.iter().map(|&a| level[a as usize]).max().unwrap_or(0);
            order.push(id);
        }
    }
    order.sort_by_key(|&id| level[id as usize]);
    order
}

/// The same operations in another order, without guards: at the point of the recording they hold.
fn reordered(program: &Program, order: &[u32], x: &[f64]) -> Result<Program, Error> {
    Program::record_at(x, |inputs| {
        let mut values: Vec<Node<'_>> = program
            .instructions()
            .map(|instruction| match instruction {
                Instruction::Input(i) => inputs[i],
                Instruction::Constant(c) => Node::from(c),
                _ => Node::from(f64::NAN),
            })
            .collect();
        for &id in order {
            if let Instruction::Apply { function, args, n } = program.instruction(id)
                && let Some(op) = function.op()
            {
                let args: Vec<Node<'_>> = args.iter().map(|&a| values[a as usize]).collect();
                values[id as usize] = op.apply(&args, n);
            }
        }
        program.outputs().iter().map(|&id| values[id as usize]).collect()
    })
}

fn describe(guard: &Guard, names: &[String]) -> String {
    let (a, b) = (&names[guard.a as usize], &names[guard.b as usize]);
    let answer = match guard.answer {
        _ if guard.test == Test::Value => return format!("{a} was taken as the number {b}"),
        Answer::Is(answer) => answer.to_string(),
        Answer::Ordering(order) => order.map_or_else(|| "unordered".to_owned(), |o| format!("{o:?}").to_lowercase()),
        _ => String::new(),
    };
    format!("{a} {} {b} was {answer}", guard.test.symbol())
}
