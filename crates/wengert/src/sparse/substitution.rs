//! Entries of a Hessian by substitution: differences along the trees of an acyclic colouring.

use super::Error;
use super::curvature::{Run, Summands};
use super::places::place_below;
use crate::pool::with_kept;
use ::sparse::color::Acyclic;
use ::sparse::{Coloring, NEUTRAL, Pattern};

/// A difference below this part of what it was taken of has lost too much.
const LOST: f64 = 1e-3;

/// The order in which entries are found, and where.
pub(super) struct Substitution {
    coloring: Coloring,
    diagonal: Vec<(u32, u32)>,
    edges: Vec<Edge>,
}

/// An entry off the diagonal: found at the leaf, and taken away at the parent.
struct Edge {
    place: u32,
    leaf: u32,
    parent: u32,
}

/// The compressed Hessian, n rows with a number for each colour, and the largest of what each was a difference of, all the way.
#[derive(Default)]
struct Room {
    compressed: Vec<f64>,
    largest: Vec<f64>,
}

impl Substitution {
    pub(super) fn new(lower: &Pattern, trees: Acyclic) -> Self {
        let on_diagonal = (0..lower.columns() as u32).map(|i| (place_below(lower, i, i), i));
        let edge = |&[leaf, parent]: &[u32; 2]| Edge {
            place: place_below(lower, leaf.max(parent), leaf.min(parent)),
            leaf,
            parent,
        };
        Substitution {
            diagonal: on_diagonal.filter(|&(place, _)| place != super::places::NOWHERE).collect(),
            edges: trees.edges().iter().map(edge).collect(),
            coloring: trees.coloring().clone(),
        }
    }

    pub(super) fn coloring(&self) -> &Coloring {
        &self.coloring
    }

    /// Finds all entries; false if one has lost too many digits.
    pub(super) fn eval<F: Summands>(&self, run: &mut Run<'_, '_, F>) -> Result<bool, Error> {
        let (colors, count) = (self.coloring.colors(), self.coloring.count());
        with_kept(|Room { compressed, largest }| {
            compressed.clear();
            compressed.resize(run.x.len() * count, 0.0);
            run.products(&self.coloring, |pass, adjoint, _| {
                for (row, compressed) in compressed.chunks_mut(count.max(1)).enumerate() {
                    for (lane, compressed) in compressed[pass.range.start..][..pass.width()].iter_mut().enumerate() {
                        *compressed = adjoint(row, lane);
                    }
                }
            })?;
            largest.clear();
            largest.extend(compressed.iter().map(|b| b.abs()));
            let at = |row: u32, vertex: u32| {
                let color = colors[vertex as usize];
                (color != NEUTRAL).then_some(row as usize * count + color as usize)
            };
            let mut kept = true;
            for edge in &self.edges {
                let (Some(here), Some(there)) = (at(edge.leaf, edge.parent), at(edge.parent, edge.leaf)) else {
                    continue;
                };
                let value = compressed[here];
                kept &= value.abs() >= LOST * largest[here] || largest[here] == 0.0;
                run.results.values[edge.place as usize] = value;
                compressed[there] -= value;
                // An error goes on with the difference.
                largest[there] = largest[there].max(largest[here]);
            }
            for &(place, i) in &self.diagonal {
                if let Some(here) = at(i, i) {
                    run.results.values[place as usize] = compressed[here];
                }
            }
            Ok(kept)
        })
    }
}
