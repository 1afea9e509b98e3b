//! Common subexpressions: equal functions of equal arguments.

use super::rebuild;
use crate::error::Error;
use crate::program::Program;

impl Program {
    /// With equal functions of equal arguments computed once. A recording has none; a program that was loaded may.
    ///
    /// # Errors
    /// [`Error::TooLarge`], which a pass of a program that exists does not give.
    pub fn without_duplicates(&self) -> Result<Program, Error> {
        rebuild(self, |_| true, |arena, function, args, n| arena.push(function, args, n))
    }
}
