//! Common subexpressions.

use super::rebuild;
use crate::arena::{Arena, Id};
use crate::error::Error;
use crate::function::Function;
use crate::program::Program;
use rules::Op;

impl Program {
    /// With equal operations performed once, a sum or a product with its operands exchanged included: it has the same
    /// bits. Which of two NaN comes through may change.
    ///
    /// A program holds no operation twice; but with their operands exchanged it may.
    ///
    /// # Errors
    /// [`Error::TooLarge`], which a pass of a program that exists does not give.
    ///
    /// ```
    /// use program::Program;
    /// let f = Program::record(2, |x| vec![(x[0] * x[1]) - (x[1] * x[0])])?;
    /// assert_eq!((f.len(), f.shared()?.len()), (3, 2));
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn shared(&self) -> Result<Program, Error> {
        rebuild(self, |arena, function, args, n| {
            exchanged(arena, function, args).unwrap_or_else(|| arena.push(function, args, n))
        })
    }
}

/// The sum or product with its operands exchanged, if it is there.
pub(super) fn exchanged(arena: &Arena, function: &Function, args: &[Id]) -> Option<Id> {
    match (function.op(), args) {
        (Some(Op::Add | Op::Mul), &[a, b]) => arena.find(function, &[b, a]),
        _ => None,
    }
}
