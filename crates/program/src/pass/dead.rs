//! Dead code: what neither an output nor a guard needs.

use super::rebuild;
use crate::error::Error;
use crate::program::Program;

impl Program {
    /// Without the instructions that neither an output nor a guard needs.
    ///
    /// What a precondition would have stopped is computed no more where nothing needs it.
    ///
    /// # Errors
    /// [`Error::TooLarge`], which a pass of a program that exists does not give.
    pub fn without_dead_code(&self) -> Result<Program, Error> {
        let mut needed = vec![false; self.values()];
        let roots = self.outputs.iter().copied().chain(self.guards.iter().flat_map(|g| [g.a, g.b]));
        roots.for_each(|id| needed[id as usize] = true);
        for (j, step) in self.steps.iter().enumerate().rev() {
            if needed[self.first() + j] {
                let (_, args, _) = self.call(step);
                args.iter().for_each(|&a| needed[a as usize] = true);
            }
        }
        rebuild(self, |id| needed[id], |arena, function, args, n| arena.push(function, args, n))
    }
}
