//! Constant folding.

use super::rebuild;
use crate::error::Error;
use crate::program::Program;

impl Program {
    /// With functions of constants computed, by the same code that would run them.
    ///
    /// # Errors
    /// [`Error::TooLarge`], which a pass of a program that exists does not give.
    pub fn folded(&self) -> Result<Program, Error> {
        let mut values = Vec::new();
        rebuild(
            self,
            |_| true,
            |arena, function, args, n| {
                values.clear();
                values.extend(args.iter().map_while(|&a| arena.known(a)));
                let folded = if values.len() == args.len() { function.value(&values, n) } else { None };
                match folded {
                    Some(value) => arena.constant(value),
                    None => arena.push(function, args, n),
                }
            },
        )
    }
}
