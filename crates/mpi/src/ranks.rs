//! The ranks of a job as one of them sees them.

use crate::frame::{Header, Kind, Message, Way};
use crate::on::{Envelope, OWN_TAGS};
use crate::{Communicator, Error, On};
use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wengert::extend::Number;

/// A rank waits so long for another one, unless told otherwise.
const LIMIT: Duration = Duration::from_secs(300);

/// The ranks of a job, as one of them sees them: which this is, how many there are, and all that they do together.
///
/// Made by [`threads`](crate::threads()) or for a [`Communicator`]; [`split`](Ranks::split) makes groups of them. A clone is
/// the same rank.
///
/// ```
/// use std::time::Duration;
/// use wengert_mpi::{Tally, threads};
/// let tallies = threads(2, |ranks| {
///     ranks.time_limit(Duration::from_secs(60));
///     let (world, other) = (ranks.on(0.0), 1 - ranks.rank());
///     world.send(other, 0, &[1.0, 2.0]);
///     world.receive(other, 0, 2);
///     ranks.check().map(|()| ranks.tally())
/// });
/// // One message of two numbers.
/// assert!(tallies.into_iter().all(|tally| matches!(tally, Ok(Tally { messages: 1, bytes: 41 }))));
///
/// // One of two ranks gives up.
/// let ended = threads(2, |ranks| {
///     if ranks.rank() == 1 {
///         ranks.cancel();
///     }
///     ranks.on(0.0).barrier();
///     ranks.check().unwrap_err()
/// });
/// assert!(ended[1].is_cancelled() && ended[0].to_string().contains("rank 1 cancelled the run"));
/// ```
#[derive(Clone)]
pub struct Ranks(Arc<Group>);

/// Some ranks of a job.
struct Group {
    job: Arc<Job>,
    /// What tells its messages from those of other groups; 0 are all ranks.
    id: u32,
    /// The ranks of the job that are in it.
    members: Box<[usize]>,
    place: usize,
    /// How many operations of all its ranks there were.
    together: AtomicU64,
}

struct Job {
    communicator: Box<dyn Communicator>,
    limit: Mutex<Duration>,
    state: Mutex<State>,
    failure: Mutex<Option<Error>>,
}

#[derive(Default)]
struct State {
    /// By sender: what has come and was not wanted yet.
    early: Vec<VecDeque<Message>>,
    /// Whom a message from anybody is looked for at first.
    turn: usize,
    /// Where the numbers of groups go on that this rank is in.
    groups: u32,
    tally: Tally,
}

/// What a rank has sent.
///
/// ```
/// let tallies = wengert_mpi::threads(2, |ranks| {
///     ranks.on(0.0).all_reduce_sum(&[0.0; 100]);
///     ranks.tally()
/// });
/// // There and back, 800 bytes and a header each.
/// assert!(tallies.iter().all(|tally| tally.messages == 1 && tally.bytes == 825));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many messages.
    pub messages: u64,
    /// Their bytes, with 25 of a header each.
    pub bytes: u64,
}

impl Ranks {
    /// The ranks that this communicator connects.
    ///
    /// ```
    /// # use std::sync::Mutex;
    /// # use std::time::Instant;
    /// # use wengert_mpi::{Communicator, Error, Ranks};
    /// # struct Alone(Mutex<Vec<Vec<u8>>>);
    /// # impl Communicator for Alone {
    /// #     fn rank(&self) -> usize {
    /// #         0
    /// #     }
    /// #     fn size(&self) -> usize {
    /// #         1
    /// #     }
    /// #     fn post(&self, _: usize, message: Vec<u8>) -> Result<(), Error> {
    /// #         self.0.lock().map_err(|_| Error::other("a thread has panicked"))?.push(message);
    /// #         Ok(())
    /// #     }
    /// #     fn take(&self, _: usize, _: Instant) -> Result<Option<Vec<u8>>, Error> {
    /// #         Ok(self.0.lock().map_err(|_| Error::other("a thread has panicked"))?.pop())
    /// #     }
    /// #     fn fail(&self, _: &str) {}
    /// # }
    /// // `Alone` is the communicator of one rank that stands at `Communicator`.
    /// let ranks = Ranks::new(Alone(Mutex::default()));
    /// assert_eq!((ranks.rank(), ranks.size()), (0, 1));
    /// assert_eq!(ranks.on(0.0).all_gather(&[3.0]), [3.0]);
    /// ```
    pub fn new(communicator: impl Communicator + 'static) -> Self {
        let (place, size) = (communicator.rank(), communicator.size());
        let early = (0..size).map(|_| VecDeque::new()).collect();
        let job = Job {
            communicator: Box::new(communicator),
            limit: Mutex::new(LIMIT),
            state: Mutex::new(State { early, groups: 1, ..State::default() }),
            failure: Mutex::new(None),
        };
        Ranks::group(Arc::new(job), 0, (0..size).collect(), place)
    }

    fn group(job: Arc<Job>, id: u32, members: Box<[usize]>, place: usize) -> Self {
        Ranks(Arc::new(Group { job, id, members, place, together: AtomicU64::new(0) }))
    }

