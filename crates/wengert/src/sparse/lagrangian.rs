//! Hessians of Lagrangians, with the contract of Ipopt's `eval_h`.

use super::Error;
use super::compressed::Holds;
use super::compressed_hessian::lower;
use super::curvature::{Curvature, Results, Summands};
use super::hessian::{to_dense, triplets};
use super::options::{Options, Recovery};
use crate::function::Function;
use crate::matrix::Matrix;
use crate::outputs::Outputs;
use crate::pool::with_kept;
use crate::shape::same;
use ::sparse::detect::Detector;
use ::sparse::{Coloring, Pattern};
use core::cell::Cell;
use core::fmt;
use rules::Real;

/// The lower triangle of the Hessian of `objective_factor` f(x) + sum of `multipliers[i]` g_i(x): what solvers for
/// nonlinear programs ask for (Ipopt's `eval_h`).
///
/// All outputs are recorded together and their weighted sum is swept once for each pass over the colours, so what the
/// objective and the constraints share costs once, whatever the number of entries; [`of_joint`](LagrangianHessian::of_joint)
/// lets one function give them all.
///
/// ```
/// use wengert::prelude::*;
/// use wengert::sparse::LagrangianHessian;
///
/// // Problem 71 of Hock and Schittkowski.
/// struct Objective;
/// impl Function for Objective {
///     type Output<T: Real> = T;
///     fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
///         x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2]
///     }
/// }
/// struct Constraints;
/// impl Function for Constraints {
///     type Output<T: Real> = [T; 2];
///     fn eval<T: Real + 'static>(&self, x: &[T]) -> [T; 2] {
///         [x[0] * x[1] * x[2] * x[3], x.iter().map(|&x| x * x).sum()]
///     }
/// }
/// let x = [1.0, 5.0, 5.0, 1.0];
/// let hessian = LagrangianHessian::prepare(Objective, Constraints, &x)?;
/// let mut values = vec![0.0; hessian.entries()];
/// hessian.eval_into(&x, 1.0, &[0.0, 0.5], &mut values)?;
/// let entry = |i, j| values[hessian.pattern().position(i, j).unwrap()];
/// assert_eq!([entry(0, 0), entry(1, 0), entry(3, 0), entry(3, 3)], [3.0, 1.0, 12.0, 1.0]);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub struct LagrangianHessian<F, G> {
    pub(super) pattern: Pattern,
    pub(super) pair: Pair<F, G>,
    pub(super) multipliers: usize,
    pub(super) curvature: Curvature,
}

/// An objective and constraints.
pub(super) struct Pair<F, G> {
    pub(super) objective: F,
    pub(super) constraints: G,
}

/// No constraints beside those that the function of the objective gives: see [`LagrangianHessian::of_joint`].
///
/// ```
/// use wengert::Differentiate;
/// assert!(wengert::sparse::NoConstraints.value(&[1.0, 2.0]).is_empty());
/// ```
pub struct NoConstraints;

impl Function for NoConstraints {
    type Output<T: Real> = [T; 0];
    fn eval<T: Real + 'static>(&self, _: &[T]) -> [T; 0] {
        []
    }
}

impl<F: Function, G: Function> Summands for Pair<F, G> {
    fn each<T: Real + 'static>(&self, x: &[T], outputs: &mut Vec<T>) {
        outputs.extend_from_slice(self.objective.eval(x).as_slice());
        outputs.extend_from_slice(self.constraints.eval(x).as_slice());
    }
}

/// Room for the gradient and the value, and for the weights of the outputs.
#[derive(Default)]
struct Room {
    gradient: Vec<f64>,
    weights: Vec<f64>,
}

/// Room for what a check computes.
#[derive(Default)]
struct Checked(Vec<f64>);

impl<F: Function> LagrangianHessian<F, NoConstraints> {
    /// As [`prepare`](LagrangianHessian::prepare), of one function whose first output is the objective, and whose others are
    /// the constraints: what they share is computed once.
    ///
    /// # Errors
    /// If the function has no output, or as [`prepare`](LagrangianHessian::prepare).
    ///
    /// ```
    /// use wengert::sparse::LagrangianHessian;
    /// // The objective x y, and the constraint x^2 + y^2.
    /// let both = wengert::function!(|x| -> [T; 2] { [x[0] * x[1], x[0] * x[0] + x[1] * x[1]] });
    /// let x = [1.0, 2.0];
    /// let hessian = LagrangianHessian::of_joint(&both, &x)?;
    /// assert_eq!((hessian.inputs(), hessian.constraints(), hessian.entries(), hessian.is_local()), (2, 1, 3, false));
    /// assert!(hessian.colors() <= 2 && hessian.coloring().count() == hessian.colors());
    /// assert!(hessian.check(&x, 1.0, &[0.5]).is_ok());
    /// let values = hessian.eval(&x, 1.0, &[0.5])?;
    /// assert_eq!(hessian.triplets(&values).collect::<Vec<_>>(), [(0, 0, 1.0), (1, 0, 1.0), (1, 1, 1.0)]);
    /// assert_eq!(hessian.to_dense(&values).as_slice(), [1.0; 4]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    pub fn of_joint(f: F, x: &[f64]) -> Result<Self, Error> {
        LagrangianHessian::found(Pair { objective: f, constraints: NoConstraints }, x, &Options::new())
    }
}

