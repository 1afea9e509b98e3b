//! Identities that keep every bit, signed zeros and infinities included.
//!
//! `x + 0.0` is not among them (it makes 0.0 of -0.0), nor is anything that rounds differently. Any NaN counts as equal
//! to any other.

use crate::arena::{Arena, Id};
use crate::function::Function;
use rules::Op;

/// What an instruction can be replaced by.
pub(crate) enum Rewritten {
    /// A value that is there already, or a simpler instruction that has been made.
    To(Id),
    /// Nothing simpler.
    Not,
}

/// Looks an instruction up in the table of identities.
pub(crate) fn rewrite(arena: &mut Arena, function: &Function, args: &[Id], n: i32) -> Rewritten {
    let Some(op) = function.op() else { return Rewritten::Not };
    let known = |arena: &Arena, i: usize| args.get(i).and_then(|&id| arena.known(id));
    let (a, b) = (known(arena, 0), known(arena, 1));
    let is = |x: Option<f64>, c: f64| x.is_some_and(|x| x.to_bits() == c.to_bits());
    let negated = |arena: &Arena, i: usize| match args.get(i).and_then(|&id| arena.instruction(id)) {
        Some((code, [inner, ..])) if code == Op::Neg as u32 => Some(inner),
        _ => None,
    };
    let push = |arena: &mut Arena, op: Op, args: &[Id]| Rewritten::To(arena.push(Function::table(op), args, 0));
    match op {
        Op::Add if is(b, -0.0) => Rewritten::To(args[0]),
        Op::Add if is(a, -0.0) => Rewritten::To(args[1]),
        Op::Sub if is(b, 0.0) => Rewritten::To(args[0]),
        Op::Mul | Op::Div if is(b, 1.0) => Rewritten::To(args[0]),
        Op::Mul if is(a, 1.0) => Rewritten::To(args[1]),
        Op::Mul | Op::Div if is(b, -1.0) => negative(arena, args[0]),
        Op::Mul if is(a, -1.0) => negative(arena, args[1]),
        Op::Sub if is(a, -0.0) => negative(arena, args[1]),
        Op::Neg => match negated(arena, 0) {
            Some(inner) => Rewritten::To(inner),
            None => Rewritten::Not,
        },
        Op::Add => match (negated(arena, 0), negated(arena, 1)) {
            (_, Some(y)) => push(arena, Op::Sub, &[args[0], y]),
            (Some(x), _) => push(arena, Op::Sub, &[args[1], x]),
            _ => Rewritten::Not,
        },
        Op::Sub => match negated(arena, 1) {
            Some(y) => push(arena, Op::Add, &[args[0], y]),
            None => Rewritten::Not,
        },
        Op::Mul | Op::Div => match (negated(arena, 0), negated(arena, 1)) {
            (Some(x), Some(y)) => push(arena, op, &[x, y]),
            _ => Rewritten::Not,
        },
        Op::Powi if n == 1 => Rewritten::To(args[0]),
        Op::Select => match a {
            Some(c) => Rewritten::To(args[if c != 0.0 { 1 } else { 2 }]),
            None if args[1] == args[2] => Rewritten::To(args[1]),
            None => Rewritten::Not,
        },
        Op::Max | Op::Min if args[0] == args[1] => Rewritten::To(args[0]),
        Op::Abs => match negated(arena, 0) {
            Some(inner) => push(arena, Op::Abs, &[inner]),
            None => Rewritten::Not,
        },
        _ => Rewritten::Not,
    }
}

/// -x, in the simplest form.
fn negative(arena: &mut Arena, x: Id) -> Rewritten {
    let function = Function::table(Op::Neg);
    match rewrite(arena, function, &[x], 0) {
        Rewritten::Not => match arena.known(x) {
            Some(c) => Rewritten::To(arena.constant(-c)),
            None => Rewritten::To(arena.push(function, &[x], 0)),
        },
        to => to,
    }
}
