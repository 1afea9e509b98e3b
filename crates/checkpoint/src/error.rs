//! What can go wrong while a chain is reversed.

use crate::actions::Slot;
use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a chain was not reversed. The caller's state is as it was.
///
/// ```
/// use checkpoint::Error;
/// let own = Error::other("the pump has failed");
/// assert_eq!(own.to_string(), "the pump has failed");
/// assert!(!own.is_damaged() && !own.is_full() && !own.is_io());
/// assert!(Error::cancelled().is_cancelled());
/// assert!(Error::foreign("a.bin".as_ref(), "of another chain").is_damaged());
/// ```
#[derive(Debug)]
pub struct Error(Box<Kind>);

#[derive(Debug)]
enum Kind {
    NotStored { slot: Slot, step: u64 },
    Damaged { path: PathBuf, what: String },
    Full { path: PathBuf, bytes: u64, source: Option<io::Error> },
    Io { path: PathBuf, doing: &'static str, source: io::Error },
    Cancelled,
    Other { message: String },
}

impl Error {
    /// An error of a storage or a step of one's own.
    pub fn other(message: impl Into<String>) -> Self {
        Error(Box::new(Kind::Other { message: message.into() }))
    }

    /// That the run was cancelled.
    pub fn cancelled() -> Self {
        Error(Box::new(Kind::Cancelled))
    }

    pub(crate) fn not_stored(slot: Slot, step: u64) -> Self {
        Error(Box::new(Kind::NotStored { slot, step }))
    }

    /// That a file is not what was saved, and why.
    pub fn foreign(path: &Path, why: &str) -> Self {
        Error::damaged(path, why)
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Error(Box::new(Kind::Damaged { path: path.into(), what: what.into() }))
    }

    pub(crate) fn full(path: &Path, bytes: u64) -> Self {
        Error(Box::new(Kind::Full { path: path.into(), bytes, source: None }))
    }

    pub(crate) fn io(path: &Path, doing: &'static str, bytes: u64, source: io::Error) -> Self {
        let path = path.into();
        let full = [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded, io::ErrorKind::FileTooLarge];
        Error(Box::new(if full.contains(&source.kind()) {
            Kind::Full { path, bytes, source: Some(source) }
        } else {
            Kind::Io { path, doing, source }
        }))
    }

    /// Whether a record is torn, changed, or not the one that was written: it is never taken for a state.
    pub fn is_damaged(&self) -> bool {
        matches!(*self.0, Kind::Damaged { .. } | Kind::NotStored { .. })
    }

    /// Whether there was no room for a state.
    pub fn is_full(&self) -> bool {
        matches!(*self.0, Kind::Full { .. })
    }

    /// Whether a file could not be written or read, for another reason than room.
    pub fn is_io(&self) -> bool {
        matches!(*self.0, Kind::Io { .. })
    }

    /// Whether the run was cancelled.
    pub fn is_cancelled(&self) -> bool {
        matches!(*self.0, Kind::Cancelled)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::NotStored { slot, step } => {
                write!(f, "{slot:?} does not hold state {step}: a storage must give back what was stored")
            }
            Kind::Damaged { path, what } => write!(f, "{} is no state of this run: {what}", path.display()),
            Kind::Full { path, bytes, .. } => write!(
                f,
                "no room for a state of {bytes} bytes in {}: free space there, take another directory or a larger \
                 limit, or a schedule with fewer states on disk",
                path.display()
            ),
            Kind::Io { path, doing, source } => write!(f, "{} could not be {doing}: {source}", path.display()),
            Kind::Cancelled => f.write_str("the run was cancelled before all steps were reversed"),
            Kind::Other { message } => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.0 {
            Kind::Full { source, .. } => source.as_ref().map(|source| source as _),
            Kind::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
