//! Terms of a sum with second derivatives, of a fixed number of inputs each.

use super::Error;
use super::block::{Family, Point, Sums, What, add_terms};
use super::places::{Coordinates, checked, expect_room, place_below};
use ::sparse::Pattern;
use core::marker::PhantomData;
use core::ops::Range;
use forward::{Dual, Tagged};
use std::borrow::Cow;

type First<const N: usize> = Dual<f64, [f64; N]>;
type Second<const N: usize> = Dual<First<N>, [First<N>; N]>;

/// What a closure for a block of a Hessian gets: a number with first and second derivatives by the block's `N` inputs.
pub type BlockNumber2<'t, const N: usize> = Tagged<'t, Second<N>>;

/// Terms with `N` inputs. What they list are the gradient and, behind it, the value; then the Hessian row by row.
pub(super) struct EachHessian<D, L, F, const N: usize> {
    data: L,
    f: F,
    inputs: Vec<[u32; N]>,
    /// The inputs of each block, and behind them the number of inputs, for the value.
    rows: Vec<u32>,
    places: Vec<[[u32; N]; N]>,
    item: PhantomData<fn(&D)>,
}

impl<D, L: AsRef<[D]>, F, const N: usize> EachHessian<D, L, F, N> {
    /// # Errors
    /// If an index is not below `n`, or there are more blocks than there is memory for.
    pub(super) fn new(n: usize, data: L, touches: impl Fn(usize, &D) -> [usize; N], f: F) -> Result<Self, Error> {
        let count = data.as_ref().len();
        expect_room(count, 2 * N + 1, N * (N + 1) / 2)?;
        let (mut inputs, mut rows) = (Vec::with_capacity(count), Vec::with_capacity(count * (N + 1)));
        for (k, item) in data.as_ref().iter().enumerate() {
            let from = checked("input", touches(k, item), n, k)?;
            rows.extend(from);
            rows.push(n as u32);
            inputs.push(from);
        }
        Ok(EachHessian { data, f, inputs, rows, places: Vec::new(), item: PhantomData })
    }
}

impl<D, L, F, const N: usize> EachHessian<D, L, F, N>
where
    L: AsRef<[D]>,
    F: for<'t> Fn(&D, &[BlockNumber2<'t, N>; N]) -> BlockNumber2<'t, N>,
{
    /// Runs these blocks one after the other.
    #[inline]
    fn run(&self, x: &[f64], blocks: Range<usize>, mut sink: impl FnMut(usize, &Second<N>)) {
        let data = self.data.as_ref();
        for ((k, item), from) in blocks.clone().zip(&data[blocks.clone()]).zip(&self.inputs[blocks]) {
            let lanes = core::array::from_fn(|a| Tagged::bind(Dual::lane(Dual::lane(x[from[a] as usize], a), a)));
            sink(k, &(self.f)(item, &lanes).release());
        }
    }
}

impl<D, L, F, const N: usize> Family for EachHessian<D, L, F, N>
where
    D: Send + Sync,
    L: AsRef<[D]> + Send + Sync,
    F: for<'t> Fn(&D, &[BlockNumber2<'t, N>; N]) -> BlockNumber2<'t, N> + Send + Sync,
{
    fn len(&self) -> usize {
        self.inputs.len()
    }

    fn size(&self, _: usize) -> (usize, usize) {
        (N + 1, N * N)
    }

    fn name(&self, entries: &mut Coordinates) {
        for inputs in &self.inputs {
            entries.triangle(inputs);
        }
    }

    fn locate(&mut self, pattern: &Pattern) {
        let of_block = |inputs: &[u32; N]| inputs.map(|i| inputs.map(|j| place_below(pattern, i, j)));
        self.places = self.inputs.iter().map(of_block).collect();
    }

    fn rows(&self, block: usize) -> &[u32] {
        &self.rows[block * (N + 1)..(block + 1) * (N + 1)]
    }

    fn places(&self, block: usize) -> Cow<'_, [u32]> {
        Cow::Borrowed(self.places[block].as_flattened())
    }

    fn eval(&self, at: Point<'_>, blocks: Range<usize>, sums: Sums<'_>, what: What) -> Result<(), Error> {
        let first = blocks.start;
        self.run(at.x, blocks, |k, y| match what {
            What::Add(single) => {
                let (inputs, value) = self.rows[k * (N + 1)..(k + 1) * (N + 1)].split_at(N);
                add_terms(sums.outputs, single.outputs, inputs, &y.value.tangent);
                add_terms(sums.outputs, single.outputs, value, &[y.value.value]);
                for (places, row) in self.places[k].iter().zip(&y.tangent) {
                    add_terms(sums.values, single.values, places, &row.tangent);
                }
            }
            What::List => {
                let outputs = &mut sums.outputs[(k - first) * (N + 1)..][..N + 1];
                let values = &mut sums.values[(k - first) * N * N..][..N * N];
                outputs[..N].copy_from_slice(&y.value.tangent);
                outputs[N] = y.value.value;
                for (row, derivative) in values.chunks_mut(N.max(1)).zip(&y.tangent) {
                    row.copy_from_slice(&derivative.tangent);
                }
            }
        });
        Ok(())
    }
}
