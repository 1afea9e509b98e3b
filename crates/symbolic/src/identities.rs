//! The identities that keep every bit of a value at every point, signed zeros and infinities included.
//!
//! A negative sign moves out of products and quotients, which round alike on both sides of zero, and into sums as a
//! difference; factors of one go; a power of one is its base, and a power of zero is one, even of NaN. The payload and
//! sign of a NaN are not kept.

use crate::Expr;
use crate::function::Function;
use crate::graph::Node;
use rules::{Functions, Number, Op};

/// The result, where an identity or constants give one.
pub(crate) fn apply<'g>(function: Function, args: &[Expr<'g>], n: i32) -> Option<Expr<'g>> {
    if args.iter().all(|a| a.as_constant().is_some()) {
        return Some(Expr::stored(function, args, n));
    }
    let Function::Table(op) = function else { return None };
    match (op, args) {
        (Op::Neg, &[a]) => negative(a),
        (Op::Add, &[a, b]) => sum(a, b),
        (Op::Sub, &[a, b]) => difference(a, b),
        (Op::Mul, &[a, b]) => product(a, b),
        (Op::Div, &[a, b]) => quotient(a, b),
        (Op::Powi, &[a]) => match n {
            0 => Some(Expr::constant(1.0)),
            1 => Some(a),
            _ => None,
        },
        (Op::Powf, &[a, b]) => match b.as_constant() {
            Some(0.0) => Some(Expr::constant(1.0)),
            Some(1.0) => Some(a),
            _ => None,
        },
        (Op::Select, &[c, a, b]) => match c.as_constant() {
            Some(c) => Some(if c != 0.0 { a } else { b }),
            None => a.is(b).then_some(a),
        },
        (Op::Max | Op::Min, &[a, b]) => a.is(b).then_some(a),
        (Op::Abs, &[a]) => match parts(a) {
            Some((Op::Neg, inner)) => Some(inner[0].abs()),
            Some((Op::Abs, _)) => Some(a),
            _ => None,
        },
        _ => None,
    }
}

fn negative(a: Expr<'_>) -> Option<Expr<'_>> {
    match parts(a)? {
        (Op::Neg, inner) => Some(inner[0]),
        (Op::Mul, inner) => inner[0].as_constant().map(|c| inner[1] * -c),
        _ => None,
    }
}

fn sum<'g>(a: Expr<'g>, b: Expr<'g>) -> Option<Expr<'g>> {
    if is_constant(a, -0.0) {
        return Some(b);
    }
    if is_constant(b, -0.0) {
        return Some(a);
    }
    if let Some(b) = negated(b) {
        return Some(a - b);
    }
    match parts(a)? {
        (Op::Neg, inner) => Some(b - inner[0]),
        _ => None,
    }
}

fn difference<'g>(a: Expr<'g>, b: Expr<'g>) -> Option<Expr<'g>> {
    if is_constant(b, 0.0) {
        return Some(a);
    }
    if is_constant(a, -0.0) {
        return Some(-b);
    }
    negated(b).map(|b| a + b)
}

/// The expression of which this is the negative, if it is written as one.
fn negated(x: Expr<'_>) -> Option<Expr<'_>> {
    if let Some(c) = x.as_constant() {
        return (c < 0.0).then(|| Expr::constant(-c));
    }
    match parts(x)? {
        (Op::Neg, inner) => Some(inner[0]),
        (Op::Mul, inner) => inner[0].as_constant().filter(|c| *c < 0.0).map(|c| inner[1] * -c),
        _ => None,
    }
}

fn product<'g>(a: Expr<'g>, b: Expr<'g>) -> Option<Expr<'g>> {
    match (a.as_constant(), b.as_constant()) {
        (Some(1.0), _) => return Some(b),
        (_, Some(1.0)) => return Some(a),
        (Some(-1.0), _) => return Some(-b),
        (_, Some(-1.0)) => return Some(-a),
        // Constants stand in front.
        (_, Some(_)) => return Some(b * a),
        _ => {}
    }
    match (parts(a), parts(b), a.as_constant()) {
        (_, Some((Op::Neg, y)), Some(c)) => Some(y[0] * -c),
        (Some((Op::Neg, x)), Some((Op::Neg, y)), _) => Some(x[0] * y[0]),
        (Some((Op::Neg, x)), _, _) => Some(-(x[0] * b)),
        (_, Some((Op::Neg, y)), _) => Some(-(a * y[0])),
        _ => None,
    }
}

fn quotient<'g>(a: Expr<'g>, b: Expr<'g>) -> Option<Expr<'g>> {
    match b.as_constant() {
        Some(1.0) => return Some(a),
        Some(-1.0) => return Some(-a),
        _ => {}
    }
    match (parts(a), parts(b)) {
        (Some((Op::Neg, x)), Some((Op::Neg, y))) => Some(x[0] / y[0]),
        (Some((Op::Neg, x)), _) => Some(-(x[0] / b)),
        (_, Some((Op::Neg, y))) => Some(-(a / y[0])),
        _ => None,
    }
}

/// The row and the arguments at a node of the table.
pub(crate) fn parts(x: Expr<'_>) -> Option<(Op, Vec<Expr<'_>>)> {
    let (graph, id) = x.handle()?;
    match graph.node(id) {
        Node::Apply(Function::Table(op), _, args) => {
            Some((op, args[..op.row().arity].iter().map(|&a| Expr::node(graph, a)).collect()))
        }
        _ => None,
    }
}

fn is_constant(x: Expr<'_>, c: f64) -> bool {
    x.as_constant().is_some_and(|x| x.to_bits() == c.to_bits())
}