impl<F: Function, G: Function> LagrangianHessian<F, G> {
    /// For the objective `f`, a function with one output, and the constraints `g`, with the pattern found by running both at
    /// `x` on pattern numbers: it holds for all multipliers, and for all inputs unless it is
    /// [local](LagrangianHessian::is_local).
    ///
    /// # Errors
    /// If `f` has not one output, or there are more entries than can be numbered.
    ///
    /// Cost: of the order of twenty to a hundred evaluations of both functions, and a colouring of the pattern.
    pub fn prepare(f: F, g: G, x: &[f64]) -> Result<Self, Error> {
        LagrangianHessian::prepare_with(f, g, x, &Options::new())
    }

    /// As [`prepare`](LagrangianHessian::prepare), with choices of the user's.
    ///
    /// # Errors
    /// As [`prepare`](LagrangianHessian::prepare).
    ///
    /// ```
    /// use wengert::sparse::{LagrangianHessian, Options, Recovery};
    /// let (f, g) = (wengert::function!(|x| x[0] * x[1]), wengert::function!(|x| -> [T; 1] { [x[0] * x[0]] }));
    /// let options = Options::new().recovery(Recovery::Direct).check(true);
    /// let hessian = LagrangianHessian::prepare_with(&f, &g, &[1.0, 2.0], &options)?;
    /// assert_eq!(hessian.recovery(), Recovery::Direct);
    /// assert_eq!(hessian.eval(&[1.0, 2.0], 1.0, &[3.0])?, [6.0, 1.0]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    pub fn prepare_with(f: F, g: G, x: &[f64], options: &Options) -> Result<Self, Error> {
        let outputs = f.eval(x).as_slice().len();
        if outputs != 1 {
            return Err(Error::objective(outputs));
        }
        LagrangianHessian::found(Pair { objective: f, constraints: g }, x, options)
    }

    fn found(pair: Pair<F, G>, x: &[f64], options: &Options) -> Result<Self, Error> {
        let count = Cell::new(0usize);
        let found = options.detect(Detector::hessian(), x, |x| {
            let mut outputs = Vec::new();
            pair.each(x, &mut outputs);
            count.set(outputs.len());
            outputs
        })?;
        let multipliers = count.get().checked_sub(1).ok_or(Error::objective(0))?;
        LagrangianHessian::colored(pair, multipliers, found.here(), Holds::of(&found), options)
    }

    /// With a pattern that is known, for so many constraints: every entry that can differ from zero for some multipliers
    /// has to be in it, on one side of the diagonal or on both.
    ///
    /// Each evaluation checks the pattern, by one more lane, unless the [`Options`] say otherwise.
    ///
    /// # Errors
    /// If the pattern is not square.
    ///
    /// ```
    /// use wengert::sparse::{LagrangianHessian, Options, Pattern};
    /// let (f, g) = (wengert::function!(|x| x[0] * x[1]), wengert::function!(|x| -> [T; 1] { [x[0] * x[0]] }));
    /// let pattern = Pattern::from_coordinates(2, 2, [(0, 0), (1, 0)])?;
    /// let hessian = LagrangianHessian::with_pattern(&f, &g, 1, pattern, &Options::new())?;
    /// assert_eq!(hessian.eval(&[1.0, 2.0], 1.0, &[3.0])?, [6.0, 1.0]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    pub fn with_pattern(f: F, g: G, constraints: usize, pattern: Pattern, options: &Options) -> Result<Self, Error> {
        LagrangianHessian::colored(Pair { objective: f, constraints: g }, constraints, &pattern, Holds::Given, options)
    }

    fn colored(
        pair: Pair<F, G>,
        multipliers: usize,
        pattern: &Pattern,
        holds: Holds,
        options: &Options,
    ) -> Result<Self, Error> {
        let pattern = lower(pattern)?;
        let curvature = Curvature::new(&pattern, holds, options)?;
        Ok(LagrangianHessian { pattern, pair, multipliers, curvature })
    }

    /// The values of all entries, written to `values` in the order of the pattern.
    ///
    /// A factor or a multiplier that is exactly zero leaves its function out, whatever its derivatives are. Allocates nothing
    /// on the second call of its thread, except what the functions do.
    ///
    /// # Errors
    /// If the functions give another number of outputs than when they were prepared, or the pattern is seen not to hold at
    /// this point; the values are then not to be used.
    ///
    /// # Panics
    /// If `x`, `multipliers` or `values` have another length than there are inputs, constraints or entries.
    #[track_caller]
    pub fn eval_into(
        &self,
        x: &[f64],
        objective_factor: f64,
        multipliers: &[f64],
        values: &mut [f64],
    ) -> Result<(), Error> {
        self.expect_lengths(x, multipliers);
        same("room for values", values.len(), "entries", self.entries());
        self.run(x, objective_factor, multipliers, values, None)
    }

    #[track_caller]
    fn expect_lengths(&self, x: &[f64], multipliers: &[f64]) {
        same("the point", x.len(), "inputs", self.inputs());
        same("the list of multipliers", multipliers.len(), "constraints", self.multipliers);
    }

    /// The values of all entries; see [`eval_into`](LagrangianHessian::eval_into).
    ///
    /// # Errors
    /// As [`eval_into`](LagrangianHessian::eval_into).
    ///
    /// # Panics
    /// As [`eval_into`](LagrangianHessian::eval_into).
    #[track_caller]
    pub fn eval(&self, x: &[f64], objective_factor: f64, multipliers: &[f64]) -> Result<Vec<f64>, Error> {
        let mut values = vec![0.0; self.entries()];
        self.eval_into(x, objective_factor, multipliers, &mut values)?;
        Ok(values)
    }

    /// Whether the pattern holds at `x` for these multipliers: compares a product with a random vector, computed with the
    /// entries, and without. See [`SparseJacobian::check`](super::SparseJacobian::check).
    ///
    /// # Errors
    /// If a derivative is not zero and not in the pattern: [`Error::lacking`] says which.
    ///
    /// # Panics
    /// As [`eval_into`](LagrangianHessian::eval_into).
    #[track_caller]
    pub fn check(&self, x: &[f64], objective_factor: f64, multipliers: &[f64]) -> Result<(), Error> {
        self.expect_lengths(x, multipliers);
        with_kept(|Checked(values)| {
            values.resize(self.entries(), 0.0);
            self.run(x, objective_factor, multipliers, values, Some(true))
        })
    }

    fn run(
        &self,
        x: &[f64],
        objective_factor: f64,
        multipliers: &[f64],
        values: &mut [f64],
        check: Option<bool>,
    ) -> Result<(), Error> {
        with_kept(|Room { gradient, weights }| {
            gradient.resize(x.len() + 1, 0.0);
            weights.clear();
            weights.push(objective_factor);
            weights.extend(multipliers);
            self.curvature.eval(&self.pair, &self.pattern, x, weights, &mut Results { gradient, values }, check)
        })
    }
}

