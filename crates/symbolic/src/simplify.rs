//! Substitution, and simplification beyond what keeps every bit.

use crate::function::Function;
use crate::identities::parts;
use crate::reach::below;
use crate::{Error, Expr};
use rules::{Functions, Number, Op};

impl<'g> Expr<'g> {
    /// The expression with other expressions in the place of variables, all at once.
    ///
    /// Cost: linear in the number of expressions of the graph.
    ///
    /// # Errors
    /// If what is to be replaced is no variable.
    ///
    /// ```
    /// let graph = symbolic::Graph::new();
    /// let (x, y) = (graph.variable("x"), graph.variable("y"));
    /// assert_eq!((x / y).substitute(&[(x, y), (y, x + 1.0)])?.to_string(), "y/(x + 1)");
    /// # Ok::<(), symbolic::Error>(())
    /// ```
    pub fn substitute(self, pairs: &[(Expr<'g>, Expr<'g>)]) -> Result<Expr<'g>, Error> {
        if let Some((wrong, _)) = pairs.iter().find(|(x, _)| x.as_variable().is_none()) {
            return Err(Error::NotAVariable { expression: wrong.brief() });
        }
        let replaced = |leaf: Expr<'g>| pairs.iter().find(|(x, _)| x.is(leaf)).map_or(leaf, |(_, by)| *by);
        Ok(self.rebuild(replaced, |function, args, n| Expr::apply_function(function, args, n)))
    }

    /// A shorter expression with the same value in real arithmetic, where the value is defined.
    ///
    /// It may round otherwise, lose the sign of a zero, and be defined in more points: x - x is 0 and x/x is 1 there, also
    /// where x is infinite or 0. In detail: zeros and ones go; constants are gathered in front of products; x + x is 2x,
    /// x x^2 is x^3; c x + d x is (c + d) x; x (1/y) is x/y; exp and ln undo each other. Products of sums are left;
    /// [`expand`](Expr::expand) multiplies them out. Cost: linear in the number of expressions of the graph.
    pub fn simplify(self) -> Expr<'g> {
        self.rebuild(
            |leaf| leaf,
            |function, args, n| match function {
                Function::Table(op) => shorter(op, args, n).unwrap_or_else(|| Expr::apply_function(function, args, n)),
                Function::User(_) => Expr::apply_function(function, args, n),
            },
        )
    }

    /// The same expression built anew from its leaves up.
    pub(crate) fn rebuild(
        self,
        leaf: impl Fn(Expr<'g>) -> Expr<'g>,
        mut operation: impl FnMut(Function, &[Expr<'g>], i32) -> Expr<'g>,
    ) -> Expr<'g> {
        let Some((graph, root)) = self.handle() else { return self };
        let mut made = vec![Expr::constant(0.0); root as usize + 1];
        for id in below(graph, &[root]) {
            let node = graph.node(id);
            made[id as usize] = match node.application() {
                None => leaf(Expr::node(graph, id)),
                Some((function, n, ids)) => {
                    let args: Vec<Expr<'g>> = ids.iter().map(|&a| made[a as usize]).collect();
                    operation(function, &args, n)
                }
            };
        }
        made[root as usize]
    }
}

/// A constant factor and the rest.
fn factored(x: Expr<'_>) -> (f64, Expr<'_>) {
    match parts(x) {
        Some((Op::Neg, inner)) => (-1.0, inner[0]),
        Some((Op::Mul, inner)) => match inner[0].as_constant() {
            Some(c) => (c, inner[1]),
            None => (1.0, x),
        },
        _ => (1.0, x),
    }
}

/// A base and an integer exponent.
fn powered(x: Expr<'_>) -> (Expr<'_>, i32) {
    match parts(x) {
        Some((Op::Powi, inner)) => (inner[0], exponent(x)),
        _ => (x, 1),
    }
}

/// The integer parameter of a node.
fn exponent(x: Expr<'_>) -> i32 {
    x.handle().and_then(|(graph, id)| graph.with(id, |node| node.application().map(|(_, n, _)| n))).unwrap_or(0)
}

/// The shorter form of an operation on arguments that are as short as they get.
fn shorter<'g>(op: Op, args: &[Expr<'g>], n: i32) -> Option<Expr<'g>> {
    let zero = |x: Expr<'_>| x.as_constant() == Some(0.0);
    match (op, args) {
        (Op::Neg, &[a]) => match parts(a)? {
            (Op::Sub, inner) => Some(inner[1] - inner[0]),
            _ => None,
        },
        (Op::Add, &[a, b]) if zero(a) => Some(b),
        (Op::Add | Op::Sub, &[a, b]) if zero(b) => Some(a),
        (Op::Sub, &[a, b]) if zero(a) => Some(-b),
        (Op::Add, &[a, b]) => {
            let ((c, x), (d, y)) = (factored(a), factored(b));
            if x.is(y) { Some(scaled(c + d, x)) } else { gathered(a, b, 1.0) }
        }
        (Op::Sub, &[a, b]) => {
            let ((c, x), (d, y)) = (factored(a), factored(b));
            if x.is(y) { Some(scaled(c - d, x)) } else { gathered(a, b, -1.0) }
        }
        (Op::Mul, &[a, b]) => {
            let ((c, x), (d, y)) = (factored(a), factored(b));
            if zero(a) || zero(b) {
                return Some(Expr::constant(0.0));
            }
            if let (Some(k), _) | (_, Some(k)) = (a.as_constant(), b.as_constant()) {
                let (other, inner) = if a.as_constant().is_some() { (d, y) } else { (c, x) };
                return normal(k * other).map(|c| scaled(c, inner));
            }
            let ((base, i), (other, j)) = (powered(x), powered(y));
            let product = if base.is(other) {
                i.checked_add(j).map(|sum| base.powi(sum))
            } else {
                inverse(y).map(|y| x / y).or_else(|| inverse(x).map(|x| y / x))
            };
            let plain = c == 1.0 && d == 1.0;
            let c = normal(c * d)?;
            product.or_else(|| (!plain).then(|| x * y)).map(|product| scaled(c, product))
        }
        (Op::Div, &[a, b]) => {
            if a.is(b) {
                return Some(Expr::constant(1.0));
            }
            if zero(a) {
                return Some(a);
            }
            if a.as_constant() == Some(1.0) {
                return inverse(b).or_else(|| Some(b.recip()));
            }
            let ((c, x), (d, y)) = (factored(a), factored(b));
            if x.is(y) {
                return Some(Expr::constant(c / d));
            }
            let ((base, i), (other, j)) = (powered(x), powered(y));
            let ratio = normal(c / d)?;
            if base.is(other) {
                return i.checked_sub(j).map(|n| scaled(ratio, base.powi(n)));
            }
            (c != 1.0 || d != 1.0).then(|| scaled(ratio, x / y))
        }
        (Op::Powi, &[a]) => match parts(a)? {
            (Op::Powi, inner) => exponent(a).checked_mul(n).map(|n| inner[0].powi(n)),
            (Op::Neg, inner) if n % 2 == 0 => Some(inner[0].powi(n)),
            (Op::Neg, inner) => Some(-inner[0].powi(n)),
            _ => None,
        },
        (Op::Recip, &[a]) => inverse(a),
        (Op::Exp, &[a]) => matching(a, Op::Ln),
        (Op::Ln, &[a]) => matching(a, Op::Exp),
        _ => None,
    }
}

