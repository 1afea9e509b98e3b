//! Structures that functions which call themselves lend each other: their lists are read and changed where they lie.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::collections::HashMap;
use wengert::prelude::*;

/// A method that changes its structure, which has no derives.
struct Known {
    width: usize,
    values: Vec<Option<f64>>,
    scale: f64,
    asked: usize,
}

impl Known {
    fn of(&mut self, i: usize, j: usize, x: &[f64]) -> f64 {
        self.asked += 1;
        if i == 0 && j == 0 {
            return self.scale;
        }
        if let Some(v) = self.values[i * self.width + j] {
            return v;
        }
        let mut v = 0.1;
        if i > 0 {
            v += x[0] * self.of(i - 1, j, x);
        }
        if j > 0 {
            v += x[1] * self.of(i, j - 1, x).sin();
        }
        self.scale *= 1.0 + 0.01 * v;
        self.values[i * self.width + j] = Some(v);
        v
    }
}

#[differentiable]
fn by_method(x: &[f64]) -> f64 {
    let mut known = Known { width: 4, values: vec![None; 16], scale: x[2], asked: 0 };
    let v = known.of(3, 3, x);
    v * known.scale + known.values[6].unwrap_or(0.5) * known.asked as f64
}

/// An arena that grows, and is read by others that call themselves.
#[derive(Default)]
struct Arena {
    value: Vec<f64>,
    children: Vec<(usize, usize)>,
}

impl Arena {
    fn grow(&mut self, depth: u32, s: f64, u: f64) -> usize {
        let at = self.value.len();
        self.value.push(s * s);
        self.children.push((0, 0));
        if depth > 0 {
            let left = self.grow(depth - 1, s * u, u);
            let right = self.grow(depth - 1, s / u, u);
            self.children[at] = (left, right);
        }
        at
    }

    fn folded(&self, at: usize, p: f64) -> f64 {
        match self.children[at] {
            (0, 0) => self.value[at],
            (left, right) => (p * self.folded(left, p) + (1.0 - p) * self.folded(right, p)).max(0.9 * self.value[at]),
        }
    }
}

fn deepest(arena: &Arena, at: usize, weight: f64) -> f64 {
    let (left, right) = arena.children[at];
    let own = weight * arena.value[at];
    if left == 0 { own } else { own + deepest(arena, right, weight * own.cos()) }
}

#[differentiable]
fn in_an_arena(x: &[f64]) -> f64 {
    let mut arena = Arena::default();
    let root = arena.grow(4, x[0], x[1]);
    arena.folded(root, x[2]) + deepest(&arena, root, 0.5) + arena.value.len() as f64 * x[1]
}

/// One that holds references to what it reads.
struct Warping<'a> {
    a: &'a [f64],
    b: &'a [f64],
    known: HashMap<(usize, usize), f64>,
}

impl<'a> Warping<'a> {
    fn cost(&mut self, i: usize, j: usize) -> f64 {
        if let Some(&v) = self.known.get(&(i, j)) {
            return v;
        }
        let d = (self.a[i] - self.b[j]).powi(2);
        let v = match (i, j) {
            (0, 0) => d,
            (0, _) => d + self.cost(0, j - 1),
            (_, 0) => d + self.cost(i - 1, 0),
            _ => d + self.cost(i - 1, j).min(self.cost(i, j - 1)).min(self.cost(i - 1, j - 1)),
        };
        self.known.insert((i, j), v);
        v
    }
}

#[differentiable]
fn warped(x: &[f64]) -> f64 {
    let (a, b) = x.split_at(3);
    let mut both = Warping { a, b, known: HashMap::new() };
    both.cost(a.len() - 1, b.len() - 1) + both.known[&(1, 0)]
}

/// Functions in a body, with what stands there beside them.
#[differentiable]
fn in_a_body(x: &[f64]) -> f64 {
    const HALF: f64 = 0.5;
    struct Rows {
        rows: Vec<Vec<f64>>,
        done: bool,
    }
    fn weight(k: usize) -> f64 {
        HALF + k as f64
    }
    fn go(k: usize, x: &[f64], all: &mut Rows, path: &mut Vec<f64>) -> f64 {
        if k == 0 {
            all.done = true;
            return path.iter().product();
        }
        path.push(x[k] * weight(k));
        let with = go(k - 1, x, all, path);
        path.pop();
        all.rows[k - 1][k % 2] += with * x[0];
        let without = go(k - 1, x, all, path);
        with.sin() + HALF * without
    }
    let mut all = Rows { rows: vec![vec![0.0; 2], vec![x[1]; 3], vec![0.3; 2]], done: false };
    let v = go(3, x, &mut all, &mut vec![x[2]]);
    let sum: f64 = all.rows.iter().flatten().map(|r| r * r).sum();
    if all.done { v + sum } else { 0.0 }
}

