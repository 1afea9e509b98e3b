//! What a check says when derivatives disagree.

use crate::remark::{Met, Remark};
use crate::suspect::Suspect;
use core::fmt;

/// Which agreement is broken.
///
/// ```
/// // A derivative that is lost on the way, as only a value is passed on.
/// let f = check::function!(|x| x[0] * T::from(x[0].value()));
/// let failure = check::check_gradient(&f, &[3.0]).unwrap_err();
/// assert_eq!(failure.broken(), check::Broken::Differences);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Broken {
    /// The function does not give the same values on every number.
    Value,
    /// Forward and reverse mode give different derivatives.
    Modes,
    /// The sums `w . (J v)` and `(J^T w) . v` differ.
    Duality,
    /// Derivatives of derivatives depend on which mode is outside.
    Nesting,
    /// The Hessian is not symmetric.
    Symmetry,
    /// Differences of the values disagree with all engines.
    Differences,
    /// What `#[differentiable]` generated disagrees with the engines.
    Generated,
    /// A derivative is NaN.
    NotANumber,
}

/// Two numbers that should agree and do not, with the operations that are to blame.
///
/// Its `Display` says where, by how much, and what to do next.
///
/// ```
/// use check::{Broken, check_gradient, function};
/// // The logarithm of a negative number.
/// let failure = check_gradient(&function!(|x| x[0] * x[0].ln()), &[-1.0]).unwrap_err();
/// assert_eq!((failure.broken(), failure.order()), (Broken::NotANumber, 0));
/// assert!(failure.numbers()[0].is_nan() && failure.suspects().is_empty());
/// assert!(!failure.remarks().is_empty() && failure.to_string().contains("is NaN"));
/// ```
#[derive(Clone, Debug)]
pub struct Failure(pub(crate) Box<Details>);

#[derive(Clone, Debug)]
pub(crate) struct Details {
    pub(crate) broken: Broken,
    pub(crate) order: usize,
    pub(crate) place: String,
    pub(crate) sides: [(&'static str, f64); 2],
    pub(crate) tolerance: f64,
    pub(crate) operations: usize,
    pub(crate) suspects: Vec<Suspect>,
    pub(crate) remarks: Vec<Remark>,
}

impl Failure {
    /// Which agreement is broken.
    pub fn broken(&self) -> Broken {
        self.0.broken
    }

    /// The order of the derivative that disagrees: 1 or 2. A value that disagrees belongs to the order below it; 0 for a
    /// value that is NaN.
    pub fn order(&self) -> usize {
        self.0.order
    }

    /// The two numbers that should agree.
    pub fn numbers(&self) -> [f64; 2] {
        self.0.sides.map(|(_, x)| x)
    }

    /// How far they may be apart.
    ///
    /// ```
    /// let f = check::function!(|x| x[0] * T::from(x[0].value()));
    /// let failure = check::check_gradient(&f, &[3.0]).unwrap_err();
    /// let [a, b] = failure.numbers();
    /// assert!((a - b).abs() > failure.tolerance());
    /// ```
    pub fn tolerance(&self) -> f64 {
        self.0.tolerance
    }

    /// The operations whose partials are not the derivatives of their values, in the order of the run.
    pub fn suspects(&self) -> &[Suspect] {
        &self.0.suspects
    }

    /// What the run met on its way.
    pub fn remarks(&self) -> &[Remark] {
        &self.0.remarks
    }

    /// Suspects, remarks and advice.
    fn end(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for suspect in &self.0.suspects {
            writeln!(f, "suspect: {suspect}")?;
        }
        for remark in &self.0.remarks {
            writeln!(f, "note: {remark}")?;
        }
        write!(f, "help: {}", self.advice())
    }

    fn advice(&self) -> &'static str {
        let read = self.0.remarks.iter().any(|r| r.met == Met::ValueRead);
        match self.0.broken {
            Broken::NotANumber => {
                "keep away from what is noted, or, where NaN is meant, allow it: Check::allow_nan(true)"
            }
            Broken::Generated if self.0.suspects.is_empty() => {
                "every operation agrees with its own differences: arguments that the function holds constant are marked \
                 #[constant] in the check too; if they are, the generated code is wrong, and a report of this message \
                 with the function would help"
            }
            Broken::Value => {
                "every run of the function must do the same: look for state that survives a call, for random numbers, \
                 and for code that depends on the type of number"
            }
            _ if !self.0.suspects.is_empty() => "correct the partials of the operations named above",
            Broken::Differences if read => {
                "every operation agrees with its own differences, but a value was read from its number: compute with \
                 the number itself"
            }
            Broken::Differences => {
                "every operation agrees with its own differences: look for a jump of the function near this point, or \
                 for a value that reaches the result without its number"
            }
            _ => {
                "every operation agrees with its own differences: if the function is the same in every run, an engine \
                 is wrong, and a report of this message with the function would help"
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match (self.0.broken, self.0.order) {
            (Broken::Value, 1) | (Broken::NotANumber, 0) => "the value",
            (Broken::Value, _) => "the first derivative, computed inside another,",
            (_, 1) => "the derivative",
            (_, _) => "the second derivative",
        };
        let [(first, a), (second, b)] = self.0.sides;
        if self.0.broken == Broken::NotANumber {
            writeln!(f, "{what} {} is NaN", self.0.place)?;
            return self.end(f);
        }
        writeln!(f, "{what} {} disagrees:", self.0.place)?;
        let width = first.len().max(second.len());
        writeln!(f, "  {first:width$}  {a:?}")?;
        writeln!(f, "  {second:width$}  {b:?}")?;
        let apart = (a - b).abs();
        writeln!(f, "  apart by {apart:.1e}; allowed {:.1e} after {} operations", self.0.tolerance, self.0.operations)?;
        self.end(f)
    }
}

impl core::error::Error for Failure {}
