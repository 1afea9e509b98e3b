//! Values of types that hold themselves, made of numbers with derivatives: expressions, programs, curves, trees.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug)]
enum Expr {
    Const(f64),
    X,
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Sum(Vec<Expr>),
    If { above: Box<Expr>, yes: Box<Expr>, no: Box<Expr> },
}

impl From<f64> for Expr {
    fn from(v: f64) -> Self {
        Expr::Const(v)
    }
}

impl std::ops::Add for Expr {
    type Output = Expr;
    fn add(self, other: Expr) -> Expr {
        Expr::Add(Box::new(self), Box::new(other))
    }
}

impl std::ops::Mul for Expr {
    type Output = Expr;
    fn mul(self, other: Expr) -> Expr {
        Expr::Mul(Box::new(self), Box::new(other))
    }
}

impl Expr {
    fn eval(&self, x: f64) -> f64 {
        match self {
            Expr::Const(c) => *c,
            Expr::X => x,
            Expr::Add(a, b) => a.as_ref().eval(x) + b.eval(x),
            Expr::Mul(a, b) => a.eval(x) * b.eval(x),
            Expr::Sum(all) => all.iter().map(|e| e.eval(x)).sum(),
            Expr::If { above, yes, no } => {
                if above.eval(x) > 0.0 {
                    yes.eval(x)
                } else {
                    no.eval(x)
                }
            }
        }
    }

    fn derived(&self) -> Expr {
        match self {
            Expr::Const(_) => 0.0.into(),
            Expr::X => 1.0.into(),
            Expr::Add(a, b) => a.derived() + b.derived(),
            Expr::Mul(a, b) => (**a).clone() * b.derived() + a.derived() * b.as_ref().clone(),
            Expr::Sum(all) => Expr::Sum(all.iter().map(Expr::derived).collect()),
            Expr::If { above, yes, no } => {
                Expr::If { above: above.clone(), yes: Box::new(yes.derived()), no: Box::new(no.derived()) }
            }
        }
    }

    fn simple(self) -> Expr {
        match self {
            Expr::Add(a, b) => match (a.simple(), b.simple()) {
                (Expr::Const(a), Expr::Const(b)) => Expr::Const(a + b),
                (Expr::Const(z), e) | (e, Expr::Const(z)) if z == 0.0 => e,
                (a, b) => a + b,
            },
            Expr::Mul(a, b) => match (*a, *b) {
                (Expr::Const(a), Expr::Const(b)) => Expr::Const(a * b),
                (a, b) => a.simple() * b.simple(),
            },
            Expr::Sum(all) => Expr::Sum(all.into_iter().map(Expr::simple).collect()),
            other => other,
        }
    }

    fn count(&self) -> usize {
        match self {
            Expr::Const(_) | Expr::X => 1,
            Expr::Add(a, b) | Expr::Mul(a, b) => 1 + a.count() + b.count(),
            Expr::Sum(all) => 1 + all.iter().map(Expr::count).sum::<usize>(),
            Expr::If { above, yes, no } => above.count() + yes.count() + no.count(),
        }
    }
}

#[differentiable]
fn formula(a: f64, b: f64) -> f64 {
    let inner = Expr::Sum(vec![a.into(), Expr::X * b.into(), Expr::Sum(vec![])]);
    let branch = Expr::If {
        above: Box::new(Expr::X + Expr::Const(-0.5)),
        yes: Box::new(Expr::X * a.into()),
        no: Box::new(Expr::X * Expr::X * Expr::Const(b * b)),
    };
    let whole = Expr::Sum(vec![inner.clone() * inner, Expr::Const(0.0) + branch, Expr::Const(a)]);
    let simple = whole.clone().simple();
    let size = (whole.count() + simple.count()) as f64;
    whole.eval(b) + whole.derived().eval(0.3 * a) * simple.eval(0.7) + size
}