/// Flags alone, beside rows of numbers; and a list of counts that grows.
fn permanent(row: usize, a: &[Vec<f64>], used: &mut [bool]) -> f64 {
    if row == a.len() {
        return 1.0;
    }
    let mut sum = 0.0;
    for column in 0..a.len() {
        if !used[column] {
            used[column] = true;
            sum += a[row][column] * permanent(row + 1, a, used);
            used[column] = false;
        }
    }
    sum
}

struct Graph {
    next: HashMap<usize, Vec<(usize, f64)>>,
}

impl Graph {
    fn longest(&self, at: usize, path: &mut Vec<usize>, seen: &mut Vec<bool>) -> f64 {
        seen[at] = true;
        path.push(at);
        let mut best = 0.0f64;
        for &(to, length) in self.next.get(&at).map_or(&[][..], |all| &all[..]) {
            if !seen[to] {
                best = best.max(length * path.len() as f64 + self.longest(to, path, seen));
            }
        }
        path.pop();
        seen[at] = false;
        best
    }
}

#[differentiable]
fn searched(x: &[f64]) -> f64 {
    let rows: Vec<Vec<f64>> = x.chunks(2).map(|row| row.iter().map(|v| v * x[0]).chain([0.5]).collect()).collect();
    let mut next: HashMap<usize, Vec<(usize, f64)>> = HashMap::new();
    for (k, v) in x.iter().enumerate() {
        next.entry(k % 4).or_default().push(((k * 3 + 1) % 4, v * v));
    }
    let graph = Graph { next };
    permanent(0, &rows, &mut [false; 3]) + graph.longest(0, &mut vec![], &mut vec![false; 4])
}

/// Arrays, and constants that lie outside.
struct Model<'a> {
    weights: [[f64; 2]; 2],
    rate: f64,
    lengths: &'a [f64],
    marks: &'a [(&'a str, u8)],
}

enum Tree {
    Leaf(&'static str),
    Inner(usize, Vec<Tree>),
}

impl Model<'_> {
    fn below(&self, tree: &Tree, total: &mut Total) -> [f64; 2] {
        total.calls += 1;
        match tree {
            Tree::Leaf(name) => {
                let mark = self.marks.iter().find(|(own, _)| own == name).map_or(0, |(_, mark)| *mark);
                [f64::from(mark), self.rate]
            }
            Tree::Inner(edge, all) => {
                let mut product = [1.0; 2];
                for child in all {
                    let own = self.below(child, total);
                    for (k, p) in product.iter_mut().enumerate() {
                        let row = &self.weights[k];
                        *p *= (row[0] * own[0] + row[1] * own[1]) * self.lengths[*edge];
                    }
                }
                total.sums[*edge] += product[0] * product[1];
                total.last = product;
                product
            }
        }
    }
}

struct Total {
    sums: [f64; 3],
    last: [f64; 2],
    calls: usize,
}

#[differentiable]
fn over_a_tree(x: &[f64], #[constant] tree: &Tree, #[constant] marks: &[(&str, u8)]) -> f64 {
    let lengths: Vec<f64> = x.iter().map(|v| v * v + 0.5).collect();
    let model = Model { weights: [[x[0], 0.3], [0.2, x[1]]], rate: x[2].exp(), lengths: &lengths, marks };
    let mut total = Total { sums: [x[0]; 3], last: [0.0; 2], calls: 0 };
    let [a, b] = model.below(tree, &mut total);
    a * b + total.sums.iter().sum::<f64>() * total.last[1] + total.calls as f64 * x[1]
}

