//! Which mode of differentiation is cheaper for a program, and why.

use crate::error::Error;
use crate::program::Program;
use core::fmt;

/// What the first derivatives of a program cost forward and in reverse; see [`Program::modes`].
///
/// It prints itself as a sentence.
///
/// ```
/// let f = program::Program::record(3, |x| vec![x[0] * x[1] * x[2]])?;
/// let modes = f.modes()?;
/// assert_eq!(modes.reverse_is_cheaper(), modes.reverse() < modes.forward());
/// assert!(modes.reverse_is_cheaper());
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Modes {
    /// The number of inputs: how many tangents all derivatives take.
    pub inputs: usize,
    /// The number of outputs: how many adjoints all derivatives take.
    pub outputs: usize,
    /// The operations of the program itself.
    pub operations: usize,
    /// The operations that one tangent adds to them.
    pub tangent: usize,
    /// The operations that one adjoint adds to them.
    pub adjoint: usize,
}

impl Program {
    /// Counts what all first derivatives cost by tangents and by adjoints.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    ///
    /// Cost: that of [`jvp`](Program::jvp) and of [`vjp`](Program::vjp).
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let f = Program::record(3, |x| vec![(x[0] * x[1]).sin() * x[2]])?;
    /// let modes = f.modes()?;
    /// assert!(modes.reverse_is_cheaper());
    /// assert_eq!(modes.to_string(), "reverse is cheaper, 9 operations against 27: 1 adjoint (for each output) adds 6 to \
    /// the 3 of the program, each of 3 tangents (one for each input) adds 8");
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn modes(&self) -> Result<Modes, Error> {
        let operations = self.without_dead_code().len();
        let added = |program: Program| program.len().saturating_sub(operations);
        let (tangent, adjoint) = (added(self.jvp()?), added(self.vjp()?));
        Ok(Modes { inputs: self.inputs(), outputs: self.outputs().len(), operations, tangent, adjoint })
    }
}

impl Modes {
    /// The operations of all first derivatives by one tangent for each input, values included.
    pub fn forward(&self) -> usize {
        self.operations + self.inputs * self.tangent
    }

    /// The operations of all first derivatives by one adjoint for each output, values included.
    pub fn reverse(&self) -> usize {
        self.operations + self.outputs * self.adjoint
    }

    /// Whether fewer operations are done in reverse.
    pub fn reverse_is_cheaper(&self) -> bool {
        self.reverse() < self.forward()
    }
}

impl fmt::Display for Modes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (forward, reverse) = (self.forward(), self.reverse());
        match forward.cmp(&reverse) {
            core::cmp::Ordering::Less => write!(f, "forward is cheaper, {forward} operations against {reverse}")?,
            core::cmp::Ordering::Equal => write!(f, "both modes cost {forward} operations")?,
            core::cmp::Ordering::Greater => write!(f, "reverse is cheaper, {reverse} operations against {forward}")?,
        }
        let each = |n: usize, what: &str, of: &str| match n {
            1 => format!("1 {what} (for each {of}) adds"),
            n => format!("each of {n} {what}s (one for each {of}) adds"),
        };
        let (adjoint, tangent) = (each(self.outputs, "adjoint", "output"), each(self.inputs, "tangent", "input"));
        write!(f, ": {adjoint} {} to the {} of the program, {tangent} {}", self.adjoint, self.operations, self.tangent)
    }
}
