//! Graphs whose two-coloured parts are followed while they are coloured.

use super::order::Neighbors;
use crate::{NEUTRAL, Pattern};

/// An undirected graph without loops: the neighbours of each vertex, ascending.
pub(crate) struct Graph {
    pointers: Vec<usize>,
    neighbors: Vec<u32>,
}

impl Graph {
    /// The entries off the diagonal of a symmetric pattern as edges.
    pub(crate) fn of_symmetric(pattern: &Pattern) -> Graph {
        let mut graph = Graph { pointers: vec![0], neighbors: Vec::with_capacity(pattern.entries()) };
        for j in 0..pattern.columns() {
            graph.neighbors.extend(pattern.column(j).iter().filter(|&&i| i != j).map(|&i| i as u32));
            graph.pointers.push(graph.neighbors.len());
        }
        graph
    }

    /// Columns and rows as vertices, in this order, entries as edges.
    pub(crate) fn of_bipartite(pattern: &Pattern) -> Graph {
        let mut graph = Graph { pointers: vec![0], neighbors: Vec::with_capacity(2 * pattern.entries()) };
        let n = pattern.columns();
        for (side, shift) in [(pattern, n), (&pattern.transpose(), 0)] {
            for j in 0..side.columns() {
                graph.neighbors.extend(side.column(j).iter().map(|&i| (i + shift) as u32));
                graph.pointers.push(graph.neighbors.len());
            }
        }
        graph
    }

    /// The number of edges.
    pub(crate) fn edges(&self) -> usize {
        self.neighbors.len() / 2
    }

    pub(crate) fn neighbors(&self, v: usize) -> &[u32] {
        &self.neighbors[self.pointers[v]..self.pointers[v + 1]]
    }
}

impl Neighbors for Graph {
    fn count(&self) -> usize {
        self.pointers.len() - 1
    }

    fn each(&mut self, v: usize, visit: impl FnMut(usize)) {
        self.neighbors(v).iter().map(|&w| w as usize).for_each(visit);
    }

    fn degree(&mut self, v: usize) -> usize {
        self.neighbors(v).len()
    }

    fn bound(&self, v: usize) -> usize {
        self.neighbors(v).len()
    }

    fn is_vast(&self) -> bool {
        false
    }
}

/// For each vertex the colours of its coloured neighbours, each once, and the part that the edges to them are in: the
/// connected vertices of that colour and of the vertex's own. Edges to several neighbours of the same colour are in one
/// part, as they meet in the vertex; a hub with a million leaves of one colour has one link.
pub(crate) struct Links<'g> {
    graph: &'g Graph,
    colors: Vec<u32>,
    parts: Vec<u32>,
    lengths: Vec<u32>,
}

impl<'g> Links<'g> {
    pub(crate) fn new(graph: &'g Graph) -> Self {
        let edges = graph.neighbors.len();
        Links { graph, colors: vec![NEUTRAL; edges], parts: vec![0; edges], lengths: vec![0; graph.count()] }
    }

    /// The links of `v`.
    pub(crate) fn range(&self, v: usize) -> core::ops::Range<usize> {
        let begin = self.graph.pointers[v];
        begin..begin + self.lengths[v] as usize
    }

    /// The colours around `v`, and the parts.
    pub(crate) fn of(&self, v: usize) -> impl Iterator<Item = (u32, u32)> + '_ {
        let range = self.range(v);
        self.colors[range.clone()].iter().copied().zip(self.parts[range].iter().copied())
    }

    /// The link of `v` to neighbours of that colour.
    pub(crate) fn find(&self, v: usize, color: u32) -> Option<usize> {
        let range = self.range(v);
        self.colors[range.clone()].iter().position(|&c| c == color).map(|k| range.start + k)
    }

    pub(crate) fn part(&self, link: usize) -> u32 {
        self.parts[link]
    }

    /// The parts of all links, some of which are not in use: a number for each edge in each direction.
    pub(crate) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(crate) fn push(&mut self, v: usize, color: u32, part: u32) {
        let place = self.range(v).end;
        (self.colors[place], self.parts[place]) = (color, part);
        self.lengths[v] += 1;
    }
}

/// The first colour that is not forbidden to a vertex, while vertices are coloured one after the other.
pub(crate) struct Palette {
    forbidden: Vec<u32>,
    vertex: u32,
}

impl Palette {
    pub(crate) fn new() -> Self {
        Palette { forbidden: Vec::new(), vertex: NEUTRAL }
    }

    /// Begins with the next vertex: nothing is forbidden.
    pub(crate) fn begin(&mut self, v: u32) {
        self.vertex = v;
    }

    pub(crate) fn forbid(&mut self, color: u32) {
        self.forbidden[color as usize] = self.vertex;
    }

    pub(crate) fn is_forbidden(&self, color: u32) -> bool {
        self.forbidden[color as usize] == self.vertex
    }

    /// The first colour that is left, maybe a new one.
    pub(crate) fn first(&mut self) -> u32 {
        let found = self.forbidden.iter().position(|&v| v != self.vertex).unwrap_or(self.forbidden.len());
        if found == self.forbidden.len() {
            self.forbidden.push(NEUTRAL);
        }
        found as u32
    }

    /// The number of colours so far.
    pub(crate) fn count(&self) -> usize {
        self.forbidden.len()
    }
}
