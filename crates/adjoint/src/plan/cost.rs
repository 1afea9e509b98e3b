//! What operations cost, and saving what they give.

use crate::ir::Op;
use proc_macro2::{TokenStream, TokenTree};

/// What it costs to save a number and read it back.
pub(super) const SAVING: i64 = 4;

/// The same for a structure, whose size is not known.
pub(super) const SAVING_STRUCTURE: i64 = 16;

/// The same for a constant of a type of the user's, which is kept as it is; whether that may be copied is not known.
pub(super) const SAVING_OWN: i64 = 1 << 10;

/// What an operator costs that may be one of structures.
pub(super) const OPERATOR: i64 = 10;

/// The same if what it gives is known to hold lists.
pub(super) const OPERATOR_OF_LISTS: i64 = 40;

/// The same for a constant: it is taken apart to a word and put together again.
pub(super) const SAVING_CONSTANT: i64 = 6;

/// What an operation costs, where saving a number and reading it back costs [`SAVING`].
pub(super) fn cost(op: &Op) -> i64 {
    match op {
        Op::Verbatim(code) => effort(code.tokens.clone()).max(1),
        Op::Bin('/' | '%', ..) => 6,
        Op::Fun(f, ..) => match f.row().name {
            "abs" | "max" | "min" | "relu" | "mul_add" | "recip" | "sqrt" => 4,
            "powi" => 3,
            _ => 20,
        },
        Op::Question(_) => 20,
        _ => 1,
    }
}

/// What constant code costs: an operator one, a division five, a call three, as what is called is not known; lengths
/// and counts are free.
fn effort(code: TokenStream) -> i64 {
    let (mut sum, mut after) = (0, None);
    for t in code {
        sum += match &t {
            TokenTree::Punct(p) if matches!(p.as_char(), '/' | '%') => 5,
            TokenTree::Punct(p) if matches!(p.as_char(), '+' | '-' | '*' | '<' | '>' | '=' | '&' | '|') => 1,
            TokenTree::Group(g) => {
                let call = matches!(&after, Some(TokenTree::Ident(i)) if i != "len" && i != "count");
                effort(g.stream()) + if call { 3 } else { 0 }
            }
            _ => 0,
        };
        after = Some(t);
    }
    sum
}
