use wengert::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Side {
    a: f64,
}

impl Side {
    fn power(&self, n: usize) -> f64 {
        if n == 0 { 1.0 } else { self.a * self.power(n - 1) }
    }
}

#[differentiable]
fn area(s: &Side, k: f64) -> f64 {
    k * s.power(2) + 1.0
}

#[derive(Clone, Differentiable)]
enum Tree {
    Leaf(f64),
    Fork(Box<Tree>, Box<Tree>),
}

#[differentiable]
impl Tree {
    fn sum(&self) -> f64 {
        match self {
            Tree::Leaf(x) => *x,
            Tree::Fork(a, b) => a.sum() + b.sum(),
        }
    }
    #[constant]
    fn depth(&self) -> usize {
        match self {
            Tree::Leaf(_) => 0,
            Tree::Fork(a, b) => 1 + a.depth().max(b.depth()),
        }
    }
}

#[differentiable]
fn weighed(t: &Tree) -> f64 {
    t.sum() * t.depth() as f64
}

fn main() {
    weighed::gradient(&Tree::Leaf(1.0));
    area::gradient(&Side { a: 1.0 }, 1.0);
}
