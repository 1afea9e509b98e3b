//! The face of sparse Jacobians: prepared once, evaluated many times.

use super::Error;
use super::blocks::{Blocks, JacobianBlocks};
use crate::matrix::Matrix;
use crate::pool::with_kept;
use crate::shape::same;
use ::sparse::Pattern;
use core::fmt;

/// A Jacobian of which only the entries that can differ from zero are computed and kept.
///
/// It is prepared once and evaluated many times; values are written in the order of the [`Pattern`]: column by column
/// from top to bottom (CSC). [`SparseJacobian::of_blocks`] makes one of a function's small blocks,
/// [`SparseJacobian::prepare`] one of a whole function, by colours.
///
/// Should I be using this? Where most entries are zero and there are more than some twenty inputs, yes; see
/// `docs/sparse.md`.
///
/// ```
/// use wengert::sparse::{Mode, SparseJacobian};
///
/// // Squares of the differences of neighbours.
/// let squares = wengert::function!(|x| -> Vec<T> { x.windows(2).map(|w| (w[1] - w[0]) * (w[1] - w[0])).collect() });
/// let x = [0.0, 1.0, 3.0, 6.0];
/// let jacobian = SparseJacobian::prepare(&squares, &x)?;
/// assert_eq!((jacobian.rows(), jacobian.columns(), jacobian.entries()), (3, 4, 6));
/// // Two columns in three meet in no row: two products give all entries.
/// assert_eq!((jacobian.mode(), jacobian.colors(), jacobian.is_local()), (Mode::Forward, 2, false));
/// assert!(jacobian.check(&x).is_ok());
///
/// let (mut y, mut values) = ([0.0; 3], [0.0; 6]);
/// jacobian.value_and_eval_into(&x, &mut y, &mut values)?;
/// assert_eq!(y, [1.0, 4.0, 9.0]);
/// let first_row: Vec<_> = jacobian.triplets(&values).filter(|(i, ..)| *i == 0).collect();
/// assert_eq!(first_row, [(0, 0, -2.0), (0, 1, 2.0)]);
///
/// let (mut along, mut back) = ([0.0; 3], [0.0; 4]);
/// jacobian.multiply_into(&values, &[0.0, 1.0, 0.0, 0.0], &mut along);
/// jacobian.multiply_transposed_into(&values, &[1.0, 0.0, 0.0], &mut back);
/// assert_eq!((along, back), ([2.0, -4.0, 0.0], [-2.0, 2.0, 0.0, 0.0]));
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub struct SparseJacobian<S> {
    pub(super) pattern: Pattern,
    pub(super) source: S,
}

/// What a [`SparseJacobian`] takes its values from: [`Blocks`], or a function that was prepared by colours.
///
/// ```
/// use wengert::sparse::{JacobianSource, SparseJacobian};
/// /// The largest entry, wherever the Jacobian comes from.
/// fn largest<S: JacobianSource>(jacobian: &SparseJacobian<S>, x: &[f64]) -> Result<f64, wengert::sparse::Error> {
///     Ok(jacobian.eval(x)?.into_iter().fold(0.0, f64::max))
/// }
/// let squares = wengert::function!(|x| -> Vec<T> { x.iter().map(|&x| x * x).collect() });
/// assert_eq!(largest(&SparseJacobian::prepare(&squares, &[0.0; 2])?, &[1.0, 2.0])?, 4.0);
/// let recorded = SparseJacobian::record(|x| x.iter().map(|&x| x * x).collect(), &[0.0; 2])?;
/// assert_eq!(largest(&recorded, &[1.0, 2.0])?, 4.0);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub trait JacobianSource: Sealed {
    /// The outputs and the entries at `x`.
    #[doc(hidden)]
    fn eval(&self, pattern: &Pattern, x: &[f64], y: &mut [f64], values: &mut [f64]) -> Result<(), Error>;
    /// How the values come about, in a few words.
    #[doc(hidden)]
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

#[doc(hidden)]
pub trait Sealed {}

/// Room for outputs that nobody asked for.
#[derive(Default)]
struct Unasked(Vec<f64>);

impl SparseJacobian<()> {
    /// A Jacobian with so many inputs and rows, to be made of blocks: residuals, constraints, factors.
    ///
    /// No pattern is searched for and nothing is coloured: each block names the inputs that it touches and the rows that
    /// it writes, its dense derivative is taken by forward lanes, and added to the entries. Cost of an evaluation: what
    /// the blocks cost on their lanes.
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::sparse::SparseJacobian;
    ///
    /// // Residuals of springs between neighbours, each with a length of its own.
    /// let rest = vec![1.0, 1.5, 0.5];
    /// let springs = SparseJacobian::of_blocks(4, 3)
    ///     .each(&rest, |k, _| ([k, k + 1], [k]), |rest, x| [(x[1] - x[0]).powi(2) - *rest])
    ///     .build()?;
    /// let mut values = vec![0.0; springs.entries()];
    /// springs.eval_into(&[0.0, 1.0, 3.0, 4.0], &mut values)?;
    /// assert_eq!(springs.pattern().column_pointers(), [0, 1, 3, 5, 6]);
    /// assert_eq!(values, [-2.0, 2.0, -4.0, 4.0, -2.0, 2.0]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    pub fn of_blocks<'a>(inputs: usize, rows: usize) -> JacobianBlocks<'a> {
        JacobianBlocks::new(inputs, rows)
    }
}

