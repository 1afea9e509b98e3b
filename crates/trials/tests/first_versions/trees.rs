//! Trees of constants that functions and methods without the attribute go down, calling themselves.

use super::held;
use wengert::Differentiable;
use wengert::prelude::*;

struct Cell {
    left: Option<Box<Cell>>,
    right: Option<Box<Cell>>,
    at: f64,
    mass: f64,
}

impl Cell {
    fn pull(&self, x: f64) -> f64 {
        let own = self.mass / ((x - self.at).powi(2) + 0.1);
        let right = match &self.right {
            Some(cell) => cell.pull(x),
            None => 0.0,
        };
        own + right + self.left.as_ref().map_or(0.0, |cell| cell.pull(x * 0.5))
    }
}

#[differentiable]
fn field(x: f64, #[constant] cell: &Cell) -> f64 {
    cell.pull(x) * cell.pull(2.0 * x)
}

struct Node {
    below: Vec<Node>,
    length: f64,
}

fn likelihood(node: &Node, rate: f64) -> f64 {
    node.below.iter().fold((-rate * node.length).exp(), |l, below| l * (1.0 + likelihood(below, rate)))
}

#[differentiable]
fn of_tree(rate: f64, #[constant] root: &Node) -> f64 {
    likelihood(root, rate).ln()
}

#[derive(Clone, Debug, Differentiable)]
enum Term {
    Number(f64),
    Input(usize),
    Sum(Box<Term>, Box<Term>),
    Product(Box<Term>, Box<Term>),
    Sine(Box<Term>),
}

impl Term {
    fn at(&self, x: &[f64]) -> f64 {
        match self {
            Term::Number(c) => *c,
            Term::Input(i) => x[*i],
            Term::Sum(a, b) => a.at(x) + b.at(x),
            Term::Product(a, b) => a.at(x) * b.at(x),
            Term::Sine(a) => a.at(x).sin(),
        }
    }
}

#[differentiable]
fn of_term(#[constant] term: &Term, x: &[f64]) -> f64 {
    term.at(x) * x[0]
}

#[derive(Clone, Debug, Differentiable)]
struct Chain {
    weight: f64,
    next: Option<Box<Chain>>,
}

#[differentiable(tape)]
impl Chain {
    fn along(&self, x: f64) -> f64 {
        self.weight * x + self.next.as_ref().map_or(0.0, |next| next.along(x * x))
    }
}

#[differentiable(tape)]
fn of_chain(#[constant] chain: &Chain, x: f64) -> f64 {
    chain.along(x) + chain.along(0.5 * x)
}

#[test]
fn methods_of_types_with_the_derive_go_down_constants() {
    let input = |i| Box::new(Term::Input(i));
    let product = Term::Product(input(0), Box::new(Term::Sine(input(1))));
    let term = Term::Sum(Box::new(product), Box::new(Term::Number(0.5)));
    let x = [0.7, 1.3];
    let (value, gradient) = of_term::value_and_gradient(&term, &x);
    held(&x, |x| of_term(&term, x), value, &gradient);
    let chain = Chain { weight: 0.4, next: Some(Box::new(Chain { weight: -1.5, next: None })) };
    let (value, gradient) = of_chain::value_and_gradient(&chain, 0.6);
    held(&[0.6], |x| of_chain(&chain, x[0]), value, &[gradient]);
}

#[test]
fn functions_go_down_trees() {
    let leaf = |at, mass| Some(Box::new(Cell { left: None, right: None, at, mass }));
    let cell = Cell { left: leaf(0.3, 0.5), right: leaf(1.4, 0.8), at: 0.9, mass: 1.2 };
    let (value, gradient) = field::value_and_gradient(0.6, &cell);
    held(&[0.6], |x| field(x[0], &cell), value, &[gradient]);
    let leaf = |length| Node { below: vec![], length };
    let root = Node { below: vec![leaf(0.3), Node { below: vec![leaf(0.2), leaf(0.6)], length: 0.1 }], length: 0.4 };
    let (value, gradient) = of_tree::value_and_gradient(0.7, &root);
    held(&[0.7], |x| of_tree(x[0], &root), value, &[gradient]);
}
