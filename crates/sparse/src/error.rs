//! Why a pattern cannot be made or coloured.

use core::fmt;

/// Why a pattern cannot be made, detected or coloured.
///
/// ```
/// use sparse::{Error, Pattern};
/// let error = Pattern::from_coordinates(2, 2, [(0, 0), (2, 1)]).unwrap_err();
/// assert_eq!(error, Error::Outside { row: 2, column: 1, shape: [2, 2] });
/// assert!(matches!(Pattern::new(2, 1, vec![0, 2], vec![1, 0]), Err(Error::Order { column: 0, row: 0 })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The list of column pointers is none: its length is not the number of columns and one, it does not begin with 0, or
    /// does not end with the number of entries.
    Pointers {
        /// What is wrong with it.
        message: String,
    },
    /// The rows of a column do not ascend, or one stands twice.
    Order {
        /// The column.
        column: usize,
        /// The row that stands where it must not.
        row: usize,
    },
    /// An entry outside of the matrix.
    Outside {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
        /// The rows and columns of the matrix.
        shape: [usize; 2],
    },
    /// The matrix is not square, or an entry has no partner across the diagonal.
    NotSymmetric {
        /// The rows and columns of the matrix.
        shape: [usize; 2],
        /// The first entry without a partner, unless the matrix is not square.
        entry: Option<[usize; 2]>,
    },
    /// Two patterns, or a pattern and a colouring, do not fit each other.
    Shapes {
        /// What was wanted.
        wanted: [usize; 2],
        /// What was found.
        found: [usize; 2],
    },
    /// More rows, columns, entries or operations than can be numbered or stored.
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How many there are, at least.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// More memory than is free.
    Memory {
        /// What would take it.
        what: String,
        /// How many bytes it takes, at least.
        bytes: usize,
        /// How many bytes are free.
        free: usize,
    },
    /// A file that cannot be read as a matrix.
    File {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// A colouring does not separate what it has to.
    Colors {
        /// The entry that cannot be recovered.
        entry: [usize; 2],
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Pointers { message } => write!(f, "column pointers: {message}"),
            Error::Order { column, row } => {
                write!(
                    f,
                    "the rows of column {column} have to ascend, each once, and row {row} does not follow: sort them, or use `Pattern::from_coordinates`"
                )
            }
            Error::Outside { row, column, shape: [m, n] } => {
                write!(f, "the entry ({row}, {column}) is outside of a {m} x {n} matrix")
            }
            Error::NotSymmetric { shape: [m, n], entry: None } => {
                write!(f, "a symmetric pattern is wanted, and this one is {m} x {n}")
            }
            Error::NotSymmetric { entry: Some([i, j]), .. } => {
                write!(
                    f,
                    "a symmetric pattern is wanted, and this one has ({i}, {j}) but not ({j}, {i}): use `symmetrized`"
                )
            }
            Error::Shapes { wanted: [m, n], found: [k, l] } => write!(f, "{m} x {n} is wanted, and this is {k} x {l}"),
            Error::TooLarge { what, count, most } => {
                write!(f, "{count} {what} are more than the {most} that there may be")
            }
            Error::Memory { what, bytes, free } => {
                let (bytes, free) = (*bytes as f64 / 1e9, *free as f64 / 1e9);
                write!(f, "{what} takes {bytes:.1} GB, and there are {free:.1} GB of memory free")
            }
            Error::File { line, message } => write!(f, "line {line}: {message}"),
            Error::Colors { entry: [i, j] } => {
                write!(f, "with these colours the entry ({i}, {j}) cannot be told from others")
            }
        }
    }
}

impl std::error::Error for Error {}