impl<F, G> LagrangianHessian<F, G> {
    /// The number of inputs, n: the Hessian is n x n.
    pub fn inputs(&self) -> usize {
        self.pattern.columns()
    }

    /// The number of constraints, and of multipliers.
    pub fn constraints(&self) -> usize {
        self.multipliers
    }

    /// The number of entries on and below the diagonal, and of values.
    pub fn entries(&self) -> usize {
        self.pattern.entries()
    }

    /// Where the entries on and below the diagonal are, in the order of the values.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The colours of the columns: those of one colour share a product with the Hessian.
    pub fn coloring(&self) -> &Coloring {
        self.curvature.coloring()
    }

    /// The number of colours: products with the Hessian that give all its entries.
    pub fn colors(&self) -> usize {
        self.coloring().count()
    }

    /// How the entries are found in the products.
    pub fn recovery(&self) -> Recovery {
        self.curvature.recovery()
    }

    /// Whether the pattern was found at a point where a function took branches by its inputs, and may be another elsewhere.
    pub fn is_local(&self) -> bool {
        self.curvature.local
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

impl<F, G> fmt::Display for LagrangianHessian<F, G> {
    /// Writes sizes, entries and how they are computed in one line; with `{:#}`, a picture of the pattern below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = if self.multipliers == 1 { "" } else { "s" };
        write!(f, "LagrangianHessian {} (lower triangle), {} constraint{s}, ", self.pattern, self.multipliers)?;
        self.curvature.describe(f)?;
        super::picture(&self.pattern, f)
    }
}

impl<F, G> fmt::Debug for LagrangianHessian<F, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