/// A factor, unless putting it together has lost its size.
fn normal(c: f64) -> Option<f64> {
    c.is_normal().then_some(c)
}

/// c x, without factors of one and zero.
fn scaled(c: f64, x: Expr<'_>) -> Expr<'_> {
    if c == 0.0 { Expr::constant(0.0) } else { x * c }
}

/// Of a sum with a constant on the outside and one on the inside, both together.
fn gathered<'g>(a: Expr<'g>, b: Expr<'g>, sign: f64) -> Option<Expr<'g>> {
    let c = b.as_constant()? * sign;
    let (op, inner) = parts(a)?;
    match (op, inner[0].as_constant(), inner.get(1)?.as_constant()) {
        (Op::Add, _, Some(d)) => Some(inner[0] + (d + c)),
        (Op::Sub, _, Some(d)) => Some(inner[0] + (c - d)),
        (Op::Add, Some(d), _) => Some((d + c) + inner[1]),
        (Op::Sub, Some(d), _) => Some((d + c) - inner[1]),
        _ => None,
    }
}

/// y of 1/y.
fn inverse(x: Expr<'_>) -> Option<Expr<'_>> {
    matching(x, Op::Recip)
}

fn matching(x: Expr<'_>, op: Op) -> Option<Expr<'_>> {
    parts(x).filter(|(found, _)| *found == op).map(|(_, inner)| inner[0])
}
