//! What carries messages between ranks.

use crate::Error;
use std::time::Instant;

/// Carries bytes between ranks: the threads of a process, or the processes of a job.
///
/// Messages from one rank to another arrive whole, and in the order in which they were sent. Should I be using this? To
/// write a carrier of your own; what ranks do with it is [`Ranks`](crate::Ranks).
pub trait Communicator: Send + Sync {
    /// Which rank this is, from 0.
    fn rank(&self) -> usize;

    /// How many there are.
    fn size(&self) -> usize;

    /// Hands over a message to another rank or to this one, and does not wait until it is received.
    ///
    /// # Errors
    /// If the carrier has failed, or another rank.
    fn post(&self, to: usize, message: Vec<u8>) -> Result<(), Error>;

    /// The next message of a rank; none if it has not come when the time is up.
    ///
    /// # Errors
    /// If the carrier has failed, or another rank; or that rank has ended.
    fn take(&self, from: usize, until: Instant) -> Result<Option<Vec<u8>>, Error>;

    /// Tells all ranks that this one has failed: what they wait for, and whatever they do next, is an error with this
    /// message.
    fn fail(&self, message: &str);
}
