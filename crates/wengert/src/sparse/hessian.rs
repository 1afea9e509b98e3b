//! The face of sparse Hessians: prepared once, evaluated many times.

use super::Error;
use super::blocks::{Blocks, HessianBlocks};
use super::jacobian::Sealed;
use crate::matrix::Matrix;
use crate::pool::with_kept;
use crate::shape::same;
use ::sparse::Pattern;
use core::fmt;

/// The lower triangle of a Hessian of which only the entries that can differ from zero are computed and kept.
///
/// It is prepared once and evaluated many times; values are written in the order of the [`Pattern`]: column by column
/// from the diagonal down (CSC). [`SparseHessian::of_blocks`] makes one of the terms of a sum,
/// [`SparseHessian::prepare`] one of a whole function, by colours.
///
/// Should I be using this? Where most entries are zero and there are more than some ten inputs, yes; see `docs/sparse.md`.
/// For the Lagrangian of a problem with constraints there is [`LagrangianHessian`](super::LagrangianHessian).
///
/// ```
/// use wengert::sparse::{Recovery, SparseHessian};
///
/// let chain = wengert::function!(|x| x.windows(2).map(|w| w[0] * w[0] * w[1]).sum::<T>());
/// let x = [1.0, 2.0, 3.0];
/// let hessian = SparseHessian::prepare(&chain, &x)?;
/// assert_eq!((hessian.inputs(), hessian.recovery(), hessian.is_local()), (3, Recovery::Direct, false));
/// assert!(hessian.check(&x).is_ok());
///
/// // The lower triangle: 2 x1, 2 x0, 2 x2, 2 x1.
/// let mut values = vec![0.0; hessian.entries()];
/// hessian.eval_into(&x, &mut values)?;
/// let entries: Vec<_> = hessian.triplets(&values).collect();
/// assert_eq!(entries, [(0, 0, 4.0), (1, 0, 2.0), (1, 1, 6.0), (2, 1, 4.0)]);
///
/// let (mut product, mut diagonal) = ([0.0; 3], [0.0; 3]);
/// hessian.multiply_into(&values, &[1.0, 0.0, 0.0], &mut product);
/// hessian.diagonal_into(&values, &mut diagonal);
/// assert_eq!((product, diagonal), ([4.0, 2.0, 0.0], [4.0, 6.0, 0.0]));
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub struct SparseHessian<S> {
    pub(super) pattern: Pattern,
    pub(super) source: S,
}

/// What a [`SparseHessian`] takes its values from: [`Blocks`], or a function that was prepared by colours.
///
/// ```
/// use wengert::sparse::{HessianSource, SparseHessian};
/// /// The trace, wherever the Hessian comes from.
/// fn trace<S: HessianSource>(hessian: &SparseHessian<S>, x: &[f64]) -> Result<f64, wengert::sparse::Error> {
///     let values = hessian.eval(x)?;
///     Ok(hessian.triplets(&values).filter(|(i, j, _)| i == j).map(|(.., value)| value).sum())
/// }
/// let cubes = wengert::function!(|x| x.iter().map(|&x| x * x * x).sum::<T>());
/// assert_eq!(trace(&SparseHessian::prepare(&cubes, &[0.0; 2])?, &[1.0, 2.0])?, 18.0);
/// let blocks = SparseHessian::of_blocks(2).each([(); 2], |k, _| [k], |_, x| x[0] * x[0] * x[0]).build()?;
/// assert_eq!(trace(&blocks, &[1.0, 2.0])?, 18.0);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub trait HessianSource: Sealed {
    /// The gradient with the value behind it (n + 1 values), and the entries, at `x`.
    #[doc(hidden)]
    fn eval(&self, pattern: &Pattern, x: &[f64], gradient: &mut [f64], values: &mut [f64]) -> Result<(), Error>;
    /// How the values come about, in a few words.
    #[doc(hidden)]
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Room for the gradient and the value.
#[derive(Default)]
struct Below(Vec<f64>);

