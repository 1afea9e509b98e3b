//! What operations cost, and saving what they give.

use crate::ir::Op;

/// What it costs to save a number and read it back.
pub(super) const SAVING: i64 = 4;

/// The same for a structure, whose size is not known.
pub(super) const SAVING_STRUCTURE: i64 = 16;

/// The same for a constant of a type of the user's, which is kept as it is; whether that may be copied is not known.
pub(super) const SAVING_OWN: i64 = 1 << 10;

/// The same for a constant: it is taken apart to a word and put together again.
pub(super) const SAVING_CONSTANT: i64 = 6;

/// What an operation costs, where saving a number and reading it back costs [`SAVING`].
pub(super) fn cost(op: &Op) -> i64 {
    match op {
        Op::Verbatim(code) => code.cost().max(1),
        Op::Int(int) => int.cost().max(1),
        Op::Bin('/' | '%', ..) => 6,
        Op::Fun(f, ..) => match f.row().name {
            "abs" | "max" | "min" | "relu" | "mul_add" | "recip" | "sqrt" => 4,
            "powi" => 3,
            _ => 20,
        },
        _ => 1,
    }
}
