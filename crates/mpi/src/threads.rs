//! Ranks as threads of one process.

use crate::{Communicator, Error, Ranks};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Runs a function on so many ranks, a thread each, and returns what they return, in their order.
///
/// For tests, for programs that are to run on one machine without MPI, and to try a decomposition out.
///
/// # Panics
/// If there are no ranks, or one of them panics; the others then get an error where they wait for it.
///
/// ```
/// let sums = wengert_mpi::threads(4, |ranks| {
///     let sum = ranks.on(0.0).all_reduce_sum(&[ranks.rank() as f64])[0];
///     ranks.check().map(|()| sum)
/// });
/// for sum in sums {
///     assert_eq!(sum?, 6.0);
/// }
/// # Ok::<(), wengert_mpi::Error>(())
/// ```
#[track_caller]
pub fn threads<R: Send>(size: usize, run: impl Fn(Ranks) -> R + Sync) -> Vec<R> {
    assert!(size > 0, "no ranks: at least one runs");
    let board = Arc::new(Board::new(size));
    let outcomes: Vec<_> = std::thread::scope(|scope| {
        let started: Vec<_> = (0..size)
            .map(|rank| {
                let (board, run) = (board.clone(), &run);
                scope.spawn(move || {
                    let thread = Thread { rank, board: board.clone() };
                    let outcome = catch_unwind(AssertUnwindSafe(|| run(Ranks::new(thread))));
                    if outcome.is_err() {
                        board.fail(rank, &format!("rank {rank} panicked"));
                    }
                    board.end(rank);
                    outcome
                })
            })
            .collect();
        started.into_iter().map(|thread| thread.join().and_then(|outcome| outcome)).collect()
    });
    let mut results = Vec::with_capacity(size);
    for outcome in outcomes {
        results.push(outcome.unwrap_or_else(|panic| resume_unwind(panic)));
    }
    results
}

/// A rank that is a thread of this process: see [`threads()`].
struct Thread {
    rank: usize,
    board: Arc<Board>,
}

/// What all threads share.
struct Board {
    state: Mutex<State>,
    /// One for each rank, which waits there.
    news: Vec<Condvar>,
}

struct State {
    /// By receiver, then by sender.
    messages: Vec<Vec<VecDeque<Vec<u8>>>>,
    ended: Vec<bool>,
    failure: Option<(usize, String)>,
}

impl Board {
    fn new(size: usize) -> Self {
        let messages = (0..size).map(|_| (0..size).map(|_| VecDeque::new()).collect()).collect();
        let state = State { messages, ended: vec![false; size], failure: None };
        Board { state: Mutex::new(state), news: (0..size).map(|_| Condvar::new()).collect() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, rank: usize, message: &str) {
        self.state().failure.get_or_insert_with(|| (rank, message.to_owned()));
        self.news.iter().for_each(Condvar::notify_all);
    }

    fn end(&self, rank: usize) {
        self.state().ended[rank] = true;
        self.news.iter().for_each(Condvar::notify_all);
    }
}

impl State {
    fn check(&self) -> Result<(), Error> {
        self.failure.as_ref().map_or(Ok(()), |(rank, message)| Err(Error::told(*rank, message)))
    }
}

impl Communicator for Thread {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.board.news.len()
    }

    fn post(&self, to: usize, message: Vec<u8>) -> Result<(), Error> {
        let mut state = self.board.state();
        state.check()?;
        state.messages[to][self.rank].push_back(message);
        self.board.news[to].notify_all();
        Ok(())
    }

    fn take(&self, from: usize, until: Instant) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.take_any(&[from], until)?.map(|(_, message)| message))
    }

    fn take_any(&self, from: &[usize], until: Instant) -> Result<Option<(usize, Vec<u8>)>, Error> {
        let mut state = self.board.state();
        loop {
            state.check()?;
            let messages = &mut state.messages[self.rank];
            if let Some(found) = from.iter().find_map(|&from| Some((from, messages[from].pop_front()?))) {
                return Ok(Some(found));
            }
            if let Some(rank) = all_ended(from, &state.ended, self.rank) {
                return Err(Error::ended(rank, "a message"));
            }
            let Some(left) = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) else {
                return Ok(None);
            };
            let news = &self.board.news[self.rank];
            state = news.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn fail(&self, message: &str) {
        self.board.fail(self.rank, message);
    }
}

/// One of these ranks, if all of them but this one have ended.
pub(crate) fn all_ended(ranks: &[usize], ended: &[bool], own: usize) -> Option<usize> {
    let mut others = ranks.iter().copied().filter(|&rank| rank != own).peekable();
    let first = *others.peek()?;
    others.all(|rank| ended[rank]).then_some(first)
}
