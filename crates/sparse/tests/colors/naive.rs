//! Colourings by their definitions: the plain greedy ones, vertex by vertex, and checks.

use sparse::{NEUTRAL, Pattern};
use std::collections::{HashMap, HashSet};

type Graph = Vec<Vec<usize>>;

pub(crate) fn neighbors(pattern: &Pattern) -> Graph {
    (0..pattern.columns()).map(|j| pattern.column(j).iter().copied().filter(|&i| i != j).collect()).collect()
}

fn greedy(order: &[usize], n: usize, mut valid: impl FnMut(&mut Vec<u32>, usize) -> bool) -> Vec<u32> {
    let mut colors = vec![NEUTRAL; n];
    for &v in order {
        for c in 0.. {
            colors[v] = c;
            if valid(&mut colors, v) {
                break;
            }
        }
    }
    colors
}

/// Columns by distance two; columns without entries are neutral.
pub(crate) fn columns(pattern: &Pattern) -> Vec<u32> {
    columns_in(pattern, 0..pattern.columns())
}

/// As [`columns`], of which those that share a row with most others come first.
pub(crate) fn columns_by_degree(pattern: &Pattern) -> Vec<u32> {
    let rows = pattern.transpose();
    let degree = |j: usize| pattern.column(j).iter().flat_map(|&i| rows.column(i)).collect::<HashSet<_>>().len();
    let mut order: Vec<usize> = (0..pattern.columns()).collect();
    order.sort_by_cached_key(|&j| core::cmp::Reverse(degree(j)));
    columns_in(pattern, order)
}

fn columns_in(pattern: &Pattern, order: impl IntoIterator<Item = usize>) -> Vec<u32> {
    let rows = pattern.transpose();
    let order: Vec<usize> = order.into_iter().filter(|&j| !pattern.column(j).is_empty()).collect();
    greedy(&order, pattern.columns(), |colors, v| {
        pattern.column(v).iter().all(|&i| rows.column(i).iter().all(|&w| w == v || colors[w] != colors[v]))
    })
}

/// No path of four vertices with two colours through `v`, in what is coloured.
pub(crate) fn is_star_at(graph: &Graph, colors: &[u32], v: usize) -> bool {
    let same = |a: usize, b: usize| colors[a] == colors[b] && colors[a] != NEUTRAL;
    let colored = |v: usize| graph[v].iter().copied().filter(|&w| colors[w] != NEUTRAL);
    colored(v).all(|w| {
        !same(v, w)
            && colored(w).filter(|&x| x != v && same(x, v)).all(|x| {
                // v - w - x: neither end goes on to the colour of w.
                colored(x).all(|y| y == w || !same(y, w)) && colored(v).all(|y| y == w || !same(y, w))
            })
    })
}

pub(crate) fn star(pattern: &Pattern) -> Vec<u32> {
    let graph = neighbors(pattern);
    let order: Vec<usize> = (0..graph.len()).collect();
    greedy(&order, graph.len(), |colors, v| is_star_at(&graph, colors, v))
}

/// No cycle of two colours through `v`.
pub(crate) fn is_acyclic_at(graph: &Graph, colors: &[u32], v: usize) -> bool {
    let mut ways: HashMap<u32, Vec<usize>> = HashMap::new();
    for &w in graph[v].iter().filter(|&&w| colors[w] != NEUTRAL) {
        if colors[w] == colors[v] {
            return false;
        }
        ways.entry(colors[w]).or_default().push(w);
    }
    ways.iter().filter(|(_, starts)| starts.len() > 1).all(|(&other, starts)| {
        let mut seen: HashSet<usize> = HashSet::from([v]);
        starts.iter().all(|&start| {
            let mut stack = vec![start];
            let fresh = !seen.contains(&start);
            while let Some(w) = stack.pop() {
                if seen.insert(w) {
                    let next = graph[w].iter().copied();
                    stack.extend(next.filter(|&x| colors[x] == colors[v] || colors[x] == other));
                }
            }
            fresh
        })
    })
}

pub(crate) fn acyclic(pattern: &Pattern) -> Vec<u32> {
    let graph = neighbors(pattern);
    let order: Vec<usize> = (0..graph.len()).collect();
    greedy(&order, graph.len(), |colors, v| is_acyclic_at(&graph, colors, v))
}

/// Whether no two columns of a colour share a row.
pub(crate) fn are_columns_apart(pattern: &Pattern, colors: &[u32]) -> bool {
    let rows = pattern.transpose();
    (0..rows.columns()).all(|i| {
        let mut seen = HashSet::new();
        rows.column(i).iter().all(|&j| colors[j] != NEUTRAL && seen.insert(colors[j]))
    })
}
