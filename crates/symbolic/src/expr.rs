//! The handle of an expression.

use crate::function::Function;
use crate::graph::{Graph, Node};
use crate::identities::{EXACT, simplest};
use rules::{Number, Rule};

/// A formula: a number that the rules of the table run on.
///
/// Constants belong to no graph; everything else is a handle into one, and is dead when the graph is. What has equal
/// formulas is stored once. While it is made, only such identities are used as keep every bit of its value at every
/// point; see [`simplify`](Expr::simplify) for those that do not.
///
/// ```
/// use symbolic::Graph;
/// let graph = Graph::new();
/// let (x, y) = (graph.variable("x"), graph.variable_at("y", 2.0));
/// assert_eq!(x.as_variable().as_deref(), Some("x"));
/// assert!((x * y).is(y * x) && !x.is(y));
/// assert_eq!((0.0 * y + 1.0).as_constant(), None);
/// assert_eq!((y * y).value_there(), Some(4.0));
///
/// let s = x * y;
/// let power = s * s * (s * s);
/// assert_eq!((power.size(), power.tree_size()), (3, 7));
/// assert_eq!(power.variables(), ["x", "y"]);
/// assert_eq!(power.eval(&[0.5, 2.0])?, 1.0);
/// assert_eq!((x * x / x).simplify().to_string(), "x");
/// assert!(power.rust_function("f").starts_with("fn f(x: f64, y: f64) -> f64"));
/// # Ok::<(), symbolic::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Expr<'g> {
    graph: Option<&'g Graph>,
    /// The node, or the bits of a constant.
    content: u64,
}

impl<'g> Expr<'g> {
    pub(crate) fn node(graph: &'g Graph, id: u32) -> Expr<'g> {
        match graph.with(id, |node| if let Node::Constant(bits) = node { Some(*bits) } else { None }) {
            Some(bits) => Expr { graph: None, content: bits },
            None => Expr { graph: Some(graph), content: id.into() },
        }
    }

    /// The graph and the node, unless this is a constant.
    pub(crate) fn handle(self) -> Option<(&'g Graph, u32)> {
        self.graph.map(|graph| (graph, self.content as u32))
    }

    /// The number, if this is one.
    pub fn as_constant(self) -> Option<f64> {
        self.graph.is_none().then(|| f64::from_bits(self.content))
    }

    /// The name, if this is a variable.
    pub fn as_variable(self) -> Option<String> {
        let (graph, id) = self.handle()?;
        match graph.node(id) {
            Node::Variable(variable) => Some(graph.name(variable)),
            _ => None,
        }
    }

    /// Whether two expressions are the same formula.
    pub fn is(self, other: Expr<'_>) -> bool {
        self.content == other.content
            && match (self.graph, other.graph) {
                (Some(a), Some(b)) => std::ptr::eq(a, b),
                (a, b) => a.is_none() && b.is_none(),
            }
    }

    /// The value at the point that was given with the variables; for a constant, itself.
    pub fn value_there(self) -> Option<f64> {
        match self.handle() {
            Some((graph, id)) => graph.value(id),
            None => self.as_constant(),
        }
    }

    /// The id in `graph`.
    ///
    /// # Panics
    /// If the expression lives in another graph.
    #[track_caller]
    pub(crate) fn id_in(self, graph: &Graph) -> u32 {
        match self.graph {
            None => graph.constant(f64::from_bits(self.content)),
            Some(own) => {
                assert!(std::ptr::eq(own, graph), "expressions of two graphs do not mix: make them in the same one");
                self.content as u32
            }
        }
    }

    /// A function of expressions, by the identities that keep every bit.
    #[track_caller]
    pub(crate) fn apply_function(function: Function, args: &[Expr<'g>], n: i32) -> Expr<'g> {
        simplest(EXACT, function, args, n)
    }

    /// A function of expressions as it stands.
    #[track_caller]
    pub(crate) fn stored(function: Function, args: &[Expr<'g>], n: i32) -> Expr<'g> {
        let Some(graph) = args.iter().find_map(|a| a.graph) else {
            let constants: Vec<f64> = args.iter().filter_map(|a| a.as_constant()).collect();
            // What breaks a precondition has no value at any point.
            return Expr::constant(function.value(&constants, n).unwrap_or(f64::NAN));
        };
        let values: Option<Vec<f64>> = args.iter().map(|a| a.value_there()).collect();
        let value = values.and_then(|values| function.value(&values, n));
        let ids: Vec<u32> = args.iter().map(|a| a.id_in(graph)).collect();
        Expr::node(graph, graph.intern(Node::apply(function, n, &ids), value))
    }
}

impl<'g> Number for Expr<'g> {
    type Scalar = f64;

    fn constant(c: f64) -> Self {
        Expr { graph: None, content: c.to_bits() }
    }

    #[track_caller]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        Expr::apply_function(Function::of::<R, N>(), &args, n)
    }

    fn known(self) -> Option<f64> {
        self.as_constant()
    }

    fn has_nan(self) -> bool {
        self.as_constant().is_none_or(f64::is_nan)
    }

    fn is_constant(self) -> bool {
        self.graph.is_none()
    }
}

rules::number_operators! { ['g] Expr<'g> }
