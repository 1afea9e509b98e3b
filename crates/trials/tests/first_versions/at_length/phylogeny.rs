//! The likelihood of a tree of sequences, by pruning.

use wengert::prelude::*;

pub(super) struct Node {
    pub(super) children: Option<(usize, usize)>,
    pub(super) sequence: Vec<u8>,
}

fn jukes_cantor(t: f64) -> (f64, f64) {
    let e = (-4.0 / 3.0 * t).exp();
    (0.25 + 0.75 * e, 0.25 - 0.25 * e)
}

/// Felsenstein's pruning algorithm; nodes are in post-order.
#[differentiable]
pub(super) fn tree_log_likelihood(branch_lengths: &[f64], #[constant] nodes: &[Node], #[constant] sites: usize) -> f64 {
    let mut total = 0.0;
    for site in 0..sites {
        let mut partials: Vec<[f64; 4]> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let partial = match &node.children {
                None => {
                    let mut p = [0.0; 4];
                    match node.sequence[site] {
                        b'A' => p[0] = 1.0,
                        b'C' => p[1] = 1.0,
                        b'G' => p[2] = 1.0,
                        b'T' => p[3] = 1.0,
                        _ => p = [1.0; 4],
                    }
                    p
                }
                Some((left, right)) => {
                    let mut p = [1.0; 4];
                    for &child in [left, right] {
                        let (same, other) = jukes_cantor(branch_lengths[child]);
                        let below = partials[child];
                        for s in 0..4 {
                            let mut sum = 0.0;
                            for (u, b) in below.iter().enumerate() {
                                sum += if u == s { same } else { other } * b;
                            }
                            p[s] *= sum;
                        }
                    }
                    p
                }
            };
            partials.push(partial);
        }
        let root = partials.last().expect("a tree has a root");
        total += (0.25 * root.iter().sum::<f64>()).ln();
    }
    total
}
