//! Blocks of a fixed size: their indices and what runs them.

use super::Error;
use super::places::{Coordinates, checked, expect_room, place};
use crate::generated::Workspace;
use crate::pool::with_kept;
use ::sparse::Pattern;
use core::marker::PhantomData;
use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};
use forward::{Dual, Tagged};
use std::borrow::Cow;

/// What a closure for a block of a Jacobian gets: a number with the derivatives by the block's `N` inputs.
pub type BlockNumber<'t, const N: usize> = Tagged<'t, Dual<f64, [f64; N]>>;

/// Where blocks are run.
#[derive(Clone, Copy)]
pub(super) struct Point<'x> {
    pub(super) x: &'x [f64],
    /// No two evaluations have the same number.
    pub(super) run: u64,
}

impl<'x> Point<'x> {
    pub(super) fn new(x: &'x [f64]) -> Self {
        static RUNS: AtomicU64 = AtomicU64::new(1);
        Point { x, run: RUNS.fetch_add(1, Ordering::Relaxed) }
    }
}

/// Where the derivatives of blocks are added up, or listed block by block.
pub(super) struct Sums<'v> {
    /// One for each output.
    pub(super) outputs: &'v mut [f64],
    /// One for each entry.
    pub(super) values: &'v mut [f64],
}

/// What becomes of what blocks give. One function does either, so that there is one place where it calls the block's, and
/// compilers put that in its place.
#[derive(Clone, Copy)]
pub(super) enum What {
    /// It is added where it belongs.
    Add(Single),
    /// It is listed, one block after the other.
    #[cfg_attr(not(feature = "rayon"), expect(dead_code, reason = "blocks are listed for threads"))]
    List,
}

/// Whether each sum has exactly one term.
#[derive(Clone, Copy, Default)]
pub(super) struct Single {
    pub(super) outputs: bool,
    pub(super) values: bool,
}

/// Adds terms of a block to sums, by their places; what goes nowhere is behind all sums. Where each sum has one term, it
/// need not be zero before, nor read.
#[inline]
pub(super) fn add_terms(sums: &mut [f64], single: bool, places: &[u32], terms: &[f64]) {
    for (&place, term) in places.iter().zip(terms) {
        if let Some(sum) = sums.get_mut(place as usize) {
            // With the bits of a sum that began at zero.
            *sum = if single { 0.0 + term } else { *sum + term };
        }
    }
}

/// Blocks of one kind.
pub(super) trait Family: Send + Sync {
    /// How many blocks there are.
    fn len(&self) -> usize;
    /// How many outputs and derivatives the block has.
    fn size(&self, block: usize) -> (usize, usize);
    /// Names the entries of all blocks.
    fn name(&self, entries: &mut Coordinates);
    /// Finds where the derivatives go.
    fn locate(&mut self, pattern: &Pattern);
    /// The rows of a block's outputs.
    fn rows(&self, block: usize) -> &[u32];
    /// The places of its derivatives, in the order in which they are listed.
    fn places(&self, block: usize) -> Cow<'_, [u32]>;
    /// Runs these blocks, and hands on what they give.
    fn eval(&self, at: Point<'_>, blocks: Range<usize>, sums: Sums<'_>, what: What) -> Result<(), Error>;
}

/// The outputs of a block and their derivatives.
pub(super) trait Kernel<D, const N: usize, const M: usize>: Send + Sync {
    /// Hands the outputs on, and the derivatives of each.
    fn run(&self, item: &D, x: [f64; N], workspace: &mut Workspace, sink: impl FnOnce([f64; M], [&[f64; N]; M]));
}

/// A closure on numbers with lanes.
pub(super) struct OnLanes<F>(pub(super) F);

