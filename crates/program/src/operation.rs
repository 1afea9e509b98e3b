//! Operations on lists of numbers that a program calls: products of matrices, solutions of systems.

use crate::Node;
use core::fmt;
use linalg::{Visitor, find};
use rules::{ArrayRule, Shared};
use std::sync::Arc;

/// What a program asks of an operation, whichever it is; an error says in words what is wrong with the values.
trait Run: Send + Sync {
    fn name(&self) -> &'static str;
    fn parameters(&self) -> Option<Vec<f64>>;
    fn shares(&self) -> Option<String>;
    fn value(&self, x: &[&[f64]], shared: &mut Shared) -> Result<Vec<f64>, String>;
    fn pull_values(
        &self,
        x: &[&[f64]],
        y: &[f64],
        w: &[f64],
        wanted: &[bool],
        shared: &mut Shared,
    ) -> Result<Vec<Option<Vec<f64>>>, String>;
    fn push<'p>(&self, x: &[&[Node<'p>]], y: &[Node<'p>], dx: &[Option<&[Node<'p>]>]) -> Result<Vec<Node<'p>>, String>;
    fn pull<'p>(
        &self,
        x: &[&[Node<'p>]],
        y: &[Node<'p>],
        w: &[Node<'p>],
        wanted: &[bool],
    ) -> Result<Vec<Option<Vec<Node<'p>>>>, String>;
    fn apart<'p>(&self, x: &[&[Node<'p>]]) -> Result<Vec<Node<'p>>, String>;
}

fn said<T, E: fmt::Display>(found: Result<T, E>) -> Result<T, String> {
    found.map_err(|error| error.to_string())
}

impl<R: ArrayRule> Run for R {
    fn name(&self) -> &'static str {
        ArrayRule::name(self)
    }
    fn parameters(&self) -> Option<Vec<f64>> {
        ArrayRule::parameters(self)
    }
    fn shares(&self) -> Option<String> {
        ArrayRule::shares(self)
    }
    fn value(&self, x: &[&[f64]], shared: &mut Shared) -> Result<Vec<f64>, String> {
        said(self.sharing(shared).evaluate(x))
    }
    fn pull_values(
        &self,
        x: &[&[f64]],
        y: &[f64],
        w: &[f64],
        wanted: &[bool],
        shared: &mut Shared,
    ) -> Result<Vec<Option<Vec<f64>>>, String> {
        said(ArrayRule::pull(&self.sharing(shared), x, y, w, wanted))
    }
    fn push<'p>(&self, x: &[&[Node<'p>]], y: &[Node<'p>], dx: &[Option<&[Node<'p>]>]) -> Result<Vec<Node<'p>>, String> {
        said(ArrayRule::push(self, x, y, dx))
    }
    fn pull<'p>(
        &self,
        x: &[&[Node<'p>]],
        y: &[Node<'p>],
        w: &[Node<'p>],
        wanted: &[bool],
    ) -> Result<Vec<Option<Vec<Node<'p>>>>, String> {
        said(ArrayRule::pull(self, x, y, w, wanted))
    }
    fn apart<'p>(&self, x: &[&[Node<'p>]]) -> Result<Vec<Node<'p>>, String> {
        if R::ITERATES {
            return Err("it goes its way by iterations, which cannot be taken apart".to_owned());
        }
        said(self.elementwise(x))
    }
}

/// An operation from lists of numbers to one list that a program calls as one instruction: on matrices, say.
///
/// It is known by its name and its parameters, which for an operation of `linalg` are shapes and options; one of the user's
/// that states none is equal to itself alone.
///
/// ```
/// use linalg::Matrix;
/// use program::{Instruction, Program};
/// let f = Program::record(9, |x| {
///     let a = Matrix::from_vec(3, 3, x.to_vec());
///     vec![a.det()]
/// })?;
/// let operation = f.instructions().find_map(|instruction| match instruction {
///     Instruction::Element { operation, .. } => Some(operation),
///     _ => None,
/// });
/// let operation = operation.expect("a determinant");
/// assert_eq!((operation.name(), operation.parameters()), ("det", Some(&[3.0][..])));
/// assert_eq!((operation.inputs(), operation.outputs()), (&[9][..], 1));
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone)]
pub struct Operation {
    name: &'static str,
    parameters: Option<Vec<f64>>,
    inputs: Vec<usize>,
    outputs: usize,
    shares: Option<String>,
    run: Arc<dyn Run>,
}

