//! Trees of constants that plain functions make: parsers, sorted trees, trees in space; functions that match go down them.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::rc::Rc;
use wengert::prelude::*;

/// Neither cloned nor given derivatives.
enum Quad {
    Empty,
    Point { x: f64, m: f64 },
    Node { middle: f64, m: f64, children: Vec<Quad> },
}

fn split(points: &[(f64, f64)], from: f64, size: f64) -> Quad {
    match points {
        [] => Quad::Empty,
        [(x, m)] => Quad::Point { x: *x, m: *m },
        _ => {
            let mut children = Vec::new();
            for side in [from, from + size / 2.0] {
                let inside: Vec<_> =
                    points.iter().copied().filter(|(x, _)| (side..side + size / 2.0).contains(x)).collect();
                children.push(split(&inside, side, size / 2.0));
            }
            Quad::Node { middle: from + size / 2.0, m: points.iter().map(|p| p.1).sum(), children }
        }
    }
}

fn pull(q: &Quad, at: f64, scale: f64) -> f64 {
    match q {
        Quad::Empty => 0.0,
        Quad::Point { x, m } => scale * m / (at - x).abs(),
        Quad::Node { middle, m, children } => {
            if (at - middle).abs() > 2.0 {
                scale * m / (at - middle).abs()
            } else {
                children.iter().map(|c| pull(c, at, scale)).sum()
            }
        }
    }
}

#[differentiable]
fn field(x: &[f64], #[constant] points: &[(f64, f64)]) -> f64 {
    let root = split(points, 0.0, 1.0);
    let mut s = 0.0;
    for v in x {
        s += pull(&root, 1.5 + v * v, x[0]);
    }
    s
}

struct Sorted {
    key: f64,
    left: Option<Box<Sorted>>,
    right: Option<Box<Sorted>>,
}

impl Sorted {
    fn new(key: f64) -> Sorted {
        Sorted { key, left: None, right: None }
    }
    fn insert(&mut self, key: f64) {
        let side = if key < self.key { &mut self.left } else { &mut self.right };
        match side {
            Some(below) => below.insert(key),
            None => *side = Some(Box::new(Sorted::new(key))),
        }
    }
    fn sum(&self, w: f64) -> f64 {
        let left = self.left.as_ref().map_or(0.0, |below| below.sum(w));
        let right = match &self.right {
            Some(below) => below.sum(w),
            None => 0.0,
        };
        w * (left + right) + self.key * w
    }
}

fn sorted(keys: &[f64]) -> Sorted {
    let mut root = Sorted::new(keys[0]);
    for k in &keys[1..] {
        root.insert(*k);
    }
    root
}

#[differentiable]
fn weighed(x: &[f64], #[constant] keys: &[f64]) -> f64 {
    let tree = sorted(keys);
    x.iter().map(|v| tree.sum(*v)).sum()
}

struct Chained {
    value: f64,
    below: Vec<Rc<Chained>>,
}

fn chain(values: &[f64]) -> Rc<Chained> {
    match values.split_first() {
        Some((v, rest)) if !rest.is_empty() => Rc::new(Chained { value: *v, below: vec![chain(rest)] }),
        Some((v, _)) => Rc::new(Chained { value: *v, below: vec![] }),
        None => unreachable!(),
    }
}

fn total(c: &Rc<Chained>, decay: f64) -> f64 {
    c.value + c.below.iter().map(|c| decay * total(c, decay)).sum::<f64>()
}

#[differentiable]
fn chained(x: &[f64]) -> f64 {
    let root = chain(&[1.0, 2.0, 3.0]);
    x[1] * total(&root, x[0])
}

#[derive(Debug)]
enum Fault {
    Empty,
    Strange(String),
}

/// Without `Clone`.
enum Formula {
    Number(f64),
    X,
    Name(String),
    Sum(Box<Formula>, Box<Formula>),
    Product(Box<Formula>, Box<Formula>),
}

