//! The ranks of a job as one of them sees them.

use crate::frame::{Header, Kind};
use crate::{Communicator, Error, On};
use core::fmt;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wengert::extend::Number;

/// A rank waits so long for another one, unless told otherwise.
const LIMIT: Duration = Duration::from_secs(300);

/// The ranks of a job, as one of them sees them: which this is, how many there are, and all that they do together.
///
/// Made by [`threads`](crate::threads()) or for a [`Communicator`]. A clone is the same rank.
#[derive(Clone)]
pub struct Ranks(Arc<Shared>);

struct Shared {
    communicator: Box<dyn Communicator>,
    limit: Mutex<Duration>,
    state: Mutex<State>,
    failure: Mutex<Option<Error>>,
}

#[derive(Default)]
struct State {
    /// By sender: what has come and was not wanted yet.
    early: Vec<VecDeque<(Header, Vec<f64>)>>,
    /// How many operations of all ranks there were.
    together: u64,
    tally: Tally,
}

/// What a rank has sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many messages.
    pub messages: u64,
    /// Their bytes, with 17 of a header each.
    pub bytes: u64,
}

impl Ranks {
    /// The ranks that this communicator connects.
    pub fn new(communicator: impl Communicator + 'static) -> Self {
        let early = (0..communicator.size()).map(|_| VecDeque::new()).collect();
        Ranks(Arc::new(Shared {
            communicator: Box::new(communicator),
            limit: Mutex::new(LIMIT),
            state: Mutex::new(State { early, ..State::default() }),
            failure: Mutex::new(None),
        }))
    }

    /// Which rank this is, from 0.
    pub fn rank(&self) -> usize {
        self.0.communicator.rank()
    }

    /// How many ranks there are.
    pub fn size(&self) -> usize {
        self.0.communicator.size()
    }

    /// How long a rank waits for a message before it is an error on all ranks; 300 s from the start.
    pub fn time_limit(&self, limit: Duration) {
        *held(&self.0.limit) = limit;
    }

    /// The operations of the ranks on a kind of number: of what it computes with, `anchor` is one that this rank
    /// differentiates by, as an input of the function that is differentiated is. For plain numbers it is any.
    ///
    /// The anchor says where an operation is recorded whose inputs on this rank are constants, or none.
    pub fn on<T: Number>(&self, anchor: T) -> On<'_, T> {
        On::new(self, anchor)
    }

    /// What this rank has sent since it began.
    pub fn tally(&self) -> Tally {
        held(&self.0.state).tally
    }

    /// Whether all that the ranks did together has worked.
    ///
    /// # Errors
    /// What went wrong first, on this rank or another.
    pub fn check(&self) -> Result<(), Error> {
        held(&self.0.failure).clone().map_or(Ok(()), Err)
    }

    /// Ends what the ranks do together: here, and on all others where they next wait or send, it is an error.
    ///
    /// It may be called from another thread.
    pub fn cancel(&self) {
        self.fail(Error::cancelled(self.rank()));
    }

    /// Gives back what a part of a program returned that each rank runs for itself; where it failed on some rank, the
    /// others are told, and do not wait for it.
    ///
    /// # Errors
    /// The error of this rank, in the words that it prints.
    pub fn agree<R>(&self, outcome: Result<R, impl fmt::Display>) -> Result<R, Error> {
        outcome.map_err(|error| self.fail(Error::other(format!("rank {}: {error}", self.rank()))))
    }

    /// Keeps an error, tells all ranks, and gives back the first one.
    pub(crate) fn fail(&self, error: Error) -> Error {
        let first = held(&self.0.failure).get_or_insert(error).clone();
        if first.is_own() {
            self.0.communicator.fail(&first.to_string());
        }
        first
    }

    /// Sends numbers.
    pub(crate) fn post(&self, to: usize, header: Header, numbers: &[f64]) -> Result<(), Error> {
        self.check()?;
        let message = header.pack(numbers);
        {
            let tally = &mut held(&self.0.state).tally;
            tally.messages += 1;
            tally.bytes += message.len() as u64;
        }
        self.0.communicator.post(to, message).map_err(|error| self.fail(error))
    }

    /// Receives so many numbers.
    pub(crate) fn take(&self, from: usize, header: Header, count: usize) -> Result<Vec<f64>, Error> {
        self.check()?;
        let limit = *held(&self.0.limit);
        let start = Instant::now();
        let until = start.checked_add(limit).unwrap_or_else(|| start + LIMIT);
        loop {
            if let Some((found, numbers)) = self.early(from, header) {
                return self.fits(from, header, count, found, numbers);
            }
            let message = self.0.communicator.take(from, until).map_err(|error| self.fail(error))?;
            let Some(message) = message else {
                let what = format!("{} of {count} numbers{}", header.kind.name(), self.unwanted(from));
                return Err(self.fail(Error::timed_out(self.rank(), from, limit, what)));
            };
            let Some(message) = Header::unpack(&message) else {
                let what = format!("{} bytes from rank {from} are no message of this program", message.len());
                return Err(self.fail(Error::mismatch(self.rank(), what)));
            };
            held(&self.0.state).early[from].push_back(message);
        }
    }

    /// The next message of a rank that a receiver looks at: of messages with a mark, the first with its own.
    fn early(&self, from: usize, wanted: Header) -> Option<(Header, Vec<f64>)> {
        let early = &mut held(&self.0.state).early[from];
        let marked = |kind: Kind| kind == Kind::Message;
        let at = early.iter().position(|(found, _)| {
            marked(found.kind) == marked(wanted.kind) && (found.tag == wanted.tag || !marked(found.kind))
        })?;
        early.remove(at)
    }

    /// The numbers of a message, if it is the one that is wanted.
    fn fits(
        &self,
        from: usize,
        wanted: Header,
        count: usize,
        found: Header,
        numbers: Vec<f64>,
    ) -> Result<Vec<f64>, Error> {
        if found == wanted && numbers.len() == count {
            return Ok(numbers);
        }
        let place = |header: Header| {
            let back = if header.back { " on the way back" } else { "" };
            match header.kind {
                Kind::Message => format!("with tag {}{back}", header.tag),
                _ => format!("in operation {}{back}", header.tag),
            }
        };
        let what = format!(
            "{} of {count} numbers {} was expected from rank {from}, and {} of {} numbers {} has come",
            wanted.kind.name(),
            place(wanted),
            found.kind.name(),
            numbers.len(),
            place(found)
        );
        Err(self.fail(Error::mismatch(self.rank(), what)))
    }

    /// What has come from a rank that nobody has taken, for a message.
    fn unwanted(&self, from: usize) -> String {
        match held(&self.0.state).early[from].front() {
            Some((found, numbers)) if found.kind == Kind::Message => {
                format!(" (there is a message of {} numbers with tag {})", numbers.len(), found.tag)
            }
            Some((found, _)) => format!(" (there is {})", found.kind.name()),
            None => String::new(),
        }
    }

    /// The header of the next operation of all ranks.
    pub(crate) fn together(&self, kind: Kind, back: bool) -> Header {
        let state = &mut held(&self.0.state);
        state.together += 1;
        Header { kind, tag: state.together - 1, back }
    }
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranks").field("rank", &self.rank()).field("size", &self.size()).finish_non_exhaustive()
    }
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