impl Operation {
    /// The operation that a rule is, of lists of these lengths; none if it can be no instruction.
    pub(crate) fn of<R: ArrayRule>(rule: &R, inputs: Vec<usize>) -> Option<Operation> {
        let (rule, outputs) = rule.instruction()?;
        Some(Operation::made(Arc::new(rule), inputs, outputs))
    }

    fn made(run: Arc<dyn Run>, inputs: Vec<usize>, outputs: usize) -> Operation {
        let (name, parameters, shares) = (run.name(), run.parameters(), run.shares());
        Operation { name, parameters, inputs, outputs, shares, run }
    }

    /// The operation of that name with these parameters.
    pub(crate) fn find(name: &str, parameters: &[f64]) -> Option<Operation> {
        struct Make;
        impl Visitor for Make {
            type Found = Option<Operation>;
            fn visit<R: ArrayRule>(self, rule: R, inputs: &[usize], _: usize) -> Option<Operation> {
                Operation::of(&rule, inputs.to_vec())
            }
        }
        find(name, parameters, Make).flatten()
    }

    /// The name: of an operation of `linalg` as in its documentation, of another one the path of its type.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What makes it one of its kind: shapes as rows and columns, options as 0 and 1; none if that is not known.
    pub fn parameters(&self) -> Option<&[f64]> {
        self.parameters.as_deref()
    }

    /// How many numbers each of its inputs has.
    pub fn inputs(&self) -> &[usize] {
        &self.inputs
    }

    /// How many numbers it gives.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// What it makes of its first input and others use too, by its kind.
    pub(crate) fn shares(&self) -> Option<&str> {
        self.shares.as_deref()
    }

    pub(crate) fn value(&self, x: &[&[f64]], shared: &mut Shared) -> Result<Vec<f64>, String> {
        self.run.value(x, shared)
    }

    pub(crate) fn pull_values(
        &self,
        x: &[&[f64]],
        y: &[f64],
        w: &[f64],
        wanted: &[bool],
        shared: &mut Shared,
    ) -> Result<Vec<Option<Vec<f64>>>, String> {
        self.run.pull_values(x, y, w, wanted, shared)
    }

    pub(crate) fn push<'p>(
        &self,
        x: &[&[Node<'p>]],
        y: &[Node<'p>],
        dx: &[Option<&[Node<'p>]>],
    ) -> Result<Vec<Node<'p>>, String> {
        self.run.push(x, y, dx)
    }

    pub(crate) fn pull<'p>(
        &self,
        x: &[&[Node<'p>]],
        y: &[Node<'p>],
        w: &[Node<'p>],
        wanted: &[bool],
    ) -> Result<Vec<Option<Vec<Node<'p>>>>, String> {
        self.run.pull(x, y, w, wanted)
    }

    pub(crate) fn apart<'p>(&self, x: &[&[Node<'p>]]) -> Result<Vec<Node<'p>>, String> {
        self.run.apart(x)
    }

    /// A list of all inputs as one for each.
    pub(crate) fn parted<'a, T>(&self, all: &'a [T]) -> Vec<&'a [T]> {
        let mut rest = all;
        let part = |&len: &usize| {
            let (own, others) = rest.split_at(len);
            rest = others;
            own
        };
        self.inputs.iter().map(part).collect()
    }
}

impl PartialEq for Operation {
    fn eq(&self, other: &Operation) -> bool {
        let bits = |o: &Operation| Some(o.parameters.as_ref()?.iter().map(|p| p.to_bits()).collect::<Vec<_>>());
        match (bits(self), bits(other)) {
            (Some(a), Some(b)) => (self.name, a) == (other.name, b),
            (None, None) => Arc::ptr_eq(&self.run, &other.run),
            _ => false,
        }
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