    /// Which rank this is, from 0.
    pub fn rank(&self) -> usize {
        self.0.place
    }

    /// How many there are.
    pub fn size(&self) -> usize {
        self.0.members.len()
    }

    /// The ranks that give the same colour, as a group with all the operations that these have. Its ranks are in the order of
    /// their keys, and of these ranks where keys are equal. All ranks call it, each with a colour of its own.
    ///
    /// A group may be split again, and what different groups do has no order. Errors are those of all ranks of the job, which they
    /// name as the job counts them.
    ///
    /// # Errors
    /// What went wrong between the ranks.
    ///
    /// ```
    /// // Five ranks in two rows: each has the sum of its own.
    /// let sums = wengert_mpi::threads(5, |ranks| {
    ///     let row = ranks.split(ranks.rank() as u32 / 3, 0)?;
    ///     let sum = row.on(0.0).all_reduce_sum(&[ranks.rank() as f64])[0];
    ///     row.check().map(|()| (row.rank(), row.size(), sum))
    /// });
    /// let sums: Result<Vec<_>, _> = sums.into_iter().collect();
    /// assert_eq!(sums?, [(0, 3, 3.0), (1, 3, 3.0), (2, 3, 3.0), (0, 2, 7.0), (1, 2, 7.0)]);
    /// # Ok::<(), wengert_mpi::Error>(())
    /// ```
    pub fn split(&self, colour: u32, key: u32) -> Result<Ranks, Error> {
        let job = &self.0.job;
        let free = held(&job.state).groups;
        let all = self.on(0.0).all_gather(&[colour, key, free].map(f64::from));
        self.check()?;
        // Of two ranks, neither is in a group with such a number.
        let id = all.iter().skip(2).step_by(3).fold(0, |most: u32, &free| most.max(free as u32));
        held(&job.state).groups = id + 1;
        let mut members: Vec<usize> = (0..self.size()).filter(|&rank| all[3 * rank] == f64::from(colour)).collect();
        members.sort_by_key(|&rank| all[3 * rank + 1] as u32);
        let place = members.iter().position(|&rank| rank == self.rank()).unwrap_or(0);
        let members = members.into_iter().map(|rank| self.0.members[rank]).collect();
        Ok(Ranks::group(job.clone(), id, members, place))
    }

    /// How long a rank waits for a message before it is an error on all ranks; 300 s from the start.
    pub fn time_limit(&self, limit: Duration) {
        *held(&self.0.job.limit) = limit;
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
        held(&self.0.job.state).tally
    }

    /// Whether all that the ranks did together has worked.
    ///
    /// # Errors
    /// What went wrong first, on this rank or another.
    pub fn check(&self) -> Result<(), Error> {
        held(&self.0.job.failure).clone().map_or(Ok(()), Err)
    }

    /// Ends what the ranks do together: here, and on all others where they next wait or send, it is an error.
    ///
    /// It may be called from another thread.
    pub fn cancel(&self) {
        self.fail(Error::cancelled(self.in_job()));
    }

    /// Gives back what a part of a program returned that each rank runs for itself; where it failed on some rank, the
    /// others are told, and do not wait for it.
    ///
    /// # Errors
    /// The error of this rank, in the words that it prints.
    ///
    /// ```
    /// let sums = wengert_mpi::threads(2, |ranks| {
    ///     let read = if ranks.rank() == 1 { Err("the file is missing") } else { Ok(2.0) };
    ///     let own = ranks.agree(read)?;
    ///     let sum = ranks.on(0.0).all_reduce_sum(&[own])[0];
    ///     ranks.check().map(|()| sum)
    /// });
    /// for sum in sums {
    ///     assert!(sum.unwrap_err().to_string().contains("rank 1: the file is missing"));
    /// }
    /// ```
    pub fn agree<R>(&self, outcome: Result<R, impl fmt::Display>) -> Result<R, Error> {
        outcome.map_err(|error| self.fail(Error::other(format!("rank {}: {error}", self.in_job()))))
    }

    /// Keeps an error, tells all ranks, and gives back the first one.
    pub(crate) fn fail(&self, error: Error) -> Error {
        let first = held(&self.0.job.failure).get_or_insert(error).clone();
        if first.is_own() {
            self.0.job.communicator.fail(&first.to_string());
        }
        first
    }

    /// The rank as the job counts them.
    fn in_job(&self) -> usize {
        self.0.members[self.0.place]
    }

    /// Sends numbers.
    pub(crate) fn post(&self, to: usize, header: Header, numbers: &[f64]) -> Result<(), Error> {
        self.check()?;
        let message = header.pack(numbers);
        {
            let tally = &mut held(&self.0.job.state).tally;
            tally.messages += 1;
            tally.bytes += message.len() as u64;
        }
        self.0.job.communicator.post(self.0.members[to], message).map_err(|error| self.fail(error))
    }