#[test]
fn what_is_constant_is_lent_from_outside() {
    let tree = Tree::Inner(
        0,
        vec![Tree::Inner(1, vec![Tree::Leaf("a"), Tree::Leaf("b")]), Tree::Inner(2, vec![Tree::Leaf("b")])],
    );
    let name = "ab".to_owned();
    let marks = [(&name[..1], 2), (&name[1..], 3)];
    for x in [[0.3, 0.9, 0.4], [-0.4, 1.3, 0.7]] {
        let f = |x: &[f64]| over_a_tree(x, &tree, &marks);
        held(f, |x| over_a_tree::value_and_gradient(x, &tree, &marks), &x);
    }
}

/// Lists and arrays that change places, of one length, growing, and fixed.
struct Step {
    now: Vec<f64>,
    next: Vec<f64>,
    pair: ([f64; 2], [f64; 2]),
    rate: f64,
}

impl Step {
    fn even(&mut self, k: usize) -> f64 {
        if k == 0 {
            return self.now[0] * self.next[1];
        }
        let n = self.now.len();
        for i in 0..n {
            self.next[i] = (self.now[i] * self.rate).sin() + 0.1 * self.now[(i + 1) % n];
        }
        std::mem::swap(&mut self.now, &mut self.next);
        std::mem::swap(&mut self.pair.0, &mut self.pair.1);
        self.pair.0 = [self.pair.0[1] * self.pair.1[0], self.pair.0[0] + self.rate];
        self.even(k - 1) * 0.9 + self.now[1] * self.next[2] + self.pair.1[0]
    }

    fn growing(&mut self, k: usize) -> Option<f64> {
        if k == 0 {
            return Some(self.now[0] * self.next[0]);
        }
        self.next.clear();
        self.next.extend(self.now.iter().map(|v| (v * self.rate).cos()));
        self.next.push(self.now[0] * k as f64);
        std::mem::swap(&mut self.now, &mut self.next);
        let v = self.growing(k - 1)?;
        if v > 50.0 { None } else { Some(v * 0.9 + self.now[1] * self.next[1] + self.next.len() as f64 * self.rate) }
    }
}

#[differentiable]
fn in_other_places(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 2..5 {
        let pair = ([x[0], 0.4], [x[1], x[2]]);
        let mut step = Step { now: x.to_vec(), next: vec![0.3; x.len()], pair, rate: x[1] };
        sum += step.even(k) + step.now[0] * step.next[1] + step.pair.0[1] * step.pair.1[1];
        sum += step.growing(k).unwrap_or(x[0]) + step.now[2] * step.next[2] * step.now.len() as f64;
    }
    sum
}

/// A structure with the derive, and its methods with the attribute.
#[derive(Clone, Debug, Differentiable)]
struct Marked {
    up: f64,
    width: usize,
    nodes: Vec<f64>,
    done: Vec<bool>,
}

#[differentiable]
impl Marked {
    fn node(&mut self, i: usize, j: usize) -> f64 {
        let at = i * self.width + j;
        if self.done[at] {
            return self.nodes[at];
        }
        let mut v = 0.5 * self.up;
        if i > 0 {
            v += self.up * self.node(i - 1, j);
        }
        if j > 0 {
            v += self.node(i, j - 1).cos();
        }
        self.nodes[at] = v;
        self.done[at] = true;
        v
    }
}

#[differentiable]
fn by_marked_method(x: &[f64]) -> f64 {
    let mut marked = Marked { up: x[0], width: 3, nodes: vec![x[1]; 9], done: vec![false; 9] };
    let v = marked.node(2, 1);
    v * marked.nodes.iter().sum::<f64>()
}

#[test]
fn structures_are_lent_where_they_lie() {
    let points = [[0.3, 0.9, 1.4, 2.1, -0.6, 0.3], [-0.4, 1.3, 0.7, -0.8, 0.1, 0.25]];
    for x in points {
        held(by_method, by_method::value_and_gradient, &x[..3]);
        held(in_an_arena, in_an_arena::value_and_gradient, &[1.0 + x[0], x[1], x[2]]);
        held(warped, warped::value_and_gradient, &x);
        held(in_a_body, in_a_body::value_and_gradient, &x[..4]);
        held(searched, searched::value_and_gradient, &x);
        held(in_other_places, in_other_places::value_and_gradient, &x[..3]);
        held(by_marked_method, by_marked_method::value_and_gradient, &x[..2]);
    }
}
