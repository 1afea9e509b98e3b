//! Passes: programs made smaller. Each gives a new program that computes the same bits, but for the one that says so.

mod dead;
mod fold;
mod share;
mod simplify;

use crate::arena::{Arena, Id};
use crate::error::Error;
use crate::function::Function;
use crate::identities::{EXACT, fold, simplest};
use crate::program::Program;
use share::exchanged;

/// A program again, instruction by instruction, as `make` makes them; equal ones become one, and guards stay.
fn rebuild(program: &Program, mut make: impl FnMut(&mut Arena, &Function, &[Id], i32) -> Id) -> Result<Program, Error> {
    let mut arena = Arena::with_room(program.inputs, program.steps.len(), program.constants.len());
    let mut ids: Vec<Id> = (0..program.inputs).map(Id::input).collect();
    ids.extend(program.constants.iter().map(|&c| arena.constant(c)));
    let mut guards = program.guards.iter().peekable();
    let mut operands = Vec::new();
    for (j, step) in program.steps.iter().enumerate() {
        while let Some(guard) = guards.next_if(|g| g.at <= j) {
            arena.guard(guard, ids[guard.a as usize], ids[guard.b as usize]);
        }
        operands.clear();
        operands.extend(program.reads(step).iter().map(|&a| ids[a as usize]));
        if let Some((called, element)) = program.element(step) {
            if element == 0 {
                ids.extend(arena.push_call(&called.operation, &operands));
            }
            continue;
        }
        let (function, _, n) = program.call(step);
        let id = make(&mut arena, function, &operands, n);
        ids.push(id);
    }
    guards.for_each(|guard| arena.guard(guard, ids[guard.a as usize], ids[guard.b as usize]));
    let outputs: Vec<Id> = program.outputs.iter().map(|&id| ids[id as usize]).collect();
    arena.finish(&outputs).ok_or(Error::TooLarge)
}

impl Program {
    /// The program after all passes that keep every bit: constants folded, equal operations shared,
    /// identities applied, dead code dropped.
    ///
    /// # Errors
    /// [`Error::TooLarge`], which a pass of a program that exists does not give.
    ///
    /// ```
    /// use program::Program;
    /// let f = Program::record(2, |x| {
    ///     let _unused = x[1] * x[1];
    ///     vec![x[0] * 1.0 - 0.0 + -x[1]]
    /// })?;
    /// let g = f.optimised()?;
    /// assert_eq!((f.len(), g.len()), (5, 1));
    /// assert_eq!(g.eval(&[3.0, 2.0])?, [1.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn optimised(&self) -> Result<Program, Error> {
        let program = rebuild(self, |arena, function, args, n| {
            let known = fold(arena, function, args, n).or_else(|| exchanged(arena, function, args));
            known.unwrap_or_else(|| simplest(arena, EXACT, function, args, n))
        });
        Ok(program?.without_dead_code())
    }
}
