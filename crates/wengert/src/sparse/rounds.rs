//! Loops over data by one round at a time, held against the loop as a whole.

use super::Error;
use super::blocks::Blocks;
use super::hessian::SparseHessian;
use super::jacobian::SparseJacobian;
use super::probe::direction;
use super::products::row;
use crate::function::Function;
use crate::outputs::Outputs;

/// Rounds and the whole do the same operations and may add up in another order.
const TOLERANCE: f64 = 1e-6;

/// Points near `x`, where no two inputs are alike, and `x`: what equal inputs give may be equal by chance, and what is asked for
/// away from `x` may be undefined there.
fn points(x: &[f64]) -> [Vec<f64>; 3] {
    let moved = |step: &dyn Fn(usize) -> f64| {
        let scale = |x: f64| if x == 0.0 { 1.0 } else { x.abs() };
        x.iter().enumerate().map(|(j, &x)| x + 0.1 * scale(x) * step(j)).collect()
    };
    [moved(&direction), moved(&|j| direction(j).abs()), x.to_vec()]
}

/// Whether the rounds give what the whole gives. Of each output: its number, by the rounds, by the whole, and the size of the
/// terms that it is the sum of.
fn compare(all: impl Iterator<Item = (usize, f64, f64, f64)>) -> Result<(), Error> {
    let mut finite = all.filter(|(_, rounds, whole, size)| (rounds + whole + size).is_finite());
    match finite.find(|(_, rounds, whole, size)| (rounds - whole).abs() > TOLERANCE * (whole.abs() + size)) {
        Some((output, rounds, whole, _)) => Err(Error::rounds(output, rounds, whole)),
        None => Ok(()),
    }
}

impl SparseJacobian<()> {
    /// The Jacobian of a loop over data whose outputs are those of its rounds, one after the other: as
    /// [`of_terms`](SparseJacobian::of_terms) of the rounds, which are held against the whole loop.
    ///
    /// ```
    /// use core::slice::from_ref;
    /// use wengert::prelude::*;
    /// use wengert::sparse::SparseJacobian;
    ///
    /// #[differentiable]
    /// fn steps(x: &[f64], #[constant] slopes: &[f64]) -> Vec<f64> {
    ///     let mut y = Vec::new();
    ///     for (k, slope) in slopes.iter().enumerate() {
    ///         y.push(x[k + 1] - slope * x[k]);
    ///     }
    ///     y
    /// }
    ///
    /// let (x, slopes) = ([1.0; 4], [2.0, 3.0, 4.0]);
    /// // Which inputs a round reads is said by its index: of one item alone, it is always the first.
    /// let each: Vec<_> = slopes.iter().map(|slope| steps::function(&x, from_ref(slope))).collect();
    /// let wrong = SparseJacobian::of_loop(&x, steps::function(&x, &slopes), each);
    /// assert!(wrong.is_err_and(|error| error.is_wrong_rounds()));
    /// ```
    ///
    /// # Errors
    /// As [`of_terms`](SparseJacobian::of_terms); and if the rounds together have other outputs than the whole at `x` or near it.
    ///
    /// Cost: that of `of_terms`, three evaluations, and three runs of the whole.
    pub fn of_loop<'a, F: Function + Send + Sync + 'a>(
        x: &[f64],
        whole: impl Function,
        rounds: impl AsRef<[F]> + Send + Sync + 'a,
    ) -> Result<SparseJacobian<Blocks<'a>>, Error> {
        let jacobian = SparseJacobian::of_terms(x, rounds)?;
        let (mut y, mut values) = (vec![0.0; jacobian.rows()], vec![0.0; jacobian.entries()]);
        for x in points(x) {
            let all = whole.eval(&x);
            let all = all.as_slice();
            if all.len() != y.len() {
                return Err(Error::outputs(all.len(), y.len()));
            }
            jacobian.value_and_eval_into(&x, &mut y, &mut values)?;
            let mut sizes = vec![0.0; y.len()];
            jacobian.triplets(&values).for_each(|(i, j, value)| sizes[i] += (value * x[j]).abs());
            compare((0..).zip(&y).zip(all).zip(sizes).map(|(((i, &y), &whole), size)| (i, y, whole, size)))?;
        }
        Ok(jacobian)
    }
}

impl SparseHessian<()> {
    /// The Hessian of a loop over data that adds up what its rounds give: as [`of_terms`](SparseHessian::of_terms) of the
    /// rounds, which are held against the whole loop.
    ///
    /// ```
    /// use core::slice::from_ref;
    /// use wengert::prelude::*;
    /// use wengert::sparse::SparseHessian;
    ///
    /// #[differentiable]
    /// fn energy(x: &[f64], #[constant] springs: &[(usize, usize, f64)]) -> f64 {
    ///     let mut sum = 0.0;
    ///     for &(i, j, length) in springs {
    ///         sum += ((x[i] - x[j]).abs() - length).powi(2);
    ///     }
    ///     sum
    /// }
    ///
    /// let (x, springs) = ([0.0, 1.5, 2.0], [(0, 1, 1.0), (1, 2, 1.0)]);
    /// let each: Vec<_> = springs.iter().map(|one| energy::function(&x, from_ref(one))).collect();
    /// let hessian = SparseHessian::of_loop(&x, energy::function(&x, &springs), each)?;
    /// assert_eq!(hessian.to_dense(&hessian.eval(&x)?), energy::hessian(&x, &springs));
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`of_terms`](SparseHessian::of_terms); and if the sum of the rounds, or its gradient, is another than the whole's at `x`
    /// or near it.
    ///
    /// Cost: that of `of_terms`, three evaluations, and three gradients of the whole.
    pub fn of_loop<'a, F: Function + Send + Sync + 'a>(
        x: &[f64],
        whole: impl Function,
        rounds: impl AsRef<[F]> + Send + Sync + 'a,
    ) -> Result<SparseHessian<Blocks<'a>>, Error> {
        let hessian = SparseHessian::of_terms(x, rounds)?;
        let (mut gradient, mut values) = (vec![0.0; x.len()], vec![0.0; hessian.entries()]);
        for x in points(x) {
            let all = whole.eval(&x);
            let &[all] = all.as_slice() else { return Err(Error::objective(all.as_slice().len())) };
            let sum = hessian.value_gradient_and_eval_into(&x, &mut gradient, &mut values)?;
            let size = gradient.iter().zip(&x).map(|(g, x)| (g * x).abs()).sum();
            compare(core::iter::once((0, sum, all, size)))?;
            let mut sizes = vec![0.0; x.len()];
            for (i, j, value) in hessian.triplets(&values) {
                sizes[i] += (value * x[j]).abs();
                sizes[j] += (value * x[i]).abs();
            }
            let by_whole = row(&whole, &x, 0);
            compare(gradient.iter().zip(&by_whole).zip(sizes).map(|((&g, &whole), size)| (0, g, whole, size)))?;
        }
        Ok(hessian)
    }
}