impl SparseHessian<()> {
    /// The Hessian of a sum of terms, each of which depends on a few of so many inputs.
    ///
    /// No pattern is searched for and nothing is coloured: each block names the inputs that it touches, and its dense
    /// Hessian is added to the entries. Cost of an evaluation: what the blocks cost with second derivatives.
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::sparse::SparseHessian;
    ///
    /// // Rosenbrock's function: a term for each pair of neighbours.
    /// let term = |x: [f64; 2]| 100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2);
    /// let hessian = SparseHessian::of_blocks(3)
    ///     .each([(); 2], |k, _| [k, k + 1], |_, x| 100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2))
    ///     .build()?;
    /// let (mut gradient, mut values) = ([0.0; 3], vec![0.0; hessian.entries()]);
    /// let value = hessian.value_gradient_and_eval_into(&[1.0, 2.0, 0.0], &mut gradient, &mut values)?;
    /// assert_eq!(value, term([1.0, 2.0]) + term([2.0, 0.0]));
    /// assert_eq!(hessian.pattern().row_indices(), [0, 1, 1, 2, 2]);
    /// assert_eq!(values, [402.0, -400.0, 5002.0, -800.0, 200.0]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    pub fn of_blocks<'a>(inputs: usize) -> HessianBlocks<'a> {
        HessianBlocks::new(inputs)
    }
}

impl<S> SparseHessian<S> {
    /// The number of inputs, n: the Hessian is n x n.
    pub fn inputs(&self) -> usize {
        self.pattern.columns()
    }

    /// The number of entries on and below the diagonal, and of values.
    pub fn entries(&self) -> usize {
        self.pattern.entries()
    }

    /// Where the entries on and below the diagonal are, in the order of the values.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Row, column and value of each entry on and below the diagonal, in the order of the values.
    ///
    /// # Panics
    /// If there are not as many values as entries.
    #[track_caller]
    pub fn triplets<'v>(&'v self, values: &'v [f64]) -> impl Iterator<Item = (usize, usize, f64)> + 'v {
        triplets(&self.pattern, values)
    }

    /// The values as a dense symmetric matrix, n x n.
    ///
    /// # Panics
    /// If there are not as many values as entries.
    #[track_caller]
    pub fn to_dense(&self, values: &[f64]) -> Matrix {
        to_dense(&self.pattern, values)
    }
}

#[track_caller]
pub(super) fn triplets<'v>(
    pattern: &'v Pattern,
    values: &'v [f64],
) -> impl Iterator<Item = (usize, usize, f64)> + use<'v> {
    same("the list of values", values.len(), "entries", pattern.entries());
    pattern.iter().zip(values).map(|((i, j), &value)| (i, j, value))
}

#[track_caller]
pub(super) fn to_dense(pattern: &Pattern, values: &[f64]) -> Matrix {
    let mut dense = Matrix::filled(pattern.rows(), pattern.columns(), 0.0);
    for (i, j, value) in triplets(pattern, values) {
        dense[(i, j)] = value;
        dense[(j, i)] = value;
    }
    dense
}

impl<S: HessianSource> SparseHessian<S> {
    /// The values of all entries at `x`.
    ///
    /// # Errors
    /// As [`eval_into`](SparseHessian::eval_into).
    ///
    /// # Panics
    /// If `x` has another length than there are inputs.
    #[track_caller]
    pub fn eval(&self, x: &[f64]) -> Result<Vec<f64>, Error> {
        let mut values = vec![0.0; self.entries()];
        self.eval_into(x, &mut values)?;
        Ok(values)
    }

    /// The values of all entries at `x`, written to `values` in the order of the pattern.
    ///
    /// Allocates nothing on the second call of its thread, except what the function does.
    ///
    /// # Errors
    /// If the function has not one output, or the pattern is seen not to hold at this point; the values are then not to
    /// be used.
    ///
    /// # Panics
    /// If `x` has another length than there are inputs, or `values` than there are entries.
    #[track_caller]
    pub fn eval_into(&self, x: &[f64], values: &mut [f64]) -> Result<(), Error> {
        same("the point", x.len(), "inputs", self.inputs());
        same("room for values", values.len(), "entries", self.entries());
        with_kept(|Below(below)| {
            below.resize(self.inputs() + 1, 0.0);
            self.source.eval(&self.pattern, x, below, values)
        })
    }

