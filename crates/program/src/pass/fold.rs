//! Constant folding.

use super::rebuild;
use crate::error::Error;
use crate::identities::fold;
use crate::program::Program;

impl Program {
    /// With functions of constants computed, by the same code that would run them.
    ///
    /// # Errors
    /// [`Error::TooLarge`], which a pass of a program that exists does not give.
    pub fn folded(&self) -> Result<Program, Error> {
        rebuild(self, |arena, function, args, n| match fold(arena, function, args, n) {
            Some(id) => id,
            None => arena.push(function, args, n),
        })
    }
}
