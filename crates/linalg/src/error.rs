//! What is wrong with a matrix.

use core::fmt;

/// Why an operation on matrices has no result, with the numbers that show it.
///
/// ```
/// use linalg::{Error, Matrix};
/// let a = Matrix::from_rows([[1.0, 2.0], [2.0, 1.0]]);
/// // 1 - 2 * 2 is left for the second pivot.
/// assert_eq!(a.cholesky().unwrap_err(), Error::NotPositiveDefinite { pivot: 1, value: -3.0 });
/// assert!(matches!(Matrix::<f64>::zeros(2, 2).inverse(), Err(Error::Singular { pivot: 0, .. })));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A pivot of the elimination is zero: the matrix is singular.
    Singular {
        /// The column in which no pivot was found, from 0.
        pivot: usize,
        /// The largest that there was.
        value: f64,
    },
    /// A pivot of Cholesky's method is not positive.
    NotPositiveDefinite {
        /// Its place on the diagonal, from 0.
        pivot: usize,
        /// The pivot; NaN where it was not kept.
        value: f64,
    },
    /// A pivot of a factorisation that keeps the order of the rows is zero: the matrix is singular, or wants another order.
    ZeroPivot {
        /// What was being computed.
        operation: &'static str,
        /// Its place on the diagonal, from 0.
        pivot: usize,
    },
    /// A column depends on those before it.
    RankDeficient {
        /// The column, from 0.
        column: usize,
        /// What is left of its norm, relative to it.
        value: f64,
    },
    /// An entry is NaN or infinite.
    NotFinite {
        /// What was being computed.
        operation: &'static str,
    },
    /// An entry of the result is beyond the largest number.
    Overflow {
        /// What was being computed.
        operation: &'static str,
    },
    /// The iteration did not end.
    NotConverged {
        /// What was being computed.
        operation: &'static str,
    },
    /// An eigenvalue at which a function has no real value, or not the derivatives that are asked for: 0 or a negative one,
    /// of a logarithm and of a root.
    Branch {
        /// What was being computed.
        operation: &'static str,
        /// The eigenvalue.
        eigenvalue: f64,
    },
    /// An eigenvalue of A and one of B are each other's negatives: A X + X B = C has no single solution.
    Opposite {
        /// The absolute value of their sum.
        sum: f64,
    },
    /// The solution of a sparse system is not finite: the matrix is singular.
    NoSolution {
        /// The number of rows.
        rows: usize,
    },
    /// There is not enough memory for the factors of a sparse matrix.
    TooLarge {
        /// What was being computed.
        operation: &'static str,
    },
    /// Two eigenvalues or singular values are equal, and the derivative that was asked for depends on how the vectors of
    /// these two are chosen.
    Degenerate {
        /// Which ones, from 0.
        pair: (usize, usize),
        /// Their values.
        values: (f64, f64),
    },
    /// The numbers do not know their values, and the operation goes its way by them.
    Unknown {
        /// What was to be computed.
        operation: &'static str,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Singular { pivot, value } => {
                let value = Said(*value);
                write!(f, "the matrix is singular: pivot {pivot} of the elimination is {value}; take least squares")
            }
            Error::NotPositiveDefinite { pivot, value } if value.is_nan() => write!(
                f,
                "the matrix is not positive definite, as pivot {pivot} shows; add to the diagonal, or take `lu`"
            ),
            Error::NotPositiveDefinite { pivot, value } => write!(
                f,
                "the matrix is not positive definite: pivot {pivot} is {}; add to the diagonal, or take `lu`",
                Said(*value)
            ),
            Error::RankDeficient { column, value } => write!(
                f,
                "the matrix has dependent columns: of column {column} a part of {} is left; leave columns out",
                Said(*value)
            ),
            Error::ZeroPivot { operation, pivot } => {
                write!(f, "pivot {pivot} of the {operation} is 0, and it keeps the order of the rows: take `lu`")
            }
            Error::NotFinite { operation } => write!(f, "the {operation} met an entry that is NaN or infinite"),
            Error::Overflow { operation } => {
                write!(f, "an entry of the {operation} is beyond the largest number: scale the matrix")
            }
            Error::NotConverged { operation } => write!(f, "the {operation} did not converge"),
            Error::Branch { operation, eigenvalue } => write!(
                f,
                "the {operation} met the eigenvalue {}, where it has no value with the derivatives that are asked for: move the matrix \
                 away from there",
                Said(*eigenvalue)
            ),
            Error::Opposite { sum } => write!(
                f,
                "the equation A X + X B = C has no single solution: an eigenvalue of A and one of B add up to {}, up to rounding 0",
                Said(*sum)
            ),
            Error::Degenerate { pair: (i, j), values: (a, b) } => write!(
                f,
                "values {i} and {j} are equal ({} and {}), and what is asked for tells them apart, or depends on the choice of their \
                 vectors; take what treats them alike: sums over all values of `symmetric_eigenvalues`, `spectral_projector`, \
                 `symmetric_function`",
                Said(*a),
                Said(*b)
            ),
            Error::NoSolution { rows } => {
                write!(f, "the sparse matrix of {rows} rows is singular: its system has no finite solution")
            }
            Error::TooLarge { operation } => write!(f, "there is not enough memory for the {operation}"),
            Error::Unknown { operation } => {
                write!(f, "the {operation} goes by values, which these numbers do not know: record at a point")
            }
        }
    }
}

/// A number, with a power of ten where it would be a row of zeros.
struct Said(f64);

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if (size > 0.0 && size < 1e-4) || (size >= 1e16 && size.is_finite()) {
            write!(f, "{:e}", self.0)
        } else {
            write!(f, "{}", self.0)
        }
    }
}

impl core::error::Error for Error {}