/// Put into one another by loops whose rounds are known, and chosen by what is known when it runs.
#[differentiable]
fn nested(a: f64, b: f64) -> f64 {
    let mut e = Expr::Const(a);
    for k in 0..3 {
        e = e * Expr::X + Expr::Const(b * f64::from(k));
    }
    let mut terms = vec![e];
    for i in (1..4).rev() {
        terms.push(Expr::Const(a + i as f64) * Expr::X);
    }
    let chosen = if a > 0.5 { Expr::Sum(terms) } else { Expr::Sum(terms) * Expr::Const(b) };
    (0..4).map(|k| chosen.eval(b + 0.1 * k as f64)).sum()
}

/// What a list holds beside others, and methods that change what is not in the tree.
#[derive(Clone, Debug)]
enum Rate {
    Flat(f64),
    Spread { base: Box<Rate>, add: f64 },
    Blend(Vec<(f64, Rate)>),
}

impl Rate {
    fn at(&self, t: f64, asked: &mut usize) -> f64 {
        *asked += 1;
        match self {
            Rate::Flat(r) => *r,
            Rate::Spread { base, add } => base.at(t, asked) + add * t.sqrt(),
            Rate::Blend(parts) => {
                let total: f64 = parts.iter().map(|(w, _)| w).sum();
                let mut s = 0.0;
                for (w, rate) in parts {
                    s += w * rate.at(t, asked);
                }
                s / total
            }
        }
    }
}

fn rate(kind: usize, a: f64, b: f64) -> Rate {
    match kind {
        0 => Rate::Flat(a),
        1 => Rate::Spread { base: Box::new(Rate::Flat(b)), add: a },
        _ => {
            let spread = Rate::Spread { base: Box::new(Rate::Flat(a * b)), add: 0.1 };
            Rate::Blend(vec![(a, Rate::Flat(b)), (b, spread)])
        }
    }
}

#[differentiable]
fn curves(a: f64, b: f64) -> f64 {
    let rates: Vec<Rate> = vec![rate(0, a, b), rate(1, a, b), rate(2, a, b)];
    let (mut s, mut asked) = (0.0, 0);
    for (i, t) in [0.5, 1.0, 2.0].iter().enumerate() {
        for r in &rates {
            let r = r.at(*t, &mut asked);
            s += r * (-r * t).exp();
        }
        s += rates[i].at(*t, &mut asked);
    }
    let last = rates.last().map_or(0.0, |r| r.at(3.0, &mut asked));
    s + last + asked as f64 * a
}

#[differentiable]
fn chosen(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (k, v) in x.iter().enumerate() {
        s += rate(k % 3, x[0], *v).at(1.0 + k as f64, &mut 0);
    }
    s
}

/// With the derive, and a list in a structure.
#[derive(Clone, Debug, Differentiable)]
struct Node {
    weight: f64,
    below: Vec<Node>,
}

#[differentiable]
impl Node {
    fn total(&self, depth: usize) -> f64 {
        self.weight * (1.0 + depth as f64) + self.below.iter().map(|n| n.total(depth + 1)).sum::<f64>()
    }

    fn first_above(&self, limit: f64) -> Option<f64> {
        if self.weight > limit {
            return Some(self.weight * self.weight);
        }
        for node in &self.below {
            if let Some(found) = node.first_above(limit) {
                return Some(found);
            }
        }
        None
    }
}

/// Without the attribute, as one that is given a tree from outside makes one of unknown depth.
fn with(mut tree: Node, node: Node) -> Node {
    tree.below.push(node);
    tree
}

#[differentiable]
fn hung(a: f64, b: f64) -> f64 {
    let leaf = |weight: f64| Node { weight, below: vec![] };
    let tree = with(with(leaf(a * b), with(leaf(b), leaf(a))), leaf(2.0 * b));
    tree.total(0) + tree.first_above(1.0).unwrap_or(3.0 * a)
}

#[test]
fn trees_of_numbers_are_gone_down() {
    let points = [[0.6, 0.8], [0.4, 0.9], [1.3, 0.2], [0.3, 0.3]];
    held_at!(points; formula nested curves hung);
    for x in [[0.6, 0.8, 1.7, 0.4], [1.5, 0.2, 0.3, 2.0]] {
        held(chosen, chosen::value_and_gradient, &x);
    }
}
