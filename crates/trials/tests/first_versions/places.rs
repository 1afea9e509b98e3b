//! Ends of lists in fields, references as results, fields that take other lists, arrays where slices are taken.

use super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Node {
    x: f64,
    w: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Track {
    nodes: Vec<Node>,
    seen: Vec<f64>,
    last: Option<f64>,
    id: usize,
}

#[differentiable]
impl Track {
    fn ends(&self) -> f64 {
        let a = self.nodes.first().unwrap();
        let b = *self.nodes.last().unwrap();
        let c = match self.nodes.get(1) {
            Some(n) => n.x * n.w,
            None => 0.0,
        };
        a.x * b.w + c + self.nodes.get(self.id).map_or(1.0, |n| n.x)
    }
    fn node(&self, i: usize) -> &Node {
        &self.nodes[i]
    }
    fn heaviest(&self) -> Option<&Node> {
        self.nodes.iter().max_by(|a, b| a.w.total_cmp(&b.w))
    }
    fn tail(&self) -> &[f64] {
        &self.seen[1..]
    }
    fn note(&mut self, v: f64) {
        let last = self.nodes.last().unwrap().x;
        self.nodes.push(Node { x: last * v, w: v });
        self.seen = vec![v, last, v * last];
        self.last = Some(self.last.unwrap_or(1.0) * v);
    }
    fn reset(&mut self) {
        self.seen = self.nodes.iter().map(|n| n.x).collect();
        self.last = None;
    }
}

#[differentiable]
fn weights(nodes: &[Node], k: f64) -> f64 {
    nodes.iter().map(|n| n.x * n.w * k).sum()
}

#[differentiable]
fn of_array(nodes: &[Node; 2], k: f64) -> f64 {
    let own = [nodes[0], Node { x: k, w: nodes[1].x }];
    weights(nodes, k) + weights(&own, 2.0) + weights(&[nodes[1], own[1]], k)
}

#[differentiable]
fn along(track: &Track, v: f64) -> f64 {
    let mut t = track.clone();
    t.note(v);
    t.note(v * v);
    let mut s = t.ends() + t.node(1).x * t.node(0).w;
    if let Some(n) = t.heaviest() {
        s += n.w * n.x;
    }
    s += t.tail().iter().sum::<f64>() + t.last.unwrap_or(0.0) * t.seen[0];
    t.reset();
    let mut best: Option<(Node, f64)> = None;
    for n in &t.nodes {
        let better = match &best {
            Some((b, _)) => n.x > b.x,
            None => true,
        };
        if better {
            best = Some((*n, n.w * v));
        }
    }
    let (n, k) = best.unwrap();
    s + t.seen.iter().sum::<f64>() * t.last.unwrap_or(v) + n.x * k + of_array(&[t.nodes[0], n], v)
}

#[test]
fn ends_references_and_other_lists() {
    let track = |x: &[f64]| Track {
        nodes: vec![Node { x: x[0], w: x[1] }, Node { x: x[2], w: x[3] }],
        seen: vec![x[4], 0.5],
        last: Some(x[5]),
        id: 1,
    };
    let x = [0.7, 1.3, 1.9, 0.4, 0.8, 1.1, 0.6];
    let (value, (t, by_v)) = along::value_and_gradient(&track(&x), x[6]);
    let [a, b] = [t.nodes[0], t.nodes[1]];
    let g = [a.x, a.w, b.x, b.w, t.seen[0], t.last.unwrap(), by_v];
    held(&x, |x| along(&track(x), x[6]), value, &g);
}
