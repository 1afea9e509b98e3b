//! What is recorded without being asked for: boxes, and places that methods lend to be written to.

// The functions that use them are recorded, which a warning says.
#![allow(deprecated)]

use super::near;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Term {
    Constant(f64),
    Variable,
    Sum(Box<Term>, Box<Term>),
    Product(Box<Term>, Box<Term>),
    Negative(Box<Term>),
}

#[differentiable]
impl Term {
    fn plus(self, other: Term) -> Term {
        Term::Sum(Box::new(self), Box::new(other))
    }
    fn negative(of: Box<Term>) -> Term {
        Term::Negative(of)
    }
    fn at(&self, x: f64) -> f64 {
        match self {
            Term::Constant(c) => *c,
            Term::Variable => x,
            Term::Sum(a, b) => a.at(x) + b.at(x),
            Term::Product(a, b) => a.at(x) * b.at(x),
            Term::Negative(a) => -a.at(x),
        }
    }
}

#[differentiable]
fn line(slope: f64, x: f64) -> f64 {
    let rise = Term::Product(Box::new(Term::Constant(slope * slope)), Box::new(Term::Variable));
    Term::negative(Box::new(rise.plus(Term::Constant(3.0)))).at(x) * slope
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Chain {
    load: f64,
    next: Option<Box<Chain>>,
}

#[differentiable]
impl Chain {
    fn total(&self) -> f64 {
        let mut s = self.load;
        if let Some(next) = &self.next {
            s += 0.5 * next.total();
        }
        s + self.next.as_ref().map_or(1.0, |next| next.load)
    }
}

#[test]
fn boxes() {
    let (slope, x) = (0.5, 2.0);
    let (value, (by_slope, by_x)) = line::value_and_gradient(slope, x);
    assert_eq!(value.to_bits(), line(slope, x).to_bits());
    near(by_slope, |h| line(slope + h, x));
    near(by_x, |h| line(slope, x + h));

    let chain = Chain { load: 2.0, next: Some(Box::new(Chain { load: 3.0, next: None })) };
    let (value, by_chain) = chain.total_value_and_gradient();
    assert_eq!(value, 2.0 + 0.5 * 4.0 + 3.0);
    assert_eq!(by_chain, Chain { load: 1.0, next: Some(Box::new(Chain { load: 1.5, next: None })) });
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Node {
    x: f64,
    mass: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Grid {
    cells: Vec<f64>,
    width: usize,
    nodes: Vec<Node>,
}

#[differentiable]
impl Grid {
    fn new(width: usize, mass: f64) -> Grid {
        Grid { cells: vec![0.0; width * width], width, nodes: vec![Node { x: 1.0, mass }; width] }
    }
    fn cell(&mut self, i: usize, j: usize) -> &mut f64 {
        &mut self.cells[i * self.width + j]
    }
    fn node(&mut self, i: usize) -> Option<&mut Node> {
        if i < self.width { Some(&mut self.nodes[i]) } else { None }
    }
    fn all(&mut self) -> &mut [Node] {
        &mut self.nodes
    }
    fn sum(&self) -> f64 {
        self.cells.iter().sum::<f64>() * self.nodes.iter().map(|n| n.x * n.mass).sum::<f64>()
    }
}

#[differentiable]
fn filled(a: f64, b: f64) -> f64 {
    let mut grid = Grid::new(2, b);
    *grid.cell(0, 1) = a;
    *grid.cell(1, 1) += a * b;
    let cell = grid.cell(1, 1);
    *cell *= 2.0;
    if let Some(node) = grid.node(1) {
        node.x = a;
    }
    for node in grid.all() {
        node.mass *= a;
    }
    grid.sum()
}

#[test]
fn places_that_are_lent_to_be_written_to() {
    let (a, b) = (0.75, 1.25);
    let (value, (by_a, by_b)) = filled::value_and_gradient(a, b);
    assert_eq!(value.to_bits(), filled(a, b).to_bits());
    near(by_a, |h| filled(a + h, b));
    near(by_b, |h| filled(a, b + h));
}
