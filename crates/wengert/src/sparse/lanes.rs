//! Lanes: how the colours are shared out to passes, and what a column seeds in one.

use super::probe::direction;
use ::sparse::NEUTRAL;
use core::ops::Range;
use forward::{Dual, Plain};

/// The widths of passes of duals.
pub(super) const WIDTHS: [usize; 3] = [4, 8, 12];

/// Passes over so many colours: as few as can be, and no wider than need be.
pub(super) fn passes(colors: usize, widths: &'static [usize]) -> impl Iterator<Item = Range<usize>> {
    let mut first = 0;
    core::iter::from_fn(move || {
        let left = colors.checked_sub(first).filter(|&left| left > 0)?;
        let most = widths[widths.len() - 1];
        // Of two passes the first is as wide as the half asks for.
        let share = if left <= most { left } else { most.min(left.div_ceil(2)) };
        let width = widths.iter().copied().find(|&width| width >= share).unwrap_or(most).min(left);
        first += width;
        Some(first - width..first)
    })
}

/// What a pass seeds: the colours in its range, and the random direction in the lane after the last colour.
#[derive(Clone)]
pub(super) struct Pass<'c> {
    pub(super) colors: &'c [u32],
    /// The number of colours of all passes.
    pub(super) count: usize,
    pub(super) range: Range<usize>,
}

impl Pass<'_> {
    /// The lane of a colour, if this pass has it.
    #[inline]
    pub(super) fn lane(&self, color: u32) -> Option<usize> {
        // The colour of what has none is out of range of every pass.
        let lane = (color as usize).wrapping_sub(self.range.start);
        (color != NEUTRAL && lane < self.range.len() && (color as usize) < self.count).then_some(lane)
    }

    /// The lane of the random direction.
    pub(super) fn probe(&self) -> Option<usize> {
        (self.range.end > self.count).then(|| self.count - self.range.start)
    }

    /// The seeds of vertex `v`.
    #[inline]
    pub(super) fn seeds<const N: usize>(&self, v: usize) -> [f64; N] {
        let mut seeds = [0.0; N];
        if let Some(lane) = self.lane(self.colors[v]) {
            seeds[lane] = 1.0;
        }
        if let Some(lane) = self.probe() {
            seeds[lane] = direction(v);
        }
        seeds
    }
}

/// Duals whose lanes can be seeded and read.
pub(super) trait Seeded<const N: usize>: Sized {
    fn seeded(value: f64, seeds: [f64; N]) -> Self;
    fn lanes(&self) -> &[f64; N];
}

impl<const N: usize> Seeded<N> for Dual<f64, [f64; N]> {
    fn seeded(value: f64, seeds: [f64; N]) -> Self {
        Dual::seeded_lanes(value, seeds)
    }
    fn lanes(&self) -> &[f64; N] {
        &self.tangent
    }
}

impl<const N: usize> Seeded<N> for Dual<f64, Plain<f64, N>> {
    #[inline]
    fn seeded(value: f64, seeds: [f64; N]) -> Self {
        Dual::new(value, Plain(seeds))
    }
    #[inline]
    fn lanes(&self) -> &[f64; N] {
        &self.tangent.0
    }
}
