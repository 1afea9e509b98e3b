//! Constant folding.

use super::rebuild;
use crate::arena::{Arena, Id};
use crate::error::Error;
use crate::function::Function;
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

/// The value of a function of constants; none where an argument is no constant, or the precondition is broken.
pub(super) fn fold(arena: &mut Arena, function: &Function, args: &[Id], n: i32) -> Option<Id> {
    if args.iter().any(|&a| arena.known(a).is_none()) {
        return None;
    }
    let values: Vec<f64> = args.iter().filter_map(|&a| arena.known(a)).collect();
    Some(arena.constant(function.value(&values, n)?))
}
