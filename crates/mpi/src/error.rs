//! What can go wrong between ranks.

use core::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Why ranks could not go on together. The same on every rank, but for who has met it.
///
/// ```
/// use wengert_mpi::{Error, threads};
/// // Rank 1 sends two numbers where rank 0 wants three.
/// let errors = threads(2, |ranks| {
///     let world = ranks.on(0.0);
///     match ranks.rank() {
///         0 => drop(world.receive(1, 0, 3)),
///         _ => world.send(0, 0, &[1.0, 2.0]),
///     }
///     world.barrier();
///     ranks.check().unwrap_err()
/// });
/// // Rank 0 has met it, and told rank 1.
/// assert!(errors[0].is_own() && errors[0].is_mismatch() && !errors[1].is_own());
/// assert!(errors[1].to_string().starts_with(&errors[0].to_string()));
/// let other = |error: &Error| error.is_timed_out() || error.is_ended() || error.is_cancelled() || error.is_unsupported();
/// assert!(!errors.iter().any(other));
///
/// // Those of a communicator of one's own.
/// assert!(Error::ended(2, "a message").is_ended() && !Error::told(1, "no memory").is_own());
/// assert_eq!(Error::other("no network").to_string(), "no network");
/// ```
#[derive(Clone, Debug)]
pub struct Error(Arc<Kind>);

#[derive(Debug)]
enum Kind {
    Mismatch { rank: usize, what: String },
    TimedOut { rank: usize, from: Box<[usize]>, limit: Duration, what: String },
    Ended { rank: usize, what: String },
    Cancelled { rank: usize },
    Unsupported { what: String },
    Told { rank: usize, message: String },
    Other { message: String },
}

impl Error {
    fn new(kind: Kind) -> Self {
        Error(Arc::new(kind))
    }

    /// An error of a communicator or a program of one's own.
    pub fn other(message: impl Into<String>) -> Self {
        Error::new(Kind::Other { message: message.into() })
    }

    /// That a rank has ended without sending what was waited for.
    pub fn ended(rank: usize, what: impl Into<String>) -> Self {
        Error::new(Kind::Ended { rank, what: what.into() })
    }

    /// What another rank has met, in its words.
    pub fn told(rank: usize, message: impl Into<String>) -> Self {
        Error::new(Kind::Told { rank, message: message.into() })
    }

    pub(crate) fn mismatch(rank: usize, what: String) -> Self {
        Error::new(Kind::Mismatch { rank, what })
    }

    pub(crate) fn timed_out(rank: usize, from: &[usize], limit: Duration, what: String) -> Self {
        Error::new(Kind::TimedOut { rank, from: from.into(), limit, what })
    }

    pub(crate) fn cancelled(rank: usize) -> Self {
        Error::new(Kind::Cancelled { rank })
    }

    pub(crate) fn unsupported(what: &str) -> Self {
        Error::new(Kind::Unsupported { what: what.to_owned() })
    }

    /// Whether this rank met it; otherwise another one has told it.
    pub fn is_own(&self) -> bool {
        !matches!(*self.0, Kind::Told { .. })
    }

    /// Whether ranks did not call the same operations with sizes that fit.
    pub fn is_mismatch(&self) -> bool {
        matches!(*self.0, Kind::Mismatch { .. })
    }

    /// Whether a message did not come within the time limit.
    pub fn is_timed_out(&self) -> bool {
        matches!(*self.0, Kind::TimedOut { .. })
    }

    /// Whether a rank has ended while others waited for it.
    pub fn is_ended(&self) -> bool {
        matches!(*self.0, Kind::Ended { .. })
    }

    /// Whether this rank has cancelled the run.
    pub fn is_cancelled(&self) -> bool {
        matches!(*self.0, Kind::Cancelled { .. })
    }

    /// Whether a kind of number cannot be communicated.
    pub fn is_unsupported(&self) -> bool {
        matches!(*self.0, Kind::Unsupported { .. })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::Mismatch { rank, what } => write!(
                f,
                "rank {rank}: {what}; every rank has to call the same operations in the same order, with sizes that fit"
            ),
            Kind::TimedOut { rank, from, limit, what } => write!(
                f,
                "rank {rank} waited {} s for {what} from {}, the time limit: a rank that does not send what another one \
                 receives, or works for longer; a longer limit is set by time_limit",
                limit.as_secs_f64(),
                Named(from)
            ),
            Kind::Ended { rank, what } => write!(f, "rank {rank} has ended, and others waited for {what} from it"),
            Kind::Cancelled { rank } => write!(f, "rank {rank} cancelled the run"),
            Kind::Unsupported { what } => f.write_str(what),
            Kind::Told { rank, message } => write!(f, "{message} (as rank {rank} says)"),
            Kind::Other { message } => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

/// Ranks as a message names them.
struct Named<'r>(&'r [usize]);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [rank] => write!(f, "rank {rank}"),
            _ => f.write_str("any rank"),
        }
    }
}