impl<S> SparseJacobian<S> {
    /// The number of rows, m: outputs of the function.
    pub fn rows(&self) -> usize {
        self.pattern.rows()
    }

    /// The number of columns, n: inputs of the function.
    pub fn columns(&self) -> usize {
        self.pattern.columns()
    }

    /// The number of entries, and of values.
    pub fn entries(&self) -> usize {
        self.pattern.entries()
    }

    /// Where the entries are, in the order of the values.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Row, column and value of each entry, in the order of the values.
    ///
    /// # Panics
    /// If there are not as many values as entries.
    #[track_caller]
    pub fn triplets<'v>(&'v self, values: &'v [f64]) -> impl Iterator<Item = (usize, usize, f64)> + 'v {
        same("the list of values", values.len(), "entries", self.entries());
        self.pattern.iter().zip(values).map(|((i, j), &value)| (i, j, value))
    }

    /// The values as a dense matrix, m x n.
    ///
    /// # Panics
    /// If there are not as many values as entries.
    #[track_caller]
    pub fn to_dense(&self, values: &[f64]) -> Matrix {
        let mut dense = Matrix::filled(self.rows(), self.columns(), 0.0);
        for (i, j, value) in self.triplets(values) {
            dense[(i, j)] = value;
        }
        dense
    }
}

impl<S: JacobianSource> SparseJacobian<S> {
    /// The values of all entries at `x`.
    ///
    /// # Errors
    /// As [`eval_into`](SparseJacobian::eval_into).
    ///
    /// # Panics
    /// If `x` has another length than there are columns.
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
    /// If the function gives another number of outputs than it was prepared for, or the pattern is seen not to hold at
    /// this point; the values are then not to be used.
    ///
    /// # Panics
    /// If `x` has another length than there are columns, or `values` than there are entries.
    #[track_caller]
    pub fn eval_into(&self, x: &[f64], values: &mut [f64]) -> Result<(), Error> {
        same("the point", x.len(), "columns", self.columns());
        same("room for values", values.len(), "entries", self.entries());
        with_kept(|Unasked(y)| {
            y.resize(self.rows(), 0.0);
            self.source.eval(&self.pattern, x, y, values)
        })
    }

    /// As [`eval_into`](SparseJacobian::eval_into), with the outputs of the function (m values) written to `y`.
    ///
    /// # Errors
    /// As [`eval_into`](SparseJacobian::eval_into).
    ///
    /// # Panics
    /// As [`eval_into`](SparseJacobian::eval_into), or if `y` has another length than there are rows.
    #[track_caller]
    pub fn value_and_eval_into(&self, x: &[f64], y: &mut [f64], values: &mut [f64]) -> Result<(), Error> {
        same("the point", x.len(), "columns", self.columns());
        same("room for outputs", y.len(), "rows", self.rows());
        same("room for values", values.len(), "entries", self.entries());
        self.source.eval(&self.pattern, x, y, values)
    }
}

#[cfg(feature = "rayon")]
impl SparseJacobian<Blocks<'_>> {
    /// As [`value_and_eval_into`](SparseJacobian::value_and_eval_into), on all threads of the current rayon pool, with the
    /// same bits however many there are.
    ///
    /// Memory: the derivatives of all blocks once more.
    ///
    /// # Errors
    /// As [`eval_into`](SparseJacobian::eval_into).
    ///
    /// # Panics
    /// As [`value_and_eval_into`](SparseJacobian::value_and_eval_into).
    ///
    /// ```
    /// use wengert::sparse::SparseJacobian;
    /// let products = SparseJacobian::of_blocks(1001, 1000)
    ///     .each([(); 1000], |k, _| ([k, k + 1], [k]), |_, x| [x[0] * x[1]])
    ///     .build()?;
    /// let x: Vec<f64> = (0..1001).map(f64::from).collect();
    /// let (mut y, mut values) = (vec![0.0; 1000], vec![0.0; products.entries()]);
    /// products.par_value_and_eval_into(&x, &mut y, &mut values)?;
    /// assert_eq!((y[2], &values[..3]), (6.0, &[1.0, 0.0, 2.0][..]));
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    #[track_caller]
    pub fn par_value_and_eval_into(&self, x: &[f64], y: &mut [f64], values: &mut [f64]) -> Result<(), Error> {
        same("the point", x.len(), "columns", self.columns());
        same("room for outputs", y.len(), "rows", self.rows());
        same("room for values", values.len(), "entries", self.entries());
        self.source.families.par_eval(x, y, values)
    }
}

impl Sealed for Blocks<'_> {}

impl JacobianSource for Blocks<'_> {
    fn eval(&self, _: &Pattern, x: &[f64], y: &mut [f64], values: &mut [f64]) -> Result<(), Error> {
        self.families.eval(x, y, values)
    }
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} blocks", self.count())
    }
}

impl<S: JacobianSource> fmt::Display for SparseJacobian<S> {
    /// Writes sizes, entries and how they are computed in one line; with `{:#}`, a picture of the pattern below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SparseJacobian {}, ", self.pattern)?;
        self.source.describe(f)?;
        super::picture(&self.pattern, f)
    }
}

impl<S: JacobianSource> fmt::Debug for SparseJacobian<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
