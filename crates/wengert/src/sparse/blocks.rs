//! Derivatives of functions that are made of small blocks: the dense derivative of each block, added where it belongs.

use super::Error;
use super::block::{BlockNumber, Derived, Each, Family, OnLanes};
use super::block_functions::{OfFunctions, Ragged, TakeHessian, TakeJacobian};
use super::block_hessian::{BlockNumber2, EachHessian};
use super::families::Families;
use super::hessian::SparseHessian;
use super::jacobian::SparseJacobian;
use super::places::Coordinates;
use crate::function::Function;
use crate::generated::Workspace;

/// The blocks of a function: the source of a [`SparseJacobian`] or [`SparseHessian`] that was made of them.
///
/// ```
/// use wengert::sparse::{Blocks, SparseJacobian};
/// let products: SparseJacobian<Blocks<'_>> = SparseJacobian::of_blocks(4, 3)
///     .each([1.0, 2.0, 3.0], |k, _| ([k, k + 1], [k]), |&a, x| [x[0] * x[1] * a])
///     .build()?;
/// assert_eq!(products.to_string(), "SparseJacobian 3 x 4, 6 entries, 50 % dense, 3 blocks");
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub struct Blocks<'a> {
    pub(super) families: Families<'a>,
}

impl Blocks<'_> {
    /// The number of blocks, of all kinds.
    pub(super) fn count(&self) -> usize {
        self.families.count()
    }
}

/// Blocks on their way to a [`SparseJacobian`]; [`SparseJacobian::of_blocks`] begins with none.
///
/// ```
/// use wengert::sparse::SparseJacobian;
/// // The differences of neighbours, and the sums of two ranges, whose lengths are known at run time alone.
/// let sum = || wengert::function!(|x| x.iter().map(|&x| x * x).sum::<T>());
/// let ranges = [0..3, 1..4];
/// let jacobian = SparseJacobian::of_blocks(4, 5)
///     .each([(); 3], |k, _| ([k, k + 1], [k]), |_, x| [x[1] - x[0]])
///     .functions([sum(), sum()], |k, _| (ranges[k].clone().collect(), vec![3 + k]))
///     .build()?;
/// let x = [1.0, 2.0, 3.0, 4.0];
/// let values = jacobian.eval(&x)?;
/// let row = |i| jacobian.triplets(&values).filter(move |&(row, ..)| row == i).map(|(_, j, d)| (j, d));
/// assert_eq!(row(1).collect::<Vec<_>>(), [(1, -1.0), (2, 1.0)]);
/// assert_eq!(row(4).collect::<Vec<_>>(), [(1, 4.0), (2, 6.0), (3, 8.0)]);
///
/// // Functions of all inputs, of which each is found to read a few.
/// let pair = |i: usize| wengert::function!(i: usize; |x| x[i] * x[i + 1]);
/// let products = SparseJacobian::of_blocks(4, 2).terms(&x, [pair(0), pair(2)], |k| vec![k]).build()?;
/// // Column by column.
/// assert_eq!(products.eval(&x)?, [2.0, 1.0, 4.0, 3.0]);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub struct JacobianBlocks<'a> {
    pub(super) inputs: usize,
    pub(super) rows: usize,
    pub(super) families: Families<'a>,
    pub(super) mistake: Option<Error>,
}

impl<'a> JacobianBlocks<'a> {
    pub(super) fn new(inputs: usize, rows: usize) -> Self {
        JacobianBlocks { inputs, rows, families: Families::default(), mistake: None }
    }

