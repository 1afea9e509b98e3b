//! Why something cannot be done with an expression.

use std::fmt;

/// Why something cannot be done with an expression.
///
/// ```
/// use symbolic::{Error, Graph};
/// let graph = Graph::new();
/// let (x, y) = (graph.variable("x"), graph.variable("y"));
/// assert_eq!((x * y).eval(&[1.0]), Err(Error::MissingInput { name: "y".to_owned() }));
/// let error = (x * y).derivative(x * x).unwrap_err();
/// assert!(matches!(error, Error::NotAVariable { .. }));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// What is differentiated by, or replaced, is no variable.
    NotAVariable {
        /// The expression, in short.
        expression: String,
    },
    /// Fewer numbers than the graph has variables.
    MissingInput {
        /// The first variable without a number.
        name: String,
    },
    /// A row's precondition does not hold.
    Precondition {
        /// The row.
        name: &'static str,
        /// What it requires.
        requires: &'static str,
    },
    /// A function that its user wrote on `f64` meets another number.
    UserFunction {
        /// The function.
        name: &'static str,
    },
    /// The tree form has more operations than can be printed.
    TooLarge {
        /// How many operations the tree has.
        operations: u128,
        /// How many are printed at most.
        most: u128,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotAVariable { expression } => write!(f, "`{expression}` is no variable"),
            Error::MissingInput { name } => write!(f, "the variable `{name}` has no number"),
            Error::Precondition { name, requires } => write!(f, "{name} requires {requires}"),
            Error::UserFunction { name } => write!(f, "the value of `{name}` is known for plain numbers only"),
            Error::TooLarge { operations, most } => {
                write!(
                    f,
                    "as a tree it has {operations} operations, more than the {most} that are printed: keep the sharing with `let`"
                )
            }
        }
    }
}

impl std::error::Error for Error {}
