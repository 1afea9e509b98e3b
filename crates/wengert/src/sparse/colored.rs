//! What a Jacobian by colours can be made of, and asked.

use super::Error;
use super::compressed::{Compressed, Holds};
use super::jacobian::SparseJacobian;
use super::options::{Mode, Options};
use crate::function::Function;
use crate::outputs::Outputs;
use crate::pool::with_kept;
use crate::shape::same;
use ::sparse::detect::Detector;
use ::sparse::{Coloring, Pattern};

/// Room for what a check computes.
#[derive(Default)]
struct Checked(Vec<f64>, Vec<f64>);

impl<F: Function> SparseJacobian<Compressed<F>> {
    /// The Jacobian of `f`, with the pattern found by running it at `x` on pattern numbers: it holds for all inputs, unless
    /// it is [local](SparseJacobian::is_local).
    ///
    /// The function is any [`Function`]: written by hand, by [`function!`](crate::function), or by `#[differentiable]`,
    /// whose `function` gives one; `&f` is one too. Columns are coloured for runs on duals, and rows for sweeps over a
    /// recording, where that is likely to be cheaper.
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::sparse::SparseJacobian;
    ///
    /// let heat = wengert::function!(|u| -> Vec<T> {
    ///     let n = u.len();
    ///     (0..n).map(|i| u[(i + 1) % n] - 2.0 * u[i] + u[(i + n - 1) % n] - u[i].powi(3)).collect()
    /// });
    /// let u = [0.5; 1000];
    /// let jacobian = SparseJacobian::prepare(&heat, &u)?;
    /// assert_eq!(jacobian.to_string(), "SparseJacobian 1000 x 1000, 3000 entries, 0.3 % dense, 4 colours, forward");
    /// let mut values = vec![0.0; jacobian.entries()];
    /// jacobian.eval_into(&u, &mut values)?;
    /// assert_eq!(values[..3], [-2.75, 1.0, 1.0]); // rows 0, 1 and 999 of column 0
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there are more operations or entries than can be numbered.
    ///
    /// Cost: some ten to fifty evaluations of the function, and a colouring of the pattern.
    pub fn prepare(f: F, x: &[f64]) -> Result<Self, Error> {
        SparseJacobian::prepare_with(f, x, &Options::new())
    }

    /// As [`prepare`](SparseJacobian::prepare), with choices of the user's.
    ///
    /// # Errors
    /// As [`prepare`](SparseJacobian::prepare).
    ///
    /// ```
    /// use wengert::sparse::{Mode, Options, SparseJacobian};
    /// // One row is full: by rows it is one sweep, by columns as many products as there are inputs.
    /// let sum = wengert::function!(|x| -> [T; 1] { [x.iter().map(|&x| x * x).sum()] });
    /// let jacobian = SparseJacobian::prepare_with(&sum, &[1.0; 50], &Options::new().mode(Mode::Reverse))?;
    /// assert_eq!((jacobian.colors(), jacobian.row_colors().count(), jacobian.column_colors().count()), (1, 1, 0));
    /// assert_eq!(jacobian.eval(&[3.0; 50])?, [6.0; 50]);
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    pub fn prepare_with(f: F, x: &[f64], options: &Options) -> Result<Self, Error> {
        let found = options.detect(Detector::jacobian(), x, |x| f.eval(x).as_slice().to_vec())?;
        Ok(SparseJacobian {
            source: Compressed::new(f, found.here(), Holds::of(&found), options)?,
            pattern: found.into_here(),
        })
    }

    /// The Jacobian of `f` with a pattern that is known: every entry that can differ from zero has to be in it.
    ///
    /// Each evaluation checks the pattern, by one more lane, unless the [`Options`] say otherwise.
    ///
    /// ```
    /// use wengert::prelude::*;
    /// use wengert::sparse::{Options, Pattern, SparseJacobian};
    ///
    /// struct Differences;
    /// impl Function for Differences {
    ///     type Output<T: Real> = Vec<T>;
    ///     fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
    ///         x.windows(2).map(|w| (w[1] - w[0]).powi(2)).collect()
    ///     }
    /// }
    /// let pattern = Pattern::from_coordinates(3, 4, (0..3).flat_map(|i| [(i, i), (i, i + 1)]))?;
    /// let jacobian = SparseJacobian::with_pattern(Differences, pattern, &Options::new())?;
    /// assert_eq!(jacobian.eval(&[0.0, 1.0, 3.0, 3.0])?, [-2.0, 2.0, -4.0, 4.0, 0.0, 0.0]);
    ///
    /// let wrong = Pattern::from_coordinates(3, 4, (0..3).map(|i| (i, i)))?;
    /// let jacobian = SparseJacobian::with_pattern(Differences, wrong, &Options::new())?;
    /// let error = jacobian.eval(&[0.0, 1.0, 3.0, 3.0]).unwrap_err();
    /// assert_eq!(error.lacking(), Some((0, 1, 2.0)));
    /// # Ok::<(), wengert::sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the pattern cannot be coloured.
    pub fn with_pattern(f: F, pattern: Pattern, options: &Options) -> Result<Self, Error> {
        Ok(SparseJacobian { source: Compressed::new(f, &pattern, Holds::Given, options)?, pattern })
    }

    /// The function.
    pub fn function(&self) -> &F {
        &self.source.f
    }

    /// Which way the products go.
    pub fn mode(&self) -> Mode {
        self.source.mode
    }

    /// The colours of the columns: those of one colour share a product J v. None has one in reverse mode.
    pub fn column_colors(&self) -> &Coloring {
        &self.source.columns
    }

    /// The colours of the rows: those of one colour share a product w^T J. None has one in forward mode.
    pub fn row_colors(&self) -> &Coloring {
        &self.source.rows
    }

    /// The number of colours: products with the Jacobian that give all its entries.
    pub fn colors(&self) -> usize {
        self.source.columns.count() + self.source.rows.count()
    }

    /// Whether the pattern was found at a point where the function took branches by its inputs, and may be another
    /// elsewhere.
    pub fn is_local(&self) -> bool {
        self.source.local
    }

    /// Whether the pattern holds at `x`: compares a product with a random vector, computed with the entries, and without.
    ///
    /// A derivative that is not zero but not in the pattern is missed only if it is smaller than a billionth of what else
    /// is in its row, or by chance. Cost: an evaluation with one more lane.
    ///
    /// # Errors
    /// If a derivative at `x` is not zero and not in the pattern: [`Error::lacking`] says which.
    ///
    /// # Panics
    /// If `x` has another length than there are columns.
    #[track_caller]
    pub fn check(&self, x: &[f64]) -> Result<(), Error> {
        same("the point", x.len(), "columns", self.columns());
        with_kept(|Checked(y, values)| {
            y.resize(self.rows(), 0.0);
            values.resize(self.entries(), 0.0);
            self.source.run(&self.pattern, x, y, values, true)
        })
    }
}
