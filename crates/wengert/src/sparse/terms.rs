//! Blocks that are functions of all inputs and read a few, such as a loop over data with one item: which inputs is found.

use super::Error;
use super::block::Point;
use super::block_functions::{OfFunctions, Ragged, TakeHessian, TakeJacobian};
use super::blocks::{Blocks, HessianBlocks, JacobianBlocks};
use super::hessian::SparseHessian;
use super::jacobian::SparseJacobian;
use crate::function::Function;
use crate::outputs::Outputs;
use crate::pool::with_kept;
use ::sparse::detect::{self, Part};
use rules::Real;

/// A function of all inputs as one of those that it reads.
pub(super) struct Whole<'f, F> {
    pub(super) f: &'f F,
    pub(super) at: Point<'f>,
    pub(super) inputs: &'f [u32],
}

/// All inputs as constants, of the last run.
struct Room<T>(u64, Vec<T>);

impl<T> Default for Room<T> {
    fn default() -> Self {
        Room(0, Vec::new())
    }
}

impl<F: Function> Function for Whole<'_, F> {
    type Output<T: Real> = F::Output<T>;

    fn eval<T: Real + 'static>(&self, moving: &[T]) -> F::Output<T> {
        with_kept(|Room(run, all): &mut Room<T>| {
            if *run != self.at.run {
                all.clear();
                all.extend(self.at.x.iter().map(|&x| T::from(x)));
                *run = self.at.run;
            }
            for (&j, &x) in self.inputs.iter().zip(moving) {
                all[j as usize] = x;
            }
            let outputs = self.f.eval(all);
            for &j in self.inputs {
                all[j as usize] = T::from(self.at.x[j as usize]);
            }
            outputs
        })
    }
}

/// What each function reads, and how many outputs it has.
fn parts<F: Function>(list: &[F], x: &[f64]) -> Result<Vec<Part>, Error> {
    let parts = detect::parts(x, list.len(), |k, x| list[k].eval(x).as_slice().to_vec())?;
    match parts.iter().enumerate().find_map(|(k, part)| Some((k, part.branch?))) {
        Some((block, at)) => Err(Error::decided(block, at)),
        None => Ok(parts),
    }
}

impl<'a> JacobianBlocks<'a> {
    /// Adds blocks that are functions of all inputs, `x` long, of which each reads a few: these are found by running each
    /// function once. `rows` names the rows of its outputs by its index. See [`SparseJacobian::of_terms`].
    #[must_use]
    pub fn terms<F: Function + Send + Sync + 'a>(
        mut self,
        x: &[f64],
        list: impl AsRef<[F]> + Send + Sync + 'a,
        rows: impl Fn(usize) -> Vec<usize>,
    ) -> Self {
        let family = parts(list.as_ref(), x).and_then(|parts| {
            let (mut inputs, mut into) = (Ragged::new(), Ragged::new());
            for (k, part) in parts.iter().enumerate() {
                inputs.push("input", &part.inputs, self.inputs)?;
                let rows = rows(k);
                if rows.len() != part.outputs {
                    return Err(Error::outputs(part.outputs, rows.len()));
                }
                into.push("row", &rows, self.rows)?;
            }
            Ok(OfFunctions::<F, _, TakeJacobian>::of_all(list, inputs, into))
        });
        match family {
            Ok(family) => self.families.push(family),
            Err(mistake) => self.mistake = self.mistake.or(Some(mistake)),
        }
        self
    }
}

impl<'a> HessianBlocks<'a> {
    /// Adds terms that are functions of all inputs, `x` long, of which each reads a few: these are found by running each
    /// function once. See [`SparseHessian::of_terms`].
    ///
    /// ```
    /// use wengert::sparse::SparseHessian;
    /// // Two terms of a sum, each a function of all inputs that reads two.
    /// let pair = |i: usize| wengert::function!(i: usize; |x| x[i] * x[i + 1]);
    /// let hessian = SparseHessian::of_blocks(4).terms(&[1.0; 4], [pair(0), pair(2)]).build()?;
    /// let values = hessian.eval(&[1.0; 4])?;
    /// let at = |i, j| hessian.pattern().position(i, j).map(|place| values[place]);
    /// assert_eq!((at(1, 0), at(3, 2), at(2, 1)), (Some(1.0), Some(1.0), None));
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    #[must_use]
    pub fn terms<F: Function + Send + Sync + 'a>(
        mut self,
        x: &[f64],
        list: impl AsRef<[F]> + Send + Sync + 'a,
    ) -> Self {
        let family = parts(list.as_ref(), x).and_then(|parts| {
            let (mut inputs, mut rows) = (Ragged::new(), Ragged::new());
            for part in parts {
                if part.outputs != 1 {
                    return Err(Error::objective(part.outputs));
                }
                let mut from = part.inputs;
                inputs.push("input", &from, self.inputs)?;
                // The gradient goes to the inputs, the value behind them.
                from.push(self.inputs);
                rows.push("input", &from, self.outputs())?;
            }
            Ok(OfFunctions::<F, _, TakeHessian>::of_all(list, inputs, rows))
        });
        match family {
            Ok(family) => self.families.push(family),
            Err(mistake) => self.mistake = self.mistake.or(Some(mistake)),
        }
        self
    }
}

