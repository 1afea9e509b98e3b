//! What can go wrong with sparse derivatives.

use core::fmt;

/// Why a sparse derivative was not prepared or evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Error(Box<Kind>);

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    OutOfRange { what: &'static str, index: usize, of: usize, block: usize },
    Outputs { got: usize, wanted: usize },
    TooLarge { what: &'static str, count: usize },
    Pattern(::sparse::Error),
}

impl Error {
    pub(crate) fn out_of_range(what: &'static str, index: usize, of: usize, block: usize) -> Self {
        Error(Box::new(Kind::OutOfRange { what, index, of, block }))
    }

    pub(crate) fn outputs(got: usize, wanted: usize) -> Self {
        Error(Box::new(Kind::Outputs { got, wanted }))
    }

    pub(crate) fn too_large(what: &'static str, count: usize) -> Self {
        Error(Box::new(Kind::TooLarge { what, count }))
    }

    /// Whether the function gave another number of outputs than it was prepared for.
    pub fn is_wrong_outputs(&self) -> bool {
        matches!(*self.0, Kind::Outputs { .. })
    }

    /// Whether an index of a block lies outside.
    pub fn is_out_of_range(&self) -> bool {
        matches!(*self.0, Kind::OutOfRange { .. })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.0 {
            Kind::OutOfRange { what, index, of, block } => {
                write!(f, "block {block} names {what} {index}, but there are {of}")
            }
            Kind::Outputs { got, wanted } => {
                write!(f, "the function gave {got} outputs, but was prepared for {wanted}: prepare it again")
            }
            Kind::TooLarge { what, count } => write!(f, "{count} {what} are more than can be numbered"),
            Kind::Pattern(ref error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<::sparse::Error> for Error {
    fn from(error: ::sparse::Error) -> Self {
        Error(Box::new(Kind::Pattern(error)))
    }
}
