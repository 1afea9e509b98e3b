//! Why a program has no native code.

use core::fmt;

/// Why a program could not be compiled. It runs all the same: [`Program::eval_into`](program::Program::eval_into) and the
/// others replay it.
///
/// ```
/// use native::{Error, Native};
/// use program::Program;
/// let f = Program::record(1, |x| vec![x[0] * x[0]])?;
/// let native = match Native::new(&f) {
///     Ok(native) => native,
///     // The program runs all the same, by the interpreter.
///     Err(Error::Processor { .. } | Error::Memory(_)) => Native::or_replay(&f),
///     Err(error) => panic!("{error}"),
/// };
/// assert_eq!(native.eval(&[3.0])?, [9.0]);
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// There is no emitter for this processor, or it lacks instructions that the code would use.
    Processor {
        /// What is missing.
        lacks: &'static str,
    },
    /// The program calls an operation on matrices.
    Operation {
        /// Its name.
        operation: &'static str,
    },
    /// The code would be too long.
    TooLong {
        /// How many bytes there were when it was given up.
        bytes: usize,
        /// How many there may be.
        most: usize,
        /// The operations of the program.
        operations: usize,
    },
    /// The system gives no memory that can be executed.
    Memory(std::io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Processor { lacks } => write!(
                f,
                "there is no native code for this processor, as it lacks {lacks}: replay the program, which \
                 `Native::or_replay` does by itself"
            ),
            Error::Operation { operation } => write!(
                f,
                "`{operation}` works on whole matrices and has no native code: replay the program, or take it apart into \
                 functions of numbers with `apart_at`"
            ),
            Error::TooLong { bytes, most, operations } => write!(
                f,
                "native code of {operations} operations has more than {bytes} bytes, and {most} is the most: replay the \
                 program, or record a part of it"
            ),
            Error::Memory(error) => {
                write!(f, "the system gives no memory for native code ({error}): replay the program")
            }
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Error::Memory(error) => Some(error),
            _ => None,
        }
    }
}
