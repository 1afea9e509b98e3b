//! The table of identities, applied to expressions.

use crate::Expr;
use crate::function::Function;
use crate::graph::Node;
use rules::identities::{COLLECTED, Identities, Instructions, LOOSE, ORDERLY, SHORTER, rewrite};
use rules::{Number, Op};
use std::marker::PhantomData;

/// The identities that keep every bit of a value at every point, signed zeros and infinities included; the payload and
/// sign of a NaN are not kept.
pub(crate) const EXACT: &[&Identities] = &[&SHORTER, &ORDERLY];

/// These, and those that may change the rounding.
pub(crate) const ALL: &[&Identities] = &[&LOOSE, &COLLECTED, &SHORTER, &ORDERLY];

/// A function of expressions in its simplest form by these identities.
#[track_caller]
pub(crate) fn simplest<'g>(
    sets: &'static [&'static Identities],
    function: Function,
    args: &[Expr<'g>],
    n: i32,
) -> Expr<'g> {
    let rewritten = match function {
        Function::Table(op) => rewrite(&mut Simplest { sets, graph: PhantomData }, sets, op, args, n),
        Function::User(_) => None,
    };
    rewritten.unwrap_or_else(|| Expr::stored(function, args, n))
}

/// Where expressions grow: in the graph that they know.
struct Simplest<'g> {
    sets: &'static [&'static Identities],
    graph: PhantomData<Expr<'g>>,
}

impl<'g> Instructions for Simplest<'g> {
    type Id = Expr<'g>;

    fn known(&self, id: Expr<'g>) -> Option<f64> {
        id.as_constant()
    }

    fn instruction(&self, id: Expr<'g>) -> Option<(Op, [Expr<'g>; 3], i32)> {
        let (graph, id) = id.handle()?;
        let (op, ids, n) = graph.with(id, |node| match node {
            Node::Apply(Function::Table(op), n, ids) => Some((*op, *ids, *n)),
            _ => None,
        })?;
        let mut args = [Expr::node(graph, ids[0]); 3];
        for (arg, &id) in args.iter_mut().zip(&ids).take(op.row().arity).skip(1) {
            *arg = Expr::node(graph, id);
        }
        Some((op, args, n))
    }

    fn same(&self, a: Expr<'g>, b: Expr<'g>) -> bool {
        a.is(b)
    }

    fn constant(&mut self, c: f64) -> Expr<'g> {
        Expr::constant(c)
    }

    fn apply(&mut self, op: Op, args: &[Expr<'g>], n: i32) -> Expr<'g> {
        simplest(self.sets, Function::Table(op), args, n)
    }
}
