//! Substitution, and simplification beyond what keeps every bit.

use crate::function::Function;
use crate::identities::{ALL, simplest};
use crate::reach::below;
use crate::{Error, Expr};
use rules::Number;

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
        self.rebuild(|leaf| leaf, |function, args, n| simplest(ALL, function, args, n))
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
