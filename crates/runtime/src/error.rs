//! What can go wrong, in kinds that other languages have codes or exceptions for.

use std::fmt;

/// What kind of error it is.
///
/// ```
/// use wengert_runtime::{Function, Kind, Quantity};
/// let f = Function::parse("x*y")?;
/// // The place for a gradient of two inputs has three numbers: the value comes first.
/// let error = f.eval_into(Quantity::Gradient, &[2.0, 3.0], &[], &mut [0.0; 2]).unwrap_err();
/// assert_eq!(error.kind(), Kind::Shape);
/// # Ok::<(), wengert_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The text is not a program of the language, or names that are given do not fit it.
    Parse,
    /// As many numbers as are wanted were not given, or places for them.
    Shape,
    /// At this point the function has no value: a precondition of one of its functions is broken, a matrix is singular.
    Domain,
    /// A recorded function would have taken another branch than the recorded one.
    Branch,
    /// A limit on steps, depth or memory.
    Limit,
    /// Bytes or a listing that are no function.
    Invalid,
}

/// Why a function could not be made or evaluated: its kind, and a message with advice.
///
/// ```
/// use wengert_runtime::{Function, Kind};
/// let error = Function::parse("x*sni(x)").unwrap_err();
/// assert_eq!(error.kind(), Kind::Parse);
/// assert_eq!(error.to_string(), "1:3: unknown function `sni`; did you mean `sin`?");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    kind: Kind,
    message: String,
}

impl Error {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into() }
    }

    /// What kind it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<lang::Error> for Error {
    fn from(error: lang::Error) -> Error {
        let kind = if error.is_limit() {
            Kind::Limit
        } else if error.is_domain() {
            Kind::Domain
        } else if error.is_inputs() {
            Kind::Shape
        } else {
            Kind::Parse
        };
        Error::new(kind, error.to_string())
    }
}

impl From<program::Error> for Error {
    fn from(error: program::Error) -> Error {
        use program::Error as E;
        let kind = match error {
            E::BranchChanged { .. } => Kind::Branch,
            E::Precondition { .. } | E::Operation { .. } => Kind::Domain,
            E::Outputs { .. } => Kind::Shape,
            E::TooLarge | E::TooLong { .. } => Kind::Limit,
            _ => Kind::Invalid,
        };
        Error::new(kind, error.to_string())
    }
}
