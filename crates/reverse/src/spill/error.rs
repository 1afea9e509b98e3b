//! What can go wrong with a recording that is larger than its limit.

use core::fmt;
use std::io::ErrorKind;
use std::path::PathBuf;

/// Why a recording with a limit cannot be swept. Each message says what to do.
///
/// No operation on variables fails: values stay right, what is recorded from then on is dropped, and the sweep returns
/// the error in place of a gradient.
///
/// ```
/// use reverse::{SpillError, Tape};
/// let tape = Tape::with_limit(1 << 16);
/// let (x, rate) = (tape.var(1.0), tape.var(1e-6));
/// let y = (0..200_000).fold(x, |y, _| y + rate * y);
/// // No operation fails; the sweep says what is wrong, and what to do.
/// let error = y.try_grad(&[x]).unwrap_err();
/// assert_eq!(error, SpillError::Nowhere { limit: 1 << 16 });
/// assert!(error.to_string().contains("spill_to"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpillError {
    /// The recording outgrew its limit, and was given no place to go.
    Nowhere {
        /// The limit in bytes.
        limit: usize,
    },
    /// The recording has 2^30 statements.
    Full,
    /// No file can be made in the directory.
    Directory {
        /// The directory.
        path: PathBuf,
        /// The kind of error.
        kind: ErrorKind,
        /// What the system says.
        reason: String,
    },
    /// A block cannot be written, as on a full disk.
    Write {
        /// The bytes that were written before.
        written: u64,
        /// The kind of error.
        kind: ErrorKind,
        /// What the system says.
        reason: String,
    },
    /// A block cannot be read.
    Read {
        /// The kind of error.
        kind: ErrorKind,
        /// What the system says.
        reason: String,
    },
    /// A block that was read is not the one that was written.
    Damaged {
        /// The number of the block, from 0.
        block: usize,
        /// What shows it.
        what: &'static str,
    },
    /// The thread that writes and reads could not be started, or has panicked.
    Stopped {
        /// What is known of it.
        reason: String,
    },
}

impl fmt::Display for SpillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpillError::Nowhere { limit } => write!(
                f,
                "the recording outgrew its limit of {limit} bytes: raise the limit, or name a directory with spill_to"
            ),
            SpillError::Full => write!(
                f,
                "the recording is full at 2^30 statements: record less at a time, preaccumulate blocks, or checkpoint"
            ),
            SpillError::Directory { path, reason, .. } => write!(
                f,
                "no file can be made in {} ({reason}): name a directory that exists and can be written to",
                path.display()
            ),
            SpillError::Write { written, reason, .. } => write!(
                f,
                "the recording cannot be written after {written} bytes ({reason}): make room there, or name a \
                 directory on a larger disk, and record again"
            ),
            SpillError::Read { reason, .. } => {
                write!(f, "the recording cannot be read back ({reason}): record again, in another directory")
            }
            SpillError::Damaged { block, what } => write!(
                f,
                "block {block} of the recording is not what was written ({what}): record again, on another disk"
            ),
            SpillError::Stopped { reason } => {
                write!(f, "the thread that writes the recording has stopped ({reason}): record again")
            }
        }
    }
}

impl core::error::Error for SpillError {}
