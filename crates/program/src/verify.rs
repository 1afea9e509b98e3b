//! The way in for programs from outside: nothing that was read is a program before it has passed here.

use crate::arena::{Arena, Id};
use crate::error::Error;
use crate::function::Function;
use crate::guard::{Answer, Guard, Test};
use crate::operation::Operation;
use crate::program::Program;
use rules::Row;

/// A program that is being read. It grows by what has been read, never by what a file claims to hold.
///
/// Values have numbers in the order in which they are given: inputs first, then constants and calls as they come.
pub(crate) struct Draft {
    arena: Arena,
    ids: Vec<Id>,
}

/// More numbers than an operation gives that is read: no short file claims many.
const MOST: usize = 1 << 24;

/// Why something is refused, for people.
pub(crate) type Refusal = String;

impl Draft {
    pub(crate) fn new(inputs: usize) -> Draft {
        Draft { arena: Arena::new(inputs), ids: (0..inputs).map(Id::input).collect() }
    }

    /// A number; returns which value it is.
    pub(crate) fn constant(&mut self, c: f64) -> u32 {
        let id = self.arena.constant(c);
        self.number(id)
    }

    /// A function of values that are there, with its integer parameter if it takes one; returns which value it is.
    pub(crate) fn call(&mut self, function: &Function, args: &[u32], n: Option<i32>) -> Result<u32, Refusal> {
        // A user's rule may take one or not.
        if function.op().is_some() && n.is_some() != function.family() {
            let wants = if function.family() { "wants an integer after a `;`" } else { "takes no integer" };
            return Err(format!("`{}` {wants}", function.name()));
        }
        if args.len() != function.arity() {
            return Err(format!("`{}` takes {} arguments, not {}", function.name(), function.arity(), args.len()));
        }
        let args = args.iter().map(|&a| self.id(a)).collect::<Result<Vec<_>, _>>()?;
        let id = self.arena.push(function, &args, n.unwrap_or(0));
        Ok(self.number(id))
    }

    /// An operation on lists of values that are there, one after the other; returns the first of the values that it gives, which
    /// have numbers in a row.
    pub(crate) fn call_operation(&mut self, operation: &Operation, operands: &[u32]) -> Result<u32, Refusal> {
        let wanted = operation.inputs().iter().try_fold(0usize, |sum, &len| sum.checked_add(len));
        if wanted != Some(operands.len()) {
            return Err(format!(
                "`{}` takes {:?} numbers, not {}",
                operation.name(),
                operation.inputs(),
                operands.len()
            ));
        }
        if operation.outputs() > MOST {
            return Err(format!("`{}` gives {} numbers, which are too many", operation.name(), operation.outputs()));
        }
        let operands = operands.iter().map(|&a| self.id(a)).collect::<Result<Vec<_>, _>>()?;
        let first = self.ids.len() as u32;
        let elements = self.arena.push_call(operation, &operands);
        self.ids.extend(elements);
        Ok(first)
    }

    /// A test of values that are there, with the answer that it had.
    pub(crate) fn guard(&mut self, test: Test, a: u32, b: u32, answer: Answer) -> Result<(), Refusal> {
        match (test, answer) {
            (Test::Order, Answer::Is(_)) => return Err("an order is less, equal, greater or unordered".to_owned()),
            (Test::Order, Answer::Ordering(_)) | (_, Answer::Is(_)) => {}
            (_, Answer::Ordering(_)) => return Err(format!("`{}` is true or false", test.symbol())),
        }
        let (a, b) = (self.id(a)?, self.id(b)?);
        self.arena.guard(&Guard { test, a: 0, b: 0, answer, at: 0, location: None }, a, b);
        Ok(())
    }

    /// The program with these values as its outputs.
    pub(crate) fn finish(self, outputs: &[u32]) -> Result<Program, Error> {
        let outputs = outputs.iter().map(|&y| self.id(y)).collect::<Result<Vec<_>, _>>();
        let outputs = outputs.map_err(|message| Error::Invalid { line: 0, message })?;
        self.arena.finish(&outputs).ok_or(Error::TooLarge)
    }

    fn number(&mut self, id: Id) -> u32 {
        self.ids.push(id);
        (self.ids.len() - 1) as u32
    }

    fn id(&self, value: u32) -> Result<Id, Refusal> {
        let missing = || format!("value {value} is read before it is there: {} are", self.ids.len());
        self.ids.get(value as usize).copied().ok_or_else(missing)
    }
}

/// The function of that name: one of the given ones, else of the table, or of complex numbers.
pub(crate) fn function(name: &str, given: &[Function]) -> Result<Function, Refusal> {
    let own = given.iter().find(|function| function.name() == name).copied();
    let found = own.or_else(|| Row::find(name).map(|row| *Function::table(row.op)));
    let found = found.or_else(|| Function::complex().iter().find(|function| function.name() == name).copied());
    found.ok_or_else(|| format!("there is no function `{name}`"))
}

/// The operation of that name with these parameters.
pub(crate) fn operation(name: &str, parameters: &[f64]) -> Result<Operation, Refusal> {
    let unknown = || {
        format!(
            "there is no operation `{name}` with the parameters {parameters:?}; one of your own cannot be read: record again"
        )
    };
    Operation::find(name, parameters).ok_or_else(unknown)
}
