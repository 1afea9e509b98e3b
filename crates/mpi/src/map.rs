//! Communication as linear maps between the numbers of all ranks, each with its transpose.

use crate::frame::Way;
use crate::{Error, Ranks, tree};
use std::sync::Arc;

/// What the ranks do together to lists of numbers, one on each; this rank's part of it.
#[derive(Clone, Debug)]
pub(crate) enum Map {
    /// Messages to other ranks: how many numbers each gets of a list, in order. There is nothing left.
    Send { tag: u64, parts: Arc<[(usize, usize)]> },
    /// Messages from other ranks, one after the other.
    Receive { tag: u64, parts: Arc<[(usize, usize)]> },
    /// The sum, for all.
    AllSum { count: usize },
    /// The same numbers on all ranks, which are one set of variables; no messages.
    Shared { count: usize },
    /// The sum, for one.
    Sum { root: usize, count: usize },
    /// The numbers of one, for all.
    Broadcast { root: usize, count: usize },
    /// The numbers of all in a row, for one.
    Gather { root: usize, counts: Arc<[usize]> },
    /// A part of the numbers of one, for each.
    Scatter { root: usize, counts: Arc<[usize]> },
}

impl Map {
    /// The way back. Of numbers that all ranks share, the adjoints are added up.
    pub(crate) fn transposed(&self) -> Map {
        match self.clone() {
            Map::Send { tag, parts } => Map::Receive { tag, parts },
            Map::Receive { tag, parts } => Map::Send { tag, parts },
            Map::AllSum { count } | Map::Shared { count } => Map::AllSum { count },
            Map::Sum { root, count } => Map::Broadcast { root, count },
            Map::Broadcast { root, count } => Map::Sum { root, count },
            Map::Gather { root, counts } => Map::Scatter { root, counts },
            Map::Scatter { root, counts } => Map::Gather { root, counts },
        }
    }

    /// How many numbers this rank gives.
    pub(crate) fn inputs(&self, rank: usize) -> usize {
        self.transposed().outputs(rank)
    }

    /// How many numbers this rank gets.
    pub(crate) fn outputs(&self, rank: usize) -> usize {
        let at = |root: usize, count: usize| if rank == root { count } else { 0 };
        match self {
            Map::Send { .. } => 0,
            Map::Receive { parts, .. } => parts.iter().map(|(_, count)| count).sum(),
            Map::AllSum { count } | Map::Shared { count } | Map::Broadcast { count, .. } => *count,
            Map::Sum { root, count } => at(*root, *count),
            Map::Gather { root, counts } => at(*root, counts.iter().sum()),
            Map::Scatter { counts, .. } => counts[rank],
        }
    }

    /// Does it to plain numbers.
    pub(crate) fn run(&self, ranks: &Ranks, way: Way, x: &[f64]) -> Result<Vec<f64>, Error> {
        match self {
            Map::Send { tag, parts } => {
                let header = ranks.message(*tag, way);
                let mut rest = x;
                for &(to, count) in parts.iter() {
                    let (part, others) = rest.split_at(way.of(count));
                    ranks.post(to, header, part)?;
                    rest = others;
                }
                Ok(Vec::new())
            }
            Map::Receive { tag, parts } => {
                let header = ranks.message(*tag, way);
                let mut all = Vec::with_capacity(way.of(self.outputs(ranks.rank())));
                for &(from, count) in parts.iter() {
                    all.extend(ranks.take(from, header, count)?);
                }
                Ok(all)
            }
            Map::AllSum { .. } => tree::all_sum(ranks, way, x),
            Map::Shared { .. } => Ok(x.to_vec()),
            Map::Sum { root, .. } => tree::sum(ranks, way, *root, x),
            Map::Broadcast { root, count } => tree::broadcast(ranks, way, *root, x, *count),
            Map::Gather { root, counts } => tree::gather(ranks, way, *root, x, counts),
            Map::Scatter { root, counts } => tree::scatter(ranks, way, *root, x, counts),
        }
    }
}
