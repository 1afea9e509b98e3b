//! What gets a name, and formulas written without recursion.

use crate::Expr;
use crate::function::Function;
use crate::graph::{Graph, Node};
use crate::reach::below;
use std::collections::HashMap;

/// What stands in a formula, in order.
pub(crate) enum Piece {
    Text(String),
    /// A node, in brackets if it binds less than this.
    Node(u32, u8),
}

impl From<&str> for Piece {
    fn from(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }
}

/// An operation as styles see it.
pub(crate) struct View<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) function: Function,
    pub(crate) n: i32,
    pub(crate) args: &'a [u32],
}

impl View<'_> {
    /// The argument, if it is a constant.
    pub(crate) fn constant(&self, i: usize) -> Option<f64> {
        constant(self.graph, self.args[i])
    }

    /// The name of the row; empty for a user's function, whatever its name.
    pub(crate) fn row(&self) -> &'static str {
        self.function.row().map_or("", |row| row.name)
    }

    /// The arguments between commas, and the integer parameter after them.
    pub(crate) fn list(&self, from: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for &a in &self.args[from..] {
            if !pieces.is_empty() {
                pieces.push(", ".into());
            }
            pieces.push(Piece::Node(a, 0));
        }
        if self.function.row().is_some_and(|row| row.family) {
            if !pieces.is_empty() {
                pieces.push(", ".into());
            }
            pieces.push(Piece::Text(self.n.to_string()));
        }
        pieces
    }
}

/// A constant, if the node is one.
pub(crate) fn constant(graph: &Graph, id: u32) -> Option<f64> {
    graph.with(id, |node| if let Node::Constant(bits) = node { Some(f64::from_bits(*bits)) } else { None })
}

/// How operations, numbers and names are written: the binding strength and the pieces.
pub(crate) trait Style {
    fn operation(&self, view: &View<'_>) -> (u8, Vec<Piece>);
    fn number(&self, c: f64) -> (u8, String);
    fn variable(&self, name: &str) -> String;
    fn brackets(&self) -> [&'static str; 2] {
        ["(", ")"]
    }
}

/// Which nodes have a name, in the order in which they are computed.
#[derive(Default)]
pub(crate) struct Layout {
    pub(crate) named: Vec<u32>,
    pub(crate) names: HashMap<u32, String>,
}

/// The deepest nesting within one formula of a `let` form.
const DEEPEST: usize = 24;

impl Layout {
    /// No names.
    pub(crate) fn tree(_: Expr<'_>) -> Layout {
        Layout::default()
    }

    /// A name for every operation that is used more than once, and where formulas would nest deeply; the names are
    /// `prefix` with a number, made different from those of variables by more of the prefix.
    pub(crate) fn lets(x: Expr<'_>, prefix: &str) -> Layout {
        let Some((graph, root)) = x.handle() else { return Layout::default() };
        let order = below(graph, &[root]);
        // A relation is written where it is used, and so its operands are used as often.
        let is_relation = |id: u32| {
            let row = |node: &Node| node.application()?.0.row()?.op.relation();
            graph.with(id, |node| row(node).is_some())
        };
        let mut uses = vec![0u32; root as usize + 1];
        for &id in order.iter().rev() {
            let times = if is_relation(id) { uses[id as usize].max(1) } else { 1 };
            graph.with(id, |node| {
                node.args().iter().for_each(|&a| uses[a as usize] = uses[a as usize].saturating_add(times))
            });
        }
        let taken = |prefix: &str| graph.variables().iter().any(|name| is_numbered(name, prefix));
        let mut prefix = prefix.to_owned();
        while taken(&prefix) {
            prefix.push_str("_t");
        }
        let mut layout = Layout::default();
        let mut depths = vec![0usize; root as usize + 1];
        for id in order {
            let depth = graph.with(id, |node| node.args().iter().map(|&a| depths[a as usize] + 1).max().unwrap_or(0));
            depths[id as usize] = depth;
            let shared = uses[id as usize] > 1 && !is_relation(id);
            if depth > 0 && id != root && (shared || depth >= DEEPEST) {
                depths[id as usize] = 0;
                layout.named.push(id);
                layout.names.insert(id, format!("{prefix}{}", layout.named.len()));
            }
        }
        layout
    }
}

fn is_numbered(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

/// Writes formulas in a style.
pub(crate) struct Writer<'a, S> {
    x: Expr<'a>,
    pub(crate) layout: Layout,
    style: &'a S,
}

impl<'a, S: Style> Writer<'a, S> {
    pub(crate) fn new(x: Expr<'a>, layout: Layout, style: &'a S) -> Self {
        Writer { x, layout, style }
    }

    /// The formula of the whole expression.
    pub(crate) fn formula(&self) -> String {
        match (self.x.handle(), self.x.as_constant()) {
            (Some((_, root)), _) => self.definition(root),
            (None, c) => self.style.number(c.unwrap_or(f64::NAN)).1,
        }
    }

    /// The formula of a node, by the names of what it uses.
    pub(crate) fn definition(&self, id: u32) -> String {
        let Some((graph, _)) = self.x.handle() else { return String::new() };
        let mut text = String::new();
        let (_, pieces) = self.open(graph, id);
        let mut stack: Vec<Piece> = pieces.into_iter().rev().collect();
        while let Some(piece) = stack.pop() {
            let (id, needed) = match piece {
                Piece::Text(piece) => {
                    text.push_str(&piece);
                    continue;
                }
                Piece::Node(id, needed) => (id, needed),
            };
            if let Some(name) = self.layout.names.get(&id) {
                text.push_str(&self.style.variable(name));
                continue;
            }
            let (strength, pieces) = self.open(graph, id);
            let [before, after] = if strength < needed { self.style.brackets() } else { ["", ""] };
            text.push_str(before);
            stack.push(after.into());
            stack.extend(pieces.into_iter().rev());
        }
        text
    }

    /// A node taken apart once.
    fn open(&self, graph: &Graph, id: u32) -> (u8, Vec<Piece>) {
        let node = graph.node(id);
        match (&node, node.application()) {
            (_, Some((function, n, args))) => self.style.operation(&View { graph, function, n, args }),
            (Node::Constant(bits), _) => {
                let (strength, text) = self.style.number(f64::from_bits(*bits));
                (strength, vec![Piece::Text(text)])
            }
            (Node::Variable(v), _) => (u8::MAX, vec![Piece::Text(self.style.variable(&graph.name(*v)))]),
            _ => (u8::MAX, Vec::new()),
        }
    }
}
