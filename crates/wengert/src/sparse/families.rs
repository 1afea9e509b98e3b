//! Blocks of several kinds, run one after the other or on threads.

use super::Error;
use super::block::{Family, Point, Single, Sums, What};
use super::places::{Coordinates, NOWHERE};
use ::sparse::Pattern;

/// All blocks of a function, kind by kind.
#[derive(Default)]
pub(super) struct Families<'a> {
    kinds: Vec<Box<dyn Family + 'a>>,
    single: Single,
    #[cfg(feature = "rayon")]
    gather: Option<super::gather::Gather>,
}

impl<'a> Families<'a> {
    pub(super) fn push(&mut self, family: impl Family + 'a) {
        self.kinds.push(Box::new(family));
    }

    /// The number of blocks.
    pub(super) fn count(&self) -> usize {
        self.kinds.iter().map(|family| family.len()).sum()
    }

    /// The pattern of what all blocks name, and the places of their derivatives in it; with so many sums of outputs.
    pub(super) fn locate(&mut self, mut entries: Coordinates, outputs: usize) -> Result<Pattern, Error> {
        let blocks = || self.kinds.iter().flat_map(|family| (0..family.len()).map(move |k| (family, k)));
        let derivatives = blocks().map(|(family, k)| family.size(k).1).fold(0, usize::saturating_add);
        entries.reserve(derivatives, outputs)?;
        for family in &self.kinds {
            family.name(&mut entries);
        }
        let pattern = entries.pattern()?;
        for family in &mut self.kinds {
            family.locate(&pattern);
        }
        let blocks = || self.kinds.iter().flat_map(|family| (0..family.len()).map(move |k| (family, k)));
        let outputs = is_single(outputs, blocks().flat_map(|(family, k)| family.rows(k).iter().copied()));
        let values = is_single(pattern.entries(), blocks().flat_map(|(family, k)| family.places(k).into_owned()));
        self.single = Single { outputs, values };
        Ok(pattern)
    }

    /// Runs all blocks in order; what stood in the sums before is dropped.
    pub(super) fn eval(&self, x: &[f64], outputs: &mut [f64], values: &mut [f64]) -> Result<(), Error> {
        for (sums, single) in [(&mut *outputs, self.single.outputs), (&mut *values, self.single.values)] {
            if !single {
                sums.fill(0.0);
            }
        }
        let at = Point::new(x);
        for family in &self.kinds {
            family.eval(at, 0..family.len(), Sums { outputs, values }, What::Add(self.single))?;
        }
        Ok(())
    }
}

/// Whether each of so many sums has exactly one term; the sums of all terms are told.
fn is_single(sums: usize, targets: impl Iterator<Item = u32>) -> bool {
    let (mut met, mut left) = (vec![false; sums], sums);
    for target in targets.filter(|&target| target != NOWHERE) {
        if core::mem::replace(&mut met[target as usize], true) {
            return false;
        }
        left -= 1;
    }
    left == 0
}

#[cfg(feature = "rayon")]
impl Families<'_> {
    /// Lists where each sum takes its terms from, for [`par_eval`](Families::par_eval).
    pub(super) fn prepare_gather(&mut self, outputs: usize, values: usize) -> Result<(), Error> {
        self.gather = Some(super::gather::Gather::new(&self.kinds, outputs, values)?);
        Ok(())
    }

    /// As [`eval`](Families::eval), on the threads of the current pool, with the same bits.
    pub(super) fn par_eval(&self, x: &[f64], outputs: &mut [f64], values: &mut [f64]) -> Result<(), Error> {
        match &self.gather {
            Some(gather) => gather.eval(&self.kinds, x, outputs, values),
            None => self.eval(x, outputs, values),
        }
    }
}