fn formula(text: &str) -> Result<Formula, Fault> {
    if let Some((a, b)) = text.split_once('+') {
        return Ok(Formula::Sum(Box::new(formula(a)?), Box::new(formula(b)?)));
    }
    if let Some((a, b)) = text.split_once('*') {
        return Ok(Formula::Product(Box::new(formula(a)?), Box::new(formula(b)?)));
    }
    match text.trim() {
        "" => Err(Fault::Empty),
        "x" => Ok(Formula::X),
        name if name.starts_with('n') => Ok(Formula::Name(name.to_string())),
        number => number.parse().map(Formula::Number).map_err(|_| Fault::Strange(number.to_string())),
    }
}

fn valued(f: &Formula, x: f64) -> f64 {
    match f {
        Formula::Number(c) => *c,
        Formula::X => x,
        Formula::Name(name) => x * name.len() as f64,
        Formula::Sum(a, b) => valued(a, x) + valued(b, x),
        Formula::Product(a, b) => valued(a, x) * valued(b, x),
    }
}

#[differentiable]
fn by_question(x: f64, text: &str) -> Result<f64, Fault> {
    let f = formula(text)?;
    Ok(valued(&f, x))
}

#[differentiable]
fn by_match(x: f64, text: &str) -> f64 {
    match formula(text) {
        Ok(f) => valued(&f, x) + 1.0,
        Err(_) => -x,
    }
}

#[differentiable]
fn by_methods(x: f64, text: &str) -> Option<f64> {
    let first = formula(text).unwrap();
    let second = formula(text).ok()?;
    Some(valued(&first, x) * valued(&second, 2.0))
}

/// Under the name that numbers have in generated code.
enum T {
    Leaf(f64),
    Pair(Box<T>, Box<T>, f64),
}

fn paired(v: &[f64], k: usize) -> T {
    if v.len() < 2 {
        return T::Leaf(v.first().copied().unwrap_or(k as f64));
    }
    let (a, b) = v.split_at(v.len() / 2);
    T::Pair(Box::new(paired(a, k + 1)), Box::new(paired(b, k)), k as f64)
}

fn at_times(v: &[f64], k: usize) -> Option<T> {
    (k % 2 == 0).then(|| paired(&v[k..], k))
}

fn at(t: &T, x: f64) -> f64 {
    match t {
        T::Leaf(c) => c * x.sin(),
        T::Pair(a, b, k) => at(a, x * x) * at(b, x) + k * x,
    }
}

/// Other trees each time, in arms and in lists.
#[differentiable]
fn in_rounds(x: &[f64], #[constant] v: &[f64]) -> f64 {
    let mut s = x[0];
    for k in 0..3 {
        let t = paired(&v[k..], k);
        s += 0.1 * at(&t, s * x[1]);
        if s > 0.5 {
            s *= 1.0 + 0.1 * at(&paired(&v[..k + 1], 2), x[0]);
        }
        if let Some(t) = at_times(v, k) {
            s += 0.01 * at(&t, s);
        }
    }
    s
}

#[derive(Clone)]
enum Term {
    Number(f64),
    X,
    Sum(Box<Term>, Box<Term>),
    Product(Box<Term>, Box<Term>),
}

impl Term {
    fn derived(&self) -> Term {
        match self {
            Term::Number(_) => Term::Number(0.0),
            Term::X => Term::Number(1.0),
            Term::Sum(a, b) => Term::Sum(Box::new(a.derived()), Box::new(b.derived())),
            Term::Product(a, b) => Term::Sum(
                Box::new(Term::Product(Box::new(a.derived()), b.clone())),
                Box::new(Term::Product(a.clone(), Box::new(b.derived()))),
            ),
        }
    }
    fn simple(self) -> Term {
        match self {
            Term::Sum(a, b) => match (a.simple(), b.simple()) {
                (Term::Number(x), Term::Number(y)) => Term::Number(x + y),
                (a, b) => Term::Sum(Box::new(a), Box::new(b)),
            },
            other => other,
        }
    }
    fn at(&self, x: f64) -> f64 {
        match self {
            Term::Number(c) => *c,
            Term::X => x,
            Term::Sum(a, b) => a.at(x) + b.at(x),
            Term::Product(a, b) => a.at(x) * b.at(x),
        }
    }
}