    /// Adds a block for each item of `data`: `f(item, x)` maps the block's `N` inputs to `M` outputs.
    ///
    /// `touches(k, item)` names the inputs of block `k` among those of the whole function, and the rows to which its
    /// outputs are added; both may name an index more than once, and blocks may share rows. `f` is a closure on numbers
    /// with `N` lanes, at most 64; it may call any function that is generic over [`Real`](crate::Real).
    #[must_use]
    pub fn each<D, const N: usize, const M: usize>(
        self,
        data: impl AsRef<[D]> + Send + Sync + 'a,
        touches: impl Fn(usize, &D) -> ([usize; N], [usize; M]),
        f: impl for<'t> Fn(&D, &[BlockNumber<'t, N>; N]) -> [BlockNumber<'t, N>; M] + Send + Sync + 'a,
    ) -> Self
    where
        D: Send + Sync + 'a,
    {
        let family = Each::new((self.inputs, self.rows), data, touches, OnLanes(f));
        self.push(family)
    }

    /// As [`each`](JacobianBlocks::each), of a function that has its derivatives already, by hand or by `#[differentiable]`:
    /// `f(item, x, rows, workspace)` gives the `M` outputs and writes the block's Jacobian, which is zero before, row by row;
    /// the [`Workspace`] is the thread's, for generated derivatives.
    ///
    /// For more than some ten inputs generated derivatives are faster than lanes.
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::sparse::SparseJacobian;
    ///
    /// #[differentiable]
    /// fn distance(p: &[f64], #[constant] seen: f64) -> f64 {
    ///     (p[0] - p[2]).hypot(p[1] - p[3]) - seen
    /// }
    ///
    /// let seen = [4.0, 12.0];
    /// let jacobian = SparseJacobian::of_blocks(6, 2)
    ///     .derived(
    ///         &seen,
    ///         |k, _| ([0, 1, 2 * k + 2, 2 * k + 3], [k]),
    ///         |&seen, p, rows, workspace| [distance::value_and_gradient_into(p, seen, &mut rows[0], workspace)],
    ///     )
    ///     .build()?;
    /// assert_eq!(jacobian.eval(&[0.0, 0.0, 3.0, 4.0, 5.0, 12.0])?[..2], [-0.6, -5.0 / 13.0]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    #[must_use]
    pub fn derived<D, const N: usize, const M: usize>(
        self,
        data: impl AsRef<[D]> + Send + Sync + 'a,
        touches: impl Fn(usize, &D) -> ([usize; N], [usize; M]),
        f: impl Fn(&D, &[f64; N], &mut [[f64; N]; M], &mut Workspace) -> [f64; M] + Send + Sync + 'a,
    ) -> Self
    where
        D: Send + Sync + 'a,
    {
        let family = Each::new((self.inputs, self.rows), data, touches, Derived(f));
        self.push(family)
    }

    fn push(mut self, family: Result<impl Family + 'a, Error>) -> Self {
        match family {
            Ok(family) => self.families.push(family),
            Err(mistake) => self.mistake = self.mistake.or(Some(mistake)),
        }
        self
    }

    /// Adds blocks whose sizes are known at run time: a [`Function`] each, such as those that `#[differentiable]` makes.
    ///
    /// `touches(k, f)` names the inputs of block `k` and the rows of its outputs. Each block takes the cheaper mode: lanes,
    /// or a sweep for every four outputs where it has many inputs.
    #[must_use]
    pub fn functions<F: Function + Send + Sync + 'a>(
        mut self,
        list: impl AsRef<[F]> + Send + Sync + 'a,
        touches: impl Fn(usize, &F) -> (Vec<usize>, Vec<usize>),
    ) -> Self {
        let (mut inputs, mut rows) = (Ragged::new(), Ragged::new());
        for (k, f) in list.as_ref().iter().enumerate() {
            let (from, to) = touches(k, f);
            let named = inputs.push("input", &from, self.inputs).and_then(|()| rows.push("row", &to, self.rows));
            if let Err(mistake) = named {
                self.mistake = self.mistake.or(Some(mistake));
                return self;
            }
        }
        self.families.push(OfFunctions::<F, _, TakeJacobian>::new(list, inputs, rows));
        self
    }

    /// The Jacobian of all blocks, with its pattern.
    ///
    /// # Errors
    /// If a block named an input or a row that there is not, there are 2^32 - 1 entries or more, or the matrix needs more memory than
    /// is free.
    ///
    /// Cost: a sort of the entries of all blocks by counting, and a binary search for each.
    pub fn build(mut self) -> Result<SparseJacobian<Blocks<'a>>, Error> {
        if let Some(mistake) = self.mistake {
            return Err(mistake);
        }
        let pattern = self.families.locate(Coordinates::new(self.rows, self.inputs), self.rows)?;
        #[cfg(feature = "rayon")]
        self.families.prepare_gather(self.rows, pattern.entries())?;
        Ok(SparseJacobian { pattern, source: Blocks { families: self.families } })
    }
}

