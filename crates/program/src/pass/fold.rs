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
    ///
    /// ```
    /// // 2^10 is computed by what runs the program unless it is folded.
    /// let f = program::Program::parse("program(x0)\nv0 = powi(2; 10)\nv1 = x0 * v0\nreturn v1")?;
    /// assert_eq!((f.len(), f.folded()?.len()), (2, 1));
    /// assert_eq!(f.folded()?.eval(&[0.5])?, [512.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn folded(&self) -> Result<Program, Error> {
        rebuild(self, |arena, function, args, n| match fold(arena, function, args, n) {
            Some(id) => id,
            None => arena.push(function, args, n),
        })
    }
}