/// By methods that take one as it is, too.
#[differentiable]
fn rewritten(x: &[f64], #[constant] term: &Term) -> f64 {
    let slope = term.derived().simple();
    x.iter().map(|v| slope.at(*v) * term.at(*v)).sum()
}

#[derive(Clone, Debug, Differentiable)]
enum Soft {
    Leaf(f64),
    Split { threshold: f64, left: Box<Soft>, right: Box<Soft> },
}

#[differentiable]
impl Soft {
    fn predict(&self, x: f64) -> f64 {
        match self {
            Soft::Leaf(v) => *v,
            Soft::Split { threshold, left, right } => {
                let g = 1.0 / (1.0 + (threshold - x).exp());
                g * right.predict(x) + (1.0 - g) * left.predict(x)
            }
        }
    }
}

fn soft(values: &[f64]) -> Soft {
    match values {
        [v] => Soft::Leaf(*v),
        _ => {
            let (a, b) = values.split_at(values.len() / 2);
            Soft::Split { threshold: b[0], left: Box::new(soft(a)), right: Box::new(soft(b)) }
        }
    }
}

#[differentiable]
fn made_here(x: &[f64]) -> f64 {
    let tree = soft(&[0.1, 0.4, 0.9]);
    x.iter().map(|v| tree.predict(*v) * v).sum()
}

/// With derivatives of its own, and constant here.
#[differentiable]
fn handed_in(x: &[f64], #[constant] tree: &Soft) -> f64 {
    x.iter().map(|v| tree.predict(*v)).sum()
}

#[test]
fn trees_of_constants() {
    let points = [(0.1, 1.0), (0.3, 2.0), (0.8, 0.5), (0.35, 1.5)];
    let keys = [2.0, 1.0, 3.0, 2.5];
    for point in [[0.3, 0.9], [-0.4, 1.3]] {
        held(|x| field(x, &points), |x| field::value_and_gradient(x, &points), &point);
        held(|x| weighed(x, &keys), |x| weighed::value_and_gradient(x, &keys), &point);
        held(chained, chained::value_and_gradient, &point);
        let v = [0.5, 1.5, -0.3, 0.8];
        held(|x| in_rounds(x, &v), |x| in_rounds::value_and_gradient(x, &v), &point);
        let squared = Term::Product(Box::new(Term::X), Box::new(Term::X));
        let term = Term::Sum(Box::new(squared), Box::new(Term::Number(0.5)));
        held(|x| rewritten(x, &term), |x| rewritten::value_and_gradient(x, &term), &point);
        held(made_here, made_here::value_and_gradient, &point);
        let tree = soft(&[0.2, 0.5, 0.7, 0.8]);
        held(|x| handed_in(x, &tree), |x| handed_in::value_and_gradient(x, &tree), &point);
    }
    assert_eq!(by_question::value_and_gradient(0.5, "3*x + x*x"), Some((1.75, 4.0)));
    assert_eq!(by_question::value_and_gradient(0.5, "3*x + "), None);
    assert_eq!(by_question::value_and_gradient(0.5, "nine + x"), Some((2.5, 5.0)));
    assert_eq!(by_match::value_and_gradient(0.5, "3*x + x*x"), (2.75, 4.0));
    assert_eq!(by_match::value_and_gradient(0.5, "3*?"), (-0.5, -1.0));
    assert_eq!(by_methods::value_and_gradient(0.5, "3*x + x*x"), Some((17.5, 40.0)));
    assert!(matches!(by_question(0.5, "y"), Err(Fault::Strange(y)) if y == "y"));
    assert!(matches!(by_question(0.5, ""), Err(Fault::Empty)));
}
