//! Formulas in functions that people know.

use crate::Expr;
use crate::function::Function;
use crate::graph::Node;
use crate::reach::below;
use rules::{Functions, Kind, Op};

impl<'g> Expr<'g> {
    /// The expression in functions that people know and the language has: what is printed.
    ///
    /// Derivatives call helpers, which are accurate at every order and know their limits. Here each stands as what it
    /// computes, 1/(1 + x^2), which is the same in real arithmetic, but rounds otherwise, and may be NaN where the helper
    /// has a limit. Cost: linear in the number of expressions of the graph.
    ///
    /// ```
    /// use rules::Functions;
    /// let graph = symbolic::Graph::new();
    /// let x = graph.variable("x");
    /// assert_eq!(x.atan().derivative(x)?.written_out().to_string(), "1/(1 + x^2)");
    /// # Ok::<(), symbolic::Error>(())
    /// ```
    pub fn written_out(self) -> Expr<'g> {
        let Some((graph, root)) = self.handle() else { return self };
        // Most formulas call nothing that is written otherwise.
        let is_otherwise = |node: &Node| match node {
            Node::Apply(Function::Table(op), ..) => op.row().kind == Kind::Helper || matches!(op, Op::Bell | Op::Sqrt),
            _ => false,
        };
        if !below(graph, &[root]).into_iter().any(|id| graph.with(id, is_otherwise)) {
            return self;
        }
        self.rebuild(
            |leaf| leaf,
            |function, args, n| {
                match function {
                    Function::Table(op) => op.written_out(args, n).or_else(|| of_root(op, args)),
                    Function::User(_) => None,
                }
                .unwrap_or_else(|| Expr::apply_function(function, args, n))
            },
        )
    }

    /// The operation and the operands, of a row of the table.
    fn opened(self) -> Option<(Op, Vec<Expr<'g>>)> {
        let (graph, id) = self.handle()?;
        match graph.node(id) {
            Node::Apply(Function::Table(op), _, ids) => {
                Some((op, ids[..op.row().arity].iter().map(|&a| Expr::node(graph, a)).collect()))
            }
            _ => None,
        }
    }
}

/// The slope of a root as people write it: without the zero that makes it inf at -0.0, and a constant as numerator where
/// that rounds nothing.
fn of_root<'g>(op: Op, args: &[Expr<'g>]) -> Option<Expr<'g>> {
    let is_root = |x: Expr<'g>| x.opened().is_some_and(|(op, _)| op == Op::Sqrt);
    match (op, args) {
        (Op::Recip, [sum]) => {
            let (Op::Add, terms) = sum.opened()? else { return None };
            let zero = terms.iter().position(|t| t.as_constant() == Some(0.0))?;
            let root = terms[1 - zero];
            is_root(root).then(|| root.recip())
        }
        (Op::Mul, [a, b]) => {
            let (c, slope) = if a.as_constant().is_some() { (*a, *b) } else { (*b, *a) };
            let power_of_two = c.as_constant()?.to_bits() << 12 == 0;
            let (Op::Recip, root) = slope.opened()? else { return None };
            (power_of_two && is_root(root[0])).then(|| c / root[0])
        }
        _ => None,
    }
}
