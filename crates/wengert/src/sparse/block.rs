//! Blocks of a fixed size: their indices and what runs them.

use super::Error;
use super::places::{Coordinates, checked, place};
use crate::generated::Workspace;
use crate::pool::with_kept;
use ::sparse::Pattern;
use core::marker::PhantomData;
use core::ops::Range;
use forward::{Dual, Tagged};

/// What a closure for a block of a Jacobian gets: a number with the derivatives by the block's `N` inputs.
pub type BlockNumber<'t, const N: usize> = Tagged<'t, Dual<f64, [f64; N]>>;

/// Where the derivatives of blocks are added up, or listed block by block.
pub(super) struct Sums<'v> {
    /// One for each output.
    pub(super) outputs: &'v mut [f64],
    /// One for each entry.
    pub(super) values: &'v mut [f64],
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
#[cfg_attr(not(feature = "rayon"), expect(dead_code, reason = "blocks are listed for threads"))]
pub(super) trait Family: Send + Sync {
    /// How many blocks there are.
    fn len(&self) -> usize;
    /// How many outputs and derivatives the block has.
    fn size(&self, block: usize) -> (usize, usize);
    /// Names the entries of all blocks.
    fn name(&self, entries: &mut Coordinates);
    /// Finds where the derivatives go.
    fn locate(&mut self, pattern: &Pattern);
    /// The rows of a block's outputs, and the places of its derivatives.
    fn targets(&self, block: usize) -> (&[u32], &[u32]);
    /// Runs these blocks, and adds what they give where it belongs.
    fn add(&self, x: &[f64], blocks: Range<usize>, sums: Sums<'_>, single: Single) -> Result<(), Error>;
    /// Runs these blocks, and lists what they give, one block after the other.
    fn list(&self, x: &[f64], blocks: Range<usize>, lists: Sums<'_>) -> Result<(), Error>;
}

/// The outputs of a block and their derivatives.
pub(super) trait Kernel<D, const N: usize, const M: usize>: Send + Sync {
    /// Hands each output on, by its index: its value and its derivatives. `rows` is zero, and room for these.
    fn run(
        &self,
        item: &D,
        x: [f64; N],
        workspace: &mut Workspace,
        rows: &mut [[f64; N]; M],
        each: impl FnMut(usize, f64, &[f64; N]),
    );
}

/// A closure on numbers with lanes.
pub(super) struct OnLanes<F>(pub(super) F);

impl<D, F, const N: usize, const M: usize> Kernel<D, N, M> for OnLanes<F>
where
    F: for<'t> Fn(&D, &[BlockNumber<'t, N>; N]) -> [BlockNumber<'t, N>; M] + Send + Sync,
{
    #[inline]
    fn run(
        &self,
        item: &D,
        x: [f64; N],
        _: &mut Workspace,
        _: &mut [[f64; N]; M],
        mut each: impl FnMut(usize, f64, &[f64; N]),
    ) {
        let lanes = core::array::from_fn(|a| Tagged::bind(Dual::lane(x[a], a)));
        for (r, output) in (self.0)(item, &lanes).map(Tagged::release).iter().enumerate() {
            each(r, output.value, &output.tangent);
        }
    }
}

/// A closure that has the derivatives already.
pub(super) struct Derived<F>(pub(super) F);

impl<D, F, const N: usize, const M: usize> Kernel<D, N, M> for Derived<F>
where
    F: Fn(&D, &[f64; N], &mut [[f64; N]; M], &mut Workspace) -> [f64; M] + Send + Sync,
{
    #[inline]
    fn run(
        &self,
        item: &D,
        x: [f64; N],
        workspace: &mut Workspace,
        rows: &mut [[f64; N]; M],
        mut each: impl FnMut(usize, f64, &[f64; N]),
    ) {
        let y = (self.0)(item, &x, rows, workspace);
        for (r, (&y, row)) in y.iter().zip(&mut *rows).enumerate() {
            each(r, y, row);
            *row = [0.0; N];
        }
    }
}

/// Blocks with `N` inputs and `M` outputs.
pub(super) struct Each<D, L, F, const N: usize, const M: usize> {
    data: L,
    f: F,
    inputs: Vec<[u32; N]>,
    rows: Vec<[u32; M]>,
    /// The derivatives of each block, output by output.
    places: Vec<[[u32; N]; M]>,
    item: PhantomData<fn(&D)>,
}

impl<D, L: AsRef<[D]>, F, const N: usize, const M: usize> Each<D, L, F, N, M> {
    /// # Errors
    /// If an index is not below `n` or `m`.
    pub(super) fn new(
        (n, m): (usize, usize),
        data: L,
        touches: impl Fn(usize, &D) -> ([usize; N], [usize; M]),
        f: F,
    ) -> Result<Self, Error> {
        let count = data.as_ref().len();
        let (mut inputs, mut rows) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (k, item) in data.as_ref().iter().enumerate() {
            let (from, to) = touches(k, item);
            inputs.push(checked("input", from, n, k)?);
            rows.push(checked("row", to, m, k)?);
        }
        Ok(Each { data, f, inputs, rows, places: Vec::new(), item: PhantomData })
    }
}

impl<D, L: AsRef<[D]>, F: Kernel<D, N, M>, const N: usize, const M: usize> Each<D, L, F, N, M> {
    /// Runs these blocks one after the other.
    #[inline]
    fn run(&self, x: &[f64], blocks: Range<usize>, mut sink: impl FnMut(usize, usize, f64, &[f64; N])) {
        let (data, mut rows) = (self.data.as_ref(), [[0.0; N]; M]);
        with_kept(|workspace: &mut Workspace| {
            for ((k, item), from) in blocks.clone().zip(&data[blocks.clone()]).zip(&self.inputs[blocks]) {
                let x = from.map(|j| x[j as usize]);
                self.f.run(item, x, workspace, &mut rows, |r, y, row| sink(k, r, y, row));
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
        self.places = blocks.map(of_block).collect();
    }

    fn targets(&self, block: usize) -> (&[u32], &[u32]) {
        (&self.rows[block], self.places[block].as_flattened())
    }

    fn add(&self, x: &[f64], blocks: Range<usize>, sums: Sums<'_>, single: Single) -> Result<(), Error> {
        self.run(x, blocks, |k, r, y, row| {
            add_terms(sums.outputs, single.outputs, &[self.rows[k][r]], &[y]);
            add_terms(sums.values, single.values, &self.places[k][r], row);
        });
        Ok(())
    }

    fn list(&self, x: &[f64], blocks: Range<usize>, lists: Sums<'_>) -> Result<(), Error> {
        let first = blocks.start;
        self.run(x, blocks, |k, r, y, row| {
            let at = (k - first) * M + r;
            lists.outputs[at] = y;
            lists.values[at * N..(at + 1) * N].copy_from_slice(row);
        });
        Ok(())
    }
}
