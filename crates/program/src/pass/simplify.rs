//! Identities, applied.

use super::rebuild;
use crate::error::Error;
use crate::identities::{ALL, EXACT, fold, simplest};
use crate::program::Program;

impl Program {
    /// With the identities applied that keep every bit, signed zeros included: x*1, x - 0.0, x + -0.0, -(-x), x^2 as a
    /// product, and all others of [`SHORTER`](rules::identities::SHORTER) and [`CHEAPER`](rules::identities::CHEAPER).
    ///
    /// # Errors
    /// [`Error::TooLarge`], which a pass of a program that exists does not give.
    ///
    /// ```
    /// let f = program::Program::record(1, |x| vec![-(-x[0] * 1.0)])?;
    /// let g = f.simplified()?.without_dead_code();
    /// assert_eq!((f.len(), g.len(), g.eval(&[3.0])?), (3, 0, vec![3.0]));
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn simplified(&self) -> Result<Program, Error> {
        rebuild(self, |arena, function, args, n| simplest(arena, EXACT, function, args, n))
    }

    /// The program after all passes, those that may change the rounding included.
    ///
    /// It computes the same function in real arithmetic, where that is defined, but not the same bits: sums and products
    /// with constants are put together, equal terms too, x/3 becomes a product with 1/3, x^0.5 a square root, and so
    /// on through [`LOOSE`](rules::identities::LOOSE) and [`FASTER`](rules::identities::FASTER). Results differ by some
    /// roundings, more where terms cancel; the sign of a zero may be lost; 0*x and x - x are 0 and x/x is 1 for an
    /// infinite x or a NaN too; guards ask the same questions of values that may have rounded otherwise.
    ///
    /// # Errors
    /// [`Error::TooLarge`], which a pass of a program that exists does not give.
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let f = Program::record(1, |x| vec![(2.0 * x[0] + 3.0 * x[0]).exp().ln() / 4.0 + (x[0] - x[0])])?;
    /// let g = f.optimised_loosely()?;
    /// assert_eq!((f.len(), g.len()), (8, 1));
    /// assert_eq!(g.eval(&[0.1])?, [0.125]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn optimised_loosely(&self) -> Result<Program, Error> {
        let program = rebuild(self, |arena, function, args, n| match fold(arena, function, args, n) {
            Some(id) => id,
            None => simplest(arena, ALL, function, args, n),
        });
        Ok(program?.without_dead_code())
    }
}
