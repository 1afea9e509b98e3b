//! What carries messages between ranks.

use crate::Error;
use std::time::{Duration, Instant};

/// Between one round of questions and the next.
const PAUSE: Duration = Duration::from_micros(200);

/// Carries bytes between ranks: the threads of a process, or the processes of a job.
///
/// Messages from one rank to another arrive whole, and in the order in which they were sent. Should I be using this? To
/// write a carrier of your own; what ranks do with it is [`Ranks`](crate::Ranks).
///
/// ```
/// use std::collections::VecDeque;
/// use std::sync::Mutex;
/// use std::time::Instant;
/// use wengert_mpi::{Communicator, Error, Ranks};
///
/// /// One rank, which sends to itself.
/// #[derive(Default)]
/// struct Alone(Mutex<VecDeque<Vec<u8>>>);
///
/// impl Communicator for Alone {
///     fn rank(&self) -> usize {
///         0
///     }
///     fn size(&self) -> usize {
///         1
///     }
///     fn post(&self, _: usize, message: Vec<u8>) -> Result<(), Error> {
///         self.0.lock().map_err(|_| Error::other("a thread has panicked"))?.push_back(message);
///         Ok(())
///     }
///     fn take(&self, _: usize, _: Instant) -> Result<Option<Vec<u8>>, Error> {
///         let next = self.0.lock().map_err(|_| Error::other("a thread has panicked"))?.pop_front();
///         next.map(Some).ok_or_else(|| Error::ended(0, "a message that was never sent"))
///     }
///     fn fail(&self, message: &str) {
///         eprintln!("{message}");
///     }
/// }
///
/// let alone = Alone::default();
/// alone.post(0, vec![1, 2])?;
/// assert_eq!(alone.take_any(&[0], Instant::now())?, Some((0, vec![1, 2])));
/// let ranks = Ranks::new(alone);
/// let world = ranks.on(0.0);
/// world.send(0, 5, &[1.5, 2.5]);
/// assert_eq!(world.receive(0, 5, 2), [1.5, 2.5]);
/// world.receive(0, 5, 1);
/// assert!(ranks.check().unwrap_err().is_ended());
/// # Ok::<(), Error>(())
/// ```
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

    /// The next message of any of these ranks, with the rank that it is from; none if none has come when the time is up.
    ///
    /// Unless a carrier says otherwise, they are asked in turn, some thousand times a second.
    ///
    /// # Errors
    /// As [`take`](Communicator::take); that a rank has ended is one when all of these have, but for this one.
    fn take_any(&self, from: &[usize], until: Instant) -> Result<Option<(usize, Vec<u8>)>, Error> {
        if let &[from] = from {
            return Ok(self.take(from, until)?.map(|message| (from, message)));
        }
        loop {
            let (mut ended, mut waits) = (None, false);
            for &from in from {
                match self.take(from, Instant::now()) {
                    Ok(Some(message)) => return Ok(Some((from, message))),
                    Ok(None) => waits |= from != self.rank(),
                    Err(error) if error.is_ended() => ended = Some(error),
                    Err(error) => return Err(error),
                }
            }
            match ended {
                Some(error) if !waits => return Err(error),
                _ if Instant::now() >= until => return Ok(None),
                _ => std::thread::sleep(PAUSE),
            }
        }
    }

    /// Tells all ranks that this one has failed: what they wait for, and whatever they do next, is an error with this
    /// message.
    fn fail(&self, message: &str);
}
