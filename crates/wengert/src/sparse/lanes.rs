//! Lanes: how the colours are shared out to passes, and what a column seeds in one.

use super::probe::direction;
use core::ops::Range;
use forward::{Dual, Plain};

/// The most lanes of a pass of duals, and of one below a tape. On the Brusselator's 20 000 outputs one pass of 12 lanes takes
/// 0.77 of the time of two of 6, and 1.07 of it where all comes from memory; one of 16 for 13 lanes takes 0.74 of two of 8.
pub(super) const MOST: usize = 16;
pub(super) const MOST_BELOW: usize = 8;

/// Passes over so many colours: as few as can be, of nearly the same width.
pub(super) fn passes(colors: usize, most: usize) -> impl ExactSizeIterator<Item = Range<usize>> {
    let count = colors.div_ceil(most);
    (0..count).map(move |k| colors * k / count..colors * (k + 1) / count)
}

/// What a pass seeds: the colours in its range, and the random direction in the lane after the last colour.
#[derive(Clone)]
pub(super) struct Pass<'c> {
    pub(super) colors: &'c [u32],
    pub(super) range: Range<usize>,
    /// The first colour, and how many there are in this pass.
    first: u32,
    width: u32,
}

impl<'c> Pass<'c> {
    /// The pass over a range of so many colours; what is behind them stands for the random direction.
    pub(super) fn new(colors: &'c [u32], count: usize, range: Range<usize>) -> Self {
        let width = range.end.min(count).saturating_sub(range.start);
        Pass { colors, first: range.start as u32, width: width as u32, range }
    }

    /// The lane of a colour, if this pass has it.
    #[inline]
    pub(super) fn lane(&self, color: u32) -> Option<usize> {
        // What has no colour has the largest number, which is out of range of every pass.
        let lane = color.wrapping_sub(self.first);
        (lane < self.width).then_some(lane as usize)
    }

    /// The lane of the random direction.
    #[inline]
    pub(super) fn probe(&self) -> Option<usize> {
        (self.range.len() > self.width as usize).then_some(self.width as usize)
    }

    /// The number of colours, without the random direction.
    pub(super) fn width(&self) -> usize {
        self.width as usize
    }

    /// The lanes in which vertex `v` is seeded, and by what.
    #[inline]
    pub(super) fn each_seed(&self, v: usize, mut seed: impl FnMut(usize, f64)) {
        if let Some(lane) = self.lane(self.colors[v]) {
            seed(lane, 1.0);
        }
        if let Some(lane) = self.probe() {
            seed(lane, direction(v));
        }
    }

    /// The seeds of vertex `v` in all lanes.
    #[inline]
    pub(super) fn seeds<const N: usize>(&self, v: usize) -> [f64; N] {
        let mut seeds = [0.0; N];
        self.each_seed(v, |lane, seed| seeds[lane] = seed);
        seeds
    }
}

/// Duals whose lanes can be seeded and read.
pub(super) trait Seeded<const N: usize>: Sized {
    fn seeded(value: f64, seeds: [f64; N]) -> Self;
    fn lanes(&self) -> &[f64; N];
    fn lanes_mut(&mut self) -> &mut [f64; N];
    /// Another value, the same seeds.
    fn set(&mut self, value: f64);
}

impl<const N: usize> Seeded<N> for Dual<f64, [f64; N]> {
    fn seeded(value: f64, seeds: [f64; N]) -> Self {
        Dual::seeded_lanes(value, seeds)
    }
    fn lanes(&self) -> &[f64; N] {
        &self.tangent
    }
    fn lanes_mut(&mut self) -> &mut [f64; N] {
        &mut self.tangent
    }
    fn set(&mut self, value: f64) {
        self.value = value;
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
    #[inline]
    fn lanes_mut(&mut self) -> &mut [f64; N] {
        &mut self.tangent.0
    }
    #[inline]
    fn set(&mut self, value: f64) {
        self.value = value;
    }
}
