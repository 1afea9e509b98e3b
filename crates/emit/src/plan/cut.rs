//! The cheapest set of values to have again in a reverse sweep: a minimum cut.
//!
//! Each value may be saved, or computed again from values that are there. Choosing what to save and what to compute
//! is a maximum-weight closure (Picard, "Maximal closure of a graph and applications to combinatorial problems",
//! Management Science 22, 1976): being there costs the saving, computing again earns it back and costs the computation.

use std::collections::VecDeque;

/// A value of the frame that is planned.
pub(crate) struct Node {
    /// What it costs to save it.
    pub(crate) save: i64,
    /// What it costs to compute it, and from which nodes; none if that is impossible.
    pub(crate) compute: Option<(i64, Vec<usize>)>,
    /// Whether it has to be there.
    pub(crate) needed: bool,
}

/// How each value comes to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Absent,
    Saved,
    Computed,
}

const FOREVER: i64 = 1 << 50;
const NEEDED: i64 = 1 << 40;

/// The cheapest choice. Cost: a maximum flow on two nodes for each value.
pub(crate) fn choose(nodes: &[Node]) -> Vec<Choice> {
    let n = nodes.len();
    let (source, sink) = (2 * n, 2 * n + 1);
    let mut g = Graph { edges: vec![], out: vec![vec![]; 2 * n + 2] };
    for (v, node) in nodes.iter().enumerate() {
        let there = if node.needed { NEEDED - node.save } else { -node.save };
        g.weigh(v, there, source, sink);
        if let Some((cost, from)) = &node.compute {
            g.weigh(n + v, node.save - cost, source, sink);
            g.edge(n + v, v, FOREVER);
            from.iter().for_each(|&u| g.edge(n + v, u, FOREVER));
        }
    }
    g.saturate(source, sink);
    let inside = g.reached(source);
    (0..n)
        .map(|v| match (inside[v], inside[n + v]) {
            (true, true) => Choice::Computed,
            (true, false) => Choice::Saved,
            _ => Choice::Absent,
        })
        .collect()
}

struct Graph {
    /// Target and remaining capacity; an edge and its reverse are neighbours.
    edges: Vec<(usize, i64)>,
    out: Vec<Vec<usize>>,
}

impl Graph {
    fn edge(&mut self, from: usize, to: usize, capacity: i64) {
        self.out[from].push(self.edges.len());
        self.edges.push((to, capacity));
        self.out[to].push(self.edges.len());
        self.edges.push((from, 0));
    }

    fn weigh(&mut self, node: usize, profit: i64, source: usize, sink: usize) {
        match profit {
            1.. => self.edge(source, node, profit),
            0 => {}
            _ => self.edge(node, sink, -profit),
        }
    }

    /// Dinic's algorithm, with an explicit stack.
    fn saturate(&mut self, source: usize, sink: usize) {
        loop {
            let mut level = vec![usize::MAX; self.out.len()];
            level[source] = 0;
            let mut queue = VecDeque::from([source]);
            while let Some(v) = queue.pop_front() {
                for &e in &self.out[v] {
                    let (to, capacity) = self.edges[e];
                    if capacity > 0 && level[to] == usize::MAX {
                        level[to] = level[v] + 1;
                        queue.push_back(to);
                    }
                }
            }
            if level[sink] == usize::MAX {
                return;
            }
            let mut next = vec![0; self.out.len()];
            let mut path: Vec<usize> = vec![];
            loop {
                let v = path.last().map_or(source, |&e| self.edges[e].0);
                if v == sink {
                    let flow = path.iter().map(|&e| self.edges[e].1).min().unwrap_or(0);
                    for &e in &path {
                        self.edges[e].1 -= flow;
                        self.edges[e ^ 1].1 += flow;
                    }
                    path.clear();
                    continue;
                }
                match self.out[v].get(next[v]) {
                    Some(&e) => {
                        let (to, capacity) = self.edges[e];
                        if capacity > 0 && level[to] == level[v] + 1 {
                            path.push(e);
                        } else {
                            next[v] += 1;
                        }
                    }
                    None => match path.pop() {
                        Some(e) => next[self.edges[e ^ 1].0] += 1,
                        None => break,
                    },
                }
            }
        }
    }

    fn reached(&self, source: usize) -> Vec<bool> {
        let mut seen = vec![false; self.out.len()];
        let mut stack = vec![source];
        seen[source] = true;
        while let Some(v) = stack.pop() {
            for &e in &self.out[v] {
                let (to, capacity) = self.edges[e];
                if capacity > 0 && !seen[to] {
                    seen[to] = true;
                    stack.push(to);
                }
            }
        }
        seen
    }
}
