//! The arena in which expressions live, each once.

use crate::Expr;
use crate::function::Function;
use rules::Op;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// The arena of expressions: equal ones are stored once.
///
/// Expressions are handles that borrow it. An expression takes about 100 bytes.
///
/// ```
/// use symbolic::Graph;
/// let graph = Graph::new();
/// assert!(graph.is_empty());
/// let (x, y) = (graph.variable("x"), graph.variable_at("y", 3.0));
/// assert_eq!(graph.variables(), ["x", "y"]);
/// let both = [x * y, x * y + 1.0];
/// // x, y, 1, the product and the sum: the product is stored once.
/// assert_eq!(graph.len(), 5);
/// assert_eq!(graph.eval(&both, &[2.0, 3.0])?, [6.0, 7.0]);
/// assert_eq!(graph.run(&both, &[2.0f32, 3.0])?, [6.0, 7.0]);
/// // A value decides comparisons; x has none.
/// assert!(y > 2.0 && graph.undecided() == 0);
/// assert!(!(x > 2.0) && graph.undecided() == 1);
/// # Ok::<(), symbolic::Error>(())
/// ```
#[derive(Default)]
pub struct Graph {
    inner: RefCell<Inner>,
    undecided: Cell<usize>,
}

#[derive(Default)]
struct Inner {
    nodes: Vec<Node>,
    /// The value of every node at the point that the variables were given, where they were.
    values: Vec<Option<f64>>,
    index: HashMap<Node, u32>,
    names: Vec<String>,
}

/// An expression over nodes with smaller ids.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Variable(u32),
    Constant(u64),
    /// With up to three arguments, the others 0.
    Apply(Function, i32, [u32; 3]),
    /// With more.
    Wide(Function, i32, Box<[u32]>),
}

impl Node {
    pub(crate) fn apply(function: Function, n: i32, args: &[u32]) -> Node {
        match *args {
            [] => Node::Apply(function, n, [0, 0, 0]),
            [a] => Node::Apply(function, n, [a, 0, 0]),
            [a, b] => Node::Apply(function, n, [a, b, 0]),
            [a, b, c] => Node::Apply(function, n, [a, b, c]),
            _ => Node::Wide(function, n, args.into()),
        }
    }

    /// The function, its integer parameter and its arguments; none for variables and constants.
    pub(crate) fn application(&self) -> Option<(Function, i32, &[u32])> {
        match self {
            Node::Variable(_) | Node::Constant(_) => None,
            Node::Apply(function, n, args) => Some((*function, *n, &args[..function.arity().min(3)])),
            Node::Wide(function, n, args) => Some((*function, *n, args)),
        }
    }

    pub(crate) fn args(&self) -> &[u32] {
        self.application().map_or(&[], |(_, _, args)| args)
    }

    /// The same for expressions with the same bits at every point: sums and products do not ask for an order.
    fn key(&self) -> Node {
        match self {
            Node::Apply(function @ Function::Table(Op::Add | Op::Mul), n, [a, b, _]) if a > b => {
                Node::Apply(*function, *n, [*b, *a, 0])
            }
            other => other.clone(),
        }
    }
}

impl Graph {
    /// An empty arena.
    pub fn new() -> Graph {
        Graph::default()
    }

    /// The variable of that name, made if there is none yet.
    pub fn variable(&self, name: &str) -> Expr<'_> {
        self.named(name, None)
    }

    /// The variable of that name with a value, by which comparisons of what is computed from it are decided.
    ///
    /// A value that the variable has already stays.
    pub fn variable_at(&self, name: &str, value: f64) -> Expr<'_> {
        self.named(name, Some(value))
    }

    fn named(&self, name: &str, value: Option<f64>) -> Expr<'_> {
        let known = self.inner.borrow().names.iter().position(|known| known == name);
        let variable = known.unwrap_or_else(|| {
            let names = &mut self.inner.borrow_mut().names;
            names.push(name.to_owned());
            names.len() - 1
        });
        Expr::node(self, self.intern(Node::Variable(variable as u32), value))
    }

    /// The names of the variables, in the order in which they were made: the order of inputs.
    pub fn variables(&self) -> Vec<String> {
        self.inner.borrow().names.clone()
    }

    /// The number of expressions stored.
    pub fn len(&self) -> usize {
        self.inner.borrow().nodes.len()
    }

    /// Whether nothing is stored yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How often a comparison, or a value, was asked of an expression that has no value; each was answered with
    /// `false` or NaN, so what was computed holds for one course of the program only, and perhaps for none.
    pub fn undecided(&self) -> usize {
        self.undecided.get()
    }

    pub(crate) fn leave_undecided(&self) {
        self.undecided.set(self.undecided.get() + 1);
    }

    /// The id of a node, stored now if it is new.
    ///
    /// # Panics
    /// Beyond 2^32 expressions, which do not fit into memory.
    pub(crate) fn intern(&self, node: Node, value: Option<f64>) -> u32 {
        let mut inner = self.inner.borrow_mut();
        let key = node.key();
        if let Some(&id) = inner.index.get(&key) {
            if inner.values[id as usize].is_none() {
                inner.values[id as usize] = value;
            }
            return id;
        }
        let id = u32::try_from(inner.nodes.len()).expect("fewer than 2^32 expressions");
        inner.nodes.push(node);
        inner.values.push(value);
        inner.index.insert(key, id);
        id
    }

    /// The id of a constant.
    pub(crate) fn constant(&self, c: f64) -> u32 {
        self.intern(Node::Constant(c.to_bits()), Some(c))
    }

    pub(crate) fn node(&self, id: u32) -> Node {
        self.inner.borrow().nodes[id as usize].clone()
    }

    /// Looks at a node without copying it; `look` must not make expressions.
    pub(crate) fn with<T>(&self, id: u32, look: impl FnOnce(&Node) -> T) -> T {
        look(&self.inner.borrow().nodes[id as usize])
    }

    pub(crate) fn value(&self, id: u32) -> Option<f64> {
        self.inner.borrow().values[id as usize]
    }

    pub(crate) fn name(&self, variable: u32) -> String {
        self.inner.borrow().names[variable as usize].clone()
    }
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Graph of {} expressions in {:?}", self.len(), self.variables())
    }
}
