//! The likelihood of a tree of species, from its tips to its root.

use wengert::prelude::*;

/// A rooted tree in arrays: children[i] is None for a tip.
#[derive(Debug, Clone)]
pub struct Tree {
    pub children: Vec<Option<(usize, usize)>>,
    pub tip_state: Vec<usize>,
}

fn jc69(t: f64) -> (f64, f64) {
    let e = (-4.0 / 3.0 * t).exp();
    (0.25 + 0.75 * e, 0.25 - 0.25 * e)
}

fn partial(tree: &Tree, node: usize, branch: &[f64]) -> [f64; 4] {
    match tree.children[node] {
        None => {
            let mut p = [0.0; 4];
            p[tree.tip_state[node]] = 1.0;
            p
        }
        Some((l, r)) => {
            let mut out = [1.0; 4];
            for c in [l, r] {
                let below = partial(tree, c, branch);
                let (same, diff) = jc69(branch[c]);
                for i in 0..4 {
                    let mut s = 0.0;
                    for j in 0..4 {
                        s += if i == j { same } else { diff } * below[j];
                    }
                    out[i] *= s;
                }
            }
            out
        }
    }
}

#[differentiable]
pub fn site_log_likelihood(branch: &[f64], #[constant] tree: &Tree) -> f64 {
    let root = tree.children.len() - 1;
    partial(tree, root, branch).iter().map(|p| 0.25 * p).sum::<f64>().ln()
}

#[test]
fn holds() {
    let tree = Tree { children: vec![None, None, None, Some((0, 1)), Some((3, 2))], tip_state: vec![0, 1, 1, 0, 0] };
    super::check(
        &[0.1, 0.2, 0.3, 0.15, 0.0],
        |x| site_log_likelihood(x, &tree),
        |x| site_log_likelihood::value_and_gradient(x, &tree),
    );
}
