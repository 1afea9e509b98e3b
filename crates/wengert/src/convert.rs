//! Formulas and programs made of each other, behind the feature `symbolic`.
//!
//! A recorded program can be read as formulas, simplified, printed as LaTeX; a formula, or the derivative of one, can be
//! run a million times as a program. Both ways sharing is kept and values keep every bit.

use program::{Instruction, Program};
use rules::Number;
use std::fmt;
use symbolic::{Expr, Graph};

/// Why formulas and programs could not be made of each other.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The program follows one branch, which a formula would not say.
    Guarded {
        /// How many comparisons steered its recording.
        guards: usize,
    },
    /// Not as many inputs as the program has.
    Inputs {
        /// How many the program has.
        wanted: usize,
        /// How many are given.
        found: usize,
    },
    /// The program calls an operation on matrices, which is no formula.
    Matrices {
        /// The operation.
        operation: &'static str,
    },
    /// A function of the user's, whose rule is known on plain numbers and on the numbers of its own side alone.
    UserFunction {
        /// Its name.
        name: &'static str,
    },
    /// The formulas do not run.
    Formula(symbolic::Error),
    /// They make no program.
    Program(program::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Guarded { guards } => {
                write!(
                    f,
                    "the program holds on one branch only, by {guards} comparisons: let `select` record both arms"
                )
            }
            Error::Inputs { wanted, found } => write!(f, "the program has {wanted} inputs, not {found}"),
            Error::Matrices { operation } => write!(
                f,
                "`{operation}` works on whole matrices and is no formula: take the program apart with `apart_at` first"
            ),
            Error::UserFunction { name } => write!(f, "the rule of `{name}` cannot be carried over"),
            Error::Formula(error) => error.fmt(f),
            Error::Program(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// The outputs of a program as formulas of its inputs.
///
/// What the program shares the formulas share; identities that keep every bit are applied. Cost: linear in the program.
///
/// # Errors
/// If comparisons steered the recording, there are not as many inputs as the program has, or it calls a function of
/// the user's.
///
/// ```
/// use wengert::{convert, program::Program, symbolic::Graph, Functions};
/// let f = Program::record(2, |x| vec![x[0] * x[1] + x[0].sin()])?;
/// let graph = Graph::new();
/// let (x, y) = (graph.variable("x"), graph.variable("y"));
/// let z = convert::formulas_of_program(&f, &[x, y])?[0];
/// assert_eq!(z.to_string(), "x*y + sin(x)");
/// assert_eq!(z.derivative(x)?.to_string(), "y + cos(x)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn formulas_of_program<'g>(program: &Program, inputs: &[Expr<'g>]) -> Result<Vec<Expr<'g>>, Error> {
    if !program.guards().is_empty() {
        return Err(Error::Guarded { guards: program.guards().len() });
    }
    if inputs.len() != program.inputs() {
        return Err(Error::Inputs { wanted: program.inputs(), found: inputs.len() });
    }
    let mut values: Vec<Expr<'g>> = Vec::with_capacity(program.values());
    let mut operands = Vec::new();
    for instruction in program.instructions() {
        let value = match instruction {
            Instruction::Input(i) => inputs[i],
            Instruction::Constant(c) => Expr::constant(c),
            Instruction::Apply { function, args, n } => {
                let op = function.op().ok_or(Error::UserFunction { name: function.name() })?;
                operands.clear();
                operands.extend(args.iter().map(|&a| values[a as usize]));
                op.apply(&operands, n)
            }
            Instruction::Element { operation, .. } => {
                return Err(Error::Matrices { operation: operation.name() });
            }
            _ => return Err(Error::UserFunction { name: "an instruction of another kind" }),
        };
        values.push(value);
    }
    Ok(program.outputs().iter().map(|&id| values[id as usize]).collect())
}

/// A program that computes formulas of one graph; its inputs are the graph's variables, in their order.
///
/// What formulas share is computed once. Cost: linear in the graph.
///
/// # Errors
/// If the formulas contain a function of the user's, or make a program that is too large.
///
/// # Panics
/// If a formula lives in another graph.
///
/// ```
/// use wengert::{convert, symbolic::Graph, Functions};
/// let graph = Graph::new();
/// let (x, y) = (graph.variable("x"), graph.variable("y"));
/// let z = x * y + x.sin();
/// let program = convert::program_of_formulas(&graph, &z.gradient(&[x, y])?)?;
/// assert_eq!(program.eval(&[0.5, 4.2])?, [5.077582561890373, 0.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[track_caller]
pub fn program_of_formulas(graph: &Graph, formulas: &[Expr<'_>]) -> Result<Program, Error> {
    let mut failed = None;
    let program = Program::build(graph.variables().len(), |x| {
        graph.run(formulas, x).unwrap_or_else(|error| {
            failed = Some(error);
            Vec::new()
        })
    });
    match failed {
        Some(symbolic::Error::UserFunction { name }) => Err(Error::UserFunction { name }),
        Some(error) => Err(Error::Formula(error)),
        None => program.map_err(Error::Program),
    }
}
