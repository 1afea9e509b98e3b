//! What the adjoint of a row of the table reads.

use super::cost::cost;
use crate::ir::{Atom, Op, Program, Val};
use crate::plan::order::{Def, Order};
use crate::plan::partials::{Tree, partials};

/// What costs so much is not computed a second time.
const KEPT: i64 = 20;

/// What the adjoint of an operation reads.
pub(super) fn op_needs(p: &Program, order: &Order, v: Val, op: &Op) -> Vec<Val> {
    let (row, args, n): (rules::Op, Vec<&Atom>, Option<&Atom>) = match op {
        Op::Field(_, path) => return path.atoms().into_iter().filter_map(Atom::val).collect(),
        Op::Read(_, i) => return i.val().into_iter().collect(),
        Op::Guarded(_, i, lo, hi) => return [i, lo, hi].into_iter().filter_map(Atom::val).collect(),
        Op::Bin(sign, a, b) => (arithmetic(*sign), vec![a, b], None),
        Op::Fun(f, args, n) => (*f, args.iter().collect(), n.as_ref()),
        _ => return vec![],
    };
    let active: Vec<bool> = args.iter().map(|a| p.active(a)).collect();
    let Some(n) = parameter(row, n, &active) else {
        return op.vals().into_iter().chain([v]).collect();
    };
    let (mut reads, mut given, mut out) = (vec![], vec![], false);
    let trees = partials_of(p, order, v, (row, &args, n));
    trees.iter().flatten().for_each(|t| t.reads(&mut reads, &mut given, &mut out));
    reads.iter().filter_map(|&k| args[k].val()).chain(given).chain(out.then_some(v)).collect()
}

/// The partials of the row that gave `v`, by its active arguments. Functions that the way forward computes of the same
/// arguments where `v` is, the cosine beside a sine, are not computed again.
pub(crate) fn partials_of(
    p: &Program,
    order: &Order,
    v: Val,
    (row, args, n): (rules::Op, &[&Atom], i32),
) -> Vec<Option<Tree>> {
    let active: Vec<bool> = args.iter().map(|a| p.active(a)).collect();
    let find = |row: rules::Op, of: &[usize], n: i32| {
        let same = |w: Val| match order.defs.get(&w) {
            Some((_, Def::Let(op @ Op::Fun(other, with, m)))) => {
                *other == row
                    && cost(op) >= KEPT
                    && m.as_ref().map_or(Some(0), |m| parameter(*other, Some(m), &[])) == Some(n)
                    && with.len() == of.len()
                    && with.iter().zip(of).all(|(a, &k)| a.same(args[k]))
            }
            _ => false,
        };
        order
            .around(p.values[v].block)
            .flat_map(|block| order.functions.get(&block))
            .flatten()
            .copied()
            .find(|&w| same(w))
    };
    partials(row, &active, n).into_iter().map(|tree| tree.map(|tree| tree.with(&find))).collect()
}

/// The row of an operator.
pub(crate) fn arithmetic(sign: char) -> rules::Op {
    match sign {
        '+' => rules::Op::Add,
        '-' => rules::Op::Sub,
        '*' => rules::Op::Mul,
        '/' => rules::Op::Div,
        _ => rules::Op::Rem,
    }
}

/// The integer parameter of a row whose partials can be written now: where it is known, and they are the same for all
/// numbers. Those of a power with an exponent that moves are cheaper on numbers that carry no derivatives themselves.
pub(crate) fn parameter(row: rules::Op, n: Option<&Atom>, active: &[bool]) -> Option<i32> {
    match n {
        None if row == rules::Op::Powf && active[1] => None,
        None => Some(0),
        Some(Atom::Lit(t)) if row.row().family => {
            t.text().replace(['(', ')', ' '], "").trim_end_matches("i32").trim_end_matches('_').parse().ok()
        }
        Some(_) => None,
    }
}