    /// The value of the function, with the gradient (n values) and the entries of the Hessian written to memory of the
    /// caller's.
    ///
    /// # Errors
    /// As [`eval_into`](SparseHessian::eval_into).
    ///
    /// # Panics
    /// As [`eval_into`](SparseHessian::eval_into), or if `gradient` has another length than there are inputs.
    #[track_caller]
    pub fn value_gradient_and_eval_into(
        &self,
        x: &[f64],
        gradient: &mut [f64],
        values: &mut [f64],
    ) -> Result<f64, Error> {
        same("the point", x.len(), "inputs", self.inputs());
        same("room for the gradient", gradient.len(), "inputs", self.inputs());
        same("room for values", values.len(), "entries", self.entries());
        with_kept(|Below(below)| {
            below.resize(self.inputs() + 1, 0.0);
            self.source.eval(&self.pattern, x, below, values)?;
            gradient.copy_from_slice(&below[..self.inputs()]);
            Ok(below[self.inputs()])
        })
    }
}

#[cfg(feature = "rayon")]
impl SparseHessian<Blocks<'_>> {
    /// As [`value_gradient_and_eval_into`](SparseHessian::value_gradient_and_eval_into), on all threads of the current
    /// rayon pool, with the same bits however many there are.
    ///
    /// Memory: the derivatives of all blocks once more.
    ///
    /// # Errors
    /// As [`eval_into`](SparseHessian::eval_into).
    ///
    /// # Panics
    /// As [`value_gradient_and_eval_into`](SparseHessian::value_gradient_and_eval_into).
    ///
    /// ```
    /// use wengert::sparse::SparseHessian;
    /// let springs = SparseHessian::of_blocks(1001)
    ///     .each([(); 1000], |k, _| [k, k + 1], |_, x| (x[1] - x[0]) * (x[1] - x[0]))
    ///     .build()?;
    /// let x: Vec<f64> = (0..1001).map(f64::from).collect();
    /// let (mut gradient, mut values) = (vec![0.0; 1001], vec![0.0; springs.entries()]);
    /// let value = springs.par_value_gradient_and_eval_into(&x, &mut gradient, &mut values)?;
    /// assert_eq!((value, gradient[0], gradient[1], values[..3].to_vec()), (1000.0, -2.0, 0.0, vec![2.0, -2.0, 4.0]));
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    #[track_caller]
    pub fn par_value_gradient_and_eval_into(
        &self,
        x: &[f64],
        gradient: &mut [f64],
        values: &mut [f64],
    ) -> Result<f64, Error> {
        same("the point", x.len(), "inputs", self.inputs());
        same("room for the gradient", gradient.len(), "inputs", self.inputs());
        same("room for values", values.len(), "entries", self.entries());
        with_kept(|Below(below)| {
            below.resize(self.inputs() + 1, 0.0);
            self.source.families.par_eval(x, below, values)?;
            gradient.copy_from_slice(&below[..self.inputs()]);
            Ok(below[self.inputs()])
        })
    }
}

impl HessianSource for Blocks<'_> {
    fn eval(&self, _: &Pattern, x: &[f64], gradient: &mut [f64], values: &mut [f64]) -> Result<(), Error> {
        self.families.eval(x, gradient, values)
    }
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} blocks", self.count())
    }
}

impl<S: HessianSource> fmt::Display for SparseHessian<S> {
    /// Writes sizes, entries and how they are computed in one line; with `{:#}`, a picture of the pattern below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SparseHessian {} (lower triangle), ", self.pattern)?;
        self.source.describe(f)?;
        super::picture(&self.pattern, f)
    }
}

impl<S: HessianSource> fmt::Debug for SparseHessian<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
