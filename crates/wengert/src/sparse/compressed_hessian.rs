//! Hessians by colours: what they can be made of, and asked.

use super::Error;
use super::compressed::Holds;
use super::curvature::{Curvature, Results, Summands};
use super::hessian::{HessianSource, SparseHessian};
use super::jacobian::Sealed;
use super::options::{Options, Recovery};
use crate::function::Function;
use crate::outputs::Outputs;
use crate::pool::with_kept;
use crate::shape::same;
use ::sparse::detect::{Detected, Detector};
use ::sparse::{Coloring, Pattern};
use core::cell::Cell;
use core::fmt;
use rules::Real;

/// A function whose Hessian is computed by colours: the source of a [`SparseHessian`] that was prepared of a function.
///
/// ```
/// use wengert::sparse::{CompressedHessian, SparseHessian};
/// let squares = wengert::function!(|x| x.iter().map(|&x| x * x).sum::<T>());
/// fn products<F>(hessian: &SparseHessian<CompressedHessian<F>>) -> usize
/// where
///     F: wengert::Function,
/// {
///     hessian.coloring().count()
/// }
/// assert_eq!(products(&SparseHessian::prepare(&squares, &[1.0; 100])?), 1);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub struct CompressedHessian<F> {
    one: One<F>,
    curvature: Curvature,
}

/// A function with one output.
pub(super) struct One<F>(pub(super) F);

impl<F: Function> Summands for One<F> {
    fn each<T: Real + 'static>(&self, x: &[T], outputs: &mut Vec<T>) {
        outputs.extend_from_slice(self.0.eval(x).as_slice());
    }
}

/// Room for what a check computes.
#[derive(Default)]
struct Checked(Vec<f64>, Vec<f64>);

impl<F: Function> SparseHessian<CompressedHessian<F>> {
    /// The Hessian of `f`, a function with one output, with the pattern found by running it at `x` on pattern numbers: it
    /// holds for all inputs, unless it is [local](SparseHessian::is_local).
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::sparse::SparseHessian;
    ///
    /// #[differentiable]
    /// fn rosenbrock(x: &[f64]) -> f64 {
    ///     let mut sum = 0.0;
    ///     for i in 1..x.len() {
    ///         sum += 100.0 * (x[i] - x[i - 1] * x[i - 1]).powi(2) + (1.0 - x[i - 1]).powi(2);
    ///     }
    ///     sum
    /// }
    ///
    /// let x = [1.0; 100];
    /// let hessian = SparseHessian::prepare(rosenbrock::function(&x), &x)?;
    /// let (mut gradient, mut values) = ([0.0; 100], vec![0.0; hessian.entries()]);
    /// let value = hessian.value_gradient_and_eval_into(&x, &mut gradient, &mut values)?;
    /// assert_eq!((value, hessian.entries()), (0.0, 199));
    /// assert_eq!(values[..3], [802.0, -400.0, 1002.0]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the function has not one output, or there are more operations or entries than can be numbered.
    ///
    /// Cost: some twenty to a hundred evaluations of the function, and a colouring of the pattern.
    pub fn prepare(f: F, x: &[f64]) -> Result<Self, Error> {
        SparseHessian::prepare_with(f, x, &Options::new())
    }

    /// As [`prepare`](SparseHessian::prepare), with choices of the user's.
    ///
    /// # Errors
    /// As [`prepare`](SparseHessian::prepare).
    ///
    /// ```
    /// use wengert::sparse::{Options, SparseHessian};
    /// let chain = wengert::function!(|x| x.windows(2).map(|w| w[0] * w[1]).sum::<T>());
    /// let hessian = SparseHessian::prepare_with(&chain, &[1.0; 50], &Options::new().check(true))?;
    /// assert_eq!(hessian.eval(&[2.0; 50])?, [1.0; 49]);
    /// assert_eq!(hessian.coloring().count(), hessian.colors());
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    pub fn prepare_with(f: F, x: &[f64], options: &Options) -> Result<Self, Error> {
        let (found, f) = SparseHessian::found(f, x, options)?;
        SparseHessian::colored(f, found.here(), Holds::of(&found), options)
    }

    /// Finds the pattern of a function with one output.
    fn found(f: F, x: &[f64], options: &Options) -> Result<(Detected, F), Error> {
        let count = Cell::new(0);
        let found = options.detect(Detector::hessian(), x, |x| {
            let outputs = f.eval(x).as_slice().to_vec();
            count.set(outputs.len());
            outputs
        })?;
        if count.get() == 1 { Ok((found, f)) } else { Err(Error::objective(count.get())) }
    }

