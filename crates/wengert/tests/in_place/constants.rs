//! Structures with constant numbers that methods change which call themselves.

// None is recorded.
#![deny(deprecated)]

use crate::checked;
use wengert::Differentiable;
use wengert::prelude::*;

/// A node of a binary tree over a segment.
#[derive(Clone, Debug, Differentiable)]
struct Cell {
    #[constant]
    ends: (f64, f64),
    #[constant]
    weights: [f64; 2],
    mass: f64,
    moment: f64,
    below: Option<(usize, usize)>,
}

#[derive(Clone, Debug, Differentiable)]
struct Tree {
    cells: Vec<Cell>,
}

fn empty(lo: f64, hi: f64) -> Cell {
    Cell { ends: (lo, hi), weights: [hi - lo, 0.5], mass: 0.0, moment: 0.0, below: None }
}

#[differentiable]
impl Tree {
    fn insert(&mut self, k: usize, at: f64, mass: f64) {
        self.cells[k].mass += mass;
        self.cells[k].moment += mass * at;
        let (lo, hi) = self.cells[k].ends;
        if hi - lo < 0.3 {
            return;
        }
        let mid = 0.5 * (lo + hi);
        if self.cells[k].below.is_none() {
            let n = self.cells.len();
            self.cells.push(empty(lo, mid));
            self.cells.push(empty(mid, hi));
            self.cells[k].below = Some((n, n + 1));
        }
        if let Some((left, right)) = self.cells[k].below {
            self.insert(if at < mid { left } else { right }, at, mass);
        }
    }

    fn energy(&self, k: usize) -> f64 {
        let cell = &self.cells[k];
        let here = cell.weights[0] * cell.mass * cell.mass + cell.weights[1] * cell.moment * cell.ends.1;
        here + cell.below.map_or(0.0, |(left, right)| self.energy(left) + self.energy(right))
    }
}

#[differentiable]
fn grown(x: &[f64]) -> f64 {
    let mut tree = Tree { cells: vec![empty(0.0, 1.0)] };
    for (k, at) in x.iter().enumerate() {
        tree.insert(0, *at, at * (k + 1) as f64);
    }
    tree.energy(0)
}

#[test]
fn trees_grow() {
    checked!(grown, [0.1, 0.6, 0.8, 0.3]);
}