    /// Receives so many numbers, as what they consist of.
    pub(crate) fn take(&self, from: usize, header: Header, count: usize) -> Result<Vec<f64>, Error> {
        let source = self.0.members[from];
        let wanted = || format!("{} of {count} numbers{}", header.kind.name(), self.unwanted(source));
        let early = |state: &mut State| {
            let early = &mut state.early[source];
            let at = early.iter().position(|found| found.is_looked_at_for(header))?;
            early.remove(at)
        };
        let message = self.wait_for(&[source], early, wanted)?;
        self.fits(source, header, count, message)
    }

    /// Waits until a message of the program's has come: from one rank or any, with a mark or any. It is not taken.
    pub(crate) fn probe(&self, from: Option<usize>, tag: Option<u32>) -> Result<Envelope, Error> {
        let members = &self.0.members;
        let sources = from.map_or(&members[..], |from| &members[from..=from]);
        let fits = |header: Header| {
            let marked = header.kind == Kind::Message && header.group == self.0.id && !header.way.back;
            marked && tag.map_or(header.tag < OWN_TAGS, |tag| header.tag == u64::from(tag))
        };
        let seen = |state: &mut State| {
            let first = sources.iter().position(|&source| source >= state.turn).unwrap_or(0);
            let (after, before) = (&sources[first..], &sources[..first]);
            let mut found = after.iter().chain(before).filter_map(|&source| {
                let message = state.early[source].iter().find(|message| fits(message.header))?;
                Some((source, message.header.tag as u32, message.count))
            });
            let (source, tag, count) = found.next()?;
            state.turn = source + 1;
            Some(Envelope { from: members.iter().position(|&member| member == source)?, tag, count })
        };
        let wanted = || match tag {
            Some(tag) => format!("a message with tag {tag}"),
            None => "a message".to_owned(),
        };
        self.wait_for(sources, seen, wanted)
    }

    /// Waits for messages of some ranks of the job until one that has come is what is looked for.
    fn wait_for<F>(
        &self,
        sources: &[usize],
        mut look: impl FnMut(&mut State) -> Option<F>,
        wanted: impl Fn() -> String,
    ) -> Result<F, Error> {
        self.check()?;
        let job = &self.0.job;
        let limit = *held(&job.limit);
        let start = Instant::now();
        let until = start.checked_add(limit).unwrap_or_else(|| start + LIMIT);
        loop {
            if let Some(found) = look(&mut held(&job.state)) {
                return Ok(found);
            }
            let message = job.communicator.take_any(sources, until).map_err(|error| self.fail(error))?;
            let Some((from, message)) = message else {
                return Err(self.fail(Error::timed_out(self.in_job(), sources, limit, wanted())));
            };
            let Some(message) = Header::unpack(&message) else {
                let what = format!("{} bytes from rank {from} are no message of this program", message.len());
                return Err(self.fail(Error::mismatch(self.in_job(), what)));
            };
            held(&job.state).early[from].push_back(message);
        }
    }

    /// The numbers of a message, if it is the one that is wanted.
    fn fits(&self, from: usize, wanted: Header, count: usize, found: Message) -> Result<Vec<f64>, Error> {
        if found.header == wanted && found.count == count {
            return Ok(found.parts);
        }
        let place = |header: Header| {
            let back = if header.way.back { " on the way back" } else { "" };
            let parts = match header.way.parts {
                1 => String::new(),
                parts => format!(" (of {parts} parts each: with derivatives)"),
            };
            match header.kind {
                Kind::Message => format!("{parts} with tag {}{back}", header.tag),
                _ => format!("{parts} in operation {}{back}", header.tag),
            }
        };
        let what = format!(
            "{} of {count} numbers{} was expected from rank {from}, and {} of {} numbers{} has come",
            wanted.kind.name(),
            place(wanted),
            found.header.kind.name(),
            found.count,
            place(found.header)
        );
        Err(self.fail(Error::mismatch(self.in_job(), what)))
    }

    /// What has come from a rank that nobody has taken, for a message.
    fn unwanted(&self, from: usize) -> String {
        match held(&self.0.job.state).early[from].front() {
            Some(found) if found.header.kind == Kind::Message => {
                format!(" (there is a message of {} numbers with tag {})", found.count, found.header.tag)
            }
            Some(found) => format!(" (there is {})", found.header.kind.name()),
            None => String::new(),
        }
    }

    /// The header of a message with a mark.
    pub(crate) fn message(&self, tag: u64, way: Way) -> Header {
        Header { kind: Kind::Message, group: self.0.id, tag, way }
    }

    /// The header of the next operation of all ranks.
    pub(crate) fn together(&self, kind: Kind, way: Way) -> Header {
        Header { kind, group: self.0.id, tag: self.0.together.fetch_add(1, Ordering::Relaxed), way }
    }
}

impl Message {
    /// Whether a receiver looks at it: of messages with a mark, the first with its own.
    fn is_looked_at_for(&self, wanted: Header) -> bool {
        let (found, marked) = (self.header, |kind: Kind| kind == Kind::Message);
        found.group == wanted.group
            && marked(found.kind) == marked(wanted.kind)
            && (found.tag == wanted.tag || !marked(found.kind))
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
