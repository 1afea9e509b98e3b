//! What an expression is made of, without recursion.

use crate::Expr;
use crate::graph::{Graph, Node};

impl<'g> Expr<'g> {
    /// The number of operations, shared ones once: the size of the `let` form.
    pub fn size(self) -> usize {
        let Some((graph, root)) = self.handle() else { return 0 };
        below(graph, &[root]).into_iter().filter(|&id| graph.with(id, |node| node.application().is_some())).count()
    }

    /// The number of operations without sharing: the size of the tree form. 2^128 - 1 stands for that and all beyond.
    pub fn tree_size(self) -> u128 {
        let Some((graph, root)) = self.handle() else { return 0 };
        let mut sizes = vec![0u128; root as usize + 1];
        for id in below(graph, &[root]) {
            graph.with(id, |node| {
                if let Some((_, _, args)) = node.application() {
                    sizes[id as usize] = args.iter().fold(1, |sum, &a| sum.saturating_add(sizes[a as usize]));
                }
            });
        }
        sizes[root as usize]
    }

    /// The variables that it contains, in the graph's order.
    pub fn variables(self) -> Vec<String> {
        let Some((graph, root)) = self.handle() else { return Vec::new() };
        let variable = |id| graph.with(id, |node| if let Node::Variable(v) = node { Some(*v) } else { None });
        let mut found: Vec<u32> = below(graph, &[root]).into_iter().filter_map(variable).collect();
        found.sort_unstable();
        found.into_iter().map(|v| graph.name(v)).collect()
    }
}

/// The nodes that the roots are made of, the roots included, each after its arguments. Cost: linear in the largest id.
pub(crate) fn below(graph: &Graph, roots: &[u32]) -> Vec<u32> {
    let Some(&last) = roots.iter().max() else { return Vec::new() };
    let mut reached = vec![false; last as usize + 1];
    roots.iter().for_each(|&root| reached[root as usize] = true);
    let mut found = Vec::new();
    for id in (0..=last).rev() {
        if reached[id as usize] {
            graph.with(id, |node| node.args().iter().for_each(|&a| reached[a as usize] = true));
            found.push(id);
        }
    }
    found.reverse();
    found
}
