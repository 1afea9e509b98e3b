//! The table of identities, applied to programs that grow.

use crate::arena::{Arena, Id};
use crate::function::Function;
use rules::Op;
use rules::identities::{CHEAPER, FASTER, Identities, Instructions, LOOSE, ORDERLY, SHORTER, rewrite};

/// The identities that keep every bit.
pub(crate) const EXACT: &[&Identities] = &[&SHORTER, &CHEAPER];

/// These, and those that may change the rounding.
pub(crate) const ALL: &[&Identities] = &[&FASTER, &LOOSE, &SHORTER, &CHEAPER, &ORDERLY];

/// An instruction in its simplest form by these identities.
#[inline]
pub(crate) fn simplest(
    arena: &mut Arena,
    sets: &'static [&'static Identities],
    function: &Function,
    args: &[Id],
    n: i32,
) -> Id {
    let rewritten = match function.op() {
        Some(op) => rewrite(&mut Growing { arena, sets }, sets, op, args, n),
        None => None,
    };
    rewritten.unwrap_or_else(|| arena.push(function, args, n))
}

/// The value of a function of constants; none where an argument is no constant, or the precondition is broken.
pub(crate) fn fold(arena: &mut Arena, function: &Function, args: &[Id], n: i32) -> Option<Id> {
    let (mut few, mut many) = ([0.0; 3], Vec::new());
    let values = match few.get_mut(..args.len()) {
        Some(few) => few,
        None => {
            many.resize(args.len(), 0.0);
            &mut many[..]
        }
    };
    for (value, &arg) in values.iter_mut().zip(args) {
        *value = arena.known(arg)?;
    }
    Some(arena.constant(function.value(values, n)?))
}

struct Growing<'a> {
    arena: &'a mut Arena,
    sets: &'static [&'static Identities],
}

impl Instructions for Growing<'_> {
    type Id = Id;

    fn known(&self, id: Id) -> Option<f64> {
        self.arena.known(id)
    }

    fn instruction(&self, id: Id) -> Option<(Op, [Id; 3], i32)> {
        self.arena.instruction(id)
    }

    fn same(&self, a: Id, b: Id) -> bool {
        a == b
    }

    fn constant(&mut self, c: f64) -> Id {
        self.arena.constant(c)
    }

    fn apply(&mut self, op: Op, args: &[Id], n: i32) -> Id {
        let function = Function::table(op);
        match fold(self.arena, function, args, n) {
            Some(id) => id,
            None => simplest(self.arena, self.sets, function, args, n),
        }
    }
}