/// Blocks on their way to a [`SparseHessian`]; [`SparseHessian::of_blocks`] begins with none.
///
/// ```
/// use wengert::sparse::SparseHessian;
/// // Springs between neighbours: a term for each.
/// let stiffness = [1.0, 2.0];
/// let springs = SparseHessian::of_blocks(3)
///     .each(&stiffness, |k, _| [k, k + 1], |k, x| (x[1] - x[0]) * (x[1] - x[0]) * *k * 0.5)
///     .build()?;
/// // Of the lower triangle, column by column.
/// assert_eq!(springs.eval(&[0.0; 3])?, [1.0, -1.0, 3.0, -2.0, 2.0]);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub struct HessianBlocks<'a> {
    pub(super) inputs: usize,
    pub(super) families: Families<'a>,
    pub(super) mistake: Option<Error>,
}

impl<'a> HessianBlocks<'a> {
    pub(super) fn new(inputs: usize) -> Self {
        HessianBlocks { inputs, families: Families::default(), mistake: None }
    }

    /// How many sums of outputs there are: the gradient, and behind it the value.
    pub(super) fn outputs(&self) -> usize {
        self.inputs.saturating_add(1)
    }

    /// Adds a block for each item of `data`: `f(item, x)` is a term of the sum, a function of `N` inputs.
    ///
    /// `touches(k, item)` names the inputs of block `k` among those of the whole function. `f` is a closure on numbers with
    /// first and second derivatives: an operation costs about N^2 operations, so for more than some ten inputs
    /// [`functions`](HessianBlocks::functions) are faster.
    #[must_use]
    pub fn each<D, const N: usize>(
        mut self,
        data: impl AsRef<[D]> + Send + Sync + 'a,
        touches: impl Fn(usize, &D) -> [usize; N],
        f: impl for<'t> Fn(&D, &[BlockNumber2<'t, N>; N]) -> BlockNumber2<'t, N> + Send + Sync + 'a,
    ) -> Self
    where
        D: Send + Sync + 'a,
    {
        match EachHessian::new(self.inputs, data, touches, f) {
            Ok(family) => self.families.push(family),
            Err(mistake) => self.mistake = self.mistake.or(Some(mistake)),
        }
        self
    }

    /// Adds terms whose sizes are known at run time: a [`Function`] with one output each, differentiated by forward over
    /// reverse. `touches(k, f)` names the inputs of term `k`.
    ///
    /// ```
    /// use wengert::sparse::SparseHessian;
    /// // Two terms of the sum, of three inputs and of two.
    /// let square = || wengert::function!(|x| { let sum = x.iter().copied().sum::<T>(); sum * sum });
    /// let reads = [vec![0, 1, 2], vec![1, 3]];
    /// let hessian = SparseHessian::of_blocks(4).functions([square(), square()], |k, _| reads[k].clone()).build()?;
    /// let values = hessian.eval(&[0.0; 4])?;
    /// // Both terms meet in the second input alone.
    /// let at = |i, j| hessian.pattern().position(i, j).map(|place| values[place]);
    /// assert_eq!((at(1, 1), at(2, 0), at(3, 1), at(3, 0)), (Some(4.0), Some(2.0), Some(2.0), None));
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    #[must_use]
    pub fn functions<F: Function + Send + Sync + 'a>(
        mut self,
        list: impl AsRef<[F]> + Send + Sync + 'a,
        touches: impl Fn(usize, &F) -> Vec<usize>,
    ) -> Self {
        let (mut inputs, mut rows) = (Ragged::new(), Ragged::new());
        for (k, f) in list.as_ref().iter().enumerate() {
            let mut from = touches(k, f);
            let named = inputs.push("input", &from, self.inputs);
            // The gradient goes to the inputs, the value behind them.
            from.push(self.inputs);
            if let Err(mistake) = named.and_then(|()| rows.push("input", &from, self.outputs())) {
                self.mistake = self.mistake.or(Some(mistake));
                return self;
            }
        }
        self.families.push(OfFunctions::<F, _, TakeHessian>::new(list, inputs, rows));
        self
    }

    /// The Hessian of the sum of all blocks: the pattern of its lower triangle, and what evaluates it.
    ///
    /// # Errors
    /// If a block named an input that there is not, there are 2^32 - 1 entries or more, or the matrix needs more memory than
    /// is free.
    pub fn build(mut self) -> Result<SparseHessian<Blocks<'a>>, Error> {
        if let Some(mistake) = self.mistake {
            return Err(mistake);
        }
        let outputs = self.outputs();
        let pattern = self.families.locate(Coordinates::new(self.inputs, self.inputs), outputs)?;
        #[cfg(feature = "rayon")]
        self.families.prepare_gather(outputs, pattern.entries())?;
        Ok(SparseHessian { pattern, source: Blocks { families: self.families } })
    }
}
