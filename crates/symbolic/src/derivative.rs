//! Derivatives, by the partials of the table run on expressions.

use crate::function::Function;
use crate::graph::{Graph, Node};
use crate::reach::below;
use crate::{Error, Expr};
use rules::functions::{eq, ne, select};
use rules::{Live, Number, Op, strong};

impl<'g> Expr<'g> {
    /// The derivative by a variable, in the same graph.
    ///
    /// What does not depend on the variable contributes nothing, not even a zero. Cost: linear in the number of
    /// expressions of the graph; the result has as many operations as forward mode does.
    ///
    /// # Errors
    /// If `by` is no variable.
    pub fn derivative(self, by: Expr<'g>) -> Result<Expr<'g>, Error> {
        if by.as_variable().is_none() {
            return Err(Error::NotAVariable { expression: by.brief() });
        }
        let (Some((graph, root)), Some((_, by))) = (self.handle(), by.handle()) else {
            return Ok(Expr::constant(0.0));
        };
        let zero = Expr::constant(0.0);
        let mut tangents: Vec<Option<Flow<'g>>> = vec![None; root as usize + 1];
        for id in below(graph, &[root]) {
            if id == by {
                tangents[id as usize] = Some(Flow { derivative: Expr::constant(1.0), live: Live::Always });
                continue;
            }
            let Some(step) = Step::at(graph, id) else { continue };
            let active: Vec<bool> = step.ids.iter().map(|&a| tangents[a as usize].is_some()).collect();
            if step.function.steps() || !active.contains(&true) {
                continue;
            }
            let tangent = |i: usize| tangents[step.ids[i] as usize];
            tangents[id as usize] = if step.function == Function::Table(Op::Select) {
                let arms = [1, 2].map(tangent);
                arms.iter().any(Option::is_some).then(|| selected(step.args[0], arms))
            } else {
                let partials = step.partials(&active);
                let terms = partials.into_iter().enumerate().filter_map(|(i, p)| tangent(i).map(|t| step.times(p, t)));
                terms.reduce(|sum, term| Flow {
                    derivative: sum.derivative + term.derivative,
                    live: sum.live.or(Some(term.live)),
                })
            };
        }
        Ok(tangents[root as usize].map_or(zero, |flow| flow.derivative))
    }

    /// The derivative of that order by a variable; of order 0, the expression itself.
    ///
    /// # Errors
    /// As [`derivative`](Expr::derivative).
    ///
    /// ```
    /// use rules::Functions;
    /// let graph = symbolic::Graph::new();
    /// let x = graph.variable("x");
    /// assert_eq!(x.sin().derivative_of_order(x, 3)?.to_string(), "-cos(x)");
    /// # Ok::<(), symbolic::Error>(())
    /// ```
    pub fn derivative_of_order(self, by: Expr<'g>, order: usize) -> Result<Expr<'g>, Error> {
        (0..order).try_fold(self, |d, _| d.derivative(by))
    }

    /// The derivatives by several variables, with the sharing of reverse mode: together they have a small multiple of
    /// the operations of the expression, however many variables there are.
    ///
    /// # Errors
    /// If one of `by` is no variable.
    ///
    /// ```
    /// let graph = symbolic::Graph::new();
    /// let (x, y) = (graph.variable("x"), graph.variable("y"));
    /// let g = (x * x * y).gradient(&[x, y])?;
    /// assert_eq!(graph.eval(&g, &[3.0, 5.0])?, [30.0, 9.0]);
    /// # Ok::<(), symbolic::Error>(())
    /// ```
    pub fn gradient(self, by: &[Expr<'g>]) -> Result<Vec<Expr<'g>>, Error> {
        if let Some(wrong) = by.iter().find(|x| x.as_variable().is_none()) {
            return Err(Error::NotAVariable { expression: wrong.brief() });
        }
        let zero = Expr::constant(0.0);
        let Some((graph, root)) = self.handle() else { return Ok(vec![zero; by.len()]) };
        let order = below(graph, &[root]);
        let mut active = vec![false; root as usize + 1];
        for &id in &order {
            active[id as usize] = match Step::at(graph, id) {
                None => by.iter().any(|x| x.handle().is_some_and(|(_, x)| x == id)),
                Some(step) => !step.function.steps() && step.differentiated(&active).contains(&true),
            };
        }
        let mut adjoints: Vec<Option<Expr<'g>>> = vec![None; root as usize + 1];
        adjoints[root as usize] = active[root as usize].then(|| Expr::constant(1.0));
        let mut lives: Vec<Option<Live<Expr<'g>>>> = vec![None; root as usize + 1];
        lives[root as usize] = Some(Live::Always);
        for &id in order.iter().rev() {
            let (Some(step), Some(derivative)) = (Step::at(graph, id), adjoints[id as usize]) else { continue };
            let flows = step.differentiated(&active);
            let own = Flow { derivative, live: lives[id as usize].unwrap_or(Live::Always) };
            let contributions = if step.function == Function::Table(Op::Select) {
                let c = step.args[0];
                let arm = |derivative, taken| Flow { derivative, live: own.live.and(taken) };
                let [yes, no] = [select(c, derivative, zero), select(c, zero, derivative)];
                vec![own, arm(yes, ne(c, zero)), arm(no, eq(c, zero))]
            } else {
                step.partials(&flows).into_iter().map(|p| step.times(p, own)).collect()
            };
            for ((&arg, contribution), _) in step.ids.iter().zip(contributions).zip(&flows).filter(|(_, flows)| **flows)
            {
                lives[arg as usize] = Some(contribution.live.or(lives[arg as usize]));
                let sum = &mut adjoints[arg as usize];
                *sum = Some(sum.map_or(contribution.derivative, |sum| sum + contribution.derivative));
            }
        }
        let of = |x: &Expr<'g>| {
            let (own, id) = x.handle()?;
            assert!(std::ptr::eq(own, graph), "expressions of two graphs do not mix: make them in the same one");
            adjoints.get(id as usize).copied().flatten()
        };
        Ok(by.iter().map(|x| of(x).unwrap_or(zero)).collect())
    }
}

/// A derivative on its way through the graph.
#[derive(Clone, Copy)]
struct Flow<'g> {
    derivative: Expr<'g>,
    /// Where it is more than the zero of what was not taken.
    live: Live<Expr<'g>>,
}

/// The derivative of a selection, given those of its arms.
fn selected<'g>(c: Expr<'g>, arms: [Option<Flow<'g>>; 2]) -> Flow<'g> {
    let zero = Expr::constant(0.0);
    let [a, b] = arms.map(|arm| arm.map_or(zero, |arm| arm.derivative));
    let [yes, no] = arms.map(|arm| arm.map_or(zero, |arm| arm.live.flag()));
    let always = arms.iter().all(|arm| matches!(arm, Some(Flow { live: Live::Always, .. })));
    Flow { derivative: select(c, a, b), live: if always { Live::Always } else { Live::When(select(c, yes, no)) } }
}

/// A node with its arguments as expressions.
struct Step<'g> {
    function: Function,
    n: i32,
    ids: Vec<u32>,
    args: Vec<Expr<'g>>,
    out: Expr<'g>,
}

impl<'g> Step<'g> {
    fn at(graph: &'g Graph, id: u32) -> Option<Step<'g>> {
        let node: Node = graph.node(id);
        let (function, n, ids) = node.application()?;
        let args = ids.iter().map(|&a| Expr::node(graph, a)).collect();
        Some(Step { function, n, ids: ids.to_vec(), args, out: Expr::node(graph, id) })
    }

    /// Which arguments are active and passed to the result: the condition of a selection is not.
    fn differentiated(&self, active: &[bool]) -> Vec<bool> {
        let skips = usize::from(self.function == Function::Table(Op::Select));
        self.ids.iter().enumerate().map(|(i, &a)| i >= skips && active[a as usize]).collect()
    }

    /// A derivative times one of this step's partials.
    fn times(&self, partial: Expr<'g>, by: Flow<'g>) -> Flow<'g> {
        if self.function.chooses() {
            let taken = ne(partial, Expr::constant(0.0));
            return Flow { derivative: strong(partial, by.derivative), live: by.live.and(taken) };
        }
        Flow { derivative: by.live.product(partial, by.derivative), ..by }
    }

    fn partials(&self, active: &[bool]) -> Vec<Expr<'g>> {
        self.function.partials(&self.args, self.out, active, self.n)
    }
}
