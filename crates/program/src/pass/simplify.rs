//! The identities that keep every bit, applied.

use super::rebuild;
use crate::arena::{Arena, Id};
use crate::error::Error;
use crate::function::Function;
use crate::identities::{Rewritten, rewrite};
use crate::program::Program;

impl Program {
    /// With the identities applied that keep every bit, signed zeros included: x*1, x - 0.0, x + -0.0, -(-x) and more.
    ///
    /// # Errors
    /// [`Error::TooLarge`], which a pass of a program that exists does not give.
    pub fn simplified(&self) -> Result<Program, Error> {
        rebuild(self, simplify)
    }
}

/// The instruction in its simplest form.
pub(super) fn simplify(arena: &mut Arena, function: &Function, args: &[Id], n: i32) -> Id {
    match rewrite(arena, function, args, n) {
        Rewritten::To(id) => id,
        Rewritten::Not => arena.push(function, args, n),
    }
}