    /// A part of the Hessian of `f`: the entries (row, column) on and below the diagonal for which `keep` holds, such as the
    /// diagonal or blocks along it, from as few products as these need.
    ///
    /// A part cannot be [checked](SparseHessian::check): where the pattern is [local](SparseHessian::is_local), it is up to
    /// the caller to stay where the function takes the same branches.
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::sparse::SparseHessian;
    ///
    /// let f = wengert::function!(|x| x.windows(3).map(|w| w[0] * w[1] * w[2] * w[2]).sum::<T>());
    /// let x = vec![1.0; 300];
    /// let diagonal = SparseHessian::prepare_part(&f, &x, |row, column| row == column)?;
    /// assert_eq!((diagonal.entries(), diagonal.colors()), (298, 3)); // the whole takes 5
    /// let blocks = SparseHessian::prepare_part(&f, &x, |row, column| row / 2 == column / 2)?;
    /// assert_eq!(blocks.eval(&x)?[..4], [1.0, 2.0, 3.0, 2.0]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`prepare`](SparseHessian::prepare).
    pub fn prepare_part(f: F, x: &[f64], keep: impl Fn(usize, usize) -> bool) -> Result<Self, Error> {
        let (found, f) = SparseHessian::found(f, x, &Options::new())?;
        let whole = found.here().symmetrized()?;
        let pattern = whole.filter(|i, j| i >= j && keep(i, j));
        let curvature = Curvature::of_part(&whole, &pattern, Holds::of(&found))?;
        Ok(SparseHessian { pattern, source: CompressedHessian { one: One(f), curvature } })
    }

    /// The Hessian of `f`, a function with one output, with a pattern that is known: every entry that can differ from zero
    /// has to be in it, on one side of the diagonal or on both.
    ///
    /// Each evaluation checks the pattern, by one more lane, unless the [`Options`] say otherwise.
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::sparse::{Options, Pattern, SparseHessian};
    ///
    /// struct Chain;
    /// impl Function for Chain {
    ///     type Output<T: Real> = T;
    ///     fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
    ///         x.windows(2).map(|w| w[0] * w[1]).sum()
    ///     }
    /// }
    /// let pattern = Pattern::from_coordinates(4, 4, [(1, 0), (2, 1), (3, 2)])?;
    /// let hessian = SparseHessian::with_pattern(Chain, pattern, &Options::new())?;
    /// assert_eq!(hessian.eval(&[1.0, 2.0, 3.0, 4.0])?, [1.0, 1.0, 1.0]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the pattern is not square.
    pub fn with_pattern(f: F, pattern: Pattern, options: &Options) -> Result<Self, Error> {
        SparseHessian::colored(f, &pattern, Holds::Given, options)
    }

    pub(super) fn colored(f: F, pattern: &Pattern, holds: Holds, options: &Options) -> Result<Self, Error> {
        let pattern = lower(pattern)?;
        let curvature = Curvature::new(&pattern, holds, options)?;
        Ok(SparseHessian { pattern, source: CompressedHessian { one: One(f), curvature } })
    }

    /// The function.
    pub fn function(&self) -> &F {
        &self.source.one.0
    }

    /// The colours of the columns: those of one colour share a product with the Hessian.
    pub fn coloring(&self) -> &Coloring {
        self.source.curvature.coloring()
    }

    /// The number of colours: products with the Hessian that give all its entries.
    pub fn colors(&self) -> usize {
        self.coloring().count()
    }

    /// How the entries are found in the products.
    pub fn recovery(&self) -> Recovery {
        self.source.curvature.recovery()
    }

    /// Whether the pattern was found at a point where the function took branches by its inputs, and may be another
    /// elsewhere.
    pub fn is_local(&self) -> bool {
        self.source.curvature.local
    }

    /// Whether the pattern holds at `x`: compares a product with a random vector, computed with the entries, and without.
    /// See [`SparseJacobian::check`](super::SparseJacobian::check).
    ///
    /// # Errors
    /// If a derivative at `x` is not zero and not in the pattern: [`Error::lacking`] says which; or if this is a part of a
    /// Hessian, of which nothing can be said.
    ///
    /// # Panics
    /// If `x` has another length than there are inputs.
    #[track_caller]
    pub fn check(&self, x: &[f64]) -> Result<(), Error> {
        same("the point", x.len(), "inputs", self.inputs());
        if self.source.curvature.part {
            return Err(Error::part());
        }
        with_kept(|Checked(gradient, values)| {
            gradient.resize(self.inputs() + 1, 0.0);
            values.resize(self.entries(), 0.0);
            self.source.run(&self.pattern, x, gradient, values, Some(true))
        })
    }
}

/// The lower triangle of a symmetric matrix of which entries on either side are given.
pub(super) fn lower(pattern: &Pattern) -> Result<Pattern, Error> {
    match pattern.rows() == pattern.columns() {
        true => Ok(pattern.symmetrized()?.lower()),
        false => Err(Error::not_square(pattern.rows(), pattern.columns())),
    }
}

impl<F: Function> CompressedHessian<F> {
    fn run(
        &self,
        pattern: &Pattern,
        x: &[f64],
        gradient: &mut [f64],
        values: &mut [f64],
        check: Option<bool>,
    ) -> Result<(), Error> {
        self.curvature.eval(&self.one, pattern, x, &[1.0], &mut Results { gradient, values }, check)
    }
}

impl<F> Sealed for CompressedHessian<F> {}

impl<F: Function> HessianSource for CompressedHessian<F> {
    fn eval(&self, pattern: &Pattern, x: &[f64], gradient: &mut [f64], values: &mut [f64]) -> Result<(), Error> {
        self.run(pattern, x, gradient, values, None)
    }
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.curvature.describe(f)
    }
}