impl SparseJacobian<()> {
    /// The Jacobian of the outputs of several functions, one after the other: each is a function of all inputs `x`, and reads
    /// a few.
    ///
    /// A loop over data, of which each round reads a few inputs, gets its sparse Jacobian so without being rewritten: with
    /// `#[differentiable]` it is called for one item at a time. Whether these make up the loop is not looked at here:
    /// [`of_loop`](SparseJacobian::of_loop) holds them against the whole. Which inputs a function reads is found by running each once
    /// on pattern numbers, either way at every branch, and dense derivatives by these are taken; nothing is coloured.
    ///
    /// ```
    /// use core::slice::from_ref;
    /// use wengert::prelude::*;
    /// use wengert::sparse::SparseJacobian;
    ///
    /// #[differentiable]
    /// fn distances(x: &[f64], #[constant] seen: &[(usize, usize, f64)]) -> Vec<f64> {
    ///     let mut y = Vec::new();
    ///     for &(i, j, d) in seen {
    ///         y.push((x[i] - x[j]).abs() - d);
    ///     }
    ///     y
    /// }
    ///
    /// let (x, seen) = ([0.0, 1.0, 4.0], [(0, 1, 1.0), (1, 2, 2.0)]);
    /// let each: Vec<_> = seen.iter().map(|one| distances::function(&x, from_ref(one))).collect();
    /// let jacobian = SparseJacobian::of_terms(&x, each)?;
    /// assert_eq!(jacobian.to_string(), "SparseJacobian 2 x 3, 4 entries, 67 % dense, 2 blocks");
    /// assert_eq!(jacobian.to_dense(&jacobian.eval(&x)?), distances::jacobian(&x, &seen));
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// If which inputs a function reads depends on their values, as it does not where the arms of a branch are joined; if there
    /// are 2^32 - 1 entries or more.
    ///
    /// Cost of an evaluation: the functions with their derivatives, and for each thread a list of all inputs.
    pub fn of_terms<'a, F: Function + Send + Sync + 'a>(
        x: &[f64],
        list: impl AsRef<[F]> + Send + Sync + 'a,
    ) -> Result<SparseJacobian<Blocks<'a>>, Error> {
        let mut ends = Vec::new();
        let mut rows = 0;
        for part in parts(list.as_ref(), x)? {
            let first = rows;
            rows += part.outputs;
            ends.push(first..rows);
        }
        SparseJacobian::of_blocks(x.len(), rows).terms(x, list, |k| ends[k].clone().collect()).build()
    }
}

impl SparseHessian<()> {
    /// The Hessian of a sum: each of its terms is a function of all inputs `x`, and reads a few.
    ///
    /// As [`SparseJacobian::of_terms`]: a sum over data with `#[differentiable]` gets its sparse Hessian without being
    /// rewritten, by calling it for one item at a time.
    ///
    /// ```
    /// use core::slice::from_ref;
    /// use wengert::prelude::*;
    /// use wengert::sparse::SparseHessian;
    ///
    /// #[differentiable]
    /// fn misfit(x: &[f64], #[constant] seen: &[(usize, f64)]) -> f64 {
    ///     let mut sum = 0.0;
    ///     for &(i, y) in seen {
    ///         let r = x[i] * x[i + 1] - y;
    ///         sum += if r > 1.0 { 2.0 * r - 1.0 } else { r * r };
    ///     }
    ///     sum
    /// }
    ///
    /// let x = [1.0, 2.0, 3.0, 4.0];
    /// let seen = [(0, 2.5), (2, 1.0)];
    /// let each: Vec<_> = seen.iter().map(|one| misfit::function(&x, from_ref(one))).collect();
    /// let hessian = SparseHessian::of_terms(&x, each)?;
    /// assert_eq!(hessian.to_dense(&hessian.eval(&x)?), misfit::hessian(&x, &seen));
    /// assert_eq!(hessian.entries(), 6);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`SparseJacobian::of_terms`].
    pub fn of_terms<'a, F: Function + Send + Sync + 'a>(
        x: &[f64],
        list: impl AsRef<[F]> + Send + Sync + 'a,
    ) -> Result<SparseHessian<Blocks<'a>>, Error> {
        SparseHessian::of_blocks(x.len()).terms(x, list).build()
    }
}