impl<D, F, const N: usize, const M: usize> Kernel<D, N, M> for OnLanes<F>
where
    F: for<'t> Fn(&D, &[BlockNumber<'t, N>; N]) -> [BlockNumber<'t, N>; M] + Send + Sync,
{
    #[inline]
    fn run(&self, item: &D, x: [f64; N], _: &mut Workspace, sink: impl FnOnce([f64; M], [&[f64; N]; M])) {
        let lanes = core::array::from_fn(|a| Tagged::bind(Dual::lane(x[a], a)));
        let outputs = (self.0)(item, &lanes).map(Tagged::release);
        sink(outputs.each_ref().map(|y| y.value), outputs.each_ref().map(|y| &y.tangent));
    }
}

/// A closure that has the derivatives already.
pub(super) struct Derived<F>(pub(super) F);

impl<D, F, const N: usize, const M: usize> Kernel<D, N, M> for Derived<F>
where
    F: Fn(&D, &[f64; N], &mut [[f64; N]; M], &mut Workspace) -> [f64; M] + Send + Sync,
{
    #[inline]
    fn run(&self, item: &D, x: [f64; N], workspace: &mut Workspace, sink: impl FnOnce([f64; M], [&[f64; N]; M])) {
        // Here, so that what is written to all of it needs no zeros before.
        let mut rows = [[0.0; N]; M];
        let y = (self.0)(item, &x, &mut rows, workspace);
        sink(y, rows.each_ref());
    }
}

/// Where the derivatives of blocks go.
enum Places<const N: usize, const M: usize> {
    /// Anywhere: of each block, output by output.
    Any(Vec<[[u32; N]; M]>),
    /// Those by one input behind each other, as where the outputs of each block go to rows behind each other: of each block,
    /// where they begin.
    ///
    /// Of bundle adjustment, as multiples of the function: code by hand without all this takes 3.9 to 4.2, of which 3.1 are its
    /// blocks and 0.2 stores in order; with the same blocks this takes 4.2 to 4.3, with generated ones 4.4 to 4.8. So what is left
    /// here is a tenth.
    ///
    /// What was tried and lost: to compare both ends of a run at once saves 60 of 1300 instructions of a block of bundle
    /// adjustment, and no time; to prefetch the places of later blocks makes code by hand 1.15 times as slow; to run a few blocks of
    /// each kind in turn, so that what they write side by side is near in time, gains nothing. Blocks sorted by camera, then
    /// by point, take a third longer; by camera alone, with the loop in vectors of four numbers, no less time, and the
    /// Brusselator's blocks 1.6 times as much, though a model by hand wins a tenth by such a sort.
    Runs(Vec<[u32; N]>),
}

impl<const N: usize, const M: usize> Places<N, M> {
    fn of(places: Vec<[[u32; N]; M]>) -> Self {
        let is_run = |block: &[[u32; N]; M]| {
            let of_row = |(row, r): (&[u32; N], u32)| row.iter().zip(&block[0]).all(|(p, first)| *p == first + r);
            block.iter().zip(0..).all(of_row)
        };
        match M > 0 && places.iter().all(is_run) {
            true => Places::Runs(places.iter().map(|block| block[0]).collect()),
            false => Places::Any(places),
        }
    }

    fn block(&self, k: usize) -> Cow<'_, [u32]> {
        match self {
            Places::Any(places) => Cow::Borrowed(places[k].as_flattened()),
            Places::Runs(first) => (0..M as u32).flat_map(|r| first[k].map(|p| p + r)).collect(),
        }
    }

    /// Adds the derivatives of a block to the values.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(&self, values: &mut [f64], single: bool, k: usize, rows: &[&[f64; N]; M]) {
        match self {
            Places::Any(places) => {
                for (places, row) in places[k].iter().zip(rows) {
                    add_terms(values, single, places, *row);
                }
            }
            Places::Runs(first) => {
                for (a, &place) in first[k].iter().enumerate() {
                    if let Some(run) = values.get_mut(place as usize..).and_then(|values| values.first_chunk_mut::<M>())
                    {
                        for (sum, row) in run.iter_mut().zip(rows) {
                            *sum = if single { 0.0 + row[a] } else { *sum + row[a] };
                        }
                    }
                }
            }
        }
    }
}

