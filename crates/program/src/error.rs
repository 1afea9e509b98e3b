//! What can go wrong with a program, apart from mistakes in calling it.

use crate::guard::{Answer, Test};
use core::fmt;
use core::panic::Location;

/// Why a program could not be recorded, run, differentiated or loaded.
///
/// ```
/// use program::{Answer, Error, Program, Test};
/// let f = Program::record_at(&[1.0], |x| vec![if x[0] < 2.0 { x[0] } else { x[0] * x[0] }])?;
/// let error = f.eval(&[3.0]).unwrap_err();
/// let Error::BranchChanged { test, values, recorded, .. } = error else { panic!("{error}") };
/// assert_eq!((test, values, recorded), (Test::Less, [3.0, 2.0], Answer::Is(true)));
/// let two = Program::record(1, |x| vec![x[0], x[0] * x[0]])?;
/// assert_eq!(two.gradient().unwrap_err(), Error::Outputs { wanted: 1, found: 2 });
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// At this point the function would have taken another branch than the one that was recorded.
    BranchChanged {
        /// The number of the guard in [`Program::guards`](crate::Program::guards).
        at: usize,
        /// The question.
        test: Test,
        /// The values it was asked of.
        values: [f64; 2],
        /// The answer that was recorded.
        recorded: Answer,
        /// The source line of the comparison, if the program was recorded here.
        location: Option<&'static Location<'static>>,
    },
    /// The arguments of an instruction break the precondition of its function.
    Precondition {
        /// The id of the instruction.
        at: usize,
        /// The function.
        function: &'static str,
        /// What it requires.
        requires: &'static str,
    },
    /// The operation wants a program with another number of outputs.
    Outputs {
        /// How many outputs are wanted.
        wanted: usize,
        /// How many the program has.
        found: usize,
    },
    /// A function that was to be recorded without values asked for one.
    NoValue {
        /// Where it did.
        location: &'static Location<'static>,
    },
    /// A function whose code in a language is not known.
    Code {
        /// The function.
        function: &'static str,
        /// The language.
        language: &'static str,
    },
    /// The values at this point are none that an operation on matrices works on.
    Operation {
        /// The id of the first number that it gives.
        at: usize,
        /// The operation.
        operation: &'static str,
        /// What is wrong with them.
        message: String,
    },
    /// A program that calls an operation on matrices cannot be written in a language.
    Array {
        /// The operation.
        operation: &'static str,
        /// The language.
        language: &'static str,
    },
    /// Names that cannot be given in emitted code.
    Name {
        /// Why not.
        message: String,
    },
    /// The program has more values than 31 bits can number.
    TooLarge,
    /// The program is too long to be emitted.
    TooLong {
        /// Its operations, as they are counted.
        operations: usize,
        /// How many it may have.
        most: usize,
    },
    /// A program that was loaded is none.
    Invalid {
        /// The line of the text, from 1; 0 where there is no text.
        line: usize,
        /// What is wrong, and what to write instead.
        message: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::BranchChanged { at, test, values: [a, b], recorded, location } => {
                write!(f, "guard {at} changed: {a:?} {} {b:?}, recorded as ", test.symbol())?;
                match recorded {
                    Answer::Is(answer) => write!(f, "{answer}")?,
                    Answer::Ordering(Some(order)) => write!(f, "{order:?}")?,
                    Answer::Ordering(None) => write!(f, "unordered")?,
                }
                if let Some(location) = location {
                    write!(f, ", at {location}")?;
                }
                match test {
                    Test::Value => {
                        write!(f, "; a number was taken out of the recording: keep it as a `Node`, or record again")
                    }
                    _ => write!(f, "; record again at this point, or let `select` record both arms"),
                }
            }
            Error::Precondition { at, function, requires } => {
                write!(f, "instruction {at}: {function} requires {requires}")
            }
            Error::Outputs { wanted, found } => write!(
                f,
                "a program with {wanted} output is wanted, this one has {found}; select one, or take the jacobian"
            ),
            Error::NoValue { location } => {
                write!(f, "at {location} a value is looked at that is not known; record at a point, or take `select`")
            }
            Error::Code { function, language } => {
                write!(f, "the code of `{function}` in {language} is not known; run the program, or write it without")
            }
            Error::Operation { operation, message, .. } => write!(f, "`{operation}`: {message}"),
            Error::Array { operation, language } => write!(
                f,
                "`{operation}` works on whole matrices and has no code in {language}: take the program apart into functions of \
                 numbers with `apart_at`, or run it"
            ),
            Error::Name { message } => write!(f, "{message}"),
            Error::TooLarge => write!(f, "the program has more values than 31 bits can number"),
            Error::TooLong { operations, most } => write!(
                f,
                "kernels of {operations} operations are wanted, and {most} is the most: run the program as a batch, or \
                 record a part of it"
            ),
            Error::Invalid { line: 0, message } => write!(f, "{message}"),
            Error::Invalid { line, message } => write!(f, "line {line}: {message}"),
        }
    }
}

impl core::error::Error for Error {}
