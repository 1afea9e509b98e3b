//! Functions in the bodies of helpers that call themselves.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use wengert::prelude::*;

/// The least of the trees that join all nodes of a graph.
fn spanning_tree(edges: &[(usize, usize, f64)], n: usize) -> f64 {
    fn find(parent: &mut [usize], i: usize) -> usize {
        let above = parent[i];
        if above == i {
            return i;
        }
        let root = find(parent, above);
        parent[i] = root;
        root
    }
    let mut order: Vec<&(usize, usize, f64)> = edges.iter().collect();
    order.sort_by(|a, b| a.2.total_cmp(&b.2));
    let mut parent: Vec<usize> = (0..n).collect();
    let mut sum = 0.0;
    for &&(a, b, w) in &order {
        let (a, b) = (find(&mut parent, a), find(&mut parent, b));
        if a != b {
            parent[a] = b;
            sum += w;
        }
    }
    sum
}

fn power(x: f64, n: usize) -> f64 {
    fn go(x: f64, n: usize, so_far: f64) -> f64 {
        if n == 0 { so_far } else { go(x, n - 1, so_far * x) }
    }
    go(x, n, 1.0)
}

#[differentiable]
fn network(x: &[f64]) -> f64 {
    let ends = [(0, 1), (1, 2), (0, 2), (2, 3), (1, 3)];
    let edges: Vec<_> = ends.iter().zip(x).map(|(&(a, b), &w)| (a, b, w)).collect();
    let mut s = spanning_tree(&edges, 4);
    for (k, v) in x.iter().enumerate() {
        s += power(*v, k);
    }
    s * power(s, x.len() - 3) + spanning_tree(&edges[..3], 3)
}

/// One of constants alone, in the function itself.
#[differentiable]
fn joined(x: &[f64]) -> f64 {
    fn root(parent: &mut [usize], i: usize) -> usize {
        let above = parent[i];
        if above != i {
            parent[i] = root(parent, above);
        }
        parent[i]
    }
    let mut parent = vec![0, 0, 1, 2, 4];
    x.iter().enumerate().map(|(i, v)| v * x[root(&mut parent, i)]).sum()
}

#[test]
fn helpers_have_functions_of_their_own() {
    for x in [[1.0, 0.7, 2.1, 0.4, 1.9], [0.2, 1.7, 0.1, 1.4, 0.9]] {
        held(network, network::value_and_gradient, &x);
        held(joined, joined::value_and_gradient, &x);
    }
}
