//! Sums over blocks on threads: each block lists its terms, then each sum takes its own, in the order of the blocks.
//!
//! So every sum is made in the order in which it is made on one thread, and has the same bits.

use super::Error;
use super::block::{Family, Point, Sums, What};
use super::places::NOWHERE;
use crate::pool::with_kept;
use rayon::prelude::*;

/// Blocks in a piece of work.
const PIECE: usize = 256;
/// Sums in a piece of work.
const SUMS: usize = 4096;

/// Where each sum takes its terms from.
pub(super) struct Gather {
    outputs: Terms,
    values: Terms,
}

impl Gather {
    pub(super) fn new(kinds: &[Box<dyn Family + '_>], outputs: usize, values: usize) -> Result<Self, Error> {
        let blocks = || kinds.iter().flat_map(|family| (0..family.len()).map(move |k| (family, k)));
        Ok(Gather {
            outputs: Terms::new(outputs, || blocks().flat_map(|(family, k)| family.rows(k).iter().copied()))?,
            values: Terms::new(values, || blocks().flat_map(|(family, k)| family.places(k).into_owned()))?,
        })
    }

    pub(super) fn eval(
        &self,
        kinds: &[Box<dyn Family + '_>],
        x: &[f64],
        outputs: &mut [f64],
        values: &mut [f64],
    ) -> Result<(), Error> {
        with_kept(|(listed_outputs, listed): &mut (Vec<f64>, Vec<f64>)| {
            listed_outputs.resize(self.outputs.listed, 0.0);
            listed.resize(self.values.listed, 0.0);
            let mut pieces = Vec::new();
            let (mut of_outputs, mut of_values) = (&mut listed_outputs[..], &mut listed[..]);
            for family in kinds {
                for first in (0..family.len()).step_by(PIECE) {
                    let blocks = first..family.len().min(first + PIECE);
                    let sizes = blocks.clone().map(|k| family.size(k));
                    let (m, n) = sizes.fold((0, 0), |(m, n), (outputs, values)| (m + outputs, n + values));
                    let (outputs, values);
                    (outputs, of_outputs) = of_outputs.split_at_mut(m);
                    (values, of_values) = of_values.split_at_mut(n);
                    pieces.push((family, blocks, Sums { outputs, values }));
                }
            }
            let at = Point::new(x);
            pieces
                .into_par_iter()
                .try_for_each(|(family, blocks, lists)| family.eval(at, blocks, lists, What::List))?;
            self.outputs.sum(listed_outputs, outputs);
            self.values.sum(listed, values);
            Ok(())
        })
    }
}

/// The terms of sums, as places in a list, each sum's in ascending order.
struct Terms {
    listed: usize,
    begins: Vec<u32>,
    from: Vec<u32>,
}

impl Terms {
    /// From the sum to which each term of the list goes.
    fn new<I: Iterator<Item = u32>>(sums: usize, targets: impl Fn() -> I) -> Result<Self, Error> {
        let mut begins = vec![0u32; sums + 1];
        let mut listed = 0;
        for target in targets() {
            listed += 1;
            if target != NOWHERE {
                begins[target as usize + 1] += 1;
            }
        }
        if listed >= NOWHERE as usize {
            return Err(Error::too_large("derivatives of blocks", listed));
        }
        for k in 0..sums {
            begins[k + 1] += begins[k];
        }
        let mut next = begins.clone();
        let mut from = vec![0; begins[sums] as usize];
        for (place, target) in (0..).zip(targets()) {
            if target != NOWHERE {
                from[next[target as usize] as usize] = place;
                next[target as usize] += 1;
            }
        }
        Ok(Terms { listed, begins, from })
    }

    fn sum(&self, listed: &[f64], sums: &mut [f64]) {
        sums.par_chunks_mut(SUMS).enumerate().for_each(|(piece, sums)| {
            let first = piece * SUMS;
            let ends = self.begins[first..=first + sums.len()].windows(2);
            for (sum, ends) in sums.iter_mut().zip(ends) {
                let terms = &self.from[ends[0] as usize..ends[1] as usize];
                *sum = terms.iter().fold(0.0, |sum, &place| sum + listed[place as usize]);
            }
        });
    }
}