/// Blocks with `N` inputs and `M` outputs.
pub(super) struct Each<D, L, F, const N: usize, const M: usize> {
    data: L,
    f: F,
    inputs: Vec<[u32; N]>,
    rows: Vec<[u32; M]>,
    places: Places<N, M>,
    item: PhantomData<fn(&D)>,
}

impl<D, L: AsRef<[D]>, F, const N: usize, const M: usize> Each<D, L, F, N, M> {
    /// # Errors
    /// If an index is not below `n` or `m`, or there are more blocks than there is memory for.
    pub(super) fn new(
        (n, m): (usize, usize),
        data: L,
        touches: impl Fn(usize, &D) -> ([usize; N], [usize; M]),
        f: F,
    ) -> Result<Self, Error> {
        let count = data.as_ref().len();
        expect_room(count, N + M, N * M)?;
        let (mut inputs, mut rows) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (k, item) in data.as_ref().iter().enumerate() {
            let (from, to) = touches(k, item);
            inputs.push(checked("input", from, n, k)?);
            rows.push(checked("row", to, m, k)?);
        }
        Ok(Each { data, f, inputs, rows, places: Places::Any(Vec::new()), item: PhantomData })
    }
}

impl<D, L: AsRef<[D]>, F: Kernel<D, N, M>, const N: usize, const M: usize> Each<D, L, F, N, M> {
    /// Runs these blocks one after the other.
    #[inline]
    fn run(&self, x: &[f64], blocks: Range<usize>, mut sink: impl FnMut(usize, [f64; M], [&[f64; N]; M])) {
        let data = self.data.as_ref();
        with_kept(|workspace: &mut Workspace| {
            for ((k, item), from) in blocks.clone().zip(&data[blocks.clone()]).zip(&self.inputs[blocks]) {
                let x = from.map(|j| x[j as usize]);
                self.f.run(item, x, workspace, |y, rows| sink(k, y, rows));
            }
        });
    }
}

impl<D, L, F, const N: usize, const M: usize> Family for Each<D, L, F, N, M>
where
    D: Send + Sync,
    L: AsRef<[D]> + Send + Sync,
    F: Kernel<D, N, M>,
{
    fn len(&self) -> usize {
        self.inputs.len()
    }

    fn size(&self, _: usize) -> (usize, usize) {
        (M, N * M)
    }

    fn name(&self, entries: &mut Coordinates) {
        for (inputs, rows) in self.inputs.iter().zip(&self.rows) {
            entries.rectangle(rows, inputs);
        }
    }

    fn locate(&mut self, pattern: &Pattern) {
        let blocks = self.inputs.iter().zip(&self.rows);
        let of_block = |(inputs, rows): (&[u32; N], &[u32; M])| rows.map(|i| inputs.map(|j| place(pattern, i, j)));
        self.places = Places::of(blocks.map(of_block).collect());
    }

    fn rows(&self, block: usize) -> &[u32] {
        &self.rows[block]
    }

    fn places(&self, block: usize) -> Cow<'_, [u32]> {
        self.places.block(block)
    }

    fn eval(&self, at: Point<'_>, blocks: Range<usize>, sums: Sums<'_>, what: What) -> Result<(), Error> {
        let first = blocks.start;
        self.run(at.x, blocks, |k, y, rows| match what {
            What::Add(single) => {
                add_terms(sums.outputs, single.outputs, &self.rows[k], &y);
                self.places.add(sums.values, single.values, k, &rows);
            }
            What::List => {
                let at = (k - first) * M;
                sums.outputs[at..at + M].copy_from_slice(&y);
                for (list, row) in sums.values[at * N..(at + M) * N].chunks_exact_mut(N.max(1)).zip(&rows) {
                    list.copy_from_slice(*row);
                }
            }
        });
        Ok(())
    }
}
