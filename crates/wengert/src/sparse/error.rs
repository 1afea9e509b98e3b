//! What can go wrong with sparse derivatives.

use core::fmt;
use core::panic::Location;

/// Why a sparse derivative was not prepared or evaluated.
///
/// ```
/// use wengert::sparse::{Options, Pattern, SparseJacobian};
/// let product = wengert::function!(|x| -> [T; 1] { [x[0] * x[1]] });
/// // A pattern without the second entry.
/// let pattern = Pattern::from_coordinates(1, 2, [(0, 0)])?;
/// let jacobian = SparseJacobian::with_pattern(&product, pattern, &Options::new())?;
/// let error = jacobian.eval(&[2.0, 3.0]).unwrap_err();
/// assert!(error.is_wrong_pattern() && !error.is_wrong_outputs());
/// assert_eq!(error.lacking(), Some((0, 1, 2.0)));
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
///
/// ```
/// use wengert::program::Program;
/// use wengert::sparse::SparseJacobian;
/// // A block that names an input which there is not, and a recording away from its branch.
/// let block = SparseJacobian::of_blocks(2, 1).each([()], |_, _| ([1, 2], [0]), |_, x| [x[0] * x[1]]);
/// assert!(block.build().err().is_some_and(|error| error.is_out_of_range()));
/// let branch = Program::record_at(&[1.0], |x| vec![if x[0] > 0.0 { x[0] * x[0] } else { x[0] }]).expect("a program");
/// assert!(SparseJacobian::of_program(&branch)?.eval(&[-1.0]).unwrap_err().is_other_branch());
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Error(Box<Kind>);

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    OutOfRange { what: &'static str, index: usize, of: usize, block: usize },
    Outputs { got: usize, wanted: usize },
    Objective { got: usize },
    NotSquare { rows: usize, columns: usize },
    Lacks { row: usize, column: usize, derivative: f64, local: bool },
    TooLarge { what: &'static str, count: usize },
    Part,
    Rounds { output: usize, rounds: f64, whole: f64 },
    Decided { block: usize, at: &'static Location<'static> },
    Pattern(::sparse::Error),
    Program(program::Error),
}

impl Error {
    pub(crate) fn out_of_range(what: &'static str, index: usize, of: usize, block: usize) -> Self {
        Error(Box::new(Kind::OutOfRange { what, index, of, block }))
    }

    pub(crate) fn outputs(got: usize, wanted: usize) -> Self {
        Error(Box::new(Kind::Outputs { got, wanted }))
    }

    /// Not one output, where there has to be one.
    pub(crate) fn objective(got: usize) -> Self {
        Error(Box::new(Kind::Objective { got }))
    }

    pub(crate) fn not_square(rows: usize, columns: usize) -> Self {
        Error(Box::new(Kind::NotSquare { rows, columns }))
    }

    pub(crate) fn lacks(row: usize, column: usize, derivative: f64, local: bool) -> Self {
        Error(Box::new(Kind::Lacks { row, column, derivative, local }))
    }

    pub(crate) fn too_large(what: &'static str, count: usize) -> Self {
        Error(Box::new(Kind::TooLarge { what, count }))
    }

    pub(crate) fn part() -> Self {
        Error(Box::new(Kind::Part))
    }

    pub(crate) fn decided(block: usize, at: &'static Location<'static>) -> Self {
        Error(Box::new(Kind::Decided { block, at }))
    }

    pub(crate) fn rounds(output: usize, rounds: f64, whole: f64) -> Self {
        Error(Box::new(Kind::Rounds { output, rounds, whole }))
    }

    /// Whether the rounds of a loop give something else than the whole: see
    /// [`SparseJacobian::of_loop`](super::SparseJacobian::of_loop).
    ///
    /// ```
    /// use wengert::sparse::SparseJacobian;
    /// let pair = |i: usize| wengert::function!(i: usize; |x| -> [T; 1] { [x[i] * x[i + 1]] });
    /// let both = wengert::function!(|x| -> [T; 2] { [x[0] * x[1], x[1] * x[2]] });
    /// let right = SparseJacobian::of_loop(&[1.0; 3], &both, [pair(0), pair(1)]);
    /// assert!(right.is_ok());
    /// let wrong = SparseJacobian::of_loop(&[1.0; 3], &both, [pair(0), pair(0)]);
    /// assert!(wrong.is_err_and(|error| error.is_wrong_rounds()));
    /// ```
    pub fn is_wrong_rounds(&self) -> bool {
        matches!(*self.0, Kind::Rounds { .. })
    }

    /// Whether a derivative is not zero where the pattern has no entry.
    pub fn is_wrong_pattern(&self) -> bool {
        matches!(*self.0, Kind::Lacks { .. })
    }

    /// Whether the function gave another number of outputs than it was prepared for, or than has a Hessian.
    pub fn is_wrong_outputs(&self) -> bool {
        matches!(*self.0, Kind::Outputs { .. } | Kind::Objective { .. })
    }

    /// Whether a recorded program would have taken another branch at this point than the one that was recorded.
    pub fn is_other_branch(&self) -> bool {
        matches!(*self.0, Kind::Program(program::Error::BranchChanged { .. }))
    }

    /// Whether an index of a block lies outside.
    pub fn is_out_of_range(&self) -> bool {
        matches!(*self.0, Kind::OutOfRange { .. })
    }

    /// The entry that the pattern lacks: its row, its column, and the derivative there.
    pub fn lacking(&self) -> Option<(usize, usize, f64)> {
        match *self.0 {
            Kind::Lacks { row, column, derivative, .. } => Some((row, column, derivative)),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.0 {
            Kind::OutOfRange { what, index, of, block } => {
                write!(f, "block {block} names {what} {index}, but there are {of}, numbered from 0")
            }
            Kind::Outputs { got, wanted } => {
                write!(f, "the function gave {got} outputs, but was prepared for {wanted}: prepare it again")
            }
            Kind::Objective { got: 0 } => f.write_str("the function gave no output: an objective is wanted"),
            Kind::Objective { got } => write!(
                f,
                "the function gave {got} outputs where one is wanted: for the Hessian of a weighted sum of them, take \
                 `LagrangianHessian`"
            ),
            Kind::NotSquare { rows, columns } => {
                write!(f, "a pattern of {rows} x {columns} for a Hessian: pass a square one, or its lower triangle")
            }
            Kind::Lacks { row, column, derivative, local } => {
                write!(f, "the pattern has no entry ({row}, {column}), but the derivative there is {derivative}: ")?;
                match local {
                    true => f.write_str("it holds at the point where it was found; prepare again at this one"),
                    false => f.write_str("add the entry, or let the pattern be found"),
                }
            }
            Kind::TooLarge { what, count } => write!(f, "{count} {what} are more than can be numbered"),
            Kind::Part => f.write_str("a part of a Hessian cannot be checked: prepare the whole"),
            Kind::Rounds { output, rounds, whole } => write!(
                f,
                "rounds that are run one at a time give {rounds} where the whole loop gives {whole}, in output {output} or its \
                 derivatives: where the index of a round says which inputs it reads, let the loop be over a range that is an argument"
            ),
            Kind::Decided { block, at } => write!(
                f,
                "which inputs block {block} reads may depend on their values, which are asked for at {at}: name the inputs, by \
                 `functions`, or let the pattern be found, by `prepare`"
            ),
            Kind::Pattern(ref error) => error.fmt(f),
            Kind::Program(ref error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<::sparse::Error> for Error {
    fn from(error: ::sparse::Error) -> Self {
        Error(Box::new(Kind::Pattern(error)))
    }
}

impl From<program::Error> for Error {
    fn from(error: program::Error) -> Self {
        Error(Box::new(Kind::Program(error)))
    }
}
