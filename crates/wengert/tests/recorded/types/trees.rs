//! Values that hold others of their type, as deep as the data say, owned and shared.

use super::holds;
use std::cell::RefCell;
use std::rc::Rc;
use wengert::differentiable;

#[derive(Clone, Debug)]
enum Expr {
    Const(f64),
    Var(usize),
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Sin(Box<Expr>),
}
use Expr::{Add, Const, Mul, Sin, Var};

fn parse(tokens: &[i32], at: &mut usize, scale: f64) -> Expr {
    let token = tokens[*at];
    *at += 1;
    match token {
        0 => {
            let a = parse(tokens, at, scale);
            Add(Box::new(a), Box::new(parse(tokens, at, scale)))
        }
        1 => {
            let a = parse(tokens, at, scale);
            Mul(Box::new(a), Box::new(parse(tokens, at, scale * 0.5)))
        }
        2 => Sin(Box::new(parse(tokens, at, scale))),
        t if t < 0 => Const(scale * f64::from(-t)),
        t => Var(t as usize - 10),
    }
}

impl Expr {
    fn eval(&self, env: &[f64]) -> f64 {
        match self {
            Const(c) => *c,
            Var(i) => env[*i],
            Add(a, b) => a.eval(env) + b.eval(env),
            Mul(a, b) => a.eval(env) * b.eval(env),
            Sin(a) => a.eval(env).sin(),
        }
    }
    fn depth(&self) -> usize {
        match self {
            Const(_) | Var(_) => 1,
            Add(a, b) | Mul(a, b) => 1 + a.depth().max(b.depth()),
            Sin(a) => 1 + a.depth(),
        }
    }
}

#[differentiable(tape)]
fn parsed(x: &[f64], tokens: &[i32], scale: f64) -> f64 {
    let mut at = 0;
    let e = parse(tokens, &mut at, scale);
    e.eval(x) / e.depth() as f64
}

#[test]
fn expressions_that_are_read() {
    for tokens in [&[0, 1, 10, 2, 11, 1, -3, 12][..], &[-2], &[2, 2, 0, 10, -1]] {
        holds(
            &[0.7, 1.2, -0.4, 0.8],
            |x| parsed(&x[..3], tokens, x[3]),
            |x| {
                let (value, (mut g, scale)) = parsed::value_and_gradient(&x[..3], tokens, x[3]);
                g.push(scale);
                (value, g)
            },
        );
    }
}

#[derive(Debug)]
struct Node {
    value: f64,
    children: Vec<Rc<RefCell<Node>>>,
}

impl Node {
    fn new(value: f64) -> Rc<RefCell<Node>> {
        Rc::new(RefCell::new(Node { value, children: Vec::new() }))
    }
    fn total(&self) -> f64 {
        self.value + self.children.iter().map(|c| c.borrow().total()).sum::<f64>()
    }
}

fn scale(node: &Rc<RefCell<Node>>, by: f64) {
    node.borrow_mut().value *= by;
    for child in &node.borrow().children {
        scale(child, by * 0.5);
    }
}

#[differentiable(tape)]
fn shared(x: &[f64]) -> f64 {
    let root = Node::new(x[0]);
    for i in 1..x.len() {
        let child = Node::new(x[i] * x[i - 1]);
        root.borrow_mut().children.push(Rc::clone(&child));
        if i % 2 == 0 {
            child.borrow_mut().children.push(Node::new(x[i].sin()));
        }
    }
    scale(&root, x[0]);
    let total = root.borrow().total();
    total * total
}

#[test]
fn nodes_that_are_shared_and_change() {
    holds(&[0.7, 1.2, -0.4, 0.9], shared, shared::value_and_gradient);
}

#[derive(Clone, Debug)]
struct Place {
    value: f64,
    left: Option<Box<Place>>,
    right: Option<Box<Place>>,
}

impl Place {
    fn insert(&mut self, value: f64) {
        let side = if value < self.value { &mut self.left } else { &mut self.right };
        match side {
            Some(place) => place.insert(value),
            None => *side = Some(Box::new(Place { value, left: None, right: None })),
        }
    }
    fn fold<F: FnMut(f64)>(&self, f: &mut F) {
        if let Some(left) = &self.left {
            left.fold(f);
        }
        f(self.value);
        if let Some(right) = &self.right {
            right.fold(f);
        }
    }
}

#[differentiable(tape)]
fn ranked(x: &[f64]) -> f64 {
    let mut root = Place { value: x[0], left: None, right: None };
    x[1..].iter().for_each(|v| root.insert(v * v - 0.5 * v));
    let (mut k, mut sum) = (0, 0.0);
    root.fold(&mut |v| {
        k += 1;
        sum += v * f64::from(k);
    });
    sum
}

#[test]
fn a_tree_that_sorts() {
    holds(&[0.2, 1.2, -0.3, 0.9, 0.05, 2.0], ranked, ranked::value_and_gradient);
}

enum Formula {
    Number(f64),
    X,
    Sum(Box<Formula>, Box<Formula>),
}

struct Reader<'t> {
    words: Vec<&'t str>,
}

impl<'t> Reader<'t> {
    fn sum(&mut self) -> Formula {
        match self.words.pop() {
            Some("x") => Formula::X,
            Some("") => Formula::Sum(Box::new(self.sum()), Box::new(self.sum())),
            Some(number) => Formula::Number(number.parse().unwrap()),
            None => Formula::Number(0.0),
        }
    }
}

fn valued(f: &Formula, x: f64) -> f64 {
    match f {
        Formula::Number(c) => *c,
        Formula::X => x,
        Formula::Sum(a, b) => valued(a, x) + valued(b, x),
    }
}

#[differentiable(tape)]
fn read(text: &str, x: f64) -> f64 {
    let mut reader = Reader { words: text.split('+').collect() };
    let formula = reader.sum();
    valued(&formula, x)
}

#[test]
fn formulas_that_are_parsed() {
    for text in ["x+2.5+", "x", "1.5+x+x++"] {
        holds(
            &[0.7],
            |x| read(text, x[0]),
            |x| {
                let (value, g) = read::value_and_gradient(text, x[0]);
                (value, vec![g])
            },
        );
    }
}
